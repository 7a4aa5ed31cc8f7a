import { createHash } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { found } from '../../kit/errors.ts';
import { newId } from '../../kit/ids.ts';
import { analysisVersion, type ReadPassage } from '../reading/service.ts';
import { sparseLiteral, termMixer, termWeight } from './bm25.ts';
import { presentPassage, type StoredPassage } from './presenter.ts';
import {
  addFrequencies,
  copyVectors,
  countPassages,
  deletePassages,
  earlierTexts,
  excludePassage,
  forgetUnusedTerms,
  insertLexicon,
  insertPassages,
  lockChatbotTerms,
  passagesById,
  passagesOfSource,
  passagesWithoutVector,
  publishVersion,
  sortPendingTerms,
  upsertVectors,
  type Versions,
  withdrawVersion,
} from './queries.ts';

export { explain, type WordShare } from './explain.ts';
export type { StoredPassage } from './presenter.ts';
export { type Quotation, type QuotedSentence, quote } from './quote.ts';
export { type RankedPassage, searchPassages } from './search.ts';

const contentHash = (text: string) => createHash('sha256').update(text).digest().subarray(0, 16);

/**
 * Stores a batch of one reading (`version`) of a source, in one transaction. Nothing of it answers before
 * `publishPassages`. The same batch again changes nothing. `newTokens` are those of texts that no earlier reading of
 * the source had: what storage is charged for.
 */
export function indexPassages(
  db: Db,
  batch: {
    ownerId: string;
    chatbotId: string;
    sourceId: string;
    version: number;
    passages: ReadPassage[];
    now: Date;
  },
): Promise<{ added: number; newTokens: number }> {
  const { ownerId, chatbotId, sourceId, version } = batch;
  const mix = termMixer(chatbotId);
  const rows = batch.passages.map((passage) => ({
    ...passage,
    id: newId(batch.now),
    hash: contentHash(passage.text),
  }));
  return transaction(db, async (db) => {
    await lockChatbotTerms(db, chatbotId);
    const earlier = await earlierTexts(
      db,
      sourceId,
      version,
      rows.map(({ hash }) => hash),
    );
    const inserted = await insertPassages(db, {
      ownerId,
      chatbotId,
      sourceId,
      version,
      analysis: analysisVersion,
      ids: rows.map(({ id }) => id),
      ordinals: rows.map(({ ordinal }) => ordinal),
      texts: rows.map(({ text }) => text),
      positions: rows.map(({ position }) => JSON.stringify(position)),
      languages: rows.map(({ language }) => language),
      tokens: rows.map(({ tokens }) => tokens),
      hashes: rows.map(({ hash }) => hash),
      excluded: rows.map(({ hash }) => earlier.get(hash.toString('hex'))?.excluded ?? false),
    });
    const fresh = rows.filter(({ id }) => inserted.has(id));
    if (fresh.length === 0) return { added: 0, newTokens: 0 };

    const holding = new Map<number, number>();
    const terms = fresh.map((row) => {
      const mixed = row.terms.map(mix);
      for (const term of mixed) holding.set(term, (holding.get(term) ?? 0) + 1);
      return `{${mixed.join(',')}}`;
    });
    await insertLexicon(db, {
      chatbotId,
      sourceId,
      version,
      ids: fresh.map(({ id }) => id),
      lengths: fresh.map(({ length }) => length),
      terms,
      weights: fresh.map(({ terms, frequencies, length }) =>
        sparseLiteral(terms.map((term, index) => [term, termWeight(frequencies[index] ?? 1, length)])),
      ),
    });
    await addFrequencies(db, chatbotId, [...holding.keys()], [...holding.values()]);
    const french = fresh.filter(({ language }) => language === 'fr').length;
    await countPassages(db, chatbotId, french, fresh.length - french);
    const known = fresh.filter(({ hash }) => earlier.has(hash.toString('hex')));
    if (known.length > 0)
      await copyVectors(
        db,
        sourceId,
        version,
        known.map(({ id }) => id),
      );
    const newTokens = fresh.reduce(
      (sum, { hash, tokens }) => sum + (earlier.has(hash.toString('hex')) ? 0 : tokens),
      0,
    );
    return { added: fresh.length, newTokens };
  });
}

/** From here on this reading of the source answers, wholly, and earlier ones are gone. */
export function publishPassages(
  db: Db,
  { chatbotId, sourceId, version }: { chatbotId: string; sourceId: string; version: number },
): Promise<void> {
  return transaction(db, async (db) => {
    await lockChatbotTerms(db, chatbotId);
    await publishVersion(db, chatbotId, sourceId, version);
    await removePassages(db, chatbotId, sourceId, { first: 0, last: version - 1 });
    await sortPendingTerms(db);
  });
}

const newest = 2 ** 31 - 1;

/**
 * Removes a source's passages, words and vectors and what they counted for; with `version` those of this reading alone
 * (one that failed).
 */
export function removePassagesOf(
  db: Db,
  { chatbotId, sourceId, version }: { chatbotId: string; sourceId: string; version?: number },
): Promise<void> {
  const versions = { first: version ?? 0, last: version ?? newest };
  return transaction(db, async (db) => {
    await lockChatbotTerms(db, chatbotId);
    await withdrawVersion(db, chatbotId, sourceId, versions);
    await removePassages(db, chatbotId, sourceId, versions);
  });
}

/** A statement over a huge source would hold its words' counts in memory all at once. */
const removedAtOnce = 5_000;

async function removePassages(
  db: Db,
  chatbotId: string,
  sourceId: string,
  versions: Versions,
): Promise<void> {
  for (let removed = 0; ; ) {
    const gone = await deletePassages(db, chatbotId, sourceId, versions, removedAtOnce);
    if (gone.passages > 0) await countPassages(db, chatbotId, -gone.french, -gone.english);
    removed += gone.passages;
    if (gone.passages === removedAtOnce) continue;
    if (removed > 0) await forgetUnusedTerms(db, chatbotId);
    return;
  }
}

/** What was read from a source, in its order, after the given ordinal (-1: from the start). */
export async function passagesOf(
  db: Db,
  ownerId: string,
  sourceId: string,
  page: { after: number; limit: number; search?: string | undefined },
): Promise<StoredPassage[]> {
  return (await passagesOfSource(db, ownerId, sourceId, page)).map(presentPassage);
}

export async function passagesWithIds(db: Db, ownerId: string, ids: string[]): Promise<StoredPassage[]> {
  return (await passagesById(db, ownerId, ids)).map(presentPassage);
}

/** Leaves a passage out of answers, or takes it in again. */
export const setExcluded = async (db: Db, ownerId: string, passageId: string, excluded: boolean) =>
  presentPassage(found(await excludePassage(db, ownerId, passageId, excluded)));

/** The next passages of a reading to embed, with the text that stands for each: its headings give it its subject. */
export async function passagesToEmbed(
  db: Db,
  { sourceId, version, model, limit }: { sourceId: string; version: number; model: string; limit: number },
): Promise<{ id: string; text: string }[]> {
  const rows = await passagesWithoutVector(db, sourceId, version, model, limit);
  return rows.map(({ id, text, position }) => ({
    id,
    text:
      position.heading === undefined || text.startsWith(position.heading)
        ? text
        : `${position.heading}\n\n${text}`,
  }));
}

export const storeVectors = async (
  db: Db,
  model: string,
  vectors: { id: string; vector: number[] }[],
): Promise<void> => {
  await upsertVectors(
    db,
    model,
    vectors.map(({ id }) => id),
    vectors.map(({ vector }) => `[${vector.join(',')}]`),
  );
};
