import { termsOf } from '../reading/service.ts';
import { termWeight } from './bm25.ts';
import type { Candidate } from './queries.ts';
import type { QuestionTerm, QuestionWord } from './question.ts';

/** So many of the first are read again; among further ones hardly any comes to stand in the first ten. */
const readAgain = 30;
/**
 * The sequential dependence model's weights as published (Metzler and Croft 2005) for two neighbours of the question
 * that follow each other, and that stand within eight words, of which half are counted, beside 0.85 for single words.
 */
const inOrder = 0.1 / 0.85;
const together = 0.05 / 0.85;
const window = 4;
/**
 * Words that begin with the same five letters are mostly of one family ("construire", "constructeur"; McNamee and
 * Mayfield 2004: as good as a stemmer). A relative says less than the word itself: four make one.
 */
const familyLetters = 5;
const kinship = 0.25;

/** What a passage's language makes of the question: its terms in order, and by their first letters. */
function readingOf(asked: readonly QuestionWord[], language: string) {
  const order: QuestionTerm[] = [];
  const numbers = new Set<number>();
  const families = new Map<string, QuestionTerm>();
  for (const { terms } of asked) {
    for (const term of terms) {
      if (term.language !== language) continue;
      numbers.add(term.number);
      if (term.extra) continue;
      if (!term.meant) order.push(term);
      if (/^[a-z]{5,}$/.test(term.term)) families.set(term.term.slice(0, familyLetters), term);
    }
  }
  return { order, numbers, families };
}

type Reading = ReturnType<typeof readingOf>;

function bonusOf({ order, numbers, families }: Reading, text: string, language: 'fr' | 'en'): number {
  const places = new Map<number, number[]>();
  const relatives = new Map<QuestionTerm, number>();
  let length = 0;
  for (const { term, number, extra } of termsOf(text, language)) {
    if (extra) continue;
    if (numbers.has(number)) {
      const known = places.get(number);
      if (known) known.push(length);
      else places.set(number, [length]);
    } else if (term.length >= familyLetters) {
      const relative = families.get(term.slice(0, familyLetters));
      if (relative) relatives.set(relative, (relatives.get(relative) ?? 0) + 1);
    }
    length += 1;
  }

  let bonus = 0;
  for (const [term, count] of relatives) {
    const own = places.get(term.number)?.length ?? 0;
    bonus += term.weight * (termWeight(own + kinship * count, length) - termWeight(own, length));
  }
  for (const [at, one] of order.entries()) {
    const next = order[at + 1];
    const ones = places.get(one.number);
    const nexts = next && places.get(next.number);
    if (!next || !ones || !nexts || next.number === one.number) continue;
    let follow = 0;
    let near = 0;
    for (const place of ones) {
      if (nexts.includes(place + 1)) follow += 1;
      if (nexts.some((other) => Math.abs(other - place) < window)) near += 1;
    }
    // As rare together as two strangers would be: the logarithms of their rarities add up.
    bonus +=
      (one.weight + next.weight) *
      (inOrder * termWeight(follow, length) + together * termWeight(near, length));
  }
  return bonus;
}

/**
 * The first candidates read again: neighbours of the question that stand together in a passage, and relatives of its
 * words, add to what the words alone said. The rest keep their score.
 */
export function rerank(asked: readonly QuestionWord[], found: Candidate[]): Candidate[] {
  const readings = { fr: readingOf(asked, 'fr'), en: readingOf(asked, 'en') };
  return found
    .map((row, rank) =>
      rank < readAgain
        ? { ...row, score: row.score + bonusOf(readings[row.language], row.text, row.language) }
        : row,
    )
    .sort((a, b) => b.score - a.score);
}
