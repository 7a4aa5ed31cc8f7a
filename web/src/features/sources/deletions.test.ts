import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Source } from '@parlance/contract/sources';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../test/render.tsx';
import { isDeleted } from '../../ui/deletions.ts';
import { dismissToast, toasts } from '../../ui/toasts.ts';
import { deleteSoon, deletions } from './deletions.ts';
import { newsOf, sourceDeletions } from './queries.ts';

const asked: string[] = [];
let status = 204;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/config.json') return response.end('{"publishableKey":"sb_publishable_test"}');
    asked.push(`${request.method} ${request.url}`);
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
    calls: Promise.resolve(() => sourceDeletions('c1', ids)),
    afterwards: async () => void refreshed++,
    undone: () => void undone++,
    said: { title: 'deleted', undo: 'undo', failed: 'failed' },
  });
const shown = (title: string) => toasts.get().find((toast) => toast.title === title && !toast.dismissed);

beforeEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  toasts.set([]);
  deletions.set([]);
  asked.length = 0;
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

test('a page that goes sends its deletions off', async () => {
  remove('s1');
  await until(() => {
    window.dispatchEvent(new Event('pagehide'));
    return asked.length > 0;
  });
  dismissToast(shown('deleted')?.id ?? 0);
  expect(asked).toEqual(['DELETE /api/v1/sources/s1']);
});

test('what somebody else deletes is news; what is deleted here, and what a crawl leaves unread, is none', () => {
  sourceDeletions('c1', ['own']);
  const told = [
    { id: 'own', name: 'own.pdf' },
    { id: 'read', name: 'Prices' },
    { id: 'unread', name: null },
  ];
  expect(newsOf(told)).toEqual(['Prices']);
});
