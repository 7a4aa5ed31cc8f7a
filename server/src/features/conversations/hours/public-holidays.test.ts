import { dayOf, localTime, partsOf } from '@parlance/contract/local-time';
import { describe, expect, test } from 'vitest';
import { easterOf } from './calendar.ts';
import { type Country, countries, dayKindIn } from './public-holidays.ts';

const iso = (day: number) => {
  const { year, month, day: of } = partsOf(day);
  return [year, month, of].map((part) => String(part).padStart(2, '0')).join('-');
};
const day = (text: string) => {
  const [year = 0, month = 0, of = 0] = text.split('-').map(Number);
  return dayOf(year, month, of);
};
const on = (country: Country, date: string) => {
  const kind = dayKindIn(country, day(date));
  return kind.kind === 'holiday' ? kind.name.en : kind.kind;
};
const holidaysOf = (country: Country, year: number) =>
  Array.from({ length: 366 }, (_, at) => dayOf(year, 1, 1) + at)
    .filter((one) => partsOf(one).year === year && dayKindIn(country, one).kind === 'holiday')
    .map((one) => iso(one).slice(5))
    .join(' ');

test('Easter, by rule', () => {
  const years = [2000, 2008, 2011, 2024, 2025, 2026, 2027, 2028, 2029, 2030, 2038];
  expect(years.map((year) => iso(easterOf(year))).join(' ')).toBe(
    '2000-04-23 2008-03-23 2011-04-24 2024-03-31 2025-04-20 2026-04-05 2027-03-28 2028-04-16 2029-04-01 2030-04-21 2038-04-25',
  );
});

test('the national holidays of each country, in known years', () => {
  expect(holidaysOf('FR', 2024)).toBe('01-01 04-01 05-01 05-08 05-09 05-20 07-14 08-15 11-01 11-11 12-25');
  expect(holidaysOf('FR', 2027)).toBe('01-01 03-29 05-01 05-06 05-08 05-17 07-14 08-15 11-01 11-11 12-25');
  expect(holidaysOf('BE', 2025)).toBe('01-01 04-21 05-01 05-29 06-09 07-21 08-15 11-01 11-11 12-25');
  expect(holidaysOf('LU', 2026)).toBe('01-01 04-06 05-01 05-09 05-14 05-25 06-23 08-15 11-01 12-25 12-26');
  expect(holidaysOf('CH', 2028)).toBe('01-01 05-25 08-01 12-25');
  expect(holidaysOf('GB', 2024)).toBe('01-01 03-29 05-06 05-27 12-25 12-26');
  expect(holidaysOf('GB', 2026)).toBe('01-01 04-03 05-04 05-25 12-25 12-26 12-28');
  expect(holidaysOf('GB', 2027)).toBe('01-01 03-26 05-03 05-31 12-25 12-26 12-27 12-28');
  expect(holidaysOf('GB', 2022)).toBe('01-01 01-03 04-15 05-02 05-30 12-25 12-26 12-27');
  expect(holidaysOf('GB', 2028)).toBe('01-01 01-03 04-14 05-01 05-29 12-25 12-26');
  expect(holidaysOf('US', 2026)).toBe('01-01 01-19 02-16 05-25 06-19 07-04 09-07 10-12 11-11 11-26 12-25');
  expect(holidaysOf('US', 2029)).toBe('01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-11 11-22 12-25');
  expect(holidaysOf('CA', 2030)).toBe('01-01 04-19 07-01 09-02 12-25');
});

describe('what is a holiday for some is neither one nor an ordinary day', () => {
  test.each<[Country, string]>([
    ['FR', '2026-04-03'],
    ['FR', '2026-04-05'],
    ['BE', '2026-07-11'],
    ['CH', '2026-04-06'],
    ['CH', '2026-09-10'],
    ['CH', '2026-09-21'],
    ['GB', '2026-04-06'],
    ['GB', '2026-08-31'],
    ['GB', '2026-11-30'],
    ['GB', '2028-01-04'],
    ['US', '2026-07-03'],
    ['US', '2027-12-31'],
    ['US', '2026-11-27'],
    ['CA', '2026-05-18'],
    ['CA', '2026-10-12'],
    ['CA', '2027-12-28'],
  ])('%s %s', (country, date) => expect(on(country, date)).toBe('perhaps'));

  test('and nothing is known of another country', () => {
    expect(dayKindIn(undefined, day('2026-03-10')).kind).toBe('perhaps');
    for (const country of countries) expect(on(country, '2026-03-10')).toBe('ordinary');
  });
});

test('the local day and hour, where clocks change and round the New Year', () => {
  const at = (moment: string, zone: string) => {
    const { day, minutes } = localTime(new Date(moment), zone);
    return `${iso(day)} ${Math.floor(minutes / 60)}:${minutes % 60}`;
  };
  expect(at('2026-03-29T00:59:00Z', 'Europe/Paris')).toBe('2026-03-29 1:59');
  expect(at('2026-03-29T01:00:00Z', 'Europe/Paris')).toBe('2026-03-29 3:0');
  expect(at('2026-10-25T00:30:00Z', 'Europe/Paris')).toBe('2026-10-25 2:30');
  expect(at('2026-10-25T01:30:00Z', 'Europe/Paris')).toBe('2026-10-25 2:30');
  expect(at('2026-12-31T22:59:00Z', 'Europe/Paris')).toBe('2026-12-31 23:59');
  expect(at('2026-12-31T23:00:00Z', 'Europe/Paris')).toBe('2027-01-01 0:0');
  expect(at('2027-01-01T04:30:00Z', 'America/New_York')).toBe('2026-12-31 23:30');
  expect(at('2028-02-29T23:30:00Z', 'Europe/Brussels')).toBe('2028-03-01 0:30');
});
