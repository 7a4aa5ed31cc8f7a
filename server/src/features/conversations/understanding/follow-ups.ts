import type { Language } from '@parlance/contract/i18n';
import { smallTalkIn } from '../small-talk/recognition.ts';
import { anaphorIn } from './anaphors.ts';
import { isInfinitive, isModifier, type Phrase, type ReadMessage, readMessage } from './phrases.ts';
import { isContent, type Word, wordsIn } from './words.ts';

/** How a message goes on from what was said. */
export type FollowUp =
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

export interface FollowUpMessage extends ReadMessage {
  following: FollowUp;
}

/** Characters of a message that may go on: longer ones say what they are about. */
export const maxFollowUpLength = 200;
const maxFollowUpWords = 16;

/** Openings out of a list with commas, each as its words. */
export const startsOf = (lists: string) => lists.split(',').map((line) => line.trim().split(/\s+/));

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

/** The number of words of one of the openings with which a message begins. */
export function opening(
  words: readonly Word[],
  at: number,
  openings: readonly (readonly string[])[],
): number {
  let most = 0;
  for (const one of openings)
    if (one.length > most && one.every((word, place) => words[at + place]?.text === word)) most = one.length;
  return most;
}

/** A message without the thanks and greetings that lead to it. */
export function withoutTalk(message: string): string {
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

/** A message's words behind what leads to it; undefined of one that is long, or announces another subject. */
function openingIn(text: string) {
  if (text.length > maxFollowUpLength) return undefined;
  const whole = withoutTalk(text);
  const words = wordsIn(whole);
  if (words.length === 0 || words.length > maxFollowUpWords) return undefined;
  let at = 0;
  let isLinked = false;
  let isSame = false;
  for (;;) {
    if (opening(words, at, changes) > 0) return undefined;
    const same = opening(words, at, sames);
    const link = same || opening(words, at, links);
    const isWhere = words[at]?.text === 'ou' && !isOr(words, at, whole);
    if (link === 0 || isWhere || at + link >= words.length || words[at + link]?.isJoined) break;
    const lastLink = words[at + link - 1]?.text ?? '';
    isLinked ||= same > 0 || /^(?:et|and|ou|or|mais|but|puis|then|sinon|aussi|also)$/.test(lastLink);
    isSame ||= same > 0;
    at += link;
    if (same > 0) break;
  }
  if (words[at]?.text === 'ou' && isOr(words, at, whole) && at + 1 < words.length) {
    at += 1;
    isLinked = true;
  }
  return { whole, words, at, isLinked, isSame };
}

/** Whether a message may be about what was spoken of before, though nothing in it shows that. */
export const mayFollowUp = (text: string) => openingIn(text) !== undefined;

/**
 * How a message goes on from what was said before; undefined where it can be understood alone. By its words only: whether
 * there is something to go on from is another question.
 */
export function followUpIn(text: string, language: Language): FollowUpMessage | undefined {
  const opened = openingIn(text);
  if (opened === undefined) return undefined;
  const { whole, words, at, isLinked, isSame } = opened;
  const addition = opening(words, at, additions);
  const from = words[at + addition] ?? words[at];
  if (from === undefined) return undefined;
  const read = readMessage(whole.slice(from.start), language);
  const following = wayOf(read, { isLinked, isSame, isAddition: addition > 0 });
  return following && { ...read, following };
}

/** Whether "ou" is "or": written for "où" it is at the end, or before "ça" or a verb. */
const isOr = (words: readonly Word[], at: number, text: string) => {
  const word = words[at];
  if (word === undefined || text.slice(word.start, word.end).toLowerCase() === 'où') return false;
  const next = words[at + 1]?.text;
  return next !== undefined && !/^(?:ca|est|c|se|puis|peut|on|sont|je)$/.test(next);
};

interface MessageOpening {
  isLinked: boolean;
  isSame: boolean;
  isAddition: boolean;
}

function wayOf(read: ReadMessage, opened: MessageOpening): FollowUp | undefined {
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
const resumption =
  /\b(?:alors|du coup|dans ce cas|en attendant|a la place|then|in that case|instead|meanwhile)$/;

const isSpeaker = (word: string) => /^(?:je|j|tu|vous|nous|i|you|we)$/.test(word);
const isOurs = (word: string) => /^(?:votre|vos|ton|ta|tes|your|notre|nos|our)$/.test(word);

function clauseWay(
  { words, phrases, language }: ReadMessage,
  things: readonly Phrase[],
  { isLinked, isSame, isAddition }: MessageOpening,
): FollowUp | undefined {
  const texts = words.map(({ text }) => text);
  const said = texts.join(' ');
  if (/^what if\b/.test(said)) return { way: 'added' };
  if ((isLinked || isSame || isAddition) && /^(?:si|if|s)\b/.test(said)) return { way: 'added' };
  if (texts.some(isOurs) || phrases.length === 0) return undefined;
  const nouns = things.filter(
    ({ isNoun, words: [verb] }) => isNoun || (language === 'fr' && verb && !isInfinitive(verb)),
  );
  const isBound = /\b(?:faut|dois|need|must|have to)\b/.test(said);
  if (nouns.length === 0 && (resumption.test(said) || isBound)) return { way: 'all' };
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
  { isLinked, isSame, isAddition }: MessageOpening,
  language: Language,
): FollowUp | undefined {
  const asks = words.some(
    (word) =>
      questionWords.has(word.text) ||
      text.slice(word.start, word.end).toLowerCase() === 'où' ||
      isBareWhere(words),
  );
  const [first] = phrases;
  const said = phrases.reduce((sum, phrase) => sum + phrase.words.length, 0);
  if (asks) {
    // "comment postuler ?" asks for something of its own.
    const isDone = ({ meaning, words: [verb] }: Phrase) =>
      meaning === 'thing' && language === 'fr' && verb !== undefined && isInfinitive(verb);
    if (phrases.some(isDone)) return undefined;
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
