import { createHash } from 'node:crypto';
import { inBatches } from '../../db/batches.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { requireFound } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { lockChatbot } from '../chatbots/service.ts';
import { analysisVersion, type ReadPassage } from '../reading/service.ts';
import { type StoredPassage, toStoredPassage } from './passages/presenter.ts';
import {
  deletePassages,
  excludePassage,
  findEarlierTexts,
  hasPassages,
  insertPassages,
  type PassagesPage,
  passagesById,
  passagesOfSource,
} from './passages/queries.ts';
import {
  forgetRemovedSources,
  keepWholeReadings,
  newestVersion,
  publishVersions,
  queueRemoval,
  removedSources,
  type Versions,
  wholeReadingOf,
  withdrawVersions,
} from './passages/reading-queries.ts';
import {
  addFrequencies,
  addPassageCounts,
  lockChatbotTerms,
  lockChatbotTermsIfThere,
  maxPendingChanges,
  mergeChanges,
} from './passages/term-counts.ts';
import { countTermFrequencies, toPassageWords } from './passages/term-lists.ts';
import {
  copyVectors,
  passagesWithoutVector,
  sourcesWithoutVectors,
  upsertVectors,
  type VectorModel,
} from './passages/vector-queries.ts';
import { sortSoon } from './queue.ts';

export { abandonCopies, copyPassages, publishCopies, queueCopyRemoval } from './copies.ts';
export { lexicon } from './lexicon/lexicon.ts';
export { type ReadingStanding, readingsOf } from './passages/copy-queries.ts';
export { presentPassage, type StoredPassage } from './passages/presenter.ts';
export type { PassagesPage } from './passages/queries.ts';
export { givePassages } from './passages/queries.ts';
export type { FoundPassage, RankedPassage } from './passages/ranked.ts';
export { likenessOf, meaningOf, type QuestionMeaning } from './question/likeness.ts';
export type { EarlierAnswer } from './quoting/earlier.ts';
export { type Quotation, type QuotedSentence, quote } from './quoting/quote.ts';
export { explain, type WordShare } from './search/explain.ts';
export { fuse } from './search/fusion.ts';
export { prepareSearch, searchPassages } from './search/search.ts';

const contentHash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16);

/** Passages of one reading (`version`) of a source, all or some. */
export interface SourceReading {
  sourceId: string;
  version: number;
  passages: ReadPassage[];
}

interface StoredText {
  sourceId: string;
  version: number;
  hash: Buffer;
}

const keyOf = ({ sourceId, hash }: StoredText) => `${sourceId} ${hash.toString('hex')}`;

/** What is known of a text from its source's last whole reading. The first reading has nothing before it. */
async function lookUpEarlier(
  db: Db,
  ownerId: string,
  rows: StoredText[],
): Promise<(row: StoredText) => { excluded: boolean } | undefined> {
  const again = rows.filter(({ version }) => version > 1);
  const texts = await findEarlierTexts(db, ownerId, {
    sourceIds: again.map(({ sourceId }) => sourceId),
    versions: again.map(({ version }) => version),
    hashes: again.map(({ hash }) => hash),
  });
  return (row) => (row.version > 1 ? texts.get(keyOf(row)) : undefined);
}

/** The tokens of each reading's texts that its source's last whole one had not: what storage is charged for. */
export async function countNewTokens(db: Db, ownerId: string, readings: SourceReading[]): Promise<number[]> {
  const again = readings.map(({ sourceId, version, passages }) =>
    version === 1 ? [] : passages.map(({ text }) => ({ sourceId, version, hash: contentHash(text) })),
  );
  const earlier = await lookUpEarlier(db, ownerId, again.flat());
  return readings.map(({ passages }, reading) =>
    passages.reduce((sum, { tokens }, at) => {
      const row = again[reading]?.[at];
      return sum + (row && earlier(row) ? 0 : tokens);
    }, 0),
  );
}

/**
 * Stores passages of readings of a chatbot's sources, in the transaction in which the caller holds these sources. Nothing of
 * them answers before `publishReadings`. The same again changes nothing. `newTokens` as in `countNewTokens`.
 */
