import { analyse } from './analysis.ts';
import type { Position } from './block.ts';
import type { TextLanguage } from './language.ts';

export interface PassageTerms {
  /** Term numbers, ascending, and how often each occurs (titles counted on top). */
  terms: number[];
  frequencies: number[];
  /** Words counted, for BM25's length normalisation. */
  length: number;
}

/**
 * How many occurrences a title's word counts on top of the text's own: enough to lift a section above one that mentions
 * its subject once, little enough that BM25's saturation leaves the text in charge.
 */
const titleWeight = 1;
/** As long as a title gets in any format. */
const longestTitle = 120;

/** The headings above a passage, the titles in it, and the first line of a document: what it is about. */
function titlesOf(text: string, position: Position, ordinal: number): string[] {
  const titles = new Set([position.heading ?? '']);
  const paragraphs = text.split('\n\n');
  if (paragraphs.length > 1) {
    for (const [at, paragraph] of paragraphs.entries()) {
      const isLine = paragraph.length <= longestTitle && !paragraph.includes('\n');
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
  const { terms, length } = analyse(text, language);
  for (const term of analyse(titlesOf(text, position, ordinal).join('\n'), language).terms.keys()) {
    terms.set(term, (terms.get(term) ?? 0) + titleWeight);
  }
  // Typed: numbers are sorted as numbers, and without a call for each pair.
  const sorted = Array.from(Int32Array.from(terms.keys()).sort());
  return { terms: sorted, frequencies: sorted.map((term) => terms.get(term) as number), length };
}
