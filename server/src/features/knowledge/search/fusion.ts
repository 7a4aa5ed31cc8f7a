import { type PassageText, passageText } from '../lexicon/passage-text.ts';
import type { SearchHit } from './queries.ts';

/** The constant of reciprocal rank fusion as published (Cormack, Clarke and Büttcher 2009). */
const rankFusionConstant = 60;

/** Shared words, of all words of both, from which on two passages say the same. */
const minDuplicateShare = 0.9;

export const ranksOf = (found: readonly SearchHit[]) =>
  new Map(found.map(({ id }, index) => [id, index + 1]));

/** The hits with the written ones first, which say more than any words could; each keeps its own score. */
export function putWrittenFirst(written: SearchHit[], ranked: SearchHit[]): SearchHit[] {
  if (written.length === 0) return ranked;
  const ids = new Set(written.map(({ id }) => id));
  const best = ranked[0]?.score ?? 0;
  for (const [index, row] of written.entries()) row.score = best + (written.length - index);
  return [...written, ...ranked.filter(({ id }) => !ids.has(id))];
}

/**
 * Lists fused by reciprocal rank; what several hold stands there as the first of them has it. What the question wants
 * literally goes first: a whole point is more than any ranks add up to.
 */
export function fuse<Row extends { id: string; score: number }>(
  lists: readonly (readonly Row[])[],
  literal?: ReadonlyMap<string, number>,
): Row[] {
  const fused = new Map<string, Row>();
  for (const list of lists) {
    for (const [index, row] of list.entries()) {
      const known = fused.get(row.id) ?? { ...row, score: literal?.get(row.id) ?? 0 };
      known.score += 1 / (rankFusionConstant + index + 1);
      fused.set(row.id, known);
    }
  }
  return [...fused.values()].sort((a, b) => b.score - a.score);
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/\p{L}+/gu));

const isRow = ({ position }: SearchHit) => position.row !== undefined;

export function withoutDuplicates(ranked: SearchHit[], limit: number): SearchHit[] {
  const kept: { row: SearchHit; read: PassageText; words?: Set<string> }[] = [];
  const repeat = (one: (typeof kept)[number], other: (typeof kept)[number]): boolean => {
    if (other.row.text === one.row.text) return true;
    // Rows share their header's words and differ in a few that matter.
    if (isRow(one.row) || isRow(other.row)) return false;
    if (one.read.particulars !== other.read.particulars) return false;
    one.words ??= wordsIn(one.row.text);
    other.words ??= wordsIn(other.row.text);
    const [smaller, larger] =
      one.words.size < other.words.size ? [one.words, other.words] : [other.words, one.words];
    if (smaller.size === 0 || smaller.size < minDuplicateShare * larger.size) return false;
    let shared = 0;
    for (const word of smaller) if (larger.has(word)) shared += 1;
    return shared / (smaller.size + larger.size - shared) >= minDuplicateShare;
  };
  for (const row of ranked) {
    if (kept.length === limit) break;
    const one = { row, read: passageText(row) };
    if (!kept.some((other) => repeat(one, other))) kept.push(one);
  }
  return kept.map(({ row }) => row);
}
