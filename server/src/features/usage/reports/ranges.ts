import type { QueryOf } from '@parlance/contract/endpoint';
import type { getUsageHistory, LedgerPeriod } from '@parlance/contract/endpoints/usage';
import { dayOf, localTime, partsOf, startOfDay } from '@parlance/contract/local-time';
import { AppError } from '../../../kit/errors.ts';

/** From its beginning until before its end. */
export interface Range {
  from: Date;
  before: Date;
}

type Wish = Pick<QueryOf<typeof getUsageHistory>, 'period' | 'from' | 'to'>;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMinutes = 24 * 60;
const hoursOf = { '24h': 24, '7d': 7 * 24 };
const monthsOf = { '1m': 1, '6m': 6, '1y': 12 };

const maxYears = 5;

/** Nothing was charged earlier, and no zone's clocks are stranger than minutes since. */
const earliest = new Date('1970-01-02T00:00:00Z');

/** When the clocks show the same time some months later, or earlier; the 31st falls on a shorter month's last day. */
function monthsLater(at: Date, months: number, timeZone: string): Date {
  const shown = localTime(at, timeZone);
  const { year, month, day } = partsOf(shown.day);
  const lastDay = dayOf(year, month + months + 1, 1) - 1;
  const wanted = Math.min(dayOf(year, month + months, 1) + day - 1, lastDay);
  const guess = startOfDay(wanted, timeZone).getTime() + shown.minutes * minuteMs + (at.getTime() % minuteMs);
  // On a day of 23 or 25 hours midnight is as far away as on others only for those who count from the other side.
  const found = localTime(new Date(guess), timeZone);
  const missing = (wanted - found.day) * dayMinutes + shown.minutes - found.minutes;
  return new Date(guess + missing * minuteMs);
}

const beginningOf = (period: LedgerPeriod, now: Date, timeZone: string): Date =>
  period === '24h' || period === '7d'
    ? new Date(now.getTime() - hoursOf[period] * hourMs)
    : monthsLater(now, -monthsOf[period], timeZone);

/** Where a day, told as a date, begins or has ended; or an instant, which belongs to what it ends. */
function edgeOf(text: string, edge: 'from' | 'to', timeZone: string): Date {
  if (text.length > 'yyyy-mm-dd'.length) return new Date(Date.parse(text) + (edge === 'to' ? 1 : 0));
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return startOfDay(dayOf(year, month, day) + (edge === 'to' ? 1 : 0), timeZone);
}

const refusal = (path: 'from' | 'to', code: string, message: string) =>
  new AppError('validation_failed', { detail: 'in the query', errors: [{ path, code, message }] });

const clamp = (at: Date, { from, before }: Range) =>
  new Date(Math.min(Math.max(at.getTime(), from.getTime()), before.getTime()));

/**
 * The range that is asked for, in the account's time zone, and not after `now`: of a period and days together what lies in
 * both; of neither, all there ever was. Refuses days that are reversed, or more than five years.
 */
export function rangeOf({ period, from, to }: Wish, timeZone: string, now: Date): Range {
  const all = { from: earliest, before: new Date(now.getTime() + 1) };
  const wanted = {
    from: from === undefined ? all.from : edgeOf(from, 'from', timeZone),
    before: to === undefined ? all.before : edgeOf(to, 'to', timeZone),
  };
  if (from !== undefined && to !== undefined && wanted.from >= wanted.before)
    throw refusal('to', 'reversed', 'ends before it begins');
  const { from: first, before } = { from: clamp(wanted.from, all), before: clamp(wanted.before, all) };
  if (from !== undefined && wanted.before > monthsLater(wanted.from, 12 * maxYears, timeZone))
    throw refusal('from', 'too_long', `longer than ${maxYears} years`);
  const begun = period === undefined ? first : beginningOf(period, now, timeZone);
  return { from: new Date(Math.max(begun.getTime(), first.getTime())), before };
}
