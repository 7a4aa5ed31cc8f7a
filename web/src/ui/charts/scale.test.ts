import { expect, test } from 'vitest';
import { labelEvery, peaksOf, ticksUpTo, totalsOf, withOther } from './scale.ts';

test('a scale begins at zero, has round whole figures and ends above the highest value', () => {
  expect(ticksUpTo(0)).toEqual([0, 5, 10]);
  expect(ticksUpTo(100)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksUpTo(101)).toEqual([0, 50, 100, 150]);
  expect(ticksUpTo(1_640_000)).toEqual([0, 500_000, 1_000_000, 1_500_000, 2_000_000]);
  for (let highest = 0; highest < 3e9; highest = highest * 1.07 + 1) {
    const value = Math.floor(highest);
    const ticks = ticksUpTo(value);
    expect(ticks.at(-1), `above ${value}`).toBeGreaterThanOrEqual(value);
    expect(ticks.at(-2), `no further than needed above ${value}`).toBeLessThan(Math.max(10, value));
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.every(Number.isInteger), `${ticks}`).toBe(true);
  }
});

test('labels are left out where they would run into each other', () => {
  expect(labelEvery(7, 700, 84)).toBe(1);
  expect(labelEvery(30, 700, 84)).toBe(4);
  expect(labelEvery(8784, 200, 84)).toBe(3690);
  expect(labelEvery(3, 0, 84)).toBeGreaterThan(0);
});

test('more points than columns keep every column’s peak', () => {
  expect(peaksOf([3, 1, 2], 10)).toEqual([0, 1, 2]);
  const values = Array.from({ length: 8784 }, (_, at) => (at === 5000 ? 99 : at % 7));
  const drawn = peaksOf(values, 400);
  expect(drawn).toHaveLength(400);
  expect(drawn).toContain(5000);
  expect(drawn.toSorted((one, other) => one - other)).toEqual(drawn);
});

test('series add up point by point', () => {
  expect(totalsOf([])).toEqual([]);
  const series = [
    { key: 'a', name: 'A', values: [1, 2, 3] },
    { key: 'b', name: 'B', values: [10, 0, 30] },
  ];
  expect(totalsOf(series)).toEqual([11, 2, 33]);
});

test('of many parts six are drawn, the rest is one more, and nothing is lost', () => {
  const parts = [5, 90, 1, 7, 30, 2, 8, 60, 4].map((value) => ({ key: `${value}`, name: `${value}`, value }));
  const { shown, other } = withOther(parts);
  expect(shown.map(({ value }) => value)).toEqual([90, 60, 30, 8, 7, 5]);
  expect(other).toEqual({ count: 3, value: 7 });
  expect(withOther(parts.slice(0, 6)).other.count).toBe(0);
});
