import type { Language } from '@parlance/contract/i18n';
import { detectLanguage, termsOf } from '../reading/service.ts';
import { smallTalkIn } from './small-talk.ts';
import { anaphorIn } from './understanding-anaphors.ts';
import { isInfinitive, type Phrase, type ReadMessage, readMessage } from './understanding-phrases.ts';
import { isContent, isNumber, type Word, wordsIn } from './understanding-words.ts';

/** A question before, as it was understood, and what was shown for it. */
export interface EarlierTurn {
  question: string;
  /** Of its answer: the heading that its first quotation stands under, and what was quoted. */
  heading?: string | undefined;
  quotes: readonly string[];
}

/** How a message goes on from what was said. */
export type Following =
  /** "pourquoi ?", "c'est le même prix ?": of all that was asked. */
  | { way: 'all' }
  /** "elle est chauffée ?": of the thing; with `isVague` ("c'est payant ?") of what is done with it, too. */
  | { way: 'thing'; isVague: boolean; shared?: Word | undefined }
  /** "et pour les enfants ?", "et le spa ?": in the place of what it is like, or added. */
  | { way: 'instead' }
  /** "même le soir ?", "plus tard ?": added. */
  | { way: 'added' }
  /** "la deuxième ?": of what was listed. */
  | { way: 'listed'; place: number };

export interface Message extends ReadMessage {
  following: Following;
}

/** Longer messages say what they are about. */
const longest = 200;
const mostWords = 16;

const startsOf = (lists: string) => lists.split(',').map((line) => line.trim().split(/\s+/));

/** They announce something else. */
const changes =
  startsOf(`autre question, une autre question, autre chose, autre sujet, rien a voir, question suivante, derniere question,
  une derniere question, au fait, par ailleurs, changement de sujet, pour changer de sujet, another question, one more question,
  another thing, different question, a different question, next question, last question, unrelated, on another note, by the way,
  btw, something else, changing subject, changing the subject, on a different note`);
const sames =
  startsOf(`what about, how about, what of, how s about, same for, same thing for, same question for, the same for, as for,
  ditto for, qu en est il de, qu en est il du, qu en est il des, qu en est il pour, quid de, quid du, quid des, pareil pour,
  pareil avec, meme chose pour, la meme chose pour, meme question pour, idem pour, concernant, niveau, cote, en ce qui concerne`);
const links =
  startsOf(`et puis, et donc, et alors, et, ou alors, ou bien, mais, puis, and then, and so, and, or, but, then, so, donc,
  alors, du coup, aussi, also, ok, okay, merci, thanks, thank you, super, parfait, d accord, bonjour, bonsoir, hello, hi, hey, ah,
  oh, bon, great, perfect, cool, please, svp, sorry, pardon, desole, oui, yes, non, no, sinon, otherwise, et sinon`);
const additions = startsOf(`meme, even, seulement, uniquement, only, aussi, also, y compris, including`);

/** How many words of one of the openings a message begins with. */
function opening(words: readonly Word[], at: number, openings: readonly (readonly string[])[]): number {
  let most = 0;
  for (const one of openings)
    if (one.length > most && one.every((word, place) => words[at + place]?.text === word)) most = one.length;
  return most;
}

/** Without the thanks and greetings that lead to it. */
function withoutTalk(message: string): string {
  let rest = message.trim();
  for (let times = 0; times < 3; times += 1) {
    const end = /[.!?,;…]\s/u.exec(rest)?.index;
    if (end === undefined || smallTalkIn(rest.slice(0, end)) === undefined) return rest;
    rest = rest.slice(end + 1).trim();
  }
  return rest;
}

const comparatives = new Set(
  `tard tot cher chers chere cheres grand grands grande grandes petit petits petite petites long longtemps court pres loin vite
  mieux later earlier sooner cheaper bigger smaller larger longer shorter closer nearer faster better quicker others other autres
  autre else moins`.split(/\s+/),
);
const ordinals: Record<string, number> = {
  premier: 1,
  premiere: 1,
  first: 1,
  deuxieme: 2,
  second: 2,
  seconde: 2,
  troisieme: 3,
  third: 3,
  quatrieme: 4,
  fourth: 4,
};
const questionWords = new Set(
  'quel quelle quels quelles combien quand comment quoi qui what which how when where whose'.split(' '),
);

