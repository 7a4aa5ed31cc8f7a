import { fold, type TextLanguage, termNumber, termsOf } from '../../reading/service.ts';
import { lexicon, standsOver } from '../lexicon/lexicon.ts';
import { type QuestionWord, unweighed } from './terms.ts';

/** A word or phrase as stems. */
interface Meaning {
  terms: string[];
  language: TextLanguage;
}

const other = { fr: 'en', en: 'fr' } as const;

/**
 * The stems with which passages say a phrase. A compound by its whole and its parts: "petit-déjeuner", "petit
 * déjeuner".
 */
function meaningOf(phrase: string, language: TextLanguage): Meaning | undefined {
  const terms: string[] = [];
  for (const { term, extra } of termsOf(phrase, language)) if (!extra) terms.push(term);
  return terms.length === 0 ? undefined : { terms, language };
}

/**
 * Names of a concept that are looked for: the most usual stand first; all of them would find passages about anything.
 */
const maxNamesPerConcept = 4;

/** What passages say a concept with, by concept. */
const meaningCache: Record<TextLanguage, Map<number, Meaning[]>> = { fr: new Map(), en: new Map() };

function meaningsOf(concept: number, language: TextLanguage): Meaning[] {
  const known = meaningCache[language].get(concept);
  if (known) return known;
  const meanings = lexicon()
    .phrasesFor(concept, language)
    .slice(0, maxNamesPerConcept)
    .flatMap((phrase) => meaningOf(phrase, language) ?? []);
  meaningCache[language].set(concept, meanings);
  return meanings;
}

/** Words of a question: more are a text that was pasted, and each would bring ten others. */
const maxQuestionWords = 60;

// What the endings of words that both languages took from Latin become; for words that the lexicon hasn't got.
const cognates: Record<TextLanguage, readonly (readonly [ending: RegExp, becomes: readonly string[]])[]> = {
  fr: [
    [/ites?$/, ['ity']],
    [/iques?$/, ['ic', 'ical', 'ics']],
    [/aires?$/, ['ary', 'ar', 'arian']],
    [/oires?$/, ['ory']],
    [/eurs?$/, ['or', 'er']],
    [/trices?$/, ['tor']],
    [/(?:eux|euses?)$/, ['ous']],
    [/(?:ifs?|ives?)$/, ['ive']],
    [/(?:els?|elles?|aux)$/, ['al']],
    [/(?:iens?|iennes?)$/, ['ian']],
    [/ismes?$/, ['ism']],
    [/istes?$/, ['ist']],
    [/([ae])nces?$/, ['$1ncy']],
    [/ies?$/, ['y']],
    [/ifier$/, ['ify']],
    [/iser$/, ['ize', 'ise']],
    [/ement$/, ['ly', 'ment']],
    [/er$/, ['', 'e', 'ate']],
    [/es?$/, ['', 'ed', 'ate']],
  ],
  en: [
    [/it(?:y|ies)$/, ['ite']],
    [/ic(?:s|al|ally)?$/, ['ique']],
    [/ar(?:y|ies)$/, ['aire']],
    [/or(?:y|ies)$/, ['oire']],
    [/(?:or|er)s?$/, ['eur']],
    [/ous(?:ly)?$/, ['eux']],
    [/ives?$/, ['if']],
    [/als?$/, ['el']],
    [/ians?$/, ['ien']],
    [/isms?$/, ['isme']],
    [/ists?$/, ['iste']],
    [/([ae])nc(?:y|ies)$/, ['$1nce']],
    [/(?:y|ies)$/, ['ie']],
    [/ify$/, ['ifier']],
    [/i[sz]e[sd]?$/, ['iser']],
    [/ly$/, ['ement']],
    [/ate[sd]?$/, ['er', 'e']],
    [/ed$/, ['e', 'er']],
    [/$/, ['e', 'er']],
  ],
};

/** Shorter words have too many neighbours: "port", "four". */
const minCognateLength = 5;

function cognatesOf(word: string, spoken: TextLanguage): Meaning[] {
  if (word.length < minCognateLength || !/^[a-z]+$/.test(word)) return [];
  const [ending, becomes] = cognates[spoken].find(([pattern]) => pattern.test(word)) ?? [];
  if (ending === undefined || becomes === undefined) return [];
  return becomes.flatMap((by) => meaningOf(word.replace(ending, by), other[spoken]) ?? []);
}

/**
 * Adds to the words of a question what they may be called in the other language, for passages that speak it: by the
 * lexicon, longest phrases first, else by the endings that both languages share. Also what else they are called in
 * their own. What was added is marked, and the search weighs it less.
 */
export function addMeanings(
  question: string,
  words: readonly QuestionWord[],
  spoken: TextLanguage | undefined,
): void {
  if (words.length > maxQuestionWords) return;
  for (const from of spoken === undefined ? (['fr', 'en'] as const) : [spoken]) {
    const named = lexicon().namedIn(question, from, true);
    for (const word of words) {
      const concepts = named.filter((phrase) => standsOver(phrase, word)).flatMap(({ concepts }) => concepts);
      // A name is spelled alike in both languages, or else stands in the lexicon.
      if (concepts.length === 0 && !word.isExact)
        for (const meaning of cognatesOf(fold(word.text.toLowerCase()), from)) addMeaning(word, meaning);
      for (const concept of concepts) {
        for (const meaning of meaningsOf(concept, other[from])) addMeaning(word, meaning);
        for (const meaning of meaningsOf(concept, from))
          if (meaning.terms.length === 1) addMeaning(word, meaning);
      }
    }
  }
}

function addMeaning(word: QuestionWord, { terms, language }: Meaning): void {
  for (const term of terms) {
    const number = termNumber(term);
    if (word.terms.some((known) => known.number === number && known.language === language)) continue;
    word.terms.push(unweighed({ term, number, language, extra: terms.length > 1, meant: true }));
  }
}
