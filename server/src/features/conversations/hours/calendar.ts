import { type Day, dayOf, partsOf } from '@parlance/contract/local-time';

/** A day by its date; undefined where the month has no such day. */
export function existingDay(year: number, month: number, day: number): Day | undefined {
  const found = dayOf(year, month, day);
  const parts = partsOf(found);
  return parts.month === month && parts.day === day ? found : undefined;
}

/** The weekday of a day; 0 is Sunday. */
export const weekdayOf = (day: Day): number => (((day + 4) % 7) + 7) % 7;

/** The n-th weekday of a month; the last one as -1. */
export function nthWeekday(year: number, month: number, weekday: number, n: number): Day {
  if (n < 0) {
    const last = dayOf(year, month + 1, 0);
    return last - ((weekdayOf(last) - weekday + 7) % 7);
  }
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7;
}

/** Easter Sunday of the Gregorian calendar (Meeus). */
export function easterOf(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return dayOf(year, Math.floor(f / 31), (f % 31) + 1);
}
