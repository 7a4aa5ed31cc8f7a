import type { Source } from '@parlance/contract/endpoints/sources';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../lib/queries/query-client.ts';
import { chatbotsQuery } from './chatbots/queries.ts';
import { conversationsQuery } from './conversations/queries.ts';
import { sourcesQuery } from './sources/queries.ts';
import { passagesQuery } from './sources/source-queries.ts';

// Changes are told over a socket, which nobody answers here.
vi.mock('../lib/queries/realtime.ts', () => ({ watchRows: () => () => {} }));

const asked = vi.fn(async () => Response.json({ items: [], nextCursor: null }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', asked);
  asked.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const ofConversations = {
  chatbotId: '',
  channel: '',
  period: '',
  from: '',
  to: '',
  feedback: '',
  unanswered: false,
  visitorOf: '',
} as const;
const searches: [string, (search: string) => { queryKey: readonly unknown[] }][] = [
  ['chatbots', (search) => chatbotsQuery(search, '-createdAt')],
  ['conversations', (search) => conversationsQuery({ ...ofConversations, search }, 'live', () => false)],
  [
    'sources',
    (search) => sourcesQuery('c1', { kind: 'file', search, status: '', crawlId: '' }, 'name', 'live'),
  ],
  [
    'passages',
    (search) => passagesQuery({ id: 's1', lastSyncAt: null } as unknown as Source, search, undefined),
  ],
];

test.each(searches)('%s are looked for once the words are typed', async (_, queryOf) => {
  const look = (search: string) => {
    const query = queryOf(search) as Parameters<typeof queryClient.fetchInfiniteQuery>[0];
    void queryClient.fetchInfiniteQuery(query).catch(() => {});
    return query.queryKey;
  };
  const taken = look('ta');
  await vi.advanceTimersByTimeAsync(240);
  expect(asked).not.toHaveBeenCalled();
  // The next letter takes back what waits.
  await queryClient.cancelQueries({ queryKey: taken });
  look('tar');
  await vi.advanceTimersByTimeAsync(240);
  expect(asked).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(asked.mock.calls.map(([address]: unknown[]) => String(address))).toEqual([
    expect.stringContaining('=tar'),
  ]);
  // Nothing typed is no search.
  look('');
  await vi.advanceTimersByTimeAsync(5);
  expect(asked).toHaveBeenCalledTimes(2);
});
