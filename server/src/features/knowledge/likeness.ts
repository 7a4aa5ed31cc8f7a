import { detectLanguage, type TextLanguage } from '../reading/service.ts';
import { addMeanings } from './glossary.ts';
import { exactness, type QuestionTerm, wordsOf } from './question.ts';

interface MeantWord {
  weight: number;
  /** The word's own stems, by language; what else it may be called, in either one; and of that, what names the thing. */
  said: ReadonlySet<string>;
  meant: ReadonlySet<string>;
  names: ReadonlySet<string>;
}

/** What a question is about, to be compared with other questions. */
export interface QuestionMeaning {
  words: readonly MeantWord[];
  /** As it was typed, but for case, accents and punctuation: all that remains of a question without words. */
  plain: string;
}

const plainOf = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim();

/** What is longer is a story or a text that was pasted; its beginning tells it from others. */
const readFrom = 500;
const wordsCompared = 20;

export function meaningOf(text: string, language?: TextLanguage): QuestionMeaning {
  const question = text.slice(0, readFrom);
  const heard = detectLanguage(question);
  const words = wordsOf(question, heard ?? language, ['fr', 'en']);
  addMeanings(question, words, heard ?? language);
  return {
    plain: plainOf(text),
    words: words.slice(0, wordsCompared).map(({ isExact, terms }) => {
      const keysOf = (isWanted: (term: QuestionTerm) => boolean) =>
        new Set(terms.filter(isWanted).map(({ language, number }) => `${language} ${number}`));
      return {
        weight: isExact ? exactness : 1,
        said: keysOf(({ meant }) => !meant),
        meant: keysOf(({ meant }) => meant),
        names: keysOf(({ meant, extra }) => meant && !extra),
      };
    }),
  };
}

function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let count = 0;
  for (const key of one) if (other.has(key)) count += 1;
  return count;
}

/** "Prix" and "coûte" are both called price and cost: one name in common could be chance. */
const namesInCommon = 2;

const areAlike = (one: MeantWord, other: MeantWord) =>
  shared(one.said, other.said) > 0 ||
  shared(one.said, other.meant) > 0 ||
  shared(one.meant, other.said) > 0 ||
  shared(one.names, other.names) >= namesInCommon;

/** The share of one question that another one says, in its words or by their other names. */
function covered({ words: one }: QuestionMeaning, { words: other }: QuestionMeaning): number {
  let all = 0;
  let held = 0;
  for (const word of one) {
    all += word.weight;
    if (other.some((said) => areAlike(word, said))) held += word.weight;
  }
  return held / all;
}

/**
 * From 0 to 1: what two questions say of each other, multiplied, so that a word more on one side costs little and a
 * different word on both sides much: those are about different things.
 */
export function likeness(one: QuestionMeaning, other: QuestionMeaning): number {
  if (one.plain === other.plain) return 1;
  if (one.words.length === 0 || other.words.length === 0) return 0;
  return covered(one, other) * covered(other, one);
}

/** From here on two questions are one: a third word may be added, and of six words one may be another. */
export const sameQuestion = 0.65;
