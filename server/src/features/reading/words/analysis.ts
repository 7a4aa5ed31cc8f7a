import { irregularForms } from './irregular.ts';
import type { TextLanguage } from './language.ts';
import { stemOf } from './stemmer.ts';
import { stopWords } from './stop-words.ts';
import { forEachToken } from './tokens.ts';

/**
 * The version of the analysis, stored with each passage's terms. Raise it with any change that gives other terms for
 * the same text: questions are analysed by the code that runs, so older rows must be analysed again to be found.
 */
export const analysisVersion = 4;

export interface AnalysedTerm {
  /** The stem, number or identifier as it is hashed. */
  term: string;
  number: number;
  /** The place of its word in the text. */
  start: number;
  end: number;
  /** Whether it is a further reading of a word that is already counted: "wifi" beside the "wi" and "fi" of "wi-fi". */
  extra: boolean;
}

const elision = /^(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|entr)['’ʼ]/;
const possessive = /['’ʼ]s?$/;
const marks = /\p{M}+/gu;
const joiner = /['’ʼ.,:/_&+·@‐‑-]+/;
/** Acronyms with points, "U.S.", "S.N.C.F": the same word as without them. */
const acronym = /^\p{L}(?:\.\p{L})+$/u;

const ascii = /^[\0-\x7f]*$/;

/**
 * A text without accents, which go before stemming: a French stemmer gives "déclar" and "declar" for one word typed in
 * two ways.
 */
export const fold = (text: string) => (ascii.test(text) ? text : foldMarks(text));

const foldMarks = (text: string) =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFKC');

/** A folded word's stem. */
export function stemOfWord(word: string, language: TextLanguage): string {
  // Longer runs of letters are data, not words, and the stemmer's time grows with them.
  if (word.length > 40 || /[^a-z]/.test(word)) return word;
  const known = irregularForms[language].get(word) ?? word;
  // Without its accent the stemmer doesn't know the ending of "remboursée" as that of "remboursé".
  return stemOf(language === 'fr' ? known.replace(/ees?$/, 'e') : known, language);
}

/**
 * First persons plural: "livrons" stays "livron", for it could be a noun's plural; as a verb it is also read as
 * "livrer".
 */
const firstPlural = /^[a-z]{2,}[^i]ons$/;

function stemTerms(word: string, language: TextLanguage): Term[] {
  const own = termOf(stemOfWord(word, language));
  if (language !== 'fr' || !firstPlural.test(word)) return [own];
  return [termOf(stemOfWord(`${word.slice(0, -3)}er`, language), true), own];
}

/**
 * A number in one spelling: "14 250,50" and "14,250.50" are one; a lone group of three digits after a separator is
 * grouping.
 */
function canonicalNumber(text: string): string {
  const digits = text.replace(/[ \u00a0\u202f]/g, '').replace(/(?<=\d)[.,]00$/, '');
  const separators = digits.match(/[.,]/g) ?? [];
  if (separators.length === 0) return digits;
  const last = digits.slice(Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(',')));
  const grouped =
    separators.length === 1 ? last.length === 4 && !digits.startsWith('0') : new Set(separators).size === 1;
  return grouped
    ? digits.replace(/[.,]/g, '')
    : `${digits.slice(0, -last.length).replace(/[.,]/g, '')}.${last.slice(1)}`;
}

/** A term's number, by FNV-1a: 1 … 10^9, the dimensions that pgvector numbers in a sparse vector. */
export function termNumber(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) {
    hash ^= term.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return ((hash >>> 0) % 1_000_000_000) + 1;
}

export interface Term {
  term: string;
  number: number;
  extra: boolean;
}

const termOf = (term: string, extra = false): Term => ({ term, number: termNumber(term), extra });

/** Acronyms in the plural: "CVs", "PDFs". */
const acronyms = /^\p{Lu}{2,}s$/u;
/** Figures with their unit, "12kg", "10h30": as if written apart. */
const measure =
  /^(\d+)(mg|kg|g|ml|cl|dl|l|mm|cm|km|m|mn|min|h|ko|mo|go|to|kb|mb|gb|tb|w|kw|kwh|v|k|eur|usd|am|pm|ans)(\d*)$/;
const pairs = /^\p{N}{2}(?:[ \u00a0\u202f]\p{N}{2})+$/u;

/** Ordinals, "XXe", "20ème", "20th"; in small letters only from ten on: "vie" is life. */
const ordinal = /^(?:(\d{1,4})|([IVX]+|x[ivx]*))(?:ers?|[èe]?re|(?:i?[èe]m)?es?|st|nd|rd|th)$/u;
/** Whether a word may be an ordinal: of most, one look tells that they are none. */
const mayBeOrdinal = /^[0-9IVXx]/;
const roman = /^(X{0,3})(IX|IV|V?I{0,3})$/;
const digits = { I: 1, V: 5, X: 10 } as const;

/** The number of an ordinal, in figures or Roman ones. */
function ordinalOf(token: string): number | undefined {
  const [, figures, letters = ''] = ordinal.exec(token) ?? [];
  if (figures !== undefined) return Number(figures);
  const capitals = letters.toUpperCase();
  if (capitals === '' || !roman.test(capitals)) return undefined;
  const values = Array.from(capitals, (letter) => digits[letter as keyof typeof digits]);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** Words that would be stop words without their accent ("ne"). */
const wordsByAccent: ReadonlyMap<string, string> = new Map([['né', 'nee']]);

/**
 * The terms by which one word of a text is looked up; none for a stop word. The whole of a compound comes before its
 * parts.
 */
function analyseWord(token: string, language: TextLanguage, spoken: TextLanguage): Term[] {
  const isStop = (word: string) => stopWords[language].has(word) || stopWords[spoken].has(word);
  const lower = (acronyms.test(token) ? token.slice(0, -1) : token).toLowerCase();
  const counted = mayBeOrdinal.test(token) ? ordinalOf(token.normalize('NFC')) : undefined;
  if (counted !== undefined) return [termOf(`${counted}e`)];
  // Most words by far, and none of the rules below concerns them.
  if (/^[a-z]+$/.test(lower)) return isStop(lower) ? [] : stemTerms(lower, language);
  if (/^[0-9]+$/.test(lower)) return [termOf(lower)];
  let word = wordsByAccent.get(lower.normalize('NFC')) ?? fold(lower).replaceAll('\u00ad', '');
  if (pairs.test(word)) {
    const parts = word.split(/\s/);
    return [termOf(parts.join(''), true), ...parts.map((part) => termOf(part))];
  }
  const measured = measure.exec(word);
  if (measured !== null)
    return [termOf(word, true), ...measured.slice(1).flatMap((part) => (part === '' ? [] : termOf(part)))];
  if (/^\p{N}/u.test(word) && /^[\p{N}.,\s]+$/u.test(word)) return [termOf(canonicalNumber(word))];
  while (elision.test(word)) word = word.replace(elision, '');
  word = word.replace(possessive, '');
  if (word === '') return [];
  if (acronym.test(word)) return [termOf(word.replaceAll('.', ''))];
  const parts = word.split(joiner).filter((part) => part !== '');
  const kept = parts.filter((part) => !isStop(part));
  const terms = kept.flatMap((part) => stemTerms(part, language));
  // "Wi-Fi" is also written "wifi"; figures without any letter would become another number.
  const whole = parts.join(/[a-z]/.test(word) ? '' : '-');
  if (word.endsWith('+')) terms.unshift(termOf(word, true));
  else if (parts.length > 1 && kept.length > 0) terms.unshift(termOf(stemOfWord(whole, language), true));
  return terms;
}

/** A handbook has about 20,000 different words; the cache is emptied, not grown, by texts made of noise. */
const maxCachedWords = 50_000;
/** Longer words are noise that does not come again, and together they would be large. */
const maxCachedLength = 40;
const caches = new Map<string, Map<string, Term[]>>();

function cacheOf(language: TextLanguage, spoken: TextLanguage): Map<string, Term[]> {
  const key = `${language} ${spoken}`;
  const cache = caches.get(key) ?? new Map<string, Term[]>();
  caches.set(key, cache);
  return cache;
}

function forEachWord(
  text: string,
  language: TextLanguage,
  spoken: TextLanguage,
  found: (terms: readonly Term[], start: number, end: number) => void,
): void {
  const cache = cacheOf(language, spoken);
  forEachToken(text, (token, start) => {
    let terms = cache.get(token);
    if (terms === undefined) {
      terms = analyseWord(token, language, spoken);
      if (token.length <= maxCachedLength) {
        if (cache.size >= maxCachedWords) cache.clear();
        cache.set(token, terms);
      }
    }
    if (terms.length > 0) found(terms, start, start + token.length);
  });
}

/**
 * The terms of a text, in its order: the same function reads documents and questions, so what matches is decided in
 * one place. Words are folded, freed of elisions, stemmed in the given language; stop words of that language fall out;
 * numbers, identifiers and compounds stay whole and give their parts as well. A question that is looked up in sources
 * of another language (`language`) also loses the stop words of its own (`spoken`).
 */
export function termsOf(text: string, language: TextLanguage, spoken = language): AnalysedTerm[] {
  const found: AnalysedTerm[] = [];
  forEachWord(text, language, spoken, (terms, start, end) => {
    for (const { term, number, extra } of terms) found.push({ term, number, start, end, extra });
  });
  return found;
}

/** A text's terms side by side, in its order: for texts that are kept read, at a third of the objects' memory. */
export interface AnalysedText {
  terms: Term[];
  starts: number[];
  ends: number[];
}

/** A text's terms as `termsOf` gives them, side by side. */
export function analyseText(text: string, language: TextLanguage): AnalysedText {
  const read: AnalysedText = { terms: [], starts: [], ends: [] };
  forEachWord(text, language, language, (terms, start, end) => {
    for (const term of terms) {
      read.terms.push(term);
      read.starts.push(start);
      read.ends.push(end);
    }
  });
  return read;
}

/**
 * The terms of words of documents as `readWord` gives them, without what only questions and quotations need: nearly all
 * have one term, whose number stands for it, or none (0). A document's words are many, and objects for each would
 * outlive their use.
 */
const numbers = {
  fr: new Map<string, number | readonly Term[]>(),
  en: new Map<string, number | readonly Term[]>(),
};

function numbersOf(token: string, language: TextLanguage): number | readonly Term[] {
  const cache = numbers[language];
  const known = cache.get(token);
  if (known !== undefined) return known;
  const terms = analyseWord(token, language, language);
  const [first] = terms;
  const read = first === undefined ? 0 : terms.length === 1 && !first.extra ? first.number : terms;
  // A number is read as fast as it is looked up.
  if (token.length <= maxCachedLength && !/^[0-9]+$/.test(token)) {
    if (cache.size >= maxCachedWords) cache.clear();
    cache.set(token, read);
  }
  return read;
}

/** Calls `found` with the number of each term of a text; gives the number of its words, without additional readings. */
export function forEachTermNumber(
  text: string,
  language: TextLanguage,
  found: (number: number) => void,
): number {
  let length = 0;
  forEachToken(text, (token) => {
    const read = numbersOf(token, language);
    if (typeof read === 'number') {
      if (read === 0) return;
      found(read);
      length += 1;
    } else {
      for (const { number, extra } of read) {
        found(number);
        if (!extra) length += 1;
      }
    }
  });
  return length;
}
