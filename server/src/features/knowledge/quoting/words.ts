import type { TextLanguage } from '../../reading/service.ts';
import { associations } from '../lexicon/associations.ts';
import type { SpanMeaning } from '../lexicon/concepts.ts';
import { lexicon, type NamedConcepts, standsOver } from '../lexicon/lexicon.ts';
import { asWord } from '../lexicon/passage-text.ts';
import type { RankedPassage } from '../passages/ranked.ts';
import { exactness, type QuestionWord } from '../question/terms.ts';

/** A word of the question as texts of one language may say it. */
export interface AskedWord {
  /** Where it stands in the question: the same word in every language. */
  start: number;
  word: string;
  /** The share of what is asked that it carries. */
  weight: number;
  /** Whether it is a name, which nothing else can stand for; a figure may be written in many ways. */
  isName: boolean;
  /** The number of the word itself. */
  number: number | undefined;
  /** What it is called where texts don't say it: single words that the lexicon, or an ending of both languages, gives. */
  meant: ReadonlySet<number>;
  /** Those of `meant` that no concept stands for: a word of the other language that is written nearly alike. */
  cognates: ReadonlySet<number>;
  /** The lexicon's concepts that it names, and those near them. */
  concepts: ReadonlySet<number>;
  near: ReadonlySet<number>;
  /** The concepts of whose sort it is. */
  sorts: ReadonlySet<number>;
  /** What texts that answer questions about them speak of, and what they answer themselves. */
  answers: ReadonlySet<number>;
  answered: ReadonlySet<number>;
  /** The share that another name of it says. */
  named: number;
}

/**
 * What a text says of a word: all of it by the word itself; nearly all by another name that the lexicon has for it, or by
 * the other language's; more than half by a relative ("construction" for "construit"); a third by a wider or a narrower
 * thing. Round figures.
 */
const says = { itself: 1, translated: 0.95, named: 0.8, related: 0.6, near: 0.35 };
/** A question's words that carry grammar otherwise ("combien", "how much"), where the lexicon knows what they ask for. */
const askedByPhrase = 0.5;

/** Letters that words of one family share at their beginning: this many at least, and half of the longer one. */
const familyLetters = 4;

function areRelated(one: string, other: string): boolean {
  let shared = familyLetters;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return 2 * shared >= Math.max(one.length, other.length);
}

function hasRelative(word: string, words: readonly string[], from: number, to: number): boolean {
  if (word.length < familyLetters) return false;
  const beginning = word.slice(0, familyLetters);
  for (let at = from; at < to; at += 1) {
    const other = words[at] ?? '';
    if (other.startsWith(beginning) && areRelated(word, other)) return true;
  }
  return false;
}