/** "la deuxième ?", "the second one": not "la première fois". */
function listedPlace({ words, phrases, language }: ReadMessage): number | undefined {
  for (const [at, { text }] of words.entries()) {
    const place = ordinals[text];
    if (place === undefined || !/^(?:le|la|the)$/.test(words[at - 1]?.text ?? '')) continue;
    const next = words[at + 1];
    const isNamed = next !== undefined && !/^ones?$/.test(next.text) && isContent(next, language);
    if (!isNamed || phrases.some(({ isNoun, start }) => !isNoun && start === next?.start)) return place;
  }
  return undefined;
}

/**
 * How a message goes on from what was said before; undefined where it can be understood alone. By its words only: whether
 * there is something to go on from is another question.
 */
export function followingIn(text: string, language: Language): Message | undefined {
  if (text.length > longest) return undefined;
  const whole = withoutTalk(text);
  const words = wordsIn(whole);
  if (words.length === 0 || words.length > mostWords) return undefined;
  let at = 0;
  let isLinked = false;
  let isSame = false;
  for (;;) {
    if (opening(words, at, changes) > 0) return undefined;
    const same = opening(words, at, sames);
    const link = same || opening(words, at, links);
    const isWhere = words[at]?.text === 'ou' && !isAnd(words, at, whole);
    if (link === 0 || isWhere || at + link >= words.length || words[at + link]?.isJoined) break;
    const lastLink = words[at + link - 1]?.text ?? '';
    isLinked ||= same > 0 || /^(?:et|and|ou|or|mais|but|puis|then|sinon|aussi|also)$/.test(lastLink);
    isSame ||= same > 0;
    at += link;
    if (same > 0) break;
  }
  if (words[at]?.text === 'ou' && isAnd(words, at, whole) && at + 1 < words.length) {
    at += 1;
    isLinked = true;
  }
  const addition = opening(words, at, additions);
  const from = words[at + addition] ?? words[at];
  if (from === undefined) return undefined;
  const read = readMessage(whole.slice(from.start), language);
  const following = wayOf(read, { isLinked, isSame, isAddition: addition > 0 });
  return following && { ...read, following };
}

/** "ou" for "où" is at the end, or before "ça" or a verb. */
const isAnd = (words: readonly Word[], at: number, text: string) => {
  const word = words[at];
  if (word === undefined || text.slice(word.start, word.end).toLowerCase() === 'où') return false;
  const next = words[at + 1]?.text;
  return next !== undefined && !/^(?:ca|est|c|se|puis|peut|on|sont|je)$/.test(next);
};

interface Opened {
  isLinked: boolean;
  isSame: boolean;
  isAddition: boolean;
}

function wayOf(read: ReadMessage, opened: Opened): Following | undefined {
  const { words, phrases, language, isClause } = read;
  const place = listedPlace(read);
  if (place !== undefined && words.length <= 8) return { way: 'listed', place };
  if (/^(?:pourquoi|why)$/.test(words[0]?.text ?? '') && phrases.length === 0 && words.length <= 3)
    return { way: 'all' };
  const said = phrases.flatMap((phrase) => phrase.words.map(({ text }) => text));
  const compared = words.filter(({ text }) => comparatives.has(text));
  const things = phrases.filter(({ meaning }) => meaning === 'thing' || meaning === 'place');
  if (
    compared.length > 0 &&
    said.every(
      (word) => comparatives.has(word) || /^(?:possible|quelque|chose|something|anything|any)$/.test(word),
    ) &&
    !words.some(({ text }) => isSpeaker(text))
  )
    return isClause ? { way: 'all' } : { way: 'added' };
  const anaphor = anaphorIn(read, opened.isLinked);
  if (anaphor) return anaphor.isOfAll ? { way: 'all' } : { way: 'thing', ...anaphor };
  return isClause ? clauseWay(read, things, opened) : fragmentWay(read, things, opened, language);
}

