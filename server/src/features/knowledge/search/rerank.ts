import { fold, type TextLanguage } from '../../reading/service.ts';
import { passageText } from '../lexicon/passage-text.ts';
import { termWeight } from '../passages/bm25.ts';
import type { QuestionTerm, QuestionWord } from '../question/terms.ts';
import type { SearchHit } from './queries.ts';

/** The first hits, which are read again; among further ones hardly any comes to stand in the first ten. */
const rerankedHits = 20;
/**
 * The sequential dependence model's weights as published (Metzler and Croft 2005) for two neighbours of the question
 * that follow each other, and that stand within eight words, of which half are counted, beside 0.85 for single words.
 */
const inOrderWeight = 0.1 / 0.85;
const togetherWeight = 0.05 / 0.85;
const window = 4;
/**
 * Words that begin with the same five letters are mostly of one family ("construire", "constructeur"; McNamee and
 * Mayfield 2004: as good as a stemmer). A relative says less than the word itself: four make one.
 */
const familyLetters = 5;
const kinshipWeight = 0.25;

/** Words between quotation marks: wanted as they stand. */
const quotedPhrase = /«([^«»]{2,200})»|“([^“”]{2,200})”|"([^"]{2,200})"/g;

/** A text as it is searched for what stands in it literally. */
const foldText = (text: string) => fold(text.toLowerCase()).replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ');

export const phrasesIn = (question: string): string[] =>
  Array.from(question.matchAll(quotedPhrase), ([, ...marks]) =>
    foldText(marks.find((text) => text) ?? '').trim(),
  );

/** Whether a text names one thing: "FA-2024/001", "BX250", "0123456789"; a year, a decade or a price does not. */
const isIdentifier = (text: string) =>
  /\p{L}\P{L}*\p{N}/u.test(text) || (!/\p{L}/u.test(text) && text.replace(/\P{N}/gu, '').length >= 6);

/** What a passage's language makes of the question: its neighbours, and its terms by their first letters. */
export function indexQuestion(asked: readonly QuestionWord[], language: string) {
  const neighbours = new Map<string, [QuestionTerm, QuestionTerm]>();
  let before: QuestionTerm | undefined;
  const numbers = new Set<number>();
  const families = new Map<string, QuestionTerm>();
  const identifiers = new Set<number>();
  for (const { text, terms } of asked) {
    // Of an identifier its whole, which comes first.
    const [whole] = isIdentifier(text) ? terms.filter((term) => term.language === language) : [];
    if (whole !== undefined) identifiers.add(whole.number);
    for (const term of terms) {
      if (term.language !== language) continue;
      numbers.add(term.number);
      if (term.extra) continue;
      if (!term.meant) {
        if (before !== undefined && before.number !== term.number)
          neighbours.set(`${before.number} ${term.number}`, [before, term]);
        before = term;
      }
      if (/^[a-z]{5,}$/.test(term.term)) families.set(term.term.slice(0, familyLetters), term);
    }
  }
  return { neighbours: [...neighbours.values()], numbers, families, identifiers };
}

type QuestionIndex = ReturnType<typeof indexQuestion>;

/** Where in a passage's text the question's terms stand, and the places of their relatives. */
export function placesIn(
  { numbers, families, identifiers }: QuestionIndex,
  passage: { text: string; language: TextLanguage },
) {
  const places = new Map<number, number[]>();
  const relatives = new Map<QuestionTerm, number[]>();
  const identified = new Set<number>();
  let length = 0;
  const { terms } = passageText(passage).read;
  for (let at = 0; at < terms.length; at += 1) {
    const { term, number, extra } = terms[at] as (typeof terms)[number];
    if (identifiers.has(number)) identified.add(number);
    if (extra) continue;
    if (numbers.has(number)) {
      const known = places.get(number);
      if (known) known.push(length);
      else places.set(number, [length]);
    } else if (term.length >= familyLetters) {
      const relative = families.get(term.slice(0, familyLetters));
      if (relative) {
        const known = relatives.get(relative);
        if (known) known.push(at);
        else relatives.set(relative, [at]);
      }
    }
    length += 1;
  }
  return { places, relatives, identified, length };
}

