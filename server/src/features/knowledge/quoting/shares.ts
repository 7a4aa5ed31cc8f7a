import type { SpanMeaning } from '../lexicon/concepts.ts';
import type { PassageText } from '../lexicon/passage-text.ts';
import {
  type AskedWord,
  isNear,
  isRelated,
  shareByAnswer,
  shareByTopic,
  shareByWord,
  weightOf,
} from './words.ts';
import type { Signs } from './worth.ts';

/**
 * Shares that a line takes over of the words around it. A text goes on about what it said before: "It was founded in
 * 1834" answers for the name in the sentence before, less the farther that is, and a heading names the subject of all
 * below. What comes after a sentence says less about it. Shares of answers hardly move around these figures.
 */
export const inheritance = { before: 0.7, after: 0.5, heading: 0.8 };

/** A question's words, and all of them together. */
export interface Asked {
  words: readonly AskedWord[];
  weight: number;
  numbers: ReadonlySet<number>;
  concepts: ReadonlySet<number>;
}

export function sumAsked(words: readonly AskedWord[]): Asked {
  return {
    words,
    weight: weightOf(words),
    numbers: new Set(words.flatMap(({ number }) => number ?? [])),
    concepts: new Set(words.flatMap(({ concepts }) => [...concepts])),
  };
}

/** A text of headings, or of a line, with what share of each asked word it says. */
export interface Shares {
  said: SpanMeaning;
  shares: number[];
}

export const sharesIn = (said: SpanMeaning, asked: readonly AskedWord[]): Shares => ({
  said,
  shares: asked.map((word) => shareByWord(word, said)),
});

export interface Around {
  before: number[];
  after: number[];
}

/** What each line takes over from those before it, and from those after it: in time linear in the lines. */
export function inheritedShares(lines: readonly { isRow: boolean; shares: readonly number[] }[]): Around[] {
  const pass = (order: readonly number[], kept: number): number[][] => {
    const taken: number[][] = lines.map(() => []);
    let said: number[] = lines[0]?.shares.map(() => 0) ?? [];
    for (const index of order) {
      const { isRow, shares } = lines[index] as (typeof lines)[number];
      taken[index] = said;
      said = said.map((left, at) => kept * Math.max(left, isRow ? 0 : (shares[at] as number)));
    }
    return taken;
  };
  const order = [...lines.keys()];
  const before = pass(order, inheritance.before);
  const after = pass(order.toReversed(), inheritance.after);
  return lines.map((_, index) => ({ before: before[index] as number[], after: after[index] as number[] }));
}

/**
 * Adds to signs the shares of a question that a line says, and the places around it beyond that: of what is said in several, where it
 * says most, in the order of `Signs`. `isJoined`: not a row, which speaks of its own thing, whatever the lines around it say.
 */
export function addShares(
  signs: Signs,
  { words, weight: all }: Asked,
  places: Around & Record<'line' | 'heading' | 'above', readonly number[]>,
  said: SpanMeaning,
  headingAnswers: readonly number[],
  isJoined: boolean,
): void {
  for (const [at, word] of words.entries()) {
    const weight = word.weight / all;
    const [line = 0, heading = 0, above = 0] = [places.line[at], places.heading[at], places.above[at]];
    const [before = 0, after = 0] = [places.before[at], places.after[at]];
    const own = Math.max(line, heading);
    const read = Math.max(own, before);
    signs.line += weight * line;
    if (isRelated(line)) signs.related += weight;
    if (isNear(line)) signs.near += weight;
    signs.heading += weight * Math.max(0, heading - line);
    signs.above += weight * Math.max(0, above - read);
    if (isJoined) {
      signs.before += weight * (read - own);
      signs.after += weight * Math.max(0, after - Math.max(read, above));
    }
    signs.unsaid += weight * (1 - Math.max(read, above, after));
    signs.answers += weight * (1 - own) * shareByAnswer(word, said);
    signs.headingAnswers += weight * (1 - own) * (headingAnswers[at] as number);
    signs.told += weight * (1 - own) * shareByTopic(word, said);
  }
}

/**
 * Counts, of parts of a text, their own words, and those of them that the question says, by themselves or by another name.
 */
export function wordCounter(
  text: PassageText,
  asked: Asked,
): (part: SpanMeaning) => { all: number; said: number } {
  const { terms, starts } = text.read;
  const isAsked = (concept: number) => asked.concepts.has(concept);
  const named = new Set(
    text.named.filter(({ concepts }) => concepts.some(isAsked)).map(({ start }) => start),
  );
  return ({ from, to }) => {
    let all = 0;
    let said = 0;
    for (let at = from; at < to; at += 1) {
      const term = terms[at];
      if (term === undefined || term.extra) continue;
      all += 1;
      if (asked.numbers.has(term.number) || named.has(starts[at] as number)) said += 1;
    }
    return { all, said };
  };
}