/** "du coup", "in that case": it is about what was said. */
const resumed =
  /\b(?:alors|du coup|dans ce cas|en attendant|a la place|then|in that case|instead|meanwhile)$/;

const isSpeaker = (word: string) => /^(?:je|j|tu|vous|nous|i|you|we)$/.test(word);
const isOurs = (word: string) => /^(?:votre|vos|ton|ta|tes|your|notre|nos|our)$/.test(word);

function clauseWay(
  { words, phrases, language }: ReadMessage,
  things: readonly Phrase[],
  { isLinked, isSame }: Opened,
): Following | undefined {
  const texts = words.map(({ text }) => text);
  const said = texts.join(' ');
  if (/^what if\b/.test(said)) return { way: 'added' };
  if ((isLinked || isSame) && /^(?:si|if|s)\b/.test(said)) return { way: 'added' };
  if (texts.some(isOurs) || phrases.length === 0) return undefined;
  const nouns = things.filter(
    ({ isNoun, words: [verb] }) => isNoun || (language === 'fr' && verb && !isInfinitive(verb)),
  );
  const isBound = /\b(?:faut|dois|need|must|have to)\b/.test(said);
  if (nouns.length === 0 && (resumed.test(said) || isBound)) return { way: 'all' };
  const isCounted = /^(?:il )?y (?:a|en a) combien (?:de|d)\b/.test(said);
  if (isCounted && nouns.every(({ isWanted }) => isWanted)) return { way: 'all' };
  const isLimit =
    texts.includes('there') &&
    things.every(({ headMeaning, preposition }) => headMeaning === 'property' && preposition === undefined);
  const isOfAnything =
    (things.length === 0 || isLimit) &&
    phrases.some(({ meaning }) => meaning === 'property' || (isLimit && meaning === 'thing')) &&
    !phrases.some(
      ({ meaning, isNoun, preposition }) => meaning === 'people' && isNoun && preposition === undefined,
    );
  const isByNobody = !texts.some((word) => isSpeaker(word) || word === 'on');
  return isOfAnything && isByNobody ? { way: 'all' } : undefined;
}

function fragmentWay(
  { words, phrases, text }: ReadMessage,
  things: readonly Phrase[],
  { isLinked, isSame, isAddition }: Opened,
  language: Language,
): Following | undefined {
  const asks = words.some(
    (word) =>
      questionWords.has(word.text) ||
      text.slice(word.start, word.end).toLowerCase() === 'où' ||
      isBareWhere(words),
  );
  const [first] = phrases;
  const said = phrases.reduce((sum, phrase) => sum + phrase.words.length, 0);
  if (asks) {
    const isWhole = phrases.some(
      ({ meaning, isWanted }, at) => meaning === 'place' || (!isWanted && at > 0 && meaning === 'thing'),
    );
    return isWhole || said > 3 ? undefined : { way: 'all' };
  }
  if (first === undefined || said > 5) return undefined;
  if (things.length === 0 && first.meaning === 'property' && first.preposition === undefined)
    return { way: 'all' };
  if (isAddition) return { way: 'added' };
  if (isLinked || isSame) return { way: 'instead' };
  const isLed = first.start === words[0]?.start || first.start <= (words[1]?.start ?? 0);
  if (first.meaning === 'place' || first.determiner === 'possessive') return undefined;
  if (isModifier(first) && things.length === 0) return { way: 'instead' };
  if (first.preposition !== undefined && isLed) return { way: 'instead' };
  const isNew = language === 'en' && first.determiner === undefined;
  if (first.determiner !== undefined && !isNew && text.trim().endsWith('?') && said <= 3)
    return { way: 'instead' };
  return undefined;
}

const isBareWhere = (words: readonly Word[]) =>
  words[0]?.text === 'ou' && (words[1] === undefined || words[1].text === 'ca');

