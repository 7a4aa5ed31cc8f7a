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
