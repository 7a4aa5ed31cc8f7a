import type { Db } from '../../db/open.ts';
import { commitAsynchronously, transaction } from '../../db/transaction.ts';
import { newId } from '../../kit/ids.ts';
import { lockChatbot } from '../chatbots/service.ts';
import { createTermMixer } from './passages/bm25.ts';
import {
  type CopiedReading,
  insertCopies,
  passagesToCopy,
  type ReadingStanding,
} from './passages/copy-queries.ts';
import {
  keepWholeReadings,
  newestVersion,
  publishVersions,
  queueRemoval,
} from './passages/reading-queries.ts';
import { addFrequencies, lockChatbotTerms } from './passages/term-counts.ts';
import { countTermFrequencies } from './passages/term-lists.ts';
import { sortSoon } from './queue.ts';

/**
 * Passages of one transaction: visitors wait for the embedded database no longer than a question of their own takes.
 */
const copyBatchSize = 50;

/**
 * Copies the next passages of readings, with their words and vectors, into another chatbot of the same owner; nothing
 * of them answers before `publishCopies`. Called again it goes on; gives false once nothing is left, or the chatbot is
 * gone.
 */
export async function copyPassages(
  db: Db,
  target: { ownerId: string; chatbotId: string },
  readings: readonly CopiedReading[],
  now: Date,
): Promise<boolean> {
  if (readings.length === 0) return false;
  const { ownerId, chatbotId } = target;
  const mix = createTermMixer(chatbotId);
  return transaction(db, async (db) => {
    // What a crash takes back is copied again.
    await commitAsynchronously(db);
    if (!(await lockChatbot(db, ownerId, chatbotId))) return false;
    await lockChatbotTerms(db, chatbotId);
    const rows = await passagesToCopy(db, ownerId, readings, copyBatchSize);
    if (rows.length === 0) return false;
    const terms = rows.map(({ weights }) => termsIn(weights ?? '').map(mix));
    await insertCopies(db, target, {
      ids: rows.map(({ id }) => id),
      copyIds: rows.map(() => newId(now)),
      sourceIds: rows.map(({ copy_id }) => copy_id),
      terms: terms.map((numbers) => `{${numbers.join(',')}}`),
    });
    const french = rows.filter(({ language }) => language === 'fr').length;
    await addFrequencies(db, chatbotId, {
      ...countTermFrequencies(Int32Array.from(terms.flat())),
      french,
      english: rows.length - french,
    });
    return rows.length === copyBatchSize;
  });
}

/** The terms of `{7:0.5,9:1.2}/1000000000`. */
const termsIn = (weights: string) =>
  Array.from(weights.matchAll(/(?<!\d)(\d+):/g), ([, term]) => Number(term));

/**
 * Publishes copies, in the caller's transaction, once the sources are there: from here on they answer as their
 * originals do.
 */
export async function publishCopies(
  db: Db,
  chatbotId: string,
  readings: readonly (ReadingStanding & { sourceId: string })[],
  now: Date,
): Promise<void> {
  if (readings.length === 0) return;
  const versions = (some: typeof readings) => ({
    sourceIds: some.map(({ sourceId }) => sourceId),
    versions: some.map(({ version }) => version),
  });
  await lockChatbotTerms(db, chatbotId);
  await keepWholeReadings(db, versions(readings));
  const published = readings.filter(({ isPublished }) => isPublished);
  const areAnswers = published.map(({ isAnswer }) => isAnswer);
  await publishVersions(db, chatbotId, { ...versions(published), areAnswers });
  await sortSoon(db, chatbotId, now);
}

/** Leaves readings that were copied for nothing, and all before them, to the job that clears up. */
export const queueCopyRemoval = (
  db: Db,
  chatbotId: string,
  readings: readonly { sourceId: string; version: number }[],
) =>
  queueRemoval(
    db,
    chatbotId,
    readings.map(({ sourceId, version }) => ({ sourceId, first: 0, last: version })),
  );

/** Leaves what was copied for sources that never came to be to the job that clears after deleted ones. */
export const abandonCopies = (db: Db, chatbotId: string, sourceIds: readonly string[]) =>
  queueRemoval(
    db,
    chatbotId,
    sourceIds.map((sourceId) => ({ sourceId, first: 0, last: newestVersion })),
  );