export function indexReadings(
  db: Db,
  batch: { ownerId: string; chatbotId: string; readings: SourceReading[]; now: Date },
): Promise<{ added: number; newTokens: number }> {
  const { ownerId, chatbotId } = batch;
  const rows = batch.readings.flatMap(({ sourceId, version, passages }) =>
    passages.map((passage) => ({
      ...passage,
      sourceId,
      version,
      id: newId(batch.now),
      hash: contentHash(passage.text),
    })),
  );
  return transaction(db, async (db) => {
    if (!(await lockChatbot(db, ownerId, chatbotId))) return { added: 0, newTokens: 0 };
    if (rows.length === 0) return { added: 0, newTokens: 0 };
    await lockChatbotTerms(db, chatbotId);
    const earlier = await lookUpEarlier(db, ownerId, rows);
    const words = toPassageWords(chatbotId, rows);
    const inserted = await insertPassages(db, {
      ownerId,
      chatbotId,
      analysis: analysisVersion,
      sourceIds: rows.map(({ sourceId }) => sourceId),
      versions: rows.map(({ version }) => version),
      ids: rows.map(({ id }) => id),
      ordinals: rows.map(({ ordinal }) => ordinal),
      texts: rows.map(({ text }) => text),
      positions: rows.map(({ position }) => JSON.stringify(position)),
      starts: rows.map(({ starts }) => `{${starts.join()}}`),
      languages: rows.map(({ language }) => language),
      tokens: rows.map(({ tokens }) => tokens),
      hashes: rows.map(({ hash }) => hash),
      excluded: rows.map((row) => earlier(row)?.excluded ?? false),
      words,
    });
    const fresh = rows.filter(({ id }) => inserted.has(id));
    if (fresh.length === 0) return { added: 0, newTokens: 0 };

    const { terms } = fresh.length === rows.length ? words : toPassageWords(chatbotId, fresh);
    const french = fresh.filter(({ language }) => language === 'fr').length;
    await addFrequencies(db, chatbotId, {
      ...countTermFrequencies(terms),
      french,
      english: fresh.length - french,
    });
    const known = fresh.filter((row) => earlier(row));
    if (known.length > 0)
      await copyVectors(
        db,
        ownerId,
        chatbotId,
        known.map(({ id }) => id),
      );
    const newTokens = fresh.reduce((sum, row) => sum + (earlier(row) ? 0 : row.tokens), 0);
    return { added: fresh.length, newTokens };
  });
}

/** `indexReadings` for a batch of one source. */
export const indexPassages = (
  db: Db,
  {
    sourceId,
    version,
    passages,
    ...batch
  }: SourceReading & { ownerId: string; chatbotId: string; now: Date },
) => indexReadings(db, { ...batch, readings: [{ sourceId, version, passages }] });

/** A reading that is whole, to be published. */
interface PublishedReading extends Omit<SourceReading, 'passages'> {
  /** Whether its source is an answer that its owner has written. */
  isAnswer?: boolean;
}

/** Publishes readings: from here on they answer for their sources, wholly, and no earlier ones. */
export function publishReadings(
  db: Db,
  { chatbotId, readings, now }: { chatbotId: string; readings: PublishedReading[]; now: Date },
): Promise<void> {
  return transaction(db, async (db) => {
    await lockChatbotTerms(db, chatbotId);
    const columns = {
      sourceIds: readings.map(({ sourceId }) => sourceId),
      versions: readings.map(({ version }) => version),
    };
    const areAnswers = readings.map(({ isAnswer = false }) => isAnswer);
    await publishVersions(db, chatbotId, { ...columns, areAnswers });
    await keepWholeReadings(db, columns);
    const earlier = readings
      .filter(({ version }) => version > 1)
      .map(({ sourceId, version }) => ({ sourceId, first: 0, last: version - 1 }));
    // They answer no more: of a huge source the rest can wait, and everybody else needs not.
    const removed = await removeSome(db, chatbotId, earlier);
    if (removed === removalBatchSize) await queueRemoval(db, chatbotId, earlier);
    await sortSoon(db, chatbotId, now);
  });
}

export const publishPassages = (
  db: Db,
  { chatbotId, now, ...reading }: PublishedReading & { chatbotId: string; now: Date },
) => publishReadings(db, { chatbotId, readings: [reading], now });

/**
 * Removes what was stored of readings up to this one since the last whole one: this one has failed, or begins once more.
 * None of them answers.
 */
export async function forgetReadings(
  db: Db,
  { chatbotId, sourceId, version }: { chatbotId: string; sourceId: string; version: number },
): Promise<void> {
  const first = ((await wholeReadingOf(db, sourceId)) ?? 0) + 1;
  const versions = [{ sourceId, first, last: version }];
  // Most readings are the first try.
  if (await hasPassages(db, sourceId, first, version)) await removePassages(db, chatbotId, versions);
}

/**
 * Has a source stop answering. Its last whole reading stays to be compared with: what is found unchanged later costs
 * nothing, and stays excluded.
 */
