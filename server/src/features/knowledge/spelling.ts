import { fold, type TextLanguage, termsOf } from '../reading/service.ts';
import { passageText } from './passage-text.ts';
import type { Candidate } from './queries.ts';
import type { QuestionWord } from './question.ts';

/**
 * So many letters may be wrong as search engines commonly grant: one from four letters on, two from eight. A wrong first
 * letter counts as two: it mostly makes another word, and people rarely miss it.
 */
const mistakesIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** A question has one or two; a text that was pasted may have many. Longer runs of letters are no words. */
const mostRespelled = 6;
const longestWord = 40;

/** Letters that are missing, added, replaced or swapped with the next, up to a limit; the first one counts twice. */
function mistakes(one: string, other: string, limit: number): number {
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

/**
 * For a word that no passage of the chatbot holds, what it was meant to be: the nearest word of the passages that the
 * question's other words found. Adds it to what the word may be called; says whether there was any.
 */
export function respell(
  words: readonly QuestionWord[],
  isHeld: (number: number) => boolean,
  found: readonly Candidate[],
): boolean {
  const unknown = words
    .map((word) => ({ word, letters: fold(word.text.toLowerCase()).replace(/^.*['’]/, '') }))
    .filter(
      ({ word, letters }) =>
        /^[a-z]+$/.test(letters) &&
        letters.length <= longestWord &&
        mistakesIn(letters) > 0 &&
        !word.terms.some(({ number }) => isHeld(number)),
    )
    .slice(0, mostRespelled);
  if (unknown.length === 0) return false;
  const near = new Map<QuestionWord, { by: number; spelled: Map<string, TextLanguage> }>();
  const seen = new Set<string>();
  for (const passage of found) {
    for (const spelling of passageText(passage).words) {
      if (seen.has(spelling)) continue;
      seen.add(spelling);
      for (const { word, letters } of unknown) {
        const limit = near.get(word)?.by ?? mistakesIn(letters);
        const by = mistakes(letters, spelling, limit);
        if (by > limit) continue;
        const known = near.get(word);
        if (known?.by === by) known.spelled.set(spelling, passage.language);
        else near.set(word, { by, spelled: new Map([[spelling, passage.language]]) });
      }
    }
  }
  for (const [word, { spelled }] of near) {
    for (const [spelling, language] of spelled) {
      for (const { term, number, extra } of termsOf(spelling, language)) {
        if (word.terms.some((known) => known.number === number && known.language === language)) continue;
        word.terms.push({ term, number, rarity: 0, weight: 0, salience: 0, language, extra, meant: true });
      }
    }
  }
  return near.size > 0;
}
