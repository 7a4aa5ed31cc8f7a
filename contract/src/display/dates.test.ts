import { expect, test } from 'vitest';
import { dateWriter, momentWriter } from './dates.ts';

test('the first of a month is "1er" in French, however it is written', () => {
  const long = { dateStyle: 'long', timeZone: 'UTC' } as const;
  expect(dateWriter('fr', long)('2026-12-01')).toBe('1er décembre 2026');
  expect(dateWriter('fr', long)('2026-12-11')).toBe('11 décembre 2026');
  expect(dateWriter('en', long)('2026-12-01')).toBe('1 December 2026');
  expect(dateWriter('fr', { day: 'numeric', month: 'short', timeZone: 'UTC' })('2026-12-01')).toBe(
    '1er déc.',
  );
  expect(
    dateWriter('fr', { weekday: 'long', ...{ day: 'numeric', month: 'long' }, timeZone: 'UTC' })(
      '2026-12-01',
    ),
  ).toBe('mardi 1er décembre');
  // Months and times alone say no day.
  expect(dateWriter('fr', { dateStyle: 'short', timeZone: 'UTC' })('2026-01-01')).toBe('01/01/2026');
});

test('moments have their time as each language writes it', () => {
  expect(momentWriter('fr', 'UTC')('2026-12-01T01:05:00Z')).toBe('1er décembre 2026 à 01\u00a0h\u00a005');
  expect(momentWriter('en', 'Europe/Paris')('2026-12-01T13:30:00Z')).toMatch(/^1 December 2026 at 2:30\spm$/);
});
