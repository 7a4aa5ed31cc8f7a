import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listChatbots } from '@parlance/contract/endpoints/chatbots';
import { infiniteQueryOptions, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { press, render, says, until } from '../../test/render.tsx';

let server: Server;
/** Whether the authentication service answers, and the API. */
let isAuthUp: boolean;
let apiIs: 'up' | 'down' | 'silent';
let asked: string[];

const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');
const sessionUntil = (expires_at: number) => ({
  access_token: `${part({ alg: 'ES256' })}.${part({ session_id: 's1', exp: expires_at })}.c2lnbmVk`,
  refresh_token: 'r1',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at,
  user: { id: 'u1', email: 'camille@example.fr', user_metadata: {}, app_metadata: {} },
});
const now = () => Math.floor(Date.now() / 1000);

beforeAll(async () => {
  server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    const [path = ''] = (request.url ?? '').split('?');
    if (path === '/config.json') return answer(200, { publishableKey: 'sb_publishable_test' });
    asked.push(path);
    if (path.startsWith('/auth/'))
      return isAuthUp ? answer(200, sessionUntil(now() + 3600)) : answer(503, { code: 'unavailable' });
    if (apiIs === 'silent') return;
    if (apiIs === 'down') return answer(503, { code: 'unavailable', title: 'Indisponible', status: 503 });
    if (!request.headers.authorization)
      return answer(401, { code: 'unauthenticated', title: 'Connectez-vous.', status: 401 });
    answer(200, { items: [{ id: 'c1', name: 'Glycine' }], nextCursor: null });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chatbots`;
});
afterAll(() => {
  server.closeAllConnections();
  return new Promise((done) => server.close(done));
});
beforeEach(() => {
  isAuthUp = true;
  apiIs = 'up';
  asked = [];
});
afterEach(() => void vi.useRealTimers());

/** Lets much time pass, and real answers come in between. */
async function outlast<T>(pending: Promise<T>): Promise<T> {
  let isOver = false;
  const noted = pending.finally(() => {
    isOver = true;
  });
  noted.catch(() => {});
  for (let passes = 0; !isOver && passes < 200; passes++) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(5000);
      await new Promise((come) => setImmediate(come));
    });
  }
  return noted;
}

test('a token that ran out while nobody can renew it is a lost connection, and heals', async () => {
  localStorage.setItem('parlance-auth', JSON.stringify(sessionUntil(now() - 60)));
  vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
  isAuthUp = false;
  const { call, whenSessionEnds } = await import('../calls/api.ts');
  const ended = vi.fn();
  whenSessionEnds(ended);
  const refused = outlast(call(listChatbots, {}));
  await expect(refused).rejects.toMatchObject({ code: 'network_error', status: 0 });
  expect(asked.every((path) => path.startsWith('/auth/'))).toBe(true);
  expect(localStorage.getItem('parlance-auth')).not.toBeNull();

  isAuthUp = true;
  // The client waits a while before it asks again.
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await outlast(call(listChatbots, {}))).toMatchObject({ items: [{ name: 'Glycine' }] });
  expect(ended).not.toHaveBeenCalled();
});

test('a call without an answer is asked once, for 60 s, and is no lost connection', async () => {
  localStorage.setItem('parlance-auth', JSON.stringify(sessionUntil(now() + 3600)));
  const { call } = await import('../calls/api.ts');
  const { queryClient } = await import('./query-client.ts');
  // The browser's own clock is not the test's: its minute is over when the test says so.
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  apiIs = 'silent';
  const asking = queryClient.fetchQuery({
    queryKey: ['silent'],
    queryFn: () => call(listChatbots, {}),
    ...queryClient.getDefaultOptions().queries,
  });
  asking.catch(() => {});
  await until(() => asked.length === 1);
  limit.abort(new DOMException('signal timed out', 'TimeoutError'));
  await expect(asking).rejects.toMatchObject({ code: 'timeout' });
  expect(asked).toHaveLength(1);
  expect(timeout).toHaveBeenCalledWith(60_000);
  timeout.mockRestore();
});

test('a list’s failure stands until a try succeeds, and one comes by itself', async () => {
  localStorage.setItem('parlance-auth', JSON.stringify(sessionUntil(now() + 3600)));
  const { call } = await import('../calls/api.ts');
  const { queryClient } = await import('./query-client.ts');
  const { useInfiniteQuery } = await import('./query.ts');
  const { LoadFailure } = await import('../../ui/loading/LoadFailure.tsx');
  const list = infiniteQueryOptions({
    queryKey: ['list'],
    queryFn: () => call(listChatbots, {}),
    initialPageParam: undefined,
    getNextPageParam: () => undefined,
    retry: false,
  });
  // biome-ignore lint/correctness/noComponentHookFactories: our modules read the address when they are first imported
  function List() {
    const { data, error, isPending, refetch } = useInfiniteQuery(list);
    if (error) return <LoadFailure title="Illisible" error={error} onRetry={() => void refetch()} />;
    return isPending ? 'squelette' : data?.pages[0]?.items.map(({ name }) => name).join();
  }
  apiIs = 'down';
  vi.useFakeTimers({ toFake: ['setInterval'] });
  await render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  );
  await until(() => says('Illisible'));
  apiIs = 'silent';
  await press('Réessayer');
  await until(() => asked.length === 2);
  expect(says('Illisible')).toBe(true);
  expect(says('squelette')).toBe(false);
  server.closeAllConnections();
  await until(() => queryClient.getQueryState(['list'])?.status === 'error');
  apiIs = 'up';
  await act(() => vi.advanceTimersByTimeAsync(16_000));
  await until(() => says('Glycine'));
  expect(says('Illisible')).toBe(false);
});
