import { expect, test } from 'vitest';
import { delayOf } from './page.ts';

test('a host is left alone as long as it asks, an hour at most', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  expect(delayOf('120', now)).toBe(120_000);
  expect(delayOf('Sun, 01 Mar 2026 12:05:00 GMT', now)).toBe(300_000);
  expect(delayOf('86400', now)).toBe(3_600_000);
  expect(delayOf('Sun, 01 Mar 2099 12:00:00 GMT', now)).toBe(3_600_000);
  // What is past, or now, is no reason to ask without a pause.
  for (const soon of ['0', 'Sun, 01 Mar 2026 11:00:00 GMT']) expect(delayOf(soon, now)).toBe(1000);
  for (const unclear of [undefined, 'soon']) expect(delayOf(unclear, now)).toBeUndefined();
});
