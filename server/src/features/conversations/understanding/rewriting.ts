import type { Language } from '@parlance/contract/i18n';
import { detectLanguage, termsOf } from '../../reading/service.ts';
import { smallTalkIn } from '../small-talk/recognition.ts';
import { type FollowUpMessage, followUpIn, maxFollowUpLength, withoutTalk } from './follow-ups.ts';
import { isModifier, type Phrase, type ReadMessage, readMessage } from './phrases.ts';
import { isContent, isNumber, type Word } from './words.ts';

/** A question before, as it was understood, and what was shown for it. */
export interface EarlierTurn {
  question: string;
  /** Of its answer: the heading that its first quotation stands under, and what was quoted. */
  heading?: string | undefined;
  quotes: readonly string[];
}

/** A text's beginning, no character cut in two. */
const truncate = (text: string, most = maxFollowUpLength) =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/** A text without the marks and spaces at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s?!.…,;]/u.test(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** What an earlier message asked last. */
function lastQuestion(text: string): string {
  const sentences = withoutTalk(text).split(/(?<=[.!?…])\s+/u);
  const asked = sentences.findLast((sentence) => /\?\s*$/.test(sentence)) ?? sentences.at(-1) ?? '';
  return withoutEnd(truncate(asked));
}

const languageOf = (text: string, language: Language) => detectLanguage(text) ?? language;

/** Earlier questions that tell what is spoken of. */
const maxEarlierQuestions = 2;

/** What the questions before were about, in their words, the newest first; undefined where there are none. */
export function earlierTopicsIn(turns: readonly EarlierTurn[], language: Language): string | undefined {
  const asked = turns.map(({ question }) => question).filter((text) => smallTalkIn(text) === undefined);
  const said = asked.slice(0, maxEarlierQuestions).map((text) => {
    const start = truncate(text);
    const { phrases } = readMessage(start, languageOf(start, language));
    return phrases.map(({ inner, end }) => start.slice(inner, end)).join(' ');
  });
  return said.join(' ').trim() || undefined;
}

/** What a message says with what was said before it; undefined where that gives nothing. */
export function rewriteQuestion(
  { text, following, language, ...read }: FollowUpMessage,
  turns: readonly EarlierTurn[],
): string | undefined {
  const turn = turns.find(({ question }) => smallTalkIn(question) === undefined);
  if (turn === undefined) return undefined;
  const last = lastQuestion(turn.question);
  // A question that itself goes on from the sentence before it is read with it.
  const asked = followUpIn(last, languageOf(last, language)) ? withoutEnd(truncate(turn.question)) : last;
  const before = readMessage(asked, languageOf(asked, language));
  const message: ReadMessage = { text, language, ...read };
  switch (following.way) {
    case 'added':
      return addToQuestion(before, message);
    case 'instead':
      return replaceInQuestion(before, message, turn);
    case 'listed':
      return about(listedItem(turn, following.place) ?? everythingIn(before), message);
    case 'thing': {
      if (following.shared && !isSharedWith(following.shared, before, turn)) return undefined;
      return about(thingsIn(before, turn, following.isVague), message);
    }
    case 'all':
      return about(everythingIn(before) || thingsIn(before, turn, true), message);
  }
}

const colon = (language: Language) => (language === 'fr' ? '\u00a0: ' : ': ');
const questionMark = (language: Language) => (language === 'fr' ? '\u202f?' : '?');

const about = (topic: string, { text, language }: ReadMessage) =>
  topic === '' ? undefined : `${topic}${colon(language)}${text}`;

/** Characters of an answer that tell whether it named something. */
const maxAnswerLength = 1_500;

const stemsOf = (text: string, language: Language) =>
  new Set(termsOf(text, language).flatMap(({ term, extra }) => (extra ? [] : term)));

function isSharedWith(word: Word, before: ReadMessage, { heading = '', quotes }: EarlierTurn): boolean {
  const known = stemsOf(
    truncate([before.text, heading, ...quotes].join(' '), maxAnswerLength),
    before.language,
  );
  return [...stemsOf(word.text, before.language)].some((stem) => known.has(stem));
}

const joinPhrases = (phrases: readonly Phrase[], text: string, from: 'start' | 'inner') =>
  phrases.map((phrase) => text.slice(phrase[from], phrase.end)).join(' ');

const everythingIn = ({ phrases, text }: ReadMessage) => joinPhrases(phrases, text, 'start');

const maxNameWords = 6;

/** The heading of what was quoted, or what its first sentence begins with, where the question didn't say it. */
function nameIn({ heading, quotes }: EarlierTurn, language: Language): string {
  const [quote = ''] = quotes;
  const start = truncate(quote);
  const [first] = readMessage(start, languageOf(start, language)).phrases;
  const isSubject = first?.start === 0 && first.determiner !== undefined && first.meaning === 'thing';
  if (isSubject) return start.slice(first.inner, first.end);
  const named = truncate(heading?.trim() ?? '');
  return named.split(/\s+/).length <= maxNameWords ? named : '';
}

