import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { User } from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let server: Server;
const asked: (string | undefined)[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    const headers = { 'Content-Type': 'application/json' };
    if (request.url === '/config.json') {
      response.writeHead(200, headers).end('{"publishableKey":"sb_publishable_test"}');
      return;
    }
    asked.push(request.url);
    response.writeHead(503, headers).end('{"code":"service_unavailable","message":"down"}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chatbots`;
});
afterAll(() => new Promise((done) => server.close(done)));

const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '');

beforeEach(() => {
  asked.length = 0;
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const user = { id: 'u1', email: 'camille@example.fr', user_metadata: { preferred_locale: 'fr' } };
  localStorage.setItem(
    'parlance-auth',
    JSON.stringify({
      access_token: `${part({ alg: 'ES256' })}.${part({ session_id: 's1', exp: expires_at })}.c2lnbmVk`,
      refresh_token: 'r1',
      token_type: 'bearer',
      expires_in: 3600,
      expires_at,
      user,
    }),
  );
});

test('signing out leaves nothing in this browser, though the server does not answer', async () => {
  const { session, signOut } = await import('./session.ts');
  const { error } = await signOut();
  expect(error).not.toBeNull();
  expect(asked).toEqual(['/auth/v1/logout?scope=global']);
  expect(localStorage.getItem('parlance-auth')).toBeNull();
  expect(session.get()).toEqual({ status: 'signedOut', hasLeft: true });
});

test('a stale session is left before a sign-in, though the server does not answer', async () => {
  const { leaveStaleSession } = await import('./sign-in.ts');
  await leaveStaleSession();
  expect(localStorage.getItem('parlance-auth')).toBeNull();
});

test('who signs out is asked about what they typed and did not send, and may stay with it', async () => {
  const { drafts } = await import('../storage/drafts.ts');
  const { leaveQuestion, session, signOut } = await import('./session.ts');
  session.set({ status: 'signedIn', user: { id: 'u1' } as User });
  drafts.write('chatbot:c1', 'unsaved');
  const stayed = signOut();
  leaveQuestion.get()?.(false);
  expect(await stayed).toEqual({ error: null, hasStayed: true });
  expect(drafts.read('chatbot:c1')).toBe('unsaved');
  expect(session.get().status).toBe('signedIn');
  expect(asked).toEqual([]);

  const left = signOut();
  leaveQuestion.get()?.(true);
  await left;
  expect(sessionStorage).toHaveLength(0);
  expect(session.get()).toEqual({ status: 'signedOut', hasLeft: true });
});

test('a tab says its last when its person signs out in another, and does nothing for somebody else', async () => {
  const { onLeaving, session } = await import('./session.ts');
  session.set({ status: 'signedIn', user: { id: 'u1' } as User });
  let said = 0;
  onLeaving(async () => said++);
  const other = new BroadcastChannel('parlance-leaving');
  const heard: unknown[] = [];
  const done = new Promise<void>((resolve) => {
    other.onmessage = ({ data }) => {
      heard.push(data);
      if (data.word === 'said') resolve();
    };
  });
  for (const of of ['u2', undefined, 'u1']) other.postMessage({ word: 'leaves', of });
  await done;
  expect(said).toBe(1);
  expect(heard).toEqual(['waits', 'said'].map((word) => ({ word, of: 'u1' })));
  other.close();
});
