import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let server: Server;
const clients: unknown[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const headers = { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' };
    if (request.url === '/config.json') {
      response.writeHead(200, headers).end('{"publishableKey":"sb_publishable_test"}');
      return;
    }
    clients.push(request.headers['x-client-info']);
    response
      .writeHead(400, headers)
      .end('{"code":"refresh_token_not_found","message":"Invalid Refresh Token: Refresh Token Not Found"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/callback`;
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(() => {
  clients.length = 0;
});

test('a session that can be renewed no more is an expired link; none at all is pending', async () => {
  const { auth } = await import('../../lib/auth-client.ts');
  const { followLink } = await import('./confirmation.ts');
  // Its start looks for a session, too: before there is one.
  await auth.getSession();
  expect(await followLink({ bringsTokens: false })).toEqual({ state: 'pending' });
  const expires_at = Math.floor(Date.now() / 1000) - 60;
  localStorage.setItem(
    'parlance-auth',
    JSON.stringify({ access_token: 'a.b.c', refresh_token: 'r1', expires_at, user: { id: 'u1' } }),
  );
  expect(await followLink({ bringsTokens: false })).toEqual({ state: 'expired' });
  expect(clients).toEqual(['parlance-web']);
});

test('a consent that cannot be checked is logged, whatever failed, and lets the person pass', async () => {
  const { consentQuery } = await import('./consent.ts');
  const { queryClient } = await import('../../lib/query-client.ts');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await queryClient.fetchQuery(consentQuery('u1'))).toBe('unknown');
  expect(clients).toEqual(['parlance-web']);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await queryClient.fetchQuery({ ...consentQuery('u2'), staleTime: 0 })).toBe('unknown');
  expect(warned).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
  warned.mockRestore();
});