/** Without the marks and spaces at its end. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s?!.…,;]/u.test(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}

/** Of an earlier message what it asked last. */
function lastQuestion(text: string): string {
  const sentences = withoutTalk(text).split(/(?<=[.!?…])\s+/u);
  const asked = sentences.findLast((sentence) => /\?\s*$/.test(sentence)) ?? sentences.at(-1) ?? '';
  return withoutEnd(asked.slice(0, longest));
}

const spoken = (text: string, language: Language) => detectLanguage(text) ?? language;

/** What a message says with what was said before it; undefined where that gives nothing. */
export function understood(
  { text, following, language, ...read }: Message,
  turns: readonly EarlierTurn[],
): string | undefined {
  const turn = turns.find(({ question }) => smallTalkIn(question) === undefined);
  if (turn === undefined) return undefined;
  const last = lastQuestion(turn.question);
  // A question that itself goes on from the sentence before it is read with it.
  const asked = followingIn(last, spoken(last, language)) ? withoutEnd(turn.question.slice(-longest)) : last;
  const before = readMessage(asked, spoken(asked, language));
  const message: ReadMessage = { text, language, ...read };
  switch (following.way) {
    case 'added':
      return added(before, message);
    case 'instead':
      return instead(before, message, turn);
    case 'listed':
      return about(listed(turn, following.place) ?? everythingIn(before), message);
    case 'thing': {
      if (following.shared && !isSharedWith(following.shared, before, turn)) return undefined;
      return about(thingsIn(before, turn, following.isVague), message);
    }
    case 'all':
      return about(everythingIn(before) || thingsIn(before, turn, true), message);
  }
}

const colon = (language: Language) => (language === 'fr' ? '\u202f: ' : ': ');
const questionMark = (language: Language) => (language === 'fr' ? '\u202f?' : '?');

const about = (topic: string, { text, language }: ReadMessage) =>
  topic === '' ? undefined : `${topic}${colon(language)}${text}`;

const stemsOf = (text: string, language: Language) =>
  new Set(termsOf(text, language).flatMap(({ term, extra }) => (extra ? [] : term)));

function isSharedWith(word: Word, before: ReadMessage, { heading = '', quotes }: EarlierTurn): boolean {
  const known = stemsOf([before.text, heading, ...quotes].join(' '), before.language);
  return [...stemsOf(word.text, before.language)].some((stem) => known.has(stem));
}

const joined = (phrases: readonly Phrase[], text: string, from: 'start' | 'inner') =>
  phrases.map((phrase) => text.slice(phrase[from], phrase.end)).join(' ');

const everythingIn = ({ phrases, text }: ReadMessage) => joined(phrases, text, 'start');

const longestName = 6;

/** The heading of what was quoted, or what its first sentence begins with, where the question didn't say it. */
function nameIn({ heading, quotes }: EarlierTurn, language: Language): string {
  const [quote = ''] = quotes;
  const start = quote.slice(0, longest);
  const [first] = readMessage(start, spoken(start, language)).phrases;
  const isSubject = first?.start === 0 && first.determiner !== undefined && first.meaning === 'thing';
  if (isSubject) return start.slice(first.inner, first.end);
  const named = heading?.trim() ?? '';
  return named.split(/\s+/).length <= longestName ? named : '';
}

function thingsIn(before: ReadMessage, turn: EarlierTurn, isVague: boolean): string {
  const { phrases, text, language } = before;
  const nouns = phrases.filter(({ isNoun, meaning }) => isNoun && meaning === 'thing');
  const unasked = nouns.filter(({ isWanted }) => !isWanted);
  const things = unasked.length > 0 ? unasked : nouns;
  const verbs = phrases.filter(({ isNoun, meaning }) => !isNoun && meaning === 'thing');
  const others = phrases.filter(({ isNoun, meaning }) => isNoun && meaning === 'people');
  const kept = things.length > 0 ? things : verbs.length > 0 ? verbs : others;
  const taken =
    isVague && things.length > 0 ? phrases.filter((one) => kept.includes(one) || verbs.includes(one)) : kept;
  const own = taken.map((phrase) => text.slice(phrase.inner, endOf(phrase, phrases))).join(' ');
  const shown = stemsOf([turn.heading ?? '', ...turn.quotes].join(' '), language);
  const isShown = [...stemsOf(joined(kept, text, 'inner'), language)].some((stem) => shown.has(stem));
  if (isShown && things.length > 0) return own;
  const name = turn.quotes.length > 0 ? nameIn(turn, language) : '';
  return [own, name].filter((part) => part !== '').join(', ');
}

