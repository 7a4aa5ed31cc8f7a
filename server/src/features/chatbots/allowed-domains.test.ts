import { expect, test } from 'vitest';
import { frameAncestors, isDomainAllowed } from './allowed-domains.ts';

const own = new Set(['https://parlance.example']);
const listed = {
  allowed_domains: ['hotel.example', '*.shop.example', 'local.example:8080'],
  allow_apps: false,
};

test.each([
  ['https://hotel.example', true],
  ['http://hotel.example', true],
  ['https://www.hotel.example', false],
  ['https://evilhotel.example', false],
  ['https://a.shop.example', true],
  ['https://a.b.shop.example', true],
  ['https://shop.example', false],
  ['https://evil-shop.example', false],
  ['http://local.example:8080', true],
  ['http://local.example', false],
  ['https://parlance.example', true],
  ['https://hotel.example.evil.example', false],
  ['null', false],
  [undefined, false],
  ['file://', false],
])('%s: %s', (origin, allowed) => {
  expect(isDomainAllowed(listed, origin, own)).toBe(allowed);
});

test('without a list every page may', () => {
  const open = { allowed_domains: [], allow_apps: false };
  expect(isDomainAllowed(open, 'https://anyone.example', own)).toBe(true);
  expect(isDomainAllowed(open, undefined, own)).toBe(true);
  expect(frameAncestors(open)).toEqual(['*']);
});

test('apps have no origin: a switch of its own lets them in', () => {
  expect(isDomainAllowed({ ...listed, allow_apps: true }, 'null', own)).toBe(true);
});

test('the same list says who may frame the page', () => {
  expect(frameAncestors(listed)).toEqual(["'self'", 'hotel.example', '*.shop.example', 'local.example:8080']);
});
