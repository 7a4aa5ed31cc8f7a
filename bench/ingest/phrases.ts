import type { ReadPassage } from '@parlance/server/features/reading/service';
import { normalise } from '../material/collections.ts';

export interface Phrase {
  text: string;
  kind?: string;
  page?: number;
  sheet?: string;
  row?: number;
}

export interface Expected {
  file: string;
  language: 'fr' | 'en';
  bytes: number;
  error?: string;
  phrases: Phrase[];
}

/** All of a text, and parts of it by page, sheet or row. */
export interface ReadText {
  whole: string;
  at(place: Phrase): string;
}

/** The words of a passage that stand on one page, or in one row, as a citation of them names it. */
function on({ text, position, starts }: ReadPassage, number: number): string {
  if (starts.length === 0) return (position.page ?? position.row) === number ? text : '';
  const parts: string[] = [];
  for (let at = 0; at < starts.length; at += 2)
    if (starts[at + 1] === number) parts.push(text.slice(starts[at], starts[at + 2]));
  return parts.join('\n');
}

export function readTextOf(passages: readonly ReadPassage[]): ReadText {
  return {
    whole: normalise(passages.map(({ text }) => text).join('\n')),
    at({ page, sheet, row }) {
      const here =
        sheet === undefined ? passages : passages.filter(({ position }) => position.sheet === sheet);
      const number = page ?? row;
      return normalise(
        here.map((passage) => (number === undefined ? passage.text : on(passage, number))).join('\n'),
      );
    },
  };
}

/** Words that every text of a language is full of, and chance isn't. */
const common = {
  fr: 'le la les de des du un une et est en que qui pour par sur dans à au aux ce il ne pas se son'.split(
    ' ',
  ),
  en: 'the of and to a in is that it for on with as be are this by from at or an not can you your'.split(' '),
};
/** A third and more in sentences of either language. */
const minCommonShare = 0.2;

/** Whether what was recognised reads like its language. */
export function isRealText(passages: readonly ReadPassage[], language: 'fr' | 'en'): boolean {
  const words = normalise(passages.map(({ text }) => text).join(' ')).match(/\p{L}+/gu) ?? [];
  return (
    words.length >= 10 &&
    words.filter((word) => common[language].includes(word)).length >= words.length * minCommonShare
  );
}

export function countFoundPhrases({ phrases }: Expected, reading: ReadText) {
  let found = 0;
  let placed = 0;
  const missing: (Phrase & { isMisplaced?: true })[] = [];
  for (const phrase of phrases) {
    const text = normalise(phrase.text);
    const isFound = reading.whole.includes(text);
    const isPlaced = isFound && reading.at(phrase).includes(text);
    if (isFound) found++;
    if (isPlaced) placed++;
    else missing.push(isFound ? { ...phrase, isMisplaced: true } : phrase);
  }
  return { found, placed, missing };
}
