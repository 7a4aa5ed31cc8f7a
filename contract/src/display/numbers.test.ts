import { expect, test } from 'vitest';
import { numberWriter } from './numbers.ts';

test('figures are grouped as each language does it, with spaces that our fonts draw', () => {
  expect(numberWriter('fr')(1234567.25)).toBe('1\u00a0234\u00a0567,3');
  expect(numberWriter('en')(1234567.25)).toBe('1,234,567.3');
  expect(numberWriter('fr')(0)).toBe('0');
});
