import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let server: Server;
const clients: unknown[] = [];
const ownCode = '0190b0a0-1234-4abc-8def-001122334455';
const otherCode = '0190b0a0-1234-4abc-8def-001122334466';

beforeAll(async () => {
  server = createServer((request, response) => {
    const headers = { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' };
    if (request.url === '/config.json') {
      response.writeHead(200, headers).end('{"publishableKey":"sb_publishable_test"}');
      return;
    }
    clients.push(request.headers['x-client-info']);
    if (request.url === '/auth/v1/logout?scope=local' && request.headers.authorization === 'Bearer live') {
      response.writeHead(204).end();
      return;
    }
    if (request.url === '/auth/v1/token?grant_type=pkce') {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      request.on('end', () => {
        const code = JSON.parse(body).auth_code === ownCode ? 'bad_code_verifier' : 'flow_state_not_found';
        response.writeHead(400, headers).end(JSON.stringify({ code, message: code }));
      });
      return;
    }
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
  const { auth } = await import('../../lib/calls/auth-client.ts');
  const { followLink } = await import('./email-links/confirmation.ts');
  // Its start looks for a session, too: before there is one.
  await auth.getSession();
  expect(await followLink({})).toEqual({ state: 'pending' });
  const expires_at = Math.floor(Date.now() / 1000) - 60;
  localStorage.setItem(
    'parlance-auth',
    JSON.stringify({ access_token: 'a.b.c', refresh_token: 'r1', expires_at, user: { id: 'u1' } }),
  );
  expect(await followLink({})).toEqual({ state: 'expired' });
  expect(clients).toEqual(['parlance-web']);
});

test('only what the server knows is a confirmation; who is signed in makes no difference', async () => {
  const { followLink } = await import('./email-links/confirmation.ts');
  for (const isSignedIn of [false, true]) {
    if (isSignedIn) {
      const expires_at = Math.floor(Date.now() / 1000) + 3600;
      const user = { id: 'u1', app_metadata: {}, user_metadata: {} };
      localStorage.setItem(
        'parlance-auth',
        JSON.stringify({
          access_token: 'a.b.c',
          refresh_token: 'r1',
          token_type: 'bearer',
          expires_at,
          user,
        }),
      );
    }
    expect(await followLink({ code: ownCode })).toEqual({ state: 'confirmed' });
    expect(await followLink({ code: otherCode })).toEqual({ state: 'invalid' });
    expect(await followLink({ code: 'garbage' })).toEqual({ state: 'invalid' });
    expect(await followLink({ tokenHash: 'garbage', type: 'signup' })).toEqual({ state: 'invalid' });
    expect(await followLink({ tokenHash: 'garbage' })).toEqual({ state: 'invalid' });
    expect(await followLink({ tokens: { access: 'live', refresh: '' } })).toEqual({ state: 'confirmed' });
    expect(await followLink({ tokens: { access: 'dead', refresh: '' } })).toEqual({ state: 'invalid' });
  }
  localStorage.clear();
});

test('a consent that cannot be checked is logged, whatever failed, and lets the person pass', async () => {
  const { consentQuery } = await import('./screens/GoogleConsent/consent.ts');
  const { queryClient } = await import('../../lib/queries/query-client.ts');
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  expect(await queryClient.fetchQuery(consentQuery('u1'))).toBe('unknown');
  expect(clients).toEqual(['parlance-web']);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await queryClient.fetchQuery({ ...consentQuery('u2'), staleTime: 0 })).toBe('unknown');
  expect(warned).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
  warned.mockRestore();
});
