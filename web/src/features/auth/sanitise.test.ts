import { expect, test } from 'vitest';
import { looksLikeEmail, sanitiseEmail, wasCleaned } from './sanitise.ts';

test('spaces and case are no cleaning worth showing', () => {
  expect(sanitiseEmail('  Camille@Example.FR ')).toBe('camille@example.fr');
  expect(wasCleaned('  Camille@Example.FR ')).toBe(false);
});

test('forbidden characters and strings go, whatever their case, until none is left', () => {
  expect(sanitiseEmail(`o'brien<x>"@example.fr`)).toBe('obrienx@example.fr');
  expect(sanitiseEmail('javajavascript:script:a@b.fr')).toBe('a@b.fr');
  expect(sanitiseEmail('DaTa:a@b.fr')).toBe('a@b.fr');
  expect(sanitiseEmail('da<ta:a@b.fr')).toBe('a@b.fr');
  expect(wasCleaned("o'brien@example.fr")).toBe(true);
});

test('what is left is capped at 10,000 characters', () => {
  expect(sanitiseEmail('a'.repeat(12_000))).toHaveLength(10_000);
});

test('an address needs something, an @ and a dotted something', () => {
  expect(looksLikeEmail('a@b.fr')).toBe(true);
  for (const wrong of ['a', 'a@b', '@b.fr', 'a b@c.fr', 'a@b.']) expect(looksLikeEmail(wrong)).toBe(false);
});
