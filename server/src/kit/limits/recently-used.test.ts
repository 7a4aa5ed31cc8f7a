import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

test('what was used longest ago is forgotten first', () => {
  const kept = new RecentlyUsed<string, number>(2);
  kept.set('a', 1);
  kept.set('b', 2);
  expect(kept.get('a')).toBe(1);
  kept.set('c', 3);
  expect([kept.get('a'), kept.get('b'), kept.get('c')]).toEqual([1, undefined, 3]);
  kept.set('a', 4);
  kept.delete('c');
  kept.set('d', 5);
  expect([kept.get('a'), kept.get('c'), kept.get('d')]).toEqual([4, undefined, 5]);
});

test('what weighs more takes the place of several, and what weighs too much is not kept', () => {
  const kept = new RecentlyUsed<string, number>(6, (key) => key.length);
  kept.set('aa', 1);
  kept.set('bb', 2);
  kept.set('aa', 3);
  kept.set('ccc', 4);
  expect([kept.get('aa'), kept.get('bb'), kept.get('ccc')]).toEqual([3, undefined, 4]);
  kept.set('seven77', 5);
  expect([kept.get('aa'), kept.get('ccc'), kept.get('seven77')]).toEqual([undefined, undefined, undefined]);
  kept.set('bb', 6);
  expect(kept.get('bb')).toBe(6);
});
