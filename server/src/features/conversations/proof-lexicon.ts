import { glossaryEntries, type TextLanguage, termsOf } from '../reading/service.ts';

/** What a text names, whatever it calls it, and where. */
export interface NamedThing {
  start: number;
  end: number;
  concepts: readonly number[];
}

type Phrases = Map<string, number[]>;

/** "Mode de paiement" is three words, and so are nearly all of the longest entries. */
const longestPhrase = 4;
let phrases: Record<TextLanguage, Phrases> | undefined;

/** Words that stand at one place once: a compound by its parts. */
function wordsOf(text: string, language: TextLanguage) {
  return termsOf(text, language).filter(({ extra }) => !extra);
}

function readPhrases(): Record<TextLanguage, Phrases> {
  const known: Record<TextLanguage, Phrases> = { fr: new Map(), en: new Map() };
  for (const [concept, line] of glossaryEntries.trim().split('\n').entries()) {
    for (const [at, side] of line.split(' = ').entries()) {
      const language = at === 0 ? 'fr' : 'en';
      for (const phrase of side.split(', ')) {
        const key = wordsOf(phrase, language)
          .map(({ term }) => term)
          .join(' ');
        if (key !== '') known[language].set(key, [...(known[language].get(key) ?? []), concept]);
      }
    }
  }
  return known;
}

/** The things that a text names, whatever it calls them. */
export function namedThings(text: string, language: TextLanguage): readonly NamedThing[] {
  phrases ??= readPhrases();
  const words = wordsOf(text, language);
  return words.flatMap(({ start }, at) => {
    let key = '';
    const found: NamedThing[] = [];
    for (const { term, end } of words.slice(at, at + longestPhrase)) {
      key = key === '' ? term : `${key} ${term}`;
      const concepts = phrases?.[language].get(key);
      if (concepts) found.push({ start, end, concepts });
    }
    return found;
  });
}

/** What may be spoken of instead of a thing: wider things and narrower ones. */
export const nearThings = (_concept: number): ReadonlySet<number> => nothing;
const nothing: ReadonlySet<number> = new Set();