/** With what belongs to it: "carte de membre", "machines à café". */
function endOf(phrase: Phrase, phrases: readonly Phrase[]): number {
  const next = phrases[phrases.indexOf(phrase) + 1];
  const belongs =
    next?.start === phrase.end + 1 &&
    /^(?:de|a|of)$/.test(next.preposition ?? '') &&
    next.determiner === undefined;
  return belongs && !isNaming(next) ? next.end : phrase.end;
}

/** Is taken over by itself. */
const isNaming = ({ isNoun, meaning }: Phrase) => isNoun && meaning === 'thing';

/** The n-th of the sentences that were shown, or of what one of them lists. */
function listed({ quotes }: EarlierTurn, place: number): string | undefined {
  const sentences = quotes.flatMap((quote) => quote.split(/(?<=[.!?])\s+/u));
  const items = sentences.length >= place ? sentences : quotes.join(' ').split(/[,;]|\s(?:et|ou|and|or)\s/u);
  const item = items[place - 1]?.trim().slice(0, longest);
  return item && withoutEnd(item);
}

/** A fragment as it goes on inside a sentence. */
function inSentence({ text, language, words }: ReadMessage): string {
  const plain = withoutEnd(text);
  const [first] = words;
  return first && !isContent(first, language) ? plain.slice(0, 1).toLowerCase() + plain.slice(1) : plain;
}

const added = (before: ReadMessage, message: ReadMessage) =>
  before.text === '' ? undefined : `${before.text} ${inSentence(message)}${questionMark(message.language)}`;

/** Of a longer question it is no longer plain what a fragment stands in the place of. */
const longestFrame = 8;

const doAgree = (one: Phrase['determiner'], other: Phrase['determiner']) =>
  one === other ||
  (one !== 'indefinite' && other !== 'indefinite' && one !== undefined && other !== undefined);

const isModifier = ({ headMeaning }: Phrase) => headMeaning === 'time' || headMeaning === 'people';

/** What of the question before a fragment stands in the place of. */
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
  return same ?? (before.words.length <= longestFrame ? (bare.at(-1) ?? things.at(-1)) : undefined);
}

function instead(before: ReadMessage, message: ReadMessage, turn: EarlierTurn): string | undefined {
  const [fragment] = message.phrases;
  if (fragment === undefined || before.text === '') return undefined;
  if (!isModifier(fragment) && fragment.meaning !== 'thing')
    return about(thingsIn(before, turn, false), message);
  const replaced = counterpart(before, fragment);
  if (replaced === undefined) return added(before, message);
  const mark = questionMark(message.language);
  const said = inSentence(message);
  const [start, end] = placeIn(replaced, fragment, before.language);
  return `${before.text.slice(0, start)}${said}${before.text.slice(end)}${mark}`;
}

/** All of it; of several words what a single one can stand for: "the annual plan", "and monthly?". */
function placeIn(replaced: Phrase, fragment: Phrase, language: Language): [number, number] {
  const { words, start, end, inner } = replaced;
  const isOneWord =
    fragment.determiner === undefined && fragment.preposition === undefined && fragment.words.length === 1;
  const [first] = words;
  const last = words.at(-1);
  if (!isOneWord || words.length < 2 || !first || !last || isModifier(fragment)) return [start, end];
  return language === 'en' ? [inner, words.at(-2)?.end ?? first.end] : [last.start, last.end];
}
