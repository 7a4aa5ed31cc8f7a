import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { watchRows as watching } from './realtime.ts';

type Watched = Parameters<typeof watching>[0];

const { watched } = vi.hoisted(() => ({ watched: new Map<string, Watched>() }));
vi.mock('./realtime.ts', () => ({
  watchRows(options: Watched) {
    watched.set(options.table, options);
    return () => void watched.delete(options.table);
  },
}));

import { watchFigures } from './figures.ts';

let client: QueryClient;
let stop: () => void;
let looks: string[];

const visibility = vi.spyOn(document, 'visibilityState', 'get');

beforeEach(() => {
  vi.useFakeTimers();
  visibility.mockReturnValue('visible');
  client = new QueryClient();
  looks = [];
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (filters) => {
    looks.push(`${filters?.queryKey?.join('/')} ${filters?.refetchType}`);
  });
  stop = watchFigures(client, ['usage_sums', 'sources']);
});
afterEach(async () => {
  stop();
  await after(10_000);
  vi.useRealTimers();
});

const change = (table: string) => watched.get(table)?.onChange({ eventType: 'UPDATE', new: {}, old: {} });
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('many changes at once are one look, those after it another one, within a second', async () => {
  await after(5000);
  for (let count = 0; count < 20; count++) change('usage_sums');
  await after(100);
  expect(looks).toEqual(['usage active']);
  change('usage_sums');
  change('sources');
  change('sources');
  await after(900);
  expect(looks).toHaveLength(1);
  await after(100);
  expect(looks).toEqual(['usage active', 'usage active', 'activity active']);
  await after(60_000);
  expect(looks).toHaveLength(3);
});

test('tables that join one after the other, as a screen opens, are one look', async () => {
  await after(5000);
  watched.get('sources')?.onLiveness('live');
  await after(400);
  watched.get('usage_sums')?.onLiveness('live');
  await after(400);
  expect(looks).toEqual([]);
  await after(1200);
  expect(looks).toEqual(['activity active', 'usage active']);
  await after(10_000);
  expect(looks).toHaveLength(2);
});

test('a hidden tab only notes that its figures are old', async () => {
  visibility.mockReturnValue('hidden');
  change('usage_sums');
  await after(1100);
  expect(looks).toEqual(['usage none']);
});

test('figures are looked at when the line stands, from time to time while it does not, and no more at the end', async () => {
  watched.get('sources')?.onLiveness('live');
  await after(1600);
  expect(looks).toEqual(['activity active']);
  watched.get('usage_sums')?.onLiveness('down');
  await after(45_500);
  expect(looks.slice(1)).toEqual(['usage active', 'usage active', 'usage active']);
  watched.get('usage_sums')?.onLiveness('live');
  await after(60_000);
  expect(looks).toHaveLength(5);
  watched.get('usage_sums')?.onLiveness('down');
  stop();
  expect(watched.size).toBe(0);
  await after(60_000);
  expect(looks).toHaveLength(5);
});
