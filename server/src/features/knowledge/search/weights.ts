import type { TextLanguage } from '../../reading/service.ts';
import { inverseFrequency, salience } from '../passages/bm25.ts';
import { exactness, type QuestionWord } from '../question/terms.ts';

/**
 * The factor of a word that is read as another language's, or goes by another name, half: it is one of several
 * meanings, and passages that say the visitor's own words go first.
 */
const meantFactor = 0.5;

/** The factor of another name where passages say the word itself, a fifth: it finds those that don't. */
const otherNameFactor = 0.2;

export const numbersOf = (asked: readonly QuestionWord[]) => [
  ...new Set(asked.flatMap(({ terms }) => terms.map(({ number }) => number))),
];

/** What each term of the question says among so many passages, by how many hold it. */
export function weigh(
  asked: readonly QuestionWord[],
  total: number,
  holdingOf: (number: number) => number,
  heard: TextLanguage | undefined,
): void {
  for (const word of asked) {
    for (const term of word.terms) {
      const isGuess = term.meant || (!word.isExact && heard !== undefined && term.language !== heard);
      term.rarity = inverseFrequency(total, holdingOf(term.number));
      const factor =
        term.otherwise || (term.meant && term.extra) ? otherNameFactor : isGuess ? meantFactor : 1;
      term.weight = term.rarity * (word.isExact ? exactness : 1) * factor;
      term.salience = salience(total, holdingOf(term.number));
    }
    weighByMeaning(word, holdingOf, heard);
  }
}

/** The weights of terms that any passage holds: what each adds to the score of one that holds it. */
export function weightsOf(
  asked: readonly QuestionWord[],
  holdingOf: (number: number) => number,
): Map<number, number> {
  const weights = new Map<number, number>();
  for (const language of ['fr', 'en'] as const) {
    const own = new Map<number, number>();
    for (const { terms } of asked) {
      for (const term of terms) {
        if (term.language !== language || holdingOf(term.number) === 0) continue;
        const known = own.get(term.number) ?? 0;
        // Two words of a question may share a meaning; a word that is said twice weighs twice.
        own.set(term.number, term.meant ? Math.max(known, term.weight) : known + term.weight);
      }
    }
    // A stem that both languages share counts once.
    for (const [number, weight] of own) weights.set(number, Math.max(weights.get(number) ?? 0, weight));
  }
  return weights;
}

/**
 * Weighs a word that the sources call by other names alone: it is as common there as the commonest of these; and as
 * half a word, where they speak the visitor's language and could have said it.
 */
function weighByMeaning(
  { terms }: QuestionWord,
  holdingOf: (number: number) => number,
  heard: TextLanguage | undefined,
): void {
  for (const own of terms) {
    if (own.meant || holdingOf(own.number) > 0) continue;
    const names = terms.filter(
      (term) => term.meant && !term.extra && term.language === own.language && holdingOf(term.number) > 0,
    );
    const factor = heard === undefined || own.language === heard ? meantFactor : 1;
    if (names.length > 0) own.salience = factor * Math.min(...names.map((term) => term.salience));
  }
}

/**
 * The rarest terms until together they stand in `most` passages; what words mean only takes what they themselves leave.
 */
export function pickRarest(
  asked: readonly QuestionWord[],
  numbers: number[],
  holdingOf: (number: number) => number,
  most: number,
): number[] {
  const said = new Set(
    asked.flatMap(({ terms }) => terms.flatMap(({ meant, number }) => (meant ? [] : number))),
  );
  const sorted = numbers.sort(
    (a, b) => Number(said.has(b)) - Number(said.has(a)) || holdingOf(a) - holdingOf(b),
  );
  let read = 0;
  return sorted.filter((number, index) => {
    const isTaken = index === 0 || read + holdingOf(number) <= most;
    if (isTaken) read += holdingOf(number);
    return isTaken;
  });
}
