import { expect, test } from 'vitest';
import { formatNumber } from './number-format.ts';

test.each([
  [0.1 + 0.2, 'General', '0.3'],
  [1234567, 3, '1,234,567'],
  [0.125, 10, '12.50%'],
  [0.5, 9, '50%'],
  [45292, 14, '2024-01-01'],
  [45292.75, 22, '2024-01-01 18:00'],
  [0.5, 20, '12:00'],
  [148, '#,##0.00 "€"', '148.00 €'],
  [-12.5, '0.0', '-12.5'],
  [-12.5, '0.0;(0.0)', '(12.5)'],
  [7, '000', '007'],
  [1.005, '0.00', '1.01'],
  [12, '[$€-40C] #,##0', '€ 12'],
  [1, 'dd/mm/yyyy', '1900-01-01'],
  [1e21, 'General', '1e+21'],
])('%d as %s is %s', (value, format, shown) => {
  expect(formatNumber(value, format, false)).toBe(shown);
});

test('the calendar of 1904', () => {
  expect(formatNumber(0, 14, true)).toBe('1904-01-01');
});
