import { expect, test } from 'vitest';
import { paceOf } from './pace.ts';

test('equal days last as long as they divide what is left, with no range', () => {
  expect(paceOf([100, 100, 100, 100], 1_050)).toEqual({
    perDay: 100,
    ends: 10.5,
    earliest: 10.5,
    latest: 10.5,
  });
  expect(paceOf([100, 100, 100], 0)).toMatchObject({ ends: 0, earliest: 0, latest: 0 });
});

test('says nothing of fewer than three days of use, however many lie between', () => {
  expect(paceOf([], 100)).toBeUndefined();
  expect(paceOf([50, 60], 100)).toBeUndefined();
  expect(paceOf([0, 50, 0, 0, 60, 0, 0, 0], 100)).toBeUndefined();
  expect(paceOf([50, 0, 60, 70], 100)).toBeDefined();
});

test('its ends are where the interval of the sum meets what is left', () => {
  const days = [120, 80, 100, 90, 110, 20, 10, 130, 70, 95, 105, 115, 25, 15];
  const left = 2_000;
  const pace = paceOf(days, left);
  const mean = days.reduce((a, b) => a + b) / 14;
  const deviation = Math.sqrt(days.reduce((sum, day) => sum + (day - mean) ** 2, 0) / 13);
  const sum = (n: number, sign: number) => n * mean + sign * 1.35 * deviation * Math.sqrt(n + n ** 2 / 14);
  expect(sum(pace?.earliest ?? 0, 1)).toBeCloseTo(left, 6);
  expect(sum(pace?.latest ?? 0, -1)).toBeCloseTo(left, 6);
  expect(pace?.earliest).toBeLessThan(pace?.ends ?? 0);
  expect(pace?.latest).toBeGreaterThan(pace?.ends ?? 0);
});

test('where one day made nearly all, it may last for ever', () => {
  expect(paceOf([1, 1, 10_000], 50_000)?.latest).toBe(Number.POSITIVE_INFINITY);
});

test('of days drawn from one distribution four in five ends lie in the range', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const day = () => Math.round(1_000 * random() + 200);
  let within = 0;
  const rounds = 2_000;
  for (let round = 0; round < rounds; round++) {
    const pace = paceOf(Array.from({ length: 14 }, day), 20_000);
    let [left, days] = [20_000, 0];
    for (; left > 0; days++) left -= day();
    if (pace && days >= Math.floor(pace.earliest) && days <= Math.ceil(pace.latest)) within++;
  }
  expect(within / rounds).toBeGreaterThan(0.75);
  expect(within / rounds).toBeLessThan(0.95);
});
