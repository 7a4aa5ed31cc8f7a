/** A day as the number of days since 1 January 1970: a calendar's day, which has no time zone. */
export type Day = number;

const msOfDay = 86_400_000;
const msOfMinute = 60_000;

export const dayOf = (year: number, month: number, day: number): Day =>
  Date.UTC(year, month - 1, day) / msOfDay;

export function partsOf(day: Day): { year: number; month: number; day: number } {
  const date = new Date(day * msOfDay);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** A day as `2026-11-23`. */
export const isoDateOf = (day: Day): string => new Date(day * msOfDay).toISOString().slice(0, 10);

/** What a clock on the wall says. */
export interface LocalTime {
  day: Day;
  /** Minutes since midnight. */
  minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  formats.set(timeZone, format);
  return format;
}

/** The local time of a time zone that `Intl` knows. */
export function localTime(now: Date, timeZone: string): LocalTime {
  // `11/23/2026, 02:59`: its parts singly take four times as long.
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0] = formatOf(timeZone)
    .format(now)
    .split(/\D+/)
    .map(Number);
  return { day: dayOf(year, month, day), minutes: hour * 60 + minute };
}

/** This time zone, or UTC where `Intl` doesn't know it (any more). */
export function knownTimeZone(timeZone: string | null): string {
  if (timeZone === null) return 'UTC';
  try {
    formatOf(timeZone);
    return timeZone;
  } catch {
    return 'UTC';
  }
}

/** The first instant of a day in a time zone: midnight, or what comes instead where a clock leaps over it. */
export function startOfDay(day: Day, timeZone: string): Date {
  const wall = day * msOfDay;
  const dayAt = (ms: number) => localTime(new Date(ms), timeZone).day;
  const offsetAt = (ms: number) => {
    const { day, minutes } = localTime(new Date(ms), timeZone);
    return day * msOfDay + minutes * msOfMinute - ms;
  };
  const midnight = wall - offsetAt(wall - offsetAt(wall));
  if (dayAt(midnight) >= day && dayAt(midnight - msOfMinute) < day) return new Date(midnight);
  let [before, from] = [wall - msOfDay, wall + 2 * msOfDay];
  while (from - before > msOfMinute) {
    const middle = before + Math.floor((from - before) / 2 / msOfMinute) * msOfMinute;
    if (dayAt(middle) < day) before = middle;
    else from = middle;
  }
  return new Date(from);
}
