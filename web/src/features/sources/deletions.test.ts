import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Source } from '@parlance/contract/endpoints/sources';
import { limits } from '@parlance/contract/limits';
import type { User } from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../test/render.tsx';
import { isDeleted } from '../../ui/toasts/deletions.ts';
import { dismissToast, toasts } from '../../ui/toasts/toasts.ts';
import { deleteSoon, deletions } from './deletions.ts';
import { recordOwnDeletions, sourceDeletions, takeForeignDeletions } from './queries.ts';

const asked: string[] = [];
const signed: (string | undefined)[] = [];
const bodies: string[] = [];
let status = 204;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/config.json') return response.end('{"publishableKey":"sb_publishable_test"}');
    asked.push(`${request.method} ${request.url}`);
    signed.push(request.headers.authorization);
    request.setEncoding('utf8').on('data', (text) => bodies.push(text));
    response.writeHead(status).end(status === 204 ? undefined : '{"count":1}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));

const source = (id: string) => ({ id }) as Source;
const isGone = (id: string) => isDeleted(deletions.get(), { source: source(id) });
let refreshed = 0;
let undone = 0;

const remove = (...ids: string[]) =>
  deleteSoon({
    hides: (what) => 'source' in what && ids.includes(what.source.id),
    calls: () => sourceDeletions('c1', [{ ids }]),
    begins: () => recordOwnDeletions(ids),
    afterwards: async () => void refreshed++,
    undone: () => void undone++,
    said: { title: 'deleted', undo: 'undo', failed: 'failed' },
  });
const shown = (title: string) => toasts.get().find((toast) => toast.title === title && !toast.dismissed);

beforeEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  toasts.set([]);
  deletions.set([]);
  asked.length = signed.length = bodies.length = 0;
  status = 204;
  refreshed = 0;
  undone = 0;
});

test('what is deleted is out of sight at once, and deleted when its toast is gone', async () => {
  remove('s1');
  expect([isGone('s1'), isGone('s2')]).toEqual([true, false]);
  expect(asked).toEqual([]);
  dismissToast(shown('deleted')?.id ?? 0);
  await until(() => !isGone('s1'));
  expect(asked).toEqual(['DELETE /api/v1/sources/s1']);
  expect(refreshed).toBe(1);
});

test('what is undone is back, and nobody was asked', async () => {
  remove('s1');
  const toast = shown('deleted');
  toast?.action?.run();
  dismissToast(toast?.id ?? 0);
  expect(isGone('s1')).toBe(false);
  expect(undone).toBe(1);
  remove('s2');
  dismissToast(shown('deleted')?.id ?? 0);
  await until(() => asked.length > 0);
  expect(asked).toEqual(['DELETE /api/v1/sources/s2']);
});

test('several are one call; a sixth toast deletes what the first one had offered to undo', async () => {
  status = 200;
  remove('s1', 's2');
  for (let at = 0; at < 5; at++) remove(`t${at}`);
  await until(() => asked.length > 0);
  expect(asked).toEqual(['POST /api/v1/chatbots/c1/sources/delete']);
});

test('what was gone already is no failure; what could not be deleted is back, and told', async () => {
  status = 404;
  remove('s1');
  dismissToast(shown('deleted')?.id ?? 0);
  await until(() => !isGone('s1'));
  expect(shown('failed')).toBeUndefined();
  status = 503;
  remove('s2');
  dismissToast(shown('deleted')?.id ?? 0);
  await until(() => !isGone('s2'));
  expect(shown('failed')).toBeDefined();
});

test('a page that goes sends its deletions off at once, and no longer offers to undo them', async () => {
  localStorage.setItem('parlance-auth', '{"access_token":"t1"}');
  remove('s1');
  window.dispatchEvent(new Event('pagehide'));
  expect(shown('deleted')).toBeUndefined();
  await until(() => asked.length > 0);
  expect(asked).toEqual(['DELETE /api/v1/sources/s1']);
  expect(signed).toEqual(['Bearer t1']);
  await until(() => !isGone('s1'));
});

test('what was asked for while the page goes may not have arrived: it is asked for once more', async () => {
  remove('s1');
  dismissToast(shown('deleted')?.id ?? 0);
  window.dispatchEvent(new Event('pagehide'));
  await until(() => asked.length === 2);
  await until(() => !isGone('s1'));
});

test('all that a filter shows go by one call, bound by the moment of the press', async () => {
  status = 200;
  const begun = Date.now();
  deleteSoon({
    hides: () => true,
    calls: () => sourceDeletions('c1', [{ filter: { kind: 'file' } }], begun - 4_000),
    afterwards: async () => {},
    said: { title: 'deleted', undo: 'undo', failed: 'failed' },
  });
  window.dispatchEvent(new Event('pagehide'));
  await until(() => asked.length > 0);
  expect(asked).toEqual(['POST /api/v1/chatbots/c1/sources/delete']);
  const { filter, agoMs } = JSON.parse(bodies[0] ?? '');
  expect(filter).toEqual({ kind: 'file' });
  expect(agoMs).toBeGreaterThanOrEqual(4_000);
  await until(() => !isGone('s1'));
});

test('who leaves with more than a last moment may carry is asked to wait', async () => {
  status = 200;
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const ids = (count: number) => Array.from({ length: count }, () => crypto.randomUUID());
  remove(...ids(limits.sourcesPerCall));
  expect(leave()).toBe(false);
  remove(...ids(limits.sourcesPerCall));
  expect(leave()).toBe(true);
  await until(() => asked.length === 2);
  await until(() => deletions.get().length === 0);
  expect(leave()).toBe(false);
});

test('who signs out in another tab waits for what this one still deletes', async () => {
  remove('s1');
  const other = new BroadcastChannel('parlance-leaving');
  const heard: unknown[] = [];
  other.onmessage = ({ data }: MessageEvent) => heard.push([data.word, asked.length]);
  const { session } = await import('../../lib/session/session.ts');
  session.set({ status: 'signedIn', user: { id: 'u1' } as User });
  other.postMessage({ word: 'leaves', of: 'u1' });
  await until(() => heard.length === 2);
  other.close();
  expect(heard).toEqual([
    ['waits', 0],
    ['said', 1],
  ]);
  expect(shown('deleted')).toBeUndefined();
});

test('who signs out here has deleted before, and is offered nothing to undo', async () => {
  remove('s1');
  const undo = shown('deleted')?.action;
  const { signOut } = await import('../../lib/session/session.ts');
  await signOut();
  expect(asked[0]).toBe('DELETE /api/v1/sources/s1');
  expect(shown('deleted')).toBeUndefined();
  undo?.run();
  expect(undone).toBe(0);
});

test('what somebody else deletes is news; what is deleted here, and what a crawl leaves unread, is none', () => {
  recordOwnDeletions(['own']);
  const told = [
    { id: 'own', name: 'own.pdf' },
    { id: 'read', name: 'Prices' },
    { id: 'unread', name: null },
  ];
  expect(takeForeignDeletions(told)).toEqual(['Prices']);
});
