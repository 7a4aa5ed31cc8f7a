/// <reference path="./snowball-stemmers.d.ts" />
import { newStemmer } from 'snowball-stemmers';
import { stopWords } from './analysis-stop-words.ts';
import type { TextLanguage } from './language.ts';

/**
 * Stored with each passage's terms. Raise it with any change that gives other terms for the same text: questions are
 * analysed by the code that runs, so older rows must be analysed again to be found.
 */
export const analysisVersion = 1;

export interface AnalysedTerm {
  /** The stem, number or identifier as it is hashed. */
  term: string;
  /** Where its word stands in the text. */
  start: number;
  end: number;
  /** A further reading of a word that is already counted: the whole of "wi-fi" beside "wi" and "fi". */
  extra: boolean;
}

// A number with its grouping ("14 250,50", "1,000.5"), or a word with what people put inside words.
// The letters' marks are taken so that decomposed accents stay in their word.
const tokenPattern =
  /\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3})+(?:[.,]\p{N}+)?(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:['’ʼ.,:/_&+·@‐‑-][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*\+*/gu;

const elision = /^(?:[ldjmtsnc]|qu|jusqu|lorsqu|puisqu|quoiqu|quelqu|presqu|entr)['’ʼ]/;
const possessive = /['’ʼ]s?$/;
const marks = /\p{M}+/gu;
const joiner = /['’ʼ.,:/_&+·@‐‑-]+/;
/** "U.S.", "S.N.C.F": the same word as without its points. */
const acronym = /^\p{L}(?:\.\p{L})+$/u;

/** Accents go before stemming: the French stemmer gives "déclar" and "declar" for one word typed in two ways. */
export const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(marks, '')
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFKC');

const stemmers = { fr: newStemmer('french'), en: newStemmer('english') };

/** A handbook has about 20,000 different words; the cache is emptied, not grown, by texts made of noise. */
const cacheLimit = 50_000;
const caches = { fr: new Map<string, string>(), en: new Map<string, string>() };

function stem(word: string, language: TextLanguage): string {
  const cache = caches[language];
  let stemmed = cache.get(word);
  if (stemmed === undefined) {
    // Longer runs of letters are data, not words, and the stemmer's time grows with them.
    stemmed = word.length > 40 || /[^a-z]/.test(word) ? word : stemmers[language].stem(word);
    if (cache.size >= cacheLimit) cache.clear();
    cache.set(word, stemmed);
  }
  return stemmed;
}

/** "14 250,50" and "14,250.50" are one number; a lone group of three digits after a separator is grouping. */
function canonicalNumber(text: string): string {
  const digits = text.replace(/[ \u00a0\u202f]/g, '');
  const separators = digits.match(/[.,]/g) ?? [];
  if (separators.length === 0) return digits;
  const last = digits.slice(Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(',')));
  const grouped =
    separators.length === 1 ? last.length === 4 && !digits.startsWith('0') : new Set(separators).size === 1;
  return grouped
    ? digits.replace(/[.,]/g, '')
    : `${digits.slice(0, -last.length).replace(/[.,]/g, '')}.${last.slice(1)}`;
}

/**
 * The terms of a text, in its order: the same function reads documents and questions, so what matches is decided in
 * one place. Words are folded, freed of elisions, stemmed in the given language; stop words of that language fall out;
 * numbers, identifiers and compounds stay whole and give their parts as well. A question that is looked up in sources
 * of another language (`language`) also loses the stop words of its own (`spoken`).
 */
export function* termsOf(text: string, language: TextLanguage, spoken = language): Generator<AnalysedTerm> {
  const isStop = (word: string) => stopWords[language].has(word) || stopWords[spoken].has(word);
  for (const match of text.matchAll(tokenPattern)) {
    const start = match.index;
    const end = start + match[0].length;
    let word = fold(match[0].toLowerCase()).replaceAll('\u00ad', '');
    if (/^\p{N}/u.test(word) && /^[\p{N}.,\s]+$/u.test(word)) {
      yield { term: canonicalNumber(word), start, end, extra: false };
      continue;
    }
    while (elision.test(word)) word = word.replace(elision, '');
    word = word.replace(possessive, '');
    if (word === '') continue;
    if (acronym.test(word)) {
      yield { term: word.replaceAll('.', ''), start, end, extra: false };
      continue;
    }
    const parts = word.split(joiner).filter((part) => part !== '');
    const kept = parts.filter((part) => !isStop(part));
    if (word.endsWith('+')) yield { term: word, start, end, extra: true };
    else if (parts.length > 1 && kept.length > 0) yield { term: parts.join('-'), start, end, extra: true };
    for (const part of kept) yield { term: stem(part, language), start, end, extra: false };
  }
}

/** FNV-1a into 1 … 10^9, the dimensions that pgvector numbers in a sparse vector. */
export function termNumber(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i += 1) {
    hash ^= term.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  return ((hash >>> 0) % 1_000_000_000) + 1;
}

export interface Analysis {
  /** Term number → occurrences. */
  terms: Map<number, number>;
  /** Words counted, without the additional readings of compounds. */
  length: number;
}

/** A text's terms by number, with their occurrences. */
export function analyse(text: string, language: TextLanguage): Analysis {
  const terms = new Map<number, number>();
  let length = 0;
  for (const { term, extra } of termsOf(text, language)) {
    const number = termNumber(term);
    terms.set(number, (terms.get(number) ?? 0) + 1);
    if (!extra) length += 1;
  }
  return { terms, length };
}
