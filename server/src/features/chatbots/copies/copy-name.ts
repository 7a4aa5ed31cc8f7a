import { limits } from '@parlance/contract/limits';
import { nameKey } from './name-key.ts';

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const shorten = (name: string, most: number) =>
  Array.from(graphemes.segment(name), ({ segment }) => segment)
    .slice(0, most)
    .join('')
    .trim();

/** The name of a copy: “Accueil (2)”, or the next number that is free; a long name gives way to it. */
export function copyName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replace(/ \(\d{1,6}\)$/, '');
  for (let number = 2; ; number++) {
    const ending = ` (${number})`;
    const copy = shorten(base, limits.chatbotName.max - ending.length) + ending;
    if (!taken.has(nameKey(copy))) return copy;
  }
}
