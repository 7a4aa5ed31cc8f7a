import { analyse, termsOfPassage } from '../reading/service.ts';
import { termWeight } from './bm25.ts';
import type { RankedPassage } from './search.ts';

/** A word of the question that a passage holds, as the visitor wrote it. */
export interface WordShare {
  word: string;
  /** Of what the question's words say for this passage; all of a passage's shares make 1. */
  share: number;
  /** Stands in the headings above the passage, too. */
  inHeading: boolean;
}

/** Why a passage ranked: the question's words that it holds, the one that says most first. */
export function explain(passage: RankedPassage): WordShare[] {
  const { terms, frequencies, length } = termsOfPassage(passage);
  const held = new Map(terms.map((term, at) => [term, frequencies[at] ?? 0]));
  const headings = analyse(passage.position.heading ?? '', passage.language).terms;
  const shares = new Map<string, number>();
  const inHeading = new Set<string>();
  for (const { text, terms: readings } of passage.asked) {
    for (const { number, weight, language } of readings) {
      const frequency = held.get(number) ?? 0;
      if (language !== passage.language || frequency === 0) continue;
      shares.set(text, (shares.get(text) ?? 0) + weight * termWeight(frequency, length));
      if (headings.has(number)) inHeading.add(text);
    }
  }
  let sum = 0;
  for (const share of shares.values()) sum += share;
  return Array.from(shares, ([word, share]) => ({
    word,
    share: share / sum,
    inHeading: inHeading.has(word),
  })).sort((a, b) => b.share - a.share);
}
