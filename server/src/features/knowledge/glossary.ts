import { fold, glossaryEntries, type TextLanguage, termNumber, termsOf } from '../reading/service.ts';
import type { QuestionWord } from './question.ts';

/** A word or phrase as stems; `head` is the one that names the thing. */
interface Meaning {
  terms: string[];
  head: string;
  language: TextLanguage;
}

const other = { fr: 'en', en: 'fr' } as const;

interface Stem {
  start: number;
  /** Of a compound, or of a word with a hyphenated pronoun ("rendez-vous", "fermez-vous"). */
  whole: string | undefined;
  parts: string[];
}

function stemsOf(text: string, language: TextLanguage): Stem[] {
  const stems = new Map<number, Stem>();
  for (const { term, start, extra } of termsOf(text, language)) {
    const stem = stems.get(start) ?? { start, whole: undefined, parts: [] };
    if (extra) stem.whole = term;
    else stem.parts.push(term);
    stems.set(start, stem);
  }
  return [...stems.values()];
}

/** The forms of a French verb whose stems the analysis leaves apart: "expédier", "expédie", "livrent", "vendu". */
const conjugations: readonly (readonly [form: RegExp, endings: readonly string[]])[] = [
  [/er$/, ['e', 'ent']],
  [/re$/, ['', 'ent', 'u']],
];

function formsOf(phrase: string, language: TextLanguage): string[] {
  const [form, endings] = conjugations.find(([pattern]) => pattern.test(phrase)) ?? [];
  if (language === 'en' || form === undefined || endings === undefined || phrase.includes(' '))
    return [phrase];
  return [phrase, ...endings.map((ending) => phrase.replace(form, ending))];
}

/** A phrase as what it is looked up by, and as what passages say it with. */
interface Read {
  keys: Set<string>;
  meanings: Meaning[];
}

function readPhrase(phrase: string, language: TextLanguage): Read {
  const keys = new Set<string>();
  const meanings = new Map<string, Meaning>();
  for (const form of formsOf(phrase, language)) {
    const stems = stemsOf(form, language);
    // A compound also by its parts: "petit-déjeuner", "petit déjeuner".
    keys.add(stems.map(({ whole, parts }) => whole ?? parts.join(' ')).join(' '));
    if (stems.every(({ whole, parts }) => whole === undefined || parts.length > 1))
      keys.add(stems.flatMap(({ parts }) => parts).join(' '));
    const terms = stems.flatMap(({ whole, parts }) =>
      whole !== undefined && parts.length === 1 ? [whole] : parts,
    );
    // English names the thing last ("opening hours"), French first ("heures d’ouverture").
    const head = language === 'en' ? terms.at(-1) : terms[0];
    if (head !== undefined) meanings.set(terms.join(' '), { terms, head, language });
  }
  keys.delete('');
  return { keys, meanings: [...meanings.values()] };
}

/** By key: what it is called in the other language, and what else it is called in its own. */
type Side = Map<string, { meanings: Meaning[]; synonyms: Meaning[] }>;

let sides: Record<TextLanguage, Side> | undefined;

function readEntries(): Record<TextLanguage, Side> {
  const sides: Record<TextLanguage, Side> = { fr: new Map(), en: new Map() };
  for (const entry of glossaryEntries.trim().split('\n')) {
    const [french = '', english = ''] = entry.split(' = ');
    const read = {
      fr: french.split(', ').map((phrase) => readPhrase(phrase, 'fr')),
      en: english.split(', ').map((phrase) => readPhrase(phrase, 'en')),
    };
    for (const from of ['fr', 'en'] as const) {
      const meanings = read[other[from]].flatMap((phrase) => phrase.meanings);
      const synonyms = read[from].flatMap((phrase) => phrase.meanings);
      for (const key of new Set(read[from].flatMap(({ keys }) => [...keys]))) {
        const known = sides[from].get(key) ?? { meanings: [], synonyms: [] };
        known.meanings.push(...meanings);
        known.synonyms.push(...synonyms);
        sides[from].set(key, known);
      }
    }
  }
  return sides;
}

/** Reads the glossary, which takes a tenth of a second, before the first question waits for it. */
export function prepareGlossary(): void {
  sides ??= readEntries();
}

/** More words are no question but a text that was pasted, and each would bring ten others. */
const mostWords = 60;
/** "mode de paiement" is three words, and so are the longest entries. */
const longestPhrase = 4;

// What the endings of words that both languages took from Latin become; for words that the glossary hasn't got.
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
const shortestCognate = 5;

function cognatesOf(word: string, spoken: TextLanguage): Meaning[] {
  if (word.length < shortestCognate || !/^[a-z]+$/.test(word)) return [];
  const [ending, becomes] = cognates[spoken].find(([pattern]) => pattern.test(word)) ?? [];
  if (ending === undefined || becomes === undefined) return [];
  return becomes.flatMap((by) => readPhrase(word.replace(ending, by), other[spoken]).meanings);
}

/**
 * Adds to the words of a question what they may be called in the other language, for passages that speak it: by the
 * glossary, longest phrases first, else by the endings that both languages share. Also what else they are called in
 * their own, for a word that no passage holds. What was added is marked, and the search weighs it less.
 */
export function addMeanings(
  question: string,
  words: readonly QuestionWord[],
  spoken: TextLanguage | undefined,
): void {
  if (words.length > mostWords) return;
  sides ??= readEntries();
  const byStart = new Map(words.map((word) => [word.start, word]));
  for (const from of spoken === undefined ? (['fr', 'en'] as const) : [spoken]) {
    const side = sides[from];
    const stems = stemsOf(question, from).flatMap(({ start, whole, parts }) =>
      whole !== undefined && side.has(whole)
        ? [{ start, term: whole }]
        : parts.map((term) => ({ start, term })),
    );
    for (let at = 0; at < stems.length; ) {
      let length = Math.min(longestPhrase, stems.length - at);
      const entryOf = () =>
        side.get(
          stems
            .slice(at, at + length)
            .map(({ term }) => term)
            .join(' '),
        );
      while (length > 1 && entryOf() === undefined) length -= 1;
      const entry = entryOf();
      for (const { start } of stems.slice(at, at + length)) {
        const word = byStart.get(start);
        if (word === undefined) continue;
        // A name is spelled alike in both languages, or else stands in the glossary.
        const meanings =
          entry?.meanings ?? (word.isExact ? [] : cognatesOf(fold(word.text.toLowerCase()), from));
        for (const meaning of [...meanings, ...(entry?.synonyms ?? [])]) addMeaning(word, meaning);
      }
      at += length;
    }
  }
}

function addMeaning(word: QuestionWord, { terms, head, language }: Meaning): void {
  for (const term of terms) {
    const number = termNumber(term);
    if (word.terms.some((known) => known.number === number && known.language === language)) continue;
    const extra = term !== head;
    word.terms.push({ term, number, rarity: 0, weight: 0, salience: 0, language, extra, meant: true });
  }
}
