import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../../lib/queries/query-client.ts';
import { usageQuery } from '../../../lib/queries/usage.ts';
import { press, render, says, until } from '../../../test/render.tsx';
import { TokenAudit } from './TokenAudit.tsx';

const idOf = (number: number) => `0190a000-0000-7000-8000-00000000000${number}`;
const chatbot = { id: idOf(1), name: 'Accueil' };
const gone = { id: idOf(2), name: 'Boutique' };
const entries = [
  { operation: 'chat_completion', tokenType: 'message', tokens: 2400, chatbot },
  { operation: 'file_upload', tokenType: 'storage', tokens: 36_000, chatbot: gone },
  { operation: 'vector_search', tokenType: 'message', tokens: 12, chatbot: null },
].map((entry, at) => ({ ...entry, id: idOf(5 + at), at: `2026-11-22T23:3${9 - at}:00.000Z` }));
// Of a day that in Tokyo has begun already.
const starts = ['2026-11-21T15:00:00.000Z', '2026-11-22T15:00:00.000Z'];

interface Asked {
  path: string;
  query: Record<string, string>;
}
let asked: Asked[];
let used: number;
let isFailing: boolean;
let server: Server;

function history(query: Record<string, string>) {
  const rows = entries.filter(
    ({ tokenType, chatbot }) =>
      (!query.tokenType || query.tokenType === tokenType) &&
      (!query.chatbotId || query.chatbotId === (chatbot?.id ?? 'unassigned')),
  );
  const sum = (type: string) =>
    rows.reduce((total, row) => total + (row.tokenType === type ? row.tokens : 0), 0);
  const total = sum('message') + sum('storage');
  return {
    from: '2026-10-23T03:00:00.000Z',
    to: `2026-11-23T03:00:00.${String(used).padStart(3, '0')}Z`,
    bucket: query.bucket ?? 'day',
    items: [
      { at: starts[0], message: 0, storage: 0 },
      { at: starts[1], message: sum('message'), storage: sum('storage') },
    ],
    total,
    average: Math.round(total / 2),
    peak: total === 0 ? null : { at: starts[1], tokens: total },
    entries: rows.length,
    distribution: {
      chatbots: rows.map(({ chatbot, tokens }) => ({ chatbot, tokens })),
      operations: rows.map(({ operation, tokens }) => ({ operation, tokens })),
      tokenTypes: ['message', 'storage'].map((tokenType) => ({ tokenType, tokens: sum(tokenType) })),
    },
  };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const answer = (body: unknown) => response.end(JSON.stringify(body));
    const path = pathname.replace('/api/v1/usage', '');
    const query = Object.fromEntries(searchParams);
    asked.push({ path, query });
    const balance = { used, remaining: null, limit: null };
    if (pathname === '/config.json') return answer({ publishableKey: 'sb_publishable_test' });
    if (path === '' && !isFailing)
      return answer({ message: balance, storage: balance, alerts: [], timeZone: 'Asia/Tokyo' });
    if (path === '/by-chatbot')
      return answer({
        items: [
          { chatbot, exists: true },
          { chatbot: gone, exists: false },
        ],
      });
    if (path === '/history' && !isFailing) return answer(history(query));
    if (path === '/ledger') return answer({ items: entries, nextCursor: null });
    if (path === `/ledger/${entries[0]?.id}`)
      return answer({
        ...entries[0],
        parts: [
          { name: 'passages', tokens: 2000 },
          { name: 'answer', tokens: 400 },
        ],
        conversationId: idOf(9),
      });
    response.writeHead(404).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
  used = 1;
  isFailing = false;
});

async function open(search: string) {
  queryClient.clear();
  const router = createMemoryRouter([{ path: '/token-audit', Component: TokenAudit }], {
    initialEntries: [`/token-audit${search}`],
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}
const calls = (path: string) => asked.filter((one) => one.path === path).map(({ query }) => query);
const pressedShare = (name: string) =>
  [...document.querySelectorAll('[aria-pressed]')].find(({ textContent }) => textContent?.startsWith(name));

test('rows are asked for between the very instants that the figures tell of', async () => {
  await open(`?period=7d&type=message&sort=tokens`);
  await until(() => says('2\u00a0412'));
  await until(() => calls('/ledger').length > 0);
  expect(calls('/history')).toEqual([{ period: '7d', tokenType: 'message' }]);
  const { from, to } = history({});
  expect(calls('/ledger')).toEqual([{ from, to, tokenType: 'message', sort: 'tokens', limit: '25' }]);
});

test('days and times are those of the account’s time zone, which the screen names', async () => {
  await open('');
  await until(() => says('Dates et heures\u00a0: Asia/Tokyo.'));
  await until(() => says('23 novembre 2026 à 08\u00a0h\u00a039'));
  expect(says('22 novembre 2026 à')).toBe(false);
});

test('a share that is pressed is what all is filtered by, and pressed again no longer', async () => {
  const router = await open('');
  await until(() => pressedShare('Boutique (supprimé)'));
  await act(async () => (pressedShare('Boutique (supprimé)') as HTMLElement).click());
  await until(() => pressedShare('Boutique')?.getAttribute('aria-pressed') === 'true');
  expect(router.state.location.search).toBe(`?chatbot=${gone.id}`);
  await until(() => calls('/ledger').at(-1)?.chatbotId === gone.id);
  await act(async () => (pressedShare('Boutique') as HTMLElement).click());
  await until(() => router.state.location.search === '');
});

test('what nothing matches is said, and filters can be cleared', async () => {
  const router = await open('?chatbot=0190a000-0000-7000-8000-0000000000aa&per=hour');
  await until(() => says('Aucune opération ne correspond à ces filtres.'));
  expect(says('Un autre chatbot')).toBe(true);
  await press('Effacer les filtres');
  await until(() => router.state.location.search === '');
  await until(() => says('38\u00a0412'));
});

test('what fails keeps the filters and can be tried again', async () => {
  isFailing = true;
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
  await open('');
  await until(() => says('La consommation n’a pas pu être chargée.'));
  expect(says('Tous les chatbots')).toBe(true);
  isFailing = false;
  await press('Réessayer');
  await until(() => says('38\u00a0412'));
});

test('when usage changes, figures and rows come anew, of one moment', async () => {
  await open('');
  await until(() => says('23 novembre 2026 à 08\u00a0h\u00a039'));
  used = 2;
  await act(async () => void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey }));
  // What the test before asked may still arrive: the moment asked for tells them apart.
  await until(() => calls('/ledger').at(-1)?.to === history({}).to);
  expect(calls('/ledger')[0]?.to).toBe('2026-11-23T03:00:00.001Z');
});

test('a row opens to the parts that it paid for, and leads to its conversation', async () => {
  await open('');
  await until(() => says('23 novembre 2026 à 08\u00a0h\u00a039'));
  await press(/08\s?h\s?39/);
  await until(() => says('Passages'));
  expect(document.querySelector('tfoot')?.textContent).toBe('Total2\u00a0400');
  expect(document.querySelector(`a[href="/summary?conversation=${idOf(9)}"]`)).not.toBeNull();
});
