import { type Day, dayOf, isoDateOf, localTime, partsOf, startOfDay } from '@parlance/contract/local-time';

/** A month of an account, which begins at midnight of the day of the month on which it was opened, in its time zone. */
export interface Period {
  /**
   * Its number, 0 for the one in which the account was opened. By it a month is told from others: its beginning moves with the
   * account's time zone, and no other month begins with that.
   */
  index: number;
  start: Date;
  end: Date;
}

/** The day on which a month begins: the 31st falls on a shorter month's last day. */
function renewalDay(opened: Day, monthsLater: number): Day {
  const { year, month, day } = partsOf(opened);
  const firstOfNext = dayOf(year, month + monthsLater + 1, 1);
  return Math.min(dayOf(year, month + monthsLater, day), firstOfNext - 1);
}

/** What was found last, by account and by time zone: what a time zone says takes longer to ask than to charge for. */
const periods = new Map<string, Period>();
const days = new Map<string, { date: string; start: Date; end: Date }>();
const maxKept = 10_000;

function keep<V>(found: Map<string, V>, key: string, value: V): V {
  if (found.size >= maxKept) found.clear();
  found.set(key, value);
  return value;
}

const holds = ({ start, end }: Pick<Period, 'start' | 'end'>, now: Date) => start <= now && now < end;

/** The month that holds `now`, of an account opened at `openedAt`. A clock that stands before that is in the first one. */
export function periodAt(openedAt: Date, timeZone: string, now: Date): Period {
  const key = `${openedAt.getTime()} ${timeZone}`;
  const known = periods.get(key);
  return known && holds(known, now) ? known : keep(periods, key, findPeriod(openedAt, timeZone, now));
}

function findPeriod(openedAt: Date, timeZone: string, now: Date): Period {
  const opened = localTime(openedAt, timeZone).day;
  const today = localTime(now, timeZone).day;
  const [first, last] = [partsOf(opened), partsOf(today)];
  let months = (last.year - first.year) * 12 + last.month - first.month;
  if (renewalDay(opened, months) > today) months--;
  const index = Math.max(0, months);
  return {
    index,
    start: startOfDay(renewalDay(opened, months), timeZone),
    end: startOfDay(renewalDay(opened, index + 1), timeZone),
  };
}

/** The date in a time zone, as `2026-11-23`. */
export function dateAt(now: Date, timeZone: string): string {
  const known = days.get(timeZone);
  if (known && holds(known, now)) return known.date;
  const { day } = localTime(now, timeZone);
  const [start, end] = [startOfDay(day, timeZone), startOfDay(day + 1, timeZone)];
  return keep(days, timeZone, { date: isoDateOf(day), start, end }).date;
}
