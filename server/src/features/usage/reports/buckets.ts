import type { Bucket } from '@parlance/contract/endpoints/usage';
import { dayOf, localTime, partsOf, startOfDay } from '@parlance/contract/local-time';
import { AppError } from '../../../kit/errors.ts';
import type { Range } from './ranges.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Beyond these a curve has more points than anybody sees. */
const maxDays: Record<Bucket, number> = { hour: 366, day: 5 * 366, month: 200 * 366 };

/** The bucket that suits a range, where none is asked for. */
export function bucketFor({ from, before }: Range): Bucket {
  const days = (before.getTime() - from.getTime()) / dayMs;
  if (days <= 2) return 'hour';
  return days <= 93 ? 'day' : 'month';
}

/**
 * When each hour, day or month of a zone begins that the range touches, of which the first may begin before it. A day may have
 * 23 or 25 hours; one that the clocks show twice is there twice.
 */
export function bucketStarts(bucket: Bucket, range: Range, timeZone: string): Date[] {
  // In whole days: a year until now may be a moment longer than a leap year.
  if (Math.floor((range.before.getTime() - range.from.getTime()) / dayMs) > maxDays[bucket])
    throw new AppError('validation_failed', {
      detail: 'in the query',
      errors: [{ path: 'bucket', code: 'too_long', message: `over at most ${maxDays[bucket]} days` }],
    });
  if (range.from >= range.before) return [];
  return bucket === 'hour' ? hours(range, timeZone) : wholeDays(bucket, range, timeZone);
}

/** The beginnings of days or months. */
function wholeDays(bucket: 'day' | 'month', { from, before }: Range, timeZone: string): Date[] {
  const first = localTime(from, timeZone).day;
  const { year, month } = partsOf(first);
  const starts: Date[] = [];
  for (let later = 0; ; later++) {
    const day = bucket === 'day' ? first + later : dayOf(year, month + later, 1);
    const start = startOfDay(day, timeZone);
    if (start >= before) return starts;
    // A day that a zone's calendar leaves out begins when the next one does.
    if (start.getTime() !== starts.at(-1)?.getTime()) starts.push(start);
  }
}

/** How far a zone's clocks are ahead of UTC. */
function offsetAt(at: Date, timeZone: string): number {
  const { day, minutes } = localTime(at, timeZone);
  return day * dayMs + minutes * minuteMs - at.getTime();
}

function hours({ from, before }: Range, timeZone: string): Date[] {
  const days = wholeDays('day', { from, before: new Date(before.getTime() + dayMs) }, timeZone);
  const starts: Date[] = [];
  for (const [index, start] of days.entries()) {
    const end = days[index + 1] ?? before;
    const isOrdinary = offsetAt(start, timeZone) === offsetAt(end, timeZone);
    for (let hour = start; hour < end && hour < before; ) {
      starts.push(hour);
      hour = isOrdinary ? new Date(hour.getTime() + hourMs) : nextHour(hour, timeZone);
    }
  }
  return starts.slice(starts.findLastIndex((hour) => hour <= from));
}

/** When the clocks show the next full hour: the one that they show lasts longer when they are set back within it. */
function nextHour(hour: Date, timeZone: string): Date {
  const begun = localTime(hour, timeZone);
  const next = new Date(hour.getTime() + hourMs - (begun.minutes % 60) * minuteMs);
  const shown = localTime(next, timeZone);
  const minutesOver = shown.minutes % 60;
  const isSameHour =
    shown.day === begun.day && shown.minutes - minutesOver === begun.minutes - (begun.minutes % 60);
  return isSameHour && minutesOver > 0 ? new Date(next.getTime() + hourMs - minutesOver * minuteMs) : next;
}
