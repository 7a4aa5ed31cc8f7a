import { InfiniteQueryObserver, infiniteQueryOptions, QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { fetchChangedPage, refetchChanged } from './changed-pages.ts';

const pageSize = 10;
let server: number[];
let asked: (number | undefined)[];
let client: QueryClient;
let list: InfiniteQueryObserver<
  { items: { id: string; at: number }[]; nextCursor: string | null },
  Error,
  { pages: { items: { id: string }[] }[] }
>;

/** Newest first, by keyset: a page begins below its cursor. */
const fetchPage = async (cursor: string | undefined) => {
  asked.push(cursor === undefined ? undefined : Number(cursor));
  const below = server.filter((at) => cursor === undefined || at < Number(cursor));
  const items = below.slice(0, pageSize).map((at) => ({ id: `row ${at}`, at }));
  return { items, nextCursor: below.length > pageSize ? String(items.at(-1)?.at) : null };
};

const options = infiniteQueryOptions({
  queryKey: ['sources', 'c1', 'filter'],
  queryFn: (page) => fetchChangedPage(page, () => fetchPage(page.pageParam)),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

const shown = () => list.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id));
const told = (...rows: number[]) =>
  refetchChanged(client, ['sources', 'c1'], new Set(rows.map((at) => `row ${at}`)));

beforeEach(async () => {
  server = Array.from({ length: 100 }, (_, at) => 100 - at);
  asked = [];
  client = new QueryClient();
  list = new InfiniteQueryObserver(client, options) as unknown as typeof list;
  list.subscribe(() => {});
  await list.refetch();
  for (let page = 1; page < 10; page++) await list.fetchNextPage();
  asked = [];
});

test('one row added elsewhere asks for the first page, and nothing is lost or shown twice', async () => {
  server.unshift(101);
  await told(101);
  expect(asked).toEqual([undefined, 11]);
  expect(shown()).toEqual(server.map((at) => `row ${at}`));
});

test('a row changed or deleted further down asks for its page', async () => {
  await told(45);
  expect(asked).toEqual([undefined, 51, 11]);
  asked = [];
  server = server.filter((at) => at !== 45 && at !== 41);
  await told(45, 41);
  expect(asked).toEqual([undefined, 51, 11]);
  expect(shown()).toEqual(server.map((at) => `row ${at}`));
});

test('more new rows than a page holds, and whoever asks without knowing what has changed, ask for all', async () => {
  server.unshift(...Array.from({ length: 12 }, (_, at) => 112 - at));
  await told(101);
  expect(asked).toHaveLength(10);
  asked = [];
  await client.invalidateQueries({ queryKey: ['sources'] });
  expect(asked).toHaveLength(10);
});
