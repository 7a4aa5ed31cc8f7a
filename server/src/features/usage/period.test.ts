import { expect, test } from 'vitest';
import { periodAt } from './period.ts';

const at = (iso: string) => new Date(iso);

test('a month runs from the account’s own day', () => {
  expect(periodAt(at('2026-01-15T10:00:00Z'), 'UTC', at('2026-03-20T00:00:00Z'))).toEqual({
    index: 2,
    start: at('2026-03-15T00:00:00Z'),
    end: at('2026-04-15T00:00:00Z'),
  });
});

test('the 31st falls on the last day of a shorter month and comes back afterwards', () => {
  const opened = at('2027-01-31T08:00:00Z');
  const periodOn = (iso: string) => periodAt(opened, 'UTC', at(iso));
  expect(periodOn('2027-03-01T00:00:00Z')).toEqual({
    index: 1,
    start: at('2027-02-28T00:00:00Z'),
    end: at('2027-03-31T00:00:00Z'),
  });
  expect(periodOn('2027-04-30T08:00:00Z').start).toEqual(at('2027-04-30T00:00:00Z'));
  expect(periodOn('2028-02-29T00:00:00Z')).toMatchObject({ index: 13, start: at('2028-02-29T00:00:00Z') });
  expect(periodOn('2028-02-28T23:59:59.999Z')).toMatchObject({ index: 12, end: at('2028-02-29T00:00:00Z') });
});

test('an account of 29 February renews on the 28th of other years', () => {
  const opened = at('2028-02-29T12:00:00Z');
  expect(periodAt(opened, 'UTC', at('2029-02-28T00:00:00Z'))).toEqual({
    index: 12,
    start: at('2029-02-28T00:00:00Z'),
    end: at('2029-03-29T00:00:00Z'),
  });
  expect(periodAt(opened, 'UTC', at('2032-02-29T00:00:00Z')).index).toBe(48);
});

test('the instant of renewal belongs to the new month, the one before to the old', () => {
  const opened = at('2026-01-15T10:00:00Z');
  expect(periodAt(opened, 'UTC', at('2026-02-14T23:59:59.999Z'))).toMatchObject({
    index: 0,
    end: at('2026-02-15T00:00:00Z'),
  });
  expect(periodAt(opened, 'UTC', at('2026-02-15T00:00:00Z')).index).toBe(1);
});

test('it is midnight in the account’s own time zone that renews, in summer and in winter, east and west', () => {
  // In Paris the 16th had begun, in Los Angeles it was the 15th still.
  const opened = at('2026-01-15T23:30:00Z');
  const boundaries = (zone: string, now: string) => {
    const { start, end } = periodAt(opened, zone, at(now));
    return [start.toISOString(), end.toISOString()];
  };
  expect(boundaries('Europe/Paris', '2026-03-20T00:00:00Z')).toEqual([
    '2026-03-15T23:00:00.000Z',
    '2026-04-15T22:00:00.000Z',
  ]);
  expect(boundaries('America/Los_Angeles', '2026-03-20T00:00:00Z')).toEqual([
    '2026-03-15T07:00:00.000Z',
    '2026-04-15T07:00:00.000Z',
  ]);
  expect(boundaries('Pacific/Kiritimati', '2026-03-20T00:00:00Z')).toEqual([
    '2026-03-15T10:00:00.000Z',
    '2026-04-15T10:00:00.000Z',
  ]);
  expect(boundaries('Asia/Kathmandu', '2026-03-20T00:00:00Z')[0]).toBe('2026-03-15T18:15:00.000Z');
});

test('where a clock leaps over midnight, the month begins when it has leapt', () => {
  // In Cairo the 24th of April 2026 began at one o'clock.
  const opened = at('2026-03-24T12:00:00Z');
  expect(periodAt(opened, 'Africa/Cairo', at('2026-04-24T12:00:00Z')).start).toEqual(
    at('2026-04-23T22:00:00Z'),
  );
  // In Apia there was no 30 December 2011.
  const apia = periodAt(at('2011-11-30T22:00:00Z'), 'Pacific/Apia', at('2012-01-10T00:00:00Z'));
  expect(apia.start).toEqual(at('2011-12-30T10:00:00Z'));
  // In Havana the 1st of November 2026 has midnight twice.
  expect(periodAt(at('2026-10-01T12:00:00Z'), 'America/Havana', at('2026-11-02T00:00:00Z')).start).toEqual(
    at('2026-11-01T04:00:00Z'),
  );
});

test('another time zone moves a month’s boundaries by hours and opens no other month', () => {
  const opened = at('2026-01-15T10:00:00Z');
  const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris', 'Asia/Kolkata'];
  const indexes = (iso: string) => zones.map((zone) => periodAt(opened, zone, at(iso)).index);
  expect(indexes('2026-06-10T00:00:00Z')).toEqual(zones.map(() => 4));
  for (let hour = 0; hour < 96; hour++) {
    const near = new Date(Date.parse('2026-06-13T00:00:00Z') + hour * 3_600_000).toISOString();
    expect(indexes(near).every((index) => index === 4 || index === 5)).toBe(true);
  }
});

test('each instant of four years lies in one month, which begins where the last one ended', () => {
  for (const zone of ['Europe/Paris', 'America/Santiago']) {
    const opened = at('2024-01-31T03:00:00Z');
    let last = periodAt(opened, zone, opened);
    for (let ms = opened.getTime(); ms < Date.parse('2028-03-01T00:00:00Z'); ms += 7 * 3_600_000) {
      const now = new Date(ms);
      const period = periodAt(opened, zone, now);
      expect(period.start <= now && now < period.end).toBe(true);
      if (period.index !== last.index) {
        expect([period.index, period.start]).toEqual([last.index + 1, last.end]);
        last = period;
      }
    }
  }
});

test('a clock set before the account was opened is in its first month', () => {
  const now = at('2026-01-14T10:00:00Z');
  const { index, start, end } = periodAt(at('2026-01-15T10:00:00Z'), 'UTC', now);
  expect(index).toBe(0);
  expect(start <= now && now < end).toBe(true);
});
