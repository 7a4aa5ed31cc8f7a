import type { Passage } from '@parlance/contract/endpoints/sources';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { requireFound } from '../../kit/errors.ts';
import {
  getPassages,
  presentPassage,
  type RankedPassage,
  type StoredPassage,
  searchPassages,
  setExcluded,
} from '../knowledge/service.ts';
import { describeSources } from './records/descriptions.ts';

type NamedPassage = StoredPassage & { sourceName: string };

/** A chatbot's passages that match a question best, with what their sources are called: `knowledge` finds them. */
export async function searchSources(
  context: Pick<Context, 'db' | 'models' | 'log'>,
  wish: Parameters<typeof searchPassages>[1],
): Promise<{ passages: RankedPassage[]; tokensSpent: number }> {
  const { passages, tokensSpent } = await searchPassages(context, wish);
  return { passages: await describe(context.db, wish.ownerId, passages), tokensSpent };
}

/** These passages of an owner, with what their sources are called. */
export const getNamedPassages = async (db: Db, ownerId: string, ids: string[]): Promise<NamedPassage[]> =>
  describe(db, ownerId, await getPassages(db, ownerId, ids));

/** Leaves a passage out of answers, or takes it in again. */
export async function updatePassage(
  { db }: Pick<Context, 'db'>,
  ownerId: string,
  passageId: string,
  { excluded }: { excluded: boolean },
): Promise<Passage> {
  const changed = await setExcluded(db, ownerId, passageId, excluded);
  const [passage] = await describe(db, ownerId, [changed]);
  return presentPassage(requireFound(passage));
}

/**
 * Passages with what their sources are called, without those whose source was deleted a moment ago: their passages
 * follow it in a job.
 */
async function describe<P extends StoredPassage>(db: Db, ownerId: string, passages: readonly P[]) {
  const ids = [...new Set(passages.map(({ sourceId }) => sourceId))];
  const sources = await describeSources(db, ownerId, ids);
  return passages.flatMap((passage) => {
    const source = sources.get(passage.sourceId);
    return source ? [{ ...passage, sourceName: source.name, url: source.url }] : [];
  });
}
