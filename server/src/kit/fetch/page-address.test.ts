import { expect, test } from 'vitest';
import { parsePageAddress } from './page-address.ts';

test.each([
  ['example.com/tarifs', 'https://example.com/tarifs'],
  ['  http://example.com:8080/a#b ', 'http://example.com:8080/a'],
  ['example.com:8080/a', 'https://example.com:8080/a'],
  ['HTTPS://Example.COM', 'https://example.com/'],
])('%s becomes %s', (typed, address) => {
  expect(parsePageAddress(typed)).toBe(address);
});

test.each([
  '',
  'abc',
  'our prices',
  'ftp://example.com',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'https://a:b@example.com',
  'https://',
  `https://example.com/${'a'.repeat(2100)}`,
])('%s is no page', (typed) => {
  expect(parsePageAddress(typed)).toBeUndefined();
});