function thingsIn(before: ReadMessage, turn: EarlierTurn, isVague: boolean): string {
  const { phrases, text, language } = before;
  const nouns = phrases.filter(({ isNoun, meaning }) => isNoun && meaning === 'thing');
  const unasked = nouns.filter(({ isWanted }) => !isWanted);
  const things = unasked.length > 0 ? unasked : nouns;
  const verbs = phrases.filter(({ isNoun, meaning }) => !isNoun && meaning === 'thing');
  const others = phrases.filter(({ isNoun, meaning }) => isNoun && meaning === 'people');
  const named = phrases.filter(({ isNoun, isWanted }) => isNoun && !isWanted);
  const kept = [things, verbs, others, named].find((some) => some.length > 0) ?? [];
  const taken =
    isVague && things.length > 0 ? phrases.filter((one) => kept.includes(one) || verbs.includes(one)) : kept;
  const own = taken
    .map((phrase, at) => text.slice(at === 0 ? phrase.inner : phrase.start, endOf(phrase, phrases)))
    .join(' ');
  const shown = stemsOf(truncate([turn.heading ?? '', ...turn.quotes].join(' '), maxAnswerLength), language);
  const isShown = [...stemsOf(joinPhrases(kept, text, 'inner'), language)].some((stem) => shown.has(stem));
  if (isShown && things.length > 0) return own;
  const name = turn.quotes.length > 0 ? nameIn(turn, language) : '';
  return [own, name].filter((part) => part !== '').join(', ');
}

/** The end of a phrase with what belongs to it: "carte de membre", "machines à café". */
function endOf(phrase: Phrase, phrases: readonly Phrase[]): number {
  const next = phrases[phrases.indexOf(phrase) + 1];
  const belongs =
    next?.start === phrase.end + 1 &&
    /^(?:de|a|of)$/.test(next.preposition ?? '') &&
    next.determiner === undefined;
  return belongs && !isNaming(next) ? next.end : phrase.end;
}

/** Whether a phrase is taken over by itself. */
const isNaming = ({ isNoun, meaning }: Phrase) => isNoun && meaning === 'thing';

/** The n-th of the sentences that were shown, or of what one of them lists. */
function listedItem({ quotes }: EarlierTurn, place: number): string | undefined {
  const sentences = quotes.flatMap((quote) => quote.split(/(?<=[.!?])\s+/u));
  const items =
    sentences.length >= place
      ? sentences
      : truncate(quotes.join(' '), maxAnswerLength).split(/[,;]|\s(?:et|ou|and|or)\s/u);
  const item = items[place - 1]?.trim();
  return item && withoutEnd(truncate(item));
}

/** A fragment as it goes on inside a sentence. */
function inSentence({ text, language, words }: ReadMessage): string {
  const plain = withoutEnd(text);
  const [first] = words;
  return first && !isContent(first, language) ? plain.slice(0, 1).toLowerCase() + plain.slice(1) : plain;
}

const addToQuestion = (before: ReadMessage, message: ReadMessage) =>
  before.text === '' ? undefined : `${before.text} ${inSentence(message)}${questionMark(message.language)}`;

/** Words of a question in which it is plain what a fragment stands in the place of. */
const maxFrameWords = 8;

const doAgree = (one: Phrase['determiner'], other: Phrase['determiner']) =>
  one === other ||
  (one !== 'indefinite' && other !== 'indefinite' && one !== undefined && other !== undefined);

/** The part of the question before in whose place a fragment stands. */
function counterpart(before: ReadMessage, fragment: Phrase): Phrase | undefined {
  const nouns = before.phrases.filter(({ isNoun, isWanted }) => isNoun && !isWanted);
  // "5 heures … 10 heures", "check in … check out"
  const [said] = fragment.words.filter(({ text }) => !isNumber(text));
  const again = before.phrases.findLast(
    ({ words, isWanted }) => !isWanted && words.some(({ text }) => text === said?.text),
  );
  if (again) return again;
  const like = nouns.filter(({ headMeaning }) => headMeaning === fragment.headMeaning);
  if (isModifier(fragment)) {
    const told = like.filter(({ words }) => !words.every(({ text }) => /^(?:heures?|h|times?)$/.test(text)));
    const isLed = (one: Phrase) =>
      one.preposition === fragment.preposition && one.determiner === fragment.determiner;
    return told.findLast(isLed) ?? told.at(-1);
  }
  const things = nouns.filter((phrase) => !isModifier(phrase) && phrase.meaning === 'thing');
  if (fragment.preposition !== undefined)
    return things.findLast(({ preposition }) => preposition === fragment.preposition);
  const bare = things.filter(({ preposition }) => preposition === undefined);
  const same = bare.findLast(({ determiner }) => doAgree(determiner, fragment.determiner));
  return same ?? (before.words.length <= maxFrameWords ? (bare.at(-1) ?? things.at(-1)) : undefined);
}

function replaceInQuestion(before: ReadMessage, message: ReadMessage, turn: EarlierTurn): string | undefined {
  const [fragment] = message.phrases;
  if (fragment === undefined || before.text === '') return undefined;
  if (!isModifier(fragment) && fragment.meaning !== 'thing')
    return about(thingsIn(before, turn, false), message);
  const replaced = counterpart(before, fragment);
  if (replaced === undefined) return addToQuestion(before, message);
  const mark = questionMark(message.language);
  const said = inSentence(message);
  const [start, end] = placeIn(replaced, fragment, before.language);
  return `${before.text.slice(0, start)}${said}${before.text.slice(end)}${mark}`;
}

/**
 * The place that a fragment takes: all of the phrase; of several words what a single one can stand for: "the annual
 * plan", "and monthly?".
 */
function placeIn(replaced: Phrase, fragment: Phrase, language: Language): [number, number] {
  const { words, start, end, inner } = replaced;
  const isOneWord =
    fragment.determiner === undefined && fragment.preposition === undefined && fragment.words.length === 1;
  const [first] = words;
  const last = words.at(-1);
  if (!isOneWord || words.length < 2 || !first || !last || isModifier(fragment)) return [start, end];
  return language === 'en' ? [inner, words.at(-2)?.end ?? first.end] : [last.start, last.end];
}
