import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { analysisVersion, termsOfPassage } from '../../reading/service.ts';
import { passagesAnalysedBefore, replaceLexicon, storedTerms } from './analysis-queries.ts';
import { createTermMixer } from './bm25.ts';
import { sortPendingTerms } from './queries.ts';
import { addFrequencies, lockChatbotTermsIfThere, mergeChanges } from './term-counts.ts';
import { toPassageWords } from './term-lists.ts';

/**
 * Passages analysed in one go: few enough that the visitors' answers, which this process may write meanwhile, don't
 * wait.
 */
const analysisBatchSize = 50;

/**
 * Reads the words of some passages again that an older program read; false when none is left. Searches go on meanwhile
 * and find passages as they stand, old or new.
 */
export async function analyseAgain(db: Db, chatbotId: string): Promise<boolean> {
  const rows = await passagesAnalysedBefore(db, chatbotId, analysisVersion, analysisBatchSize);
  const mix = createTermMixer(chatbotId);
  const analysed = new Map(rows.map((row) => [row.id, termsOfPassage(row)]));
  return transaction(db, async (db) => {
    if (!(await lockChatbotTermsIfThere(db, chatbotId))) return false;
    if (rows.length === 0) {
      await mergeChanges(db, chatbotId);
      await sortPendingTerms(db);
      return false;
    }
    // What was removed since, or read again by another process, is not counted twice.
    const stored = await storedTerms(db, [...analysed.keys()], analysisVersion);
    const counts = new Map<number, number>();
    const count = (term: number, by: number) => counts.set(term, (counts.get(term) ?? 0) + by);
    const fresh = stored.flatMap(({ id, terms: earlier }) => {
      const passage = analysed.get(id);
      if (passage === undefined) return [];
      for (const term of earlier) count(term, -1);
      for (const term of passage.terms) count(mix(term), 1);
      return [{ ...passage, id }];
    });
    await replaceLexicon(db, {
      analysis: analysisVersion,
      ids: fresh.map(({ id }) => id),
      words: toPassageWords(chatbotId, fresh),
    });
    const changed = [...counts].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b);
    await addFrequencies(db, chatbotId, {
      terms: Int32Array.from(changed, ([term]) => term),
      passages: Int32Array.from(changed, ([, by]) => by),
      french: 0,
      english: 0,
    });
    return true;
  });
}
