import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { defineJob, enqueueAll } from '../../../kit/jobs/jobs.ts';
import { findSourcesWithoutVectors, listPassagesToEmbed, storeVectors } from '../../knowledge/service.ts';
import { noticeOf } from './notices.ts';
import {
  addNotice,
  findSourceForJob,
  finishEmbedding,
  listIdleSources,
  listSearchableSources,
  readEmbeddingModel,
  storeEmbeddingModel,
  waitForVectors,
} from './queries.ts';

const embeddingBatchSize = 64;

/** Gives a source's passages their vectors: processed → ready. */
export const embedSource = defineJob({
  name: 'sources.embed',
  payload: z.object({ sourceId: z.uuid(), version: z.int() }),
  lane: 'network',
  timeoutMs: 30 * 60_000,
  async run(context, { sourceId, version }, run) {
    const { db } = context;
    const model = context.models.embeddings;
    const source = await findSourceForJob(db, sourceId, version);
    if (source?.status !== 'processed') return;
    while (model) {
      const batch = await listPassagesToEmbed(db, { sourceId, model, limit: embeddingBatchSize });
      if (batch.length === 0) break;
      const vectors = await model.embed(
        batch.map(({ text }) => text),
        run.signal,
      );
      await storeVectors(
        db,
        model.name,
        batch.map(({ id }, at) => ({ id, vector: vectors[at] ?? [] })),
      );
    }
    await finishEmbedding(db, sourceId, version, context.clock());
  },
  /** It is found by its words, and says so; `embedWaiting` tries again. */
  async onDead(context, { sourceId, version }) {
    if ((await findSourceForJob(context.db, sourceId, version))?.status !== 'processed') return;
    await addNotice(context.db, sourceId, version, noticeOf('vectors_missing'), context.clock());
  },
});

interface Embeddable {
  id: string;
  version: number;
  owner_id: string;
}

/** They are found by their words meanwhile. */
async function embedSoon(db: Db, sources: readonly Embeddable[], now: Date): Promise<void> {
  await waitForVectors(
    db,
    sources.map(({ id }) => id),
    now,
  );
  await enqueueAll(
    db,
    embedSource,
    sources.map(({ id, version, owner_id: ownerId }) => ({
      payload: { sourceId: id, version },
      ownerId,
      dedupeKey: `${id}:${version}`,
    })),
    now,
  );
}

/** Of sources that answer, those that lack vectors are `processed` until they have them; within the caller's transaction. */
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

const scanBatchSize = 500;
/** A provider that was down is tried again as long as it takes, but not by every source every minute. */
const restMs = 3_600_000;

/**
 * Another embedding model or dimension, or the first one: whatever lacks its vectors is `processed` again until it has them,
 * and is found by its words meanwhile. What rests as `processed` since its job has died is tried again, too.
 */
export const embedWaiting = defineJob({
  name: 'sources.embed-waiting',
  payload: z.object({}),
  timeoutMs: 10 * 60_000,
  async run(context, _, { signal }) {
    const { db, clock, models } = context;
    const model = models.embeddings;
    if (!model) return;
    const wanted = `${model.name} ${model.dimensions}`;
    if ((await readEmbeddingModel(db)) !== wanted) {
      for (let after: string | undefined; ; ) {
        signal.throwIfAborted();
        const rows = await listSearchableSources(db, after, scanBatchSize);
        await transaction(db, (db) => embedLacking(context, db, rows));
        if (rows.length < scanBatchSize) break;
        after = rows.at(-1)?.id;
      }
      await storeEmbeddingModel(db, wanted, clock());
    }
    const before = new Date(clock().getTime() - restMs);
    for (let resting = scanBatchSize; resting === scanBatchSize; ) {
      signal.throwIfAborted();
      const rows = await listIdleSources(db, before, scanBatchSize);
      await transaction(db, (db) => embedSoon(db, rows, clock()));
      resting = rows.length;
    }
  },
});
