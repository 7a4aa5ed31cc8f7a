import { expect, test } from 'vitest';
import { compareWords } from './differences.ts';

const told = (first: string, second: string) =>
  compareWords(first, second).map((part) => `${{ first: '-', second: '+', both: '=' }[part.in]}${part.text}`);

test('what is shared stands once, what is not on its own side', () => {
  expect(told('La nuit coûte 12 €.', 'La nuit coûte 15 €.')).toEqual([
    '=La nuit coûte ',
    '-12 ',
    '+15 ',
    '=€.',
  ]);
  expect(told('un deux', 'un deux trois')).toEqual(['=un deux ', '+trois']);
  expect(told('', 'neuf')).toEqual(['+neuf']);
  expect(told('pareil', 'pareil')).toEqual(['=pareil']);
  expect(told('', '')).toEqual([]);
});

test('each text can be read off its parts, but for the spaces after what both have', () => {
  const first = 'Vous êtes l’assistant de l’hôtel.\n\nSoyez bref 🙂';
  const second = 'Vous êtes l’assistante de cet hôtel.\nSoyez bref et aimable 🙂';
  const parts = compareWords(first, second);
  const side = (where: string) =>
    parts
      .filter((part) => part.in !== where)
      .map(({ text }) => text)
      .join('')
      .replace(/\s+/g, ' ');
  expect(side('second')).toBe(first.replace(/\s+/g, ' '));
  expect(side('first')).toBe(second.replace(/\s+/g, ' '));
});

test('two long texts that share nothing are compared at once', () => {
  const words = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word}${at}`).join(' ');
  expect(compareWords(words('a'), words('b')).map((part) => part.in)).toEqual(['first', 'second']);
});