/** Who wrote a text, by the names that those who ask about it use: the text itself says "I". */
const writers = new Set(
  `author authors writer writers poster posters reviewer reviewers commenter commenters narrator speaker user users person
  auteur auteurs auteure autrice redacteur redactrice narrateur narratrice internaute internautes utilisateur utilisateurs
  utilisatrice utilisatrices personne`.split(/\s+/),
);
/** "World War I", "Charles I": there a capital stands before it. */
const firstPerson =
  /(?:^|[.!?,;:("“]\s?|(?<!\p{L})\p{Ll}+\s)I(?=['’]|\s\p{Ll})|(?<![\p{L}-])(?:[Mm]y|[Jj]e|[Jj]['’]\p{Ll}+|[Mm](?:on|a|es))(?=\s)/mu;

/** What is needed of a passage to compare it with its question. */
export type AskedPassage = Pick<
  RankedPassage,
  'asked' | 'question' | 'heard' | 'language' | 'text' | 'position'
>;

/** The question's words as a passage's language reads them. */
export function askedWordsIn(passage: AskedPassage): readonly AskedWord[] {
  const words = wordsIn(passage);
  const others = words.filter(({ word }) => !writers.has(word));
  const isOwnStory = others.length > 0 && others.length < words.length && firstPerson.test(passage.text);
  return isOwnStory ? others : words;
}

/** The words of a search's question, which its passages share, read once in each language. */
const wordsByLanguage = new WeakMap<
  readonly QuestionWord[],
  Partial<Record<TextLanguage, readonly AskedWord[]>>
>();

function wordsIn({ asked, question, heard, language }: AskedPassage): readonly AskedWord[] {
  const read = wordsByLanguage.get(asked) ?? {};
  wordsByLanguage.set(asked, read);
  read[language] ??= readWords(asked, question, heard, language);
  return read[language];
}

/**
 * What stands before a colon says what is spoken of, what follows asks about it: so people write, and so a question is understood
 * that goes on from the one before. Of half the weight: what all lines of a topic say tells them apart less. Right answers
 * hardly move between a third and two thirds.
 */
export const topicMark = /\u00a0?: /;
const topicFactor = 0.5;

function readWords(
  asked: readonly QuestionWord[],
  question: string,
  spoken: TextLanguage | undefined,
  language: TextLanguage,
): readonly AskedWord[] {
  const languages = spoken === undefined ? (['fr', 'en'] as const) : [spoken];
  const named = languages.flatMap((one) => lexicon().namedIn(question, one));
  const isTranslated = spoken !== undefined && spoken !== language;
  const byName = isTranslated ? says.translated : says.named;
  const topicEnd = question.search(topicMark);
  const words = new Map<number, AskedWord>();
  for (const { text, start, isExact, terms } of asked) {
    const over = named.filter((phrase) => standsOver(phrase, { start, text }));
    const here = terms.filter((term) => term.language === language && !term.extra);
    const meant = new Set(here.flatMap((term) => (term.meant && !term.otherwise ? term.number : [])));
    for (const { number, salience, meant: isMeant } of here) {
      if (isMeant) continue;
      words.set(number, {
        start,
        word: asWord(text),
        weight: salience * (isExact ? exactness : 1) * (start < topicEnd ? topicFactor : 1),
        isName: isExact && !/\p{N}/u.test(text),
        number,
        meant,
        cognates: over.length === 0 ? meant : new Set(),
        ...conceptsOf(over),
        named: byName,
      });
    }
  }
  const phrases = languages
    .flatMap((one) => lexicon().namedIn(question, one, true))
    .filter((phrase) => !asked.some(({ start, text }) => standsOver(phrase, { start, text })))
    .map((phrase) => ({
      start: phrase.start,
      word: '',
      weight: askedByPhrase * (phrase.start < topicEnd ? topicFactor : 1),
      isName: false,
      number: undefined,
      meant: new Set<number>(),
      cognates: new Set<number>(),
      ...conceptsOf([phrase]),
      named: byName,
    }));
  return [...words.values(), ...phrases];
}

const none: ReadonlySet<number> = new Set();

function conceptsOf(
  phrases: readonly NamedConcepts[],
): Pick<AskedWord, 'concepts' | 'near' | 'sorts' | 'answers' | 'answered'> {
  const { answers, answered } = associations();
  const concepts = new Set(phrases.flatMap((phrase) => phrase.concepts));
  const sorts = new Set(phrases.flatMap((phrase) => phrase.sorts));
  const all = (of: (concept: number) => ReadonlySet<number>) =>
    [...concepts, ...sorts].flatMap((concept) => [...of(concept)]);
  return {
    concepts,
    sorts,
    near: new Set([...sorts, ...all((concept) => lexicon().near(concept))]),
    answers: new Set(all((concept) => answers[concept] ?? none)),
    answered: new Set(all((concept) => answered[concept] ?? none)),
  };
}

export const weightOf = (asked: readonly AskedWord[]) => asked.reduce((sum, { weight }) => sum + weight, 0);

function hasAny(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  for (const each of one) if (other.has(each)) return true;
  return false;
}

/** The share of a word that a text says, from 0 to 1, and by what. */
export function shareByWord(asked: AskedWord, said: SpanMeaning): number {
  if (asked.number !== undefined && said.numbers.has(asked.number)) return says.itself;
  if (hasAny(asked.concepts, said.concepts) || hasAny(asked.cognates, said.numbers)) return asked.named;
  if (hasRelative(asked.word, said.words, said.from, said.to)) return says.related;
  return hasAny(asked.near, said.all) ? says.near : 0;
}

/** The rareness of what a concept answers, from 0 to 1: "gratuit" answers for nearly anything. */
const rareness = (concept: number) =>
  1 - Math.log(1 + (associations().answered[concept]?.size ?? 0)) / Math.log(lexicon().size);

/** How probably a text answers for a word that it doesn't say: by the rarest of what it says that answers for it. */
export const shareByAnswer = ({ answers }: AskedWord, { all }: SpanMeaning): number => rarest(answers, all);

/** The probability that the word is what answers for something that the text says. */
export const shareByTopic = ({ answered }: AskedWord, { concepts }: SpanMeaning): number =>
  rarest(answered, concepts);

function rarest(expected: ReadonlySet<number>, concepts: ReadonlySet<number>): number {
  let most = 0;
  if (expected.size > 0)
    for (const one of concepts) if (expected.has(one)) most = Math.max(most, rareness(one));
  return most;
}

/**
 * The share of a word that a text says by any of its names, of which it says `share` by the word: enough to know whether it is about
 * the word at all.
 */
export const shareByMeaning = (asked: AskedWord, said: SpanMeaning, share: number): number =>
  hasAny(asked.meant, said.numbers) ? says.itself : share;

export const isRelated = (share: number) => share === says.related;
export const isNear = (share: number) => share === says.near;
