import type { ConsideredPassage } from '@parlance/contract/endpoints/test-answers';
import type { PassageRecord } from '../../../db/json.ts';
import { explain, presentPassage, type RankedPassage } from '../../knowledge/service.ts';

type ExplainedPassage = Required<PassageRecord>;

/** What is remembered of a passage that was found, and why it was. */
export function explainPassage(passage: RankedPassage): ExplainedPassage {
  const { words, together } = explain(passage);
  const held = new Set(words.map(({ word }) => word));
  const { id, score, rankByWords, rankByVectors, similarity } = passage;
  const missing = passage.asked.filter(({ text, terms }) => terms.length > 0 && !held.has(text));
  return {
    id,
    score,
    why: {
      rankByWords,
      rankByVectors,
      similarity,
      words,
      together,
      missing: [...new Set(missing.map(({ text }) => text))],
    },
  };
}

/** A passage as the tester sees it; `used` are those that the answer cites. */
export const presentConsidered = (
  passage: Parameters<typeof presentPassage>[0],
  { score, why }: Omit<ExplainedPassage, 'id'>,
  used: ReadonlySet<string>,
): ConsideredPassage => ({
  ...presentPassage(passage),
  score,
  used: used.has(passage.id),
  why,
});
