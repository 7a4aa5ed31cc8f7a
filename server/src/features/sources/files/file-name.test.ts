import { expect, test } from 'vitest';
import { cleanFileName } from './file-name.ts';

test('only the base name is kept', () => {
  expect(cleanFileName('../../etc/passwd.txt')).toBe('passwd.txt');
  expect(cleanFileName('C:\\Users\\a\\notes.txt')).toBe('notes.txt');
});

test('names that mean something to a machine are made harmless', () => {
  expect(cleanFileName('..')).toBe('document');
  expect(cleanFileName('nul.txt')).toBe('_nul.txt');
  expect(cleanFileName('a\u0000b\u001b.csv')).toBe('ab.csv');
});

test('marks that reverse reading are removed', () => {
  expect(cleanFileName('report\u202efdp.txt')).toBe('reportfdp.txt');
});

test('decomposed letters are composed', () => {
  expect(cleanFileName('re\u0301sume\u0301.pdf')).toBe('résumé.pdf');
});

test('a long name keeps its extension within 255 bytes', () => {
  const name = cleanFileName(`${'é'.repeat(300)}.pdf`);
  expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255);
  expect(name.endsWith('é.pdf')).toBe(true);
});