/** The amount that relatives of a term add to what it says itself. */
export const kinshipOf = (term: QuestionTerm, own: number, relatives: number, length: number) =>
  term.weight * (termWeight(own + kinshipWeight * relatives, length) - termWeight(own, length));

/** The number of times that two terms follow each other, and that they stand close. */
export function countMeetings(ones: readonly number[] = [], nexts: readonly number[] = []) {
  const at = new Set(nexts);
  let follow = 0;
  let near = 0;
  for (const place of ones) {
    if (at.has(place + 1)) follow += 1;
    for (let distance = 1; distance < window; distance += 1) {
      if (!at.has(place + distance) && !at.has(place - distance)) continue;
      near += 1;
      break;
    }
  }
  return { follow, near };
}

/** What a passage's own text adds to its score, and how many phrases and identifiers stand in it as they were written. */
function scoreHit(
  reading: QuestionIndex,
  phrases: readonly string[],
  passage: SearchHit,
): { bonus: number; literal: number } {
  const { places, relatives, identified, length } = placesIn(reading, passage);
  const whole = phrases.length > 0 ? foldText(passage.text) : '';
  const said = identified.size + phrases.filter((phrase) => whole.includes(phrase)).length;
  let bonus = 0;
  for (const [term, found] of relatives)
    bonus += kinshipOf(term, places.get(term.number)?.length ?? 0, found.length, length);
  for (const [one, next] of reading.neighbours) {
    const { follow, near } = countMeetings(places.get(one.number), places.get(next.number));
    // As rare together as two strangers would be: the logarithms of their rarities add up.
    bonus +=
      (one.weight + next.weight) *
      (inOrderWeight * termWeight(follow, length) + togetherWeight * termWeight(near, length));
  }
  return { bonus, literal: said };
}

/**
 * The weight of a passage's neighbours, which say what it is about; a tenth of what the best of them scores turns no
 * order of its own.
 */
const neighbourWeight = 0.1;

/**
 * The hits with what their section adds: other passages below the same heading speak for one, as what is asked about
 * mostly has several.
 */
function withSection(found: readonly SearchHit[]): SearchHit[] {
  const best = new Map<string, [number, number]>();
  for (const { position, score } of found) {
    const [first, second] = best.get(position.heading ?? '') ?? [0, 0];
    best.set(position.heading ?? '', score > first ? [score, first] : [first, Math.max(second, score)]);
  }
  return found.map((row) => {
    const [first, second] = best.get(row.position.heading ?? '') ?? [0, 0];
    if (row.position.heading === undefined) return row;
    return { ...row, score: row.score + neighbourWeight * (row.score === first ? second : first) };
  });
}

/**
 * The first candidates read again: neighbours of the question that stand together in a passage, and relatives of its
 * words, add to what the words alone said; a phrase between quotation marks or an identifier outweighs all of that. The
 * rest keep their score. `literal`: how many of these a passage holds.
 */
export function rerank(
  question: string,
  asked: readonly QuestionWord[],
  found: SearchHit[],
): { found: SearchHit[]; literal: ReadonlyMap<string, number> } {
  const readings = { fr: indexQuestion(asked, 'fr'), en: indexQuestion(asked, 'en') };
  const phrases = phrasesIn(question);
  const most = phrases.length > 0 ? found.length : rerankedHits;
  const best = found[0]?.score ?? 0;
  const literal = new Map<string, number>();
  const reread = found.map((row, rank) => {
    if (rank >= most) return row;
    const again = scoreHit(readings[row.language], phrases, row);
    if (again.literal > 0) literal.set(row.id, again.literal);
    return { ...row, score: row.score + again.bonus + best * again.literal };
  });
  return { found: withSection(reread).sort((a, b) => b.score - a.score), literal };
}
