import type { Language } from '@parlance/contract/i18n';
import { explain, type RankedPassage } from '../../knowledge/service.ts';
import { fold, termsOf } from '../../reading/service.ts';
import {
  articles,
  beforeBare,
  capitalised,
  closings,
  links,
  openings,
  rudeStems,
  rudeWords,
  unfit,
} from './asked-subject-words.ts';

/** What was asked about, as it stands in a sentence: "le spa", "gift cards", « wifi ». */
export interface AskedSubject {
  text: string;
  /** Its words that say something, folded. */
  words: string[];
}

interface Word {
  written: string;
  folded: string;
  start: number;
}

/** Nobody needs to be told at length what they have just asked. */
const maxLengths = { message: 120, group: 40, words: 3, wordsAlone: 2, wordsWithLinks: 5 };

const wordsIn = (text: string): Word[] =>
  Array.from(text.matchAll(/\p{L}+/gu), ({ 0: written, index: start }) => ({
    written,
    folded: fold(written.toLowerCase()),
    start,
  }));

const foldedIn = (text: string) => wordsIn(text).map(({ folded }) => folded);

/** Whether letters are meant to say something: no "aaaa", no "sdfghjk". */
const isSaid = ({ written, folded }: Word) =>
  folded.length >= 2 &&
  folded.length <= 20 &&
  !/(.)\1\1|[bcdfghjklmnpqrstvwxz]{5}/.test(folded) &&
  (/[aeiouy]/.test(folded) || /^\p{Lu}+$/u.test(written));

/** Whether a word may be anybody's name. A few capitals are an abbreviation, many are somebody who shouts. */
const isName = ({ written, folded }: Word) =>
  !capitalised.has(folded) && /^\p{Lu}\p{Ll}|\p{Ll}\p{Lu}|\p{Lu}{5}/u.test(written);

const isRude = ({ folded }: Word) =>
  rudeWords.has(folded) || rudeStems.some((stem) => folded.startsWith(stem));

const fits = (word: Word, language: Language) =>
  isSaid(word) &&
  !isName(word) &&
  !isRude(word) &&
  !unfit.has(word.folded) &&
  termsOf(word.written, language).length > 0;

/** The article that stands at a place, as it belongs to the thing itself, and of how many words it is. */
function articleAt(words: readonly Word[], at: number, language: Language) {
  const [one, two] = [words[at]?.folded, words[at + 1]?.folded];
  const ofTwo = articles[language].get(`${one} ${two}`);
  if (ofTwo !== undefined) return { article: ofTwo, length: 2 };
  const ofOne = articles[language].get(`${one}`);
  return ofOne === undefined ? undefined : { article: ofOne, length: 1 };
}

/** The thing with its article; undefined where French would need to know more: a gender, or whether an h is mute. */
function withArticle(article: string, thing: string, language: Language): string | undefined {
  if (language === 'en') return [article, thing].filter((part) => part !== '').join(' ');
  if (article === '') return undefined;
  const first = fold(thing).charAt(0).toLowerCase();
  if (article === 'l’') return article + thing;
  if (article === 'les') return `${article} ${thing}`;
  if (first === 'h') return undefined;
  return 'aeiou'.includes(first) ? `l’${thing}` : `${article} ${thing}`;
}

/**
 * The thing that a message asks about, where one short group of nouns can be taken from it safely: the whole message is a
 * usual opening, an article and that group, in plain words. Undefined for whatever else is written.
 */
export function subjectOf(message: string, language: Language): AskedSubject | undefined {
  // Who writes in capitals alone is not answered so.
  const text = /\p{Ll}/u.test(message) ? message.trim() : message.trim().toLowerCase();
  if (text.length > maxLengths.message || !/^[\p{Script=Latin}\s'’,?!.…-]+$/u.test(text)) return undefined;
  const words = wordsIn(text);
  while (closings.has(words.at(-1)?.folded ?? '')) words.pop();
  let at = 0;
  while (articleAt(words, at, language) === undefined && openings[language].has(words[at]?.folded ?? ''))
    at += 1;
  const given = articleAt(words, at, language);
  const isAlone = at === 0 && given === undefined;
  if (given === undefined && !isAlone && !beforeBare[language].has(words[at - 1]?.folded ?? ''))
    return undefined;

  const group = words.slice(at + (given?.length ?? 0));
  const [first, last] = [group[0], group.at(-1)];
  if (!first || !last || group.length > maxLengths.wordsWithLinks) return undefined;
  const said = group
    .filter((word) => word === first || word === last || !links[language].has(word.folded))
    // A message's first word has a capital as any sentence's.
    .map((word) => (isAlone && word === first ? { ...word, written: word.written.toLowerCase() } : word));
  if (said.length > (isAlone ? maxLengths.wordsAlone : maxLengths.words)) return undefined;
  if (!said.every((word) => fits(word, language))) return undefined;
  // "The breakfast served": what ends so was done to it.
  if (language === 'en' && said.length > 1 && last.folded.endsWith('ed')) return undefined;

  const thing = text.slice(first.start, last.start + last.written.length).replaceAll("'", '’');
  if (thing.length > maxLengths.group || !/^\p{L}+(?:[ ’-]\p{L}+)*$/u.test(thing)) return undefined;
  const quoted = language === 'fr' ? `«\u00a0${thing}\u00a0»` : `“${thing}”`;
  const named = isAlone ? undefined : withArticle(given?.article ?? '', thing, language);
  return { text: named ?? quoted, words: said.map(({ folded }) => folded) };
}

/**
 * The thing that a message asks about, where nothing that was found holds any word of it: only then is it true that
 * there is nothing about it. What the search looked for is told by its passages; a word that it left aside may stand
 * anywhere.
 */
export function findUnknownSubject(
  message: string,
  language: Language,
  passages: readonly RankedPassage[],
): string | undefined {
  const subject = subjectOf(message, language);
  if (subject === undefined) return undefined;
  const looked = new Set((passages[0]?.asked ?? []).flatMap(({ text }) => foldedIn(text)));
  const held = new Set(
    passages.flatMap((passage) => explain(passage).words).flatMap(({ word }) => foldedIn(word)),
  );
  const isUnknown = (word: string) => !held.has(word) && (passages.length === 0 || looked.has(word));
  return subject.words.every(isUnknown) ? subject.text : undefined;
}
