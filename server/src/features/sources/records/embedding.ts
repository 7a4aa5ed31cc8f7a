import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { findSourcesWithoutVectors } from '../../knowledge/service.ts';
import { enqueueEmbedding } from '../queue.ts';
import { waitForVectors } from './vector-queries.ts';

interface Embeddable {
  id: string;
  version: number;
  owner_id: string;
}

/** Has these sources given vectors; they are found by their words meanwhile. */
export async function embedSoon(db: Db, sources: readonly Embeddable[], now: Date): Promise<void> {
  await waitForVectors(db, sources, now);
  await enqueueEmbedding(db, sources, now);
}

/** Makes sources that answer but lack vectors `processed` until they have them; within the caller's transaction. */
export async function embedLacking(
  { models, clock }: Context,
  db: Db,
  sources: readonly Embeddable[],
): Promise<void> {
  if (!models.embeddings || sources.length === 0) return;
  const lacking = await findSourcesWithoutVectors(
    db,
    sources.map(({ id }) => id),
    models.embeddings,
  );
  await embedSoon(
    db,
    sources.filter(({ id }) => lacking.has(id)),
    clock(),
  );
}
