import type { Position } from '../blocks/block.ts';
import { forEachTermNumber } from '../words/analysis.ts';
import type { TextLanguage } from '../words/language.ts';

export interface PassageTerms {
  /** Term numbers, ascending, and how often each occurs (titles counted on top). */
  terms: number[];
  frequencies: number[];
  /** Words counted, for BM25's length normalisation. */
  length: number;
}

/** As long as a title gets in any format. */
const maxTitleLength = 120;

/** The headings above a passage, the titles in it, and the first line of a document: what it is about. */
function titlesOf(text: string, position: Position, ordinal: number): string[] {
  const titles = new Set([position.heading ?? '']);
  const paragraphs = text.split('\n\n');
  if (paragraphs.length > 1) {
    for (const [at, paragraph] of paragraphs.entries()) {
      const isLine = paragraph.length <= maxTitleLength && !paragraph.includes('\n');
      const isTitle = !/[.!…:;,]$/.test(paragraph) && !/^[-•–]| \| /.test(paragraph);
      if (isLine && (isTitle || (at === 0 && ordinal === 0))) titles.add(paragraph);
    }
  }
  return [...titles];
}

/** What a passage is found by; made of what is stored of it, so that it can be made again. */
export function termsOfPassage({
  text,
  position,
  ordinal,
  language,
}: {
  text: string;
  position: Position;
  ordinal: number;
  language: TextLanguage;
}): PassageTerms {
  count = 0;
  const length = forEachTermNumber(text, language, addNumber);
  const own = count;
  forEachTermNumber(titlesOf(text, position, ordinal).join('\n'), language, addNumber);
  // A title's word counts one more occurrence: enough to lift a section above one that mentions its subject once, little
  // enough that BM25's saturation leaves the text in charge.
  count = own + onceEach(numbers.subarray(own, count));
  const sorted = numbers.subarray(0, count).sort();
  const terms: number[] = [];
  const frequencies: number[] = [];
  for (let at = 0; at < sorted.length; ) {
    const term = sorted[at] as number;
    const from = at;
    while (at < sorted.length && sorted[at] === term) at += 1;
    terms.push(term);
    frequencies.push(at - from);
  }
  return { terms, frequencies, length };
}

/**
 * Room for the numbers of the passage that is read: sorted as numbers, all in one go, they cost less than a place for
 * each in a map.
 */
let numbers = new Int32Array(4096);
let count = 0;

function addNumber(number: number): void {
  if (count === numbers.length) {
    const more = new Int32Array(2 * count);
    more.set(numbers);
    numbers = more;
  }
  numbers[count] = number;
  count += 1;
}

/** Moves each number once to the front, and gives their count. */
function onceEach(list: Int32Array): number {
  list.sort();
  let kept = 0;
  for (const number of list) {
    if (kept === 0 || list[kept - 1] !== number) list[kept++] = number;
  }
  return kept;
}
