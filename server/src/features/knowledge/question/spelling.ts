import { setImmediate } from 'node:timers/promises';
import { fold, stopWords, type TextLanguage } from '../../reading/service.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { passageText } from '../lexicon/passage-text.ts';

/**
 * Letters that may be wrong, as search engines commonly grant: one from four letters on, two from eight. A wrong first
 * letter counts as two: it mostly makes another word, and people rarely miss it.
 */
const maxMistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * Words of a question that are respelled: it has a few, a text that was pasted may have many. Longer runs of letters
 * are no words.
 */
const maxRespelledWords = 6;
const maxWordLength = 40;
/** The distance of a word that sounds alike: nearer than with any letter wrong. */
const heardAlike = 0.5;
/** The distance added to a word that the sources don't hold: of two as near, the one that they hold is meant. */
const elsewhere = 0.25;

/** Letters that are missing, added, replaced or swapped with the next, up to a limit; the first one counts twice. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1;
  const first = one[0] === other[0] ? 0 : 1;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      let best = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        best = Math.min(best, (before[j - 2] as number) + 1);
      next.push(best);
    }
    if (Math.min(...next) > limit) return limit + 1;
    before = row;
    row = next;
  }
  return (row[other.length] as number) + first;
}

/** How letters sound, one after the other: what people who spell by ear mix up. */
const sounds: Record<TextLanguage, readonly (readonly [RegExp, string])[]> = {
  fr: [
    [/(.)\1+/g, '$1'],
    [/ph/g, 'f'],
    [/qu?|k|c(?![eiyh])/g, 'k'],
    [/c|ss|z/g, 's'],
    [/^h|(?<=[^cps])h/g, ''],
    [/eau|au/g, 'o'],
    [/(?:er|ez|es|ee|ees|ai|ait|ais|aient|ent|e)$/, 'e'],
    [/ai|ei/g, 'e'],
    [/y/g, 'i'],
    [/[ae][nm](?![aeiou])/g, 'an'],
    [/(?:ain|ein|in|im|un)(?![aeiou])/g, 'in'],
    [/(?<![tdspx])[tdspx]+$/, ''],
    [/e$/, ''],
  ],
  en: [
    [/(.)\1+/g, '$1'],
    [/ph|gh(?=t?$)/g, 'f'],
    [/^kn/, 'n'],
    [/^wh/, 'w'],
    [/c[kh]?(?![eiy])|q/g, 'k'],
    [/c|z/g, 's'],
    [/ie|ei|ea|ee|y/g, 'i'],
    [/ou|oo/g, 'u'],
    [/in[g']?$/, 'in'],
    [/e$/, ''],
  ],
};

const soundOf = (word: string, language: TextLanguage) =>
  sounds[language].reduce((sound, [letters, heard]) => sound.replace(letters, heard), word);

interface Vocabulary {
  /** Words by first letter and length. */
  words: Map<string, string[]>;
  sounds: Map<string, string>;
}

const vocabularies = new Map<TextLanguage, Vocabulary>();

/** The lexicon's words, as they are looked through. */
function vocabularyOf(language: TextLanguage): Vocabulary {
  const made = vocabularies.get(language);
  if (made) return made;
  const vocabulary: Vocabulary = { words: new Map(), sounds: new Map() };
  for (const word of lexicon().words(language)) {
    if (!/^[a-z]{4,}$/.test(word)) continue;
    const key = word.slice(0, 1) + word.length;
    const alike = vocabulary.words.get(key);
    if (alike) alike.push(word);
    else vocabulary.words.set(key, [word]);
    const sound = soundOf(word, language);
    if (!vocabulary.sounds.has(sound)) vocabulary.sounds.set(sound, word);
  }
  vocabularies.set(language, vocabulary);
  return vocabulary;
}

/** Looks the lexicon's words through, before the first misspelt question waits for it. */
export async function prepareSpelling(): Promise<void> {
  for (const language of ['fr', 'en'] as const) {
    vocabularyOf(language);
    await setImmediate();
  }
}

function nearestListed(word: string, language: TextLanguage): [by: number, spelling: string] | undefined {
  const { words, sounds } = vocabularyOf(language);
  const sound = soundOf(word, language);
  const alike = sound.length >= 2 ? sounds.get(sound) : undefined;
  if (alike !== undefined) return [heardAlike, alike];
  const limit = maxMistakesIn(word);
  let best: [number, string] | undefined;
  for (let length = word.length - limit; length <= word.length + limit; length += 1)
    for (const other of words.get(word.slice(0, 1) + length) ?? []) {
      const by = editDistance(word, other, best === undefined ? limit : Math.min(limit, best[0]));
      if (by <= limit && (best === undefined || by < best[0])) best = [by, other];
    }
  return best;
}

/** What is looked through for the words that are meant: a text of the sources. */
interface Source {
  text: string;
  language: TextLanguage;
}

const isStopWord = (word: string) => stopWords.fr.has(word) || stopWords.en.has(word);

/** "jai", "cest", "lhotel", "dautres": typed without the apostrophe. */
const elided = /^(?:[ldjmtsnc]|qu)(?=[aeiouyh])/;

/** The words of a question that neither the sources nor the lexicon know, with where they stand. */
export function findUnknownWords(
  question: string,
  spoken: readonly TextLanguage[],
  isHeld: (word: string) => boolean,
): { start: number; written: string; letters: string }[] {
  const isKnown = (word: string) =>
    isStopWord(word) || spoken.some((language) => lexicon().names(word, language)) || isHeld(word);
  const unknown: { start: number; written: string; letters: string }[] = [];
  for (const { 0: written, index } of question.matchAll(/\p{L}+/gu)) {
    const letters = fold(written.toLowerCase());
    const isName = index > 0 && /^\p{Lu}/u.test(written) && written !== written.toUpperCase();
    if (isName || !/^[a-z]{3,}$/.test(letters) || letters.length > maxWordLength || isKnown(letters))
      continue;
    unknown.push({ start: index, written, letters });
    if (unknown.length === maxRespelledWords) break;
  }
  return unknown;
}

/**
 * A question with the words that nobody knows as they were meant to be: the nearest word of these texts of the sources, or
 * of the lexicon. What has no neighbour stays.
 */
export function respell(
  question: string,
  unknown: readonly { start: number; written: string; letters: string }[],
  spoken: readonly TextLanguage[],
  sources: readonly Source[],
): string {
  if (unknown.length === 0) return question;
  const near = new Map<string, [by: number, spelling: string]>();
  const consider = (letters: string, by: number, spelling: string) => {
    if (by < (near.get(letters)?.[0] ?? Number.POSITIVE_INFINITY)) near.set(letters, [by, spelling]);
  };
  for (const { letters } of unknown) {
    for (const language of spoken) {
      const rest = letters.replace(elided, '');
      if (language === 'fr' && rest !== letters && (isStopWord(rest) || lexicon().names(rest, 'fr')))
        consider(letters, 0, `${letters.slice(0, letters.length - rest.length)}'${rest}`);
      const listed = nearestListed(letters, language);
      if (listed) consider(letters, listed[0] + elsewhere, listed[1]);
    }
  }
  const seen = new Set<string>();
  for (const source of sources) {
    for (const spelling of passageText(source).words) {
      if (seen.has(spelling)) continue;
      seen.add(spelling);
      for (const { letters } of unknown) {
        const limit = Math.min(maxMistakesIn(letters), near.get(letters)?.[0] ?? 2);
        const isHeardAlike =
          letters[0] === spelling[0] &&
          Math.abs(letters.length - spelling.length) <= 3 &&
          soundOf(letters, source.language) === soundOf(spelling, source.language);
        const by = isHeardAlike ? heardAlike : editDistance(letters, spelling, Math.floor(limit));
        if (by <= limit || isHeardAlike) consider(letters, by, spelling);
      }
    }
  }
  let right = '';
  let from = 0;
  for (const { start, written, letters } of unknown) {
    const meant = near.get(letters)?.[1];
    if (meant === undefined) continue;
    right += question.slice(from, start) + meant;
    from = start + written.length;
  }
  return right + question.slice(from);
}
