import { startOfDay } from '@parlance/contract/local-time';
import { describe, expect, test } from 'vitest';
import { bucketFor, bucketStarts } from './buckets.ts';
import { rangeOf } from './ranges.ts';

const now = new Date('2026-11-23T13:45:10.250Z');
const iso = (dates: Date[]) => dates.map((date) => date.toISOString());
const asked = (wish: Parameters<typeof rangeOf>[0], timeZone = 'Europe/Paris', at = now) => {
  const { from, before } = rangeOf(wish, timeZone, at);
  return iso([from, before]);
};
const refused = (wish: Parameters<typeof rangeOf>[0]) => {
  try {
    return asked(wish);
  } catch (error) {
    return (error as { facts: { errors: { path: string; code: string }[] } }).facts.errors.map(
      ({ path, code }) => `${path} ${code}`,
    );
  }
};
const justNow = '2026-11-23T13:45:10.251Z';

describe('the range that is asked for', () => {
  test('a period: hours back, or months of the calendar by the account’s clocks', () => {
    expect(asked({ period: '24h' })).toEqual(['2026-11-22T13:45:10.250Z', justNow]);
    expect(asked({ period: '7d' })).toEqual(['2026-11-16T13:45:10.250Z', justNow]);
    expect(asked({ period: '1m' })).toEqual(['2026-10-23T12:45:10.250Z', justNow]);
    expect(asked({ period: '6m' })).toEqual(['2026-05-23T12:45:10.250Z', justNow]);
    expect(asked({ period: '1y' })).toEqual(['2025-11-23T13:45:10.250Z', justNow]);
    const lastOfMarch = new Date('2028-03-31T10:00:00Z');
    expect(asked({ period: '1m' }, 'UTC', lastOfMarch)[0]).toBe('2028-02-29T10:00:00.000Z');
  });

  test('days of the account’s time zone, both of them whole; instants to the millisecond', () => {
    expect(asked({ from: '2026-10-25', to: '2026-10-25' })).toEqual([
      '2026-10-24T22:00:00.000Z',
      '2026-10-25T23:00:00.000Z',
    ]);
    expect(asked({ from: '2026-03-29', to: '2026-03-29' }, 'Asia/Kolkata')).toEqual([
      '2026-03-28T18:30:00.000Z',
      '2026-03-29T18:30:00.000Z',
    ]);
    const instant = '2026-10-25T01:30:00.000Z';
    expect(asked({ from: instant, to: instant })).toEqual([instant, '2026-10-25T01:30:00.001Z']);
  });

  test('never goes beyond now, and takes what lies in both a period and days', () => {
    expect(asked({ from: '2026-11-20', to: '2027-02-01' })).toEqual(['2026-11-19T23:00:00.000Z', justNow]);
    expect(asked({ period: '24h', from: '2026-01-01' })).toEqual(asked({ period: '24h' }));
    const { from, before } = rangeOf({ from: '2027-02-01', to: '2027-02-03' }, 'UTC', now);
    expect(from >= before).toBe(true);
  });

  test('refuses reversed days and more than five years, and takes any date that is one', () => {
    expect(refused({ from: '2026-02-02', to: '2026-02-01' })).toEqual(['to reversed']);
    expect(refused({ from: '2016-01-01', to: '2026-01-01' })).toEqual(['from too_long']);
    expect(refused({ from: '2016-01-01' })).toEqual(['from too_long']);
    expect(refused({ from: '2021-01-01', to: '2025-12-31' })).toHaveLength(2);
    expect(refused({ from: '2021-01-01', to: '2026-01-01' })).toEqual(['from too_long']);
    for (const day of ['0000-01-01', '0001-01-01', '9999-12-31']) {
      for (const wish of [{ from: day, to: day }, { from: day }, { to: day }]) {
        for (const part of refused(wish)) expect(part === 'from too_long' || Date.parse(part) > 0).toBe(true);
      }
    }
  });
});

