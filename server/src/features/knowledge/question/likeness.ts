import { detectLanguage, type TextLanguage } from '../../reading/service.ts';
import { addMeanings } from './synonyms.ts';
import { exactness, type QuestionTerm, wordsOf } from './terms.ts';

interface MeantWord {
  weight: number;
  /** The word's own stems, by language; what else it may be called, in either one; and of that, what names the thing. */
  said: ReadonlySet<number>;
  meant: ReadonlySet<number>;
  names: ReadonlySet<number>;
}

/** What a question is about, to be compared with other questions. */
export interface QuestionMeaning {
  words: readonly MeantWord[];
  /** As it was typed, but for case, accents and punctuation: all that remains of a question without words. */
  plain: string;
}

/** One character may be eighteen once it is taken apart. */
const plainOf = (question: string) =>
  question
    .normalize('NFKD')
    .slice(0, readFrom)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim();

/** What is longer is a story or a text that was pasted; its beginning tells it from others. */
const readFrom = 500;
const wordsCompared = 20;

/** Both languages have their own stems; of which one it is stands in the last bit. */
const keyOf = ({ language, number }: QuestionTerm) => number * 2 + (language === 'fr' ? 0 : 1);

export function meaningOf(text: string, language?: TextLanguage): QuestionMeaning {
  const question = text.slice(0, readFrom);
  const heard = detectLanguage(question);
  const words = wordsOf(question, heard ?? language, ['fr', 'en']);
  addMeanings(question, words, heard ?? language);
  return {
    plain: plainOf(question),
    words: words.slice(0, wordsCompared).map(({ isExact, terms }) => {
      const keysOf = (isWanted: (term: QuestionTerm) => boolean) =>
        new Set(terms.filter(isWanted).map(keyOf));
      return {
        weight: isExact ? exactness : 1,
        said: keysOf(({ meant }) => !meant),
        meant: keysOf(({ meant }) => meant),
        names: keysOf(({ meant, extra }) => meant && !extra),
      };
    }),
  };
}

/** "Prix" and "coûte" are both called price and cost: one name in common could be chance. */
const namesInCommon = 2;

function haveInCommon(one: ReadonlySet<number>, other: ReadonlySet<number>, enough = 1): boolean {
  let count = 0;
  for (const key of one) if (other.has(key) && ++count === enough) return true;
  return false;
}

const areAlike = (one: MeantWord, other: MeantWord) =>
  haveInCommon(one.said, other.said) ||
  haveInCommon(one.said, other.meant) ||
  haveInCommon(one.meant, other.said) ||
  haveInCommon(one.names, other.names, namesInCommon);

const weightOf = (words: Iterable<MeantWord>) => {
  let weight = 0;
  for (const word of words) weight += word.weight;
  return weight;
};

/** From here on two questions are one: a third word may be added, and of six words one may be another. */
const sameQuestion = 0.65;

/**
 * The shares that two questions say of each other, in their words or by their other names, multiplied, so that a word more
 * on one side costs little and a different word on both sides much: those are about different things. From `sameQuestion`
 * to 1; below it is 0.
 */
export function likeness(one: QuestionMeaning, other: QuestionMeaning): number {
  if (one.plain === other.plain) return 1;
  if (one.words.length === 0 || other.words.length === 0) return 0;
  const all = weightOf(one.words);
  const heard = new Set<MeantWord>();
  let said = all;
  for (const word of one.words) {
    let isSaid = false;
    for (const same of other.words) {
      if ((isSaid && heard.has(same)) || !areAlike(word, same)) continue;
      isSaid = true;
      heard.add(same);
    }
    if (!isSaid) said -= word.weight;
    if (said < sameQuestion * all) return 0;
  }
  const like = (said / all) * (weightOf(heard) / weightOf(other.words));
  return like < sameQuestion ? 0 : like;
}
