import { detectLanguage, type TextLanguage } from '../../reading/service.ts';
import { addMeanings } from './synonyms.ts';
import { exactness, type QuestionTerm, questionWordsOf } from './terms.ts';

interface WordMeaning {
  weight: number;
  /** The word's own stems, by language; what else it may be called, in either one; and of that, what names the thing. */
  said: ReadonlySet<number>;
  meant: ReadonlySet<number>;
  names: ReadonlySet<number>;
}

/** What a question is about, to be compared with other questions. */
export interface QuestionMeaning {
  words: readonly WordMeaning[];
  /** The question as it was typed, but for case, accents and punctuation: all that remains of one without words. */
  foldedText: string;
}

/** The question's text folded; one character may be eighteen once it is taken apart. */
const foldQuestion = (question: string) =>
  question
    .normalize('NFKD')
    .slice(0, maxComparedLength)
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}\p{S}]+/gu, ' ')
    .trim();

/**
 * Characters that are compared: what is longer is a story or a text that was pasted, and its beginning tells it from
 * others.
 */
const maxComparedLength = 500;
const maxComparedWords = 20;

/** A term's key: both languages have their own stems, and the last bit says of which one it is. */
const keyOf = ({ language, number }: QuestionTerm) => number * 2 + (language === 'fr' ? 0 : 1);

export function meaningOf(text: string, language?: TextLanguage): QuestionMeaning {
  const question = text.slice(0, maxComparedLength);
  const heard = detectLanguage(question);
  const words = questionWordsOf(question, heard ?? language, ['fr', 'en']);
  addMeanings(question, words, heard ?? language);
  return {
    foldedText: foldQuestion(question),
    words: words.slice(0, maxComparedWords).map(({ isExact, terms }) => {
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

/**
 * Names that two words must share: "prix" and "coûte" are both called price and cost, and one in common could be
 * chance.
 */
const minSharedNames = 2;

function haveInCommon(one: ReadonlySet<number>, other: ReadonlySet<number>, enough = 1): boolean {
  let count = 0;
  for (const key of one) if (other.has(key) && ++count === enough) return true;
  return false;
}

const areAlike = (one: WordMeaning, other: WordMeaning) =>
  haveInCommon(one.said, other.said) ||
  haveInCommon(one.said, other.meant) ||
  haveInCommon(one.meant, other.said) ||
  haveInCommon(one.names, other.names, minSharedNames);

const weightOf = (words: Iterable<WordMeaning>) => {
  let weight = 0;
  for (const word of words) weight += word.weight;
  return weight;
};

/** The likeness from which on two questions are one: a third word may be added, and of six words one may be another. */
const minSameQuestionLikeness = 0.65;

/**
 * The shares that two questions say of each other, in their words or by their other names, multiplied, so that a word
 * more on one side costs little and a different word on both sides much: those are about different things. From
 * `minSameQuestionLikeness` to 1; below it is 0.
 */
export function likenessOf(one: QuestionMeaning, other: QuestionMeaning): number {
  if (one.foldedText === other.foldedText) return 1;
  if (one.words.length === 0 || other.words.length === 0) return 0;
  const all = weightOf(one.words);
  const heard = new Set<WordMeaning>();
  let said = all;
  for (const word of one.words) {
    let isSaid = false;
    for (const same of other.words) {
      if ((isSaid && heard.has(same)) || !areAlike(word, same)) continue;
      isSaid = true;
      heard.add(same);
    }
    if (!isSaid) said -= word.weight;
    if (said < minSameQuestionLikeness * all) return 0;
  }
  const like = (said / all) * (weightOf(heard) / weightOf(other.words));
  return like < minSameQuestionLikeness ? 0 : like;
}