export const withdrawPassages = (
  db: Db,
  { chatbotId, sourceId }: { chatbotId: string; sourceId: string },
): Promise<void> =>
  transaction(db, async (db) => {
    await lockChatbotTerms(db, chatbotId);
    await withdrawVersions(db, chatbotId, [{ sourceId, first: 0, last: newestVersion }]);
  });

/**
 * Removes what deleted sources and earlier readings have left behind, a transaction for every few thousand passages. Their
 * chatbot may be gone, too: then nothing is counted any more.
 */
export async function clearRemovedSources(db: Db, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const batch = await removedSources(db, removedSourceBatchSize);
    if (!batch) return;
    const { chatbotId, versions } = batch;
    const removeNext = async (db: Db) => {
      const isCounted = await lockChatbotTermsIfThere(db, chatbotId);
      const gone = await deletePassages(db, chatbotId, versions, removalBatchSize);
      if (isCounted && gone.passages > 0) await subtractPassageCounts(db, chatbotId, gone);
      if (isCounted && gone.passages < removalBatchSize) await mergeChanges(db, chatbotId);
      return gone.passages;
    };
    await inBatches(db, removalBatchSize, removeNext, signal);
    await forgetRemovedSources(db, versions);
  }
}

const removedSourceBatchSize = 500;

/** Passages removed in one statement: one over a huge source would hold its words' counts in memory all together. */
const removalBatchSize = 5_000;

/** Removes passages of readings; those of a chatbot that is gone are another's to count. */
async function removePassages(db: Db, chatbotId: string, versions: Versions[]): Promise<void> {
  await inBatches(db, removalBatchSize, async (db) => {
    if (!(await lockChatbotTermsIfThere(db, chatbotId))) return 0;
    const removed = await removeSome(db, chatbotId, versions);
    if (removed < removalBatchSize) await mergeChanges(db, chatbotId);
    return removed;
  });
}

/** Removes a batch of passages, and gives their number. */
async function removeSome(db: Db, chatbotId: string, versions: Versions[]): Promise<number> {
  if (versions.length === 0) return 0;
  const gone = await deletePassages(db, chatbotId, versions, removalBatchSize);
  if (gone.passages > 0) await subtractPassageCounts(db, chatbotId, gone);
  return gone.passages;
}

async function subtractPassageCounts(
  db: Db,
  chatbotId: string,
  { french, english }: { french: number; english: number },
) {
  await addPassageCounts(db, chatbotId, -french, -english);
  await mergeChanges(db, chatbotId, maxPendingChanges);
}

/** What was read from a source, in its order, after the given ordinal (-1: from the start). */
export async function passagesOf(
  db: Db,
  ownerId: string,
  sourceId: string,
  page: PassagesPage,
): Promise<StoredPassage[]> {
  return (await passagesOfSource(db, ownerId, sourceId, page)).map(toStoredPassage);
}

export async function getPassages(db: Db, ownerId: string, ids: string[]): Promise<StoredPassage[]> {
  return (await passagesById(db, ownerId, ids)).map(toStoredPassage);
}

/** Leaves a passage out of answers, or takes it in again. */
export async function setExcluded(
  db: Db,
  ownerId: string,
  passageId: string,
  excluded: boolean,
): Promise<StoredPassage> {
  return toStoredPassage(requireFound(await excludePassage(db, ownerId, passageId, excluded)));
}

/** The next passages of a source that answers to embed, with the text that stands for each: its headings give it its subject. */
export async function listPassagesToEmbed(
  db: Db,
  {
    ownerId,
    sourceId,
    model,
    limit,
  }: { ownerId: string; sourceId: string; model: VectorModel; limit: number },
): Promise<{ id: string; text: string }[]> {
  const rows = await passagesWithoutVector(db, ownerId, sourceId, model, limit);
  return rows.map(({ id, text, position }) => ({
    id,
    text:
      position.heading === undefined || text.startsWith(position.heading)
        ? text
        : `${position.heading}\n\n${text}`,
  }));
}

/** Those of these sources that answer with a text that this model has not embedded. */
export const findSourcesWithoutVectors = sourcesWithoutVectors;

export const storeVectors = async (
  db: Db,
  ownerId: string,
  model: string,
  vectors: { id: string; vector: number[] }[],
): Promise<void> => {
  await upsertVectors(
    db,
    ownerId,
    model,
    vectors.map(({ id }) => id),
    vectors.map(({ vector }) => `[${vector.join(',')}]`),
  );
};