describe('buckets', () => {
  const starts = (bucket: 'hour' | 'day' | 'month', from: string, before: string, timeZone: string) =>
    iso(bucketStarts(bucket, { from: new Date(from), before: new Date(before) }, timeZone));
  const dayOf = (date: string, timeZone: string) => {
    const day = Date.parse(date) / 86_400_000;
    return starts(
      'hour',
      startOfDay(day, timeZone).toISOString(),
      startOfDay(day + 1, timeZone).toISOString(),
      timeZone,
    );
  };

  test('days of summer time have 23 and 25 hours, each its own', () => {
    const [long, short] = [dayOf('2026-10-25', 'Europe/Paris'), dayOf('2026-03-29', 'Europe/Paris')];
    expect([long.length, new Set(long).size, short.length]).toEqual([25, 25, 23]);
    expect(short.slice(0, 3)).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T00:00:00.000Z',
      '2026-03-29T01:00:00.000Z',
    ]);
  });

  test('hours of zones of half hours begin at the half of UTC’s', () => {
    expect(dayOf('2026-10-25', 'Asia/Kolkata').slice(0, 2)).toEqual([
      '2026-10-24T18:30:00.000Z',
      '2026-10-24T19:30:00.000Z',
    ]);
    expect(dayOf('2026-10-25', 'Asia/Kathmandu')[0]).toBe('2026-10-24T18:15:00.000Z');
  });

  test('where the clocks move by half an hour, one hour has half as much, or half as much again', () => {
    const lengths = (date: string) => {
      const hours = dayOf(date, 'Australia/Lord_Howe').map((hour) => Date.parse(hour));
      return hours.slice(1).map((hour, index) => (hour - (hours[index] ?? 0)) / 60_000);
    };
    expect(lengths('2026-10-04').filter((minutes) => minutes !== 60)).toEqual([30]);
    expect(lengths('2026-04-05').filter((minutes) => minutes !== 60)).toEqual([90]);
  });

  test('begin with the one that holds the range’s beginning and go on to its end, empty ones included', () => {
    expect(starts('hour', '2026-11-22T13:45:10Z', '2026-11-22T15:00:00Z', 'UTC')).toEqual([
      '2026-11-22T13:00:00.000Z',
      '2026-11-22T14:00:00.000Z',
    ]);
    expect(starts('day', '2026-11-21T23:30:00Z', '2026-11-23T23:00:00Z', 'Europe/Paris')).toEqual([
      '2026-11-21T23:00:00.000Z',
      '2026-11-22T23:00:00.000Z',
    ]);
    expect(starts('month', '2026-01-31T23:30:00Z', '2026-04-01T00:00:00Z', 'Europe/Paris')).toEqual([
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
      '2026-03-31T22:00:00.000Z',
    ]);
    expect(starts('day', '2026-11-21T23:30:00Z', '2026-11-21T23:30:00Z', 'UTC')).toEqual([]);
  });

  test('a day that midnight leaps over begins at one; one that the calendar leaves out is no day', () => {
    expect(starts('day', '2026-09-06T04:30:00Z', '2026-09-06T06:00:00Z', 'America/Santiago')).toEqual([
      '2026-09-06T04:00:00.000Z',
    ]);
    expect(starts('day', '2011-12-30T00:00:00Z', '2011-12-31T12:00:00Z', 'Pacific/Apia')).toHaveLength(3);
  });

  test('hours of more than a year are refused; without a wish the range has its own', () => {
    const range = { from: new Date('2025-01-01'), before: new Date('2026-01-02') };
    expect(() => bucketStarts('hour', { ...range, before: new Date('2026-01-03') }, 'UTC')).toThrow();
    expect(bucketStarts('hour', range, 'UTC')).toHaveLength(366 * 24);
    const leapYear = rangeOf({ period: '1y' }, 'UTC', new Date('2028-12-01T12:30:00Z'));
    expect(bucketStarts('hour', leapYear, 'UTC')).toHaveLength(366 * 24 + 1);
    expect(bucketFor(rangeOf({ period: '24h' }, 'UTC', now))).toBe('hour');
    expect(bucketFor(rangeOf({ period: '7d' }, 'UTC', now))).toBe('day');
    expect(bucketFor(rangeOf({ period: '1m' }, 'UTC', now))).toBe('day');
    expect(bucketFor(rangeOf({ period: '6m' }, 'UTC', now))).toBe('month');
    expect(bucketFor(rangeOf({ period: '1y' }, 'UTC', now))).toBe('month');
  });
});
