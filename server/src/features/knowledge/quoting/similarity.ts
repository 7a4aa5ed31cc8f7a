import type { RankedPassage } from '../passages/ranked.ts';

/** Passages below which nothing tells how near those are that don't answer. */
const minPassages = 8;
/** Passages that answer one question; more rarely do. */
const maxNearPassages = 3;
/** The gap that chance leaves at one of these places once in twenty questions: ln (20 · 3). */
const chanceGap = Math.log(20 * maxNearPassages);

/**
 * The passages that vectors set apart: nearer to the question than those that are merely the nearest. Similarities of
 * different models don't compare, gaps within one search do: among the largest of many values the gap after the n-th,
 * times n, is the same on average for each n (Rényi 1953) and exponentially distributed. A gap that is much larger than
 * the others divides passages that answer from the rest.
 */
export function findSimilarityOutliers(passages: readonly RankedPassage[]): RankedPassage[] {
  const known = passages
    .filter(({ similarity }) => similarity !== undefined)
    .sort((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0));
  if (known.length < minPassages) return [];
  const gaps = known
    .slice(0, -1)
    .map(({ similarity = 0 }, at) => (at + 1) * (similarity - (known[at + 1]?.similarity ?? 0)));
  const others = gaps.slice(maxNearPassages);
  const usual = others.reduce((sum, gap) => sum + gap, 0) / others.length;
  const last = gaps.slice(0, maxNearPassages).findLastIndex((gap) => gap > chanceGap * usual);
  return known.slice(0, last + 1);
}
