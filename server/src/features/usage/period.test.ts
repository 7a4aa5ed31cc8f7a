import { expect, test } from 'vitest';
import { periodAt } from './period.ts';

const at = (iso: string) => new Date(iso);

test('a month runs from the account’s own day', () => {
  expect(periodAt(at('2026-01-15T10:00:00Z'), at('2026-03-20T00:00:00Z'))).toEqual({
    start: at('2026-03-15T10:00:00Z'),
    end: at('2026-04-15T10:00:00Z'),
  });
});

test('the 31st falls on the last day of a shorter month and comes back afterwards', () => {
  const anchor = at('2026-01-31T08:00:00Z');
  expect(periodAt(anchor, at('2026-03-01T00:00:00Z'))).toEqual({
    start: at('2026-02-28T08:00:00Z'),
    end: at('2026-03-31T08:00:00Z'),
  });
  expect(periodAt(anchor, at('2026-04-30T08:00:00Z')).start).toEqual(at('2026-04-30T08:00:00Z'));
});

test('the instant of renewal belongs to the new month, the one before to the old', () => {
  const anchor = at('2026-01-15T10:00:00Z');
  expect(periodAt(anchor, at('2026-02-15T09:59:59.999Z')).start).toEqual(anchor);
  expect(periodAt(anchor, at('2026-02-15T10:00:00Z')).start).toEqual(at('2026-02-15T10:00:00Z'));
});

test('a clock set before the account was opened still finds a month', () => {
  const { start, end } = periodAt(at('2026-01-15T10:00:00Z'), at('2026-01-14T10:00:00Z'));
  expect(start <= at('2026-01-14T10:00:00Z') && at('2026-01-14T10:00:00Z') < end).toBe(true);
});
