import { expect, test } from 'vitest';
import { writeCsvRow } from './csv.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+33 2 47', "'+33 2 47"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠A1', "'＠A1"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['\n=1', '"\'\n=1"'],
  ['\0=1', "'\0=1"],
  ['un, deux', '"un, deux"'],
  ['il dit "oui"', '"il dit ""oui"""'],
  ['a=1', 'a=1'],
  [-12, '-12'],
])('%j is told as %j', (value, told) => {
  expect(writeCsvRow(['a', value])).toBe(`a,${told}\r\n`);
});

test('a French row has semicolons between its cells, and commas in its figures', () => {
  expect(writeCsvRow(['a, b', 'c; d', -1.5, '=1;2'], ';')).toBe('a, b;"c; d";-1,5;"\'=1;2"\r\n');
});
