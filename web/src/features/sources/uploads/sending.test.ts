import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { limits } from '@parlance/contract/limits';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { textsIn } from '../../../lib/language/texts.ts';
import { until } from '../../../test/render.tsx';
import { texts as uploadTexts } from './texts.ts';

/** What the next calls meet instead of an answer, first come first served. */
let troubles: ((request: IncomingMessage, response: ServerResponse, bytes: Buffer) => void)[] = [];
/** Of the next questions after what is stored, those that nobody answers. */
let deafTo = 0;
let stored = Buffer.alloc(0);
let expected = 0;
let begun = 0;
let accepted: unknown[] = [];
const calls: string[] = [];
let server: Server;

const says = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const refuses = (status: number, code: string) => (_request: IncomingMessage, response: ServerResponse) =>
  says(response, status, { type: 'about:blank', status, code, title: `refused: ${code}` });

/** Speaks as the server does: pieces are appended where they belong, the last one makes the source. */
async function answer(request: IncomingMessage, response: ServerResponse) {
  if (request.url === '/config.json') return says(response, 200, { publishableKey: 'sb_publishable_test' });
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces);
  calls.push(`${request.method} ${request.headers['upload-offset'] ?? ''}`.trim());
  const trouble = request.method === 'PATCH' ? troubles.shift() : undefined;
  if (trouble) return trouble(request, response, body);
  if (request.method === 'GET' && deafTo-- > 0) return void request.socket.destroy();
  if (request.method === 'POST') {
    begun++;
    stored = Buffer.alloc(0);
    expected = (JSON.parse(body.toString()) as { size: number }).size;
  }
  if (request.method === 'PATCH') {
    if (Number(request.headers['upload-offset']) !== stored.length)
      return refuses(409, 'upload_offset_conflict')(request, response);
    stored = Buffer.concat([stored, body]);
    if (stored.length === expected) return says(response, 200, { accepted, rejected: [] });
  }
  if (request.method === 'DELETE') return response.writeHead(204).end();
  says(response, 200, { id: 'u1', offset: stored.length });
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));

const load = async () => {
  const [{ addUploads, cancelUpload, retryUpload }, { uploads }] = await Promise.all([
    import('./sending.ts'),
    import('./list.ts'),
  ]);
  return { addUploads, cancelUpload, retryUpload, uploads };
};

beforeEach(async () => {
  troubles = [];
  deafTo = 0;
  calls.length = 0;
  begun = 0;
  accepted = [];
  (await load()).uploads.set([]);
});

const text = (length: number) =>
  'Petit-déjeuner de 7 h à 10 h. '.repeat(Math.ceil(length / 30)).slice(0, length);
const ended = async () => {
  const { uploads } = await load();
  return until(
    () => uploads.get().every(({ state }) => state === 'sent' || state === 'refused') && uploads.get(),
  );
};

test('a file goes in pieces; what the network broke off, and what a failing server refused, goes on where it was', async () => {
  const { addUploads, uploads } = await load();
  const content = text(limits.uploadPieceBytes + 1000);
  troubles = [
    (request) => request.socket.destroy(),
    refuses(503, 'unavailable'),
    // Stored, and the answer lost on its way.
    (request, _response, bytes) => {
      stored = Buffer.concat([stored, bytes]);
      request.socket.destroy();
    },
  ];
  // The connection comes back as soon as it is missed.
  const stop = uploads.subscribe(() => {
    if (uploads.get().some(({ state }) => state === 'interrupted'))
      setTimeout(() => window.dispatchEvent(new Event('online')));
  });
  addUploads('c1', [new File([content], 'guide.txt')]);
  expect((await ended())[0]).toMatchObject({ state: 'sent' });
  expect(stored.toString()).toBe(Buffer.from(content).toString());
  expect(begun).toBe(1);
  expect(calls.filter((call) => call === 'GET')).toHaveLength(3);
  stop();
});

test('an upload is told as broken off until the server answers, not only until the next try', async () => {
  const { addUploads, uploads } = await load();
  troubles = [(request) => request.socket.destroy()];
  deafTo = 3;
  const states: string[] = [];
  const stop = uploads.subscribe(() => {
    const state = uploads.get()[0]?.state ?? '';
    if (states.at(-1) !== state) states.push(state);
    if (state === 'interrupted') setTimeout(() => window.dispatchEvent(new Event('online')));
  });
  addUploads('c1', [new File(['bonjour'], 'a.txt')]);
  await ended();
  stop();
  expect(states).toEqual(['waiting', 'sending', 'interrupted', 'sending', 'sent']);
});

test('what cannot be sent is told at once and holds up no other', async () => {
  const { addUploads, uploads } = await load();
  const large = new File(['x'], 'large.pdf');
  Object.defineProperty(large, 'size', { value: limits.fileBytes + 1 });
  const { refused } = addUploads('c1', [
    new File(['x'], 'photo.png'),
    large,
    new File([], 'empty.txt'),
    new File(['bon'], 'good.txt'),
  ]);
  expect(refused).toBe(3);
  expect(uploads.get().map(({ state }) => state)).toEqual(['refused', 'refused', 'refused', 'sending']);
  const [photo, , , good] = await ended();
  expect(photo?.message).toMatch(/PDF, TXT, DOCX, XLSX/);
  expect(good?.state).toBe('sent');
});

test('bytes that the chatbot has already are told with the source that holds them', async () => {
  const { addUploads } = await load();
  const source = { name: 'livret.pdf', status: 'ready' };
  accepted = [source];
  addUploads('c1', [new File(['bonjour'], 'copie.txt')]);
  expect((await ended())[0]).toMatchObject({ state: 'sent', knownAs: 'livret.pdf' });
  accepted = [{ ...source, status: 'pending' }];
  addUploads('c1', [new File(['bonjour'], 'neuf.txt')]);
  expect((await ended()).at(-1)).not.toHaveProperty('knownAs');
});

test('what was sent stands among the uploads until the list below was asked for again', async () => {
  const { addUploads, uploads } = await load();
  const { isListed } = await import('./list.ts');
  const before = Date.now() - 1;
  addUploads('c1', [new File(['bonjour'], 'a.txt')]);
  const isGone = (listedAt: number) => uploads.get().map((one) => isListed(one, listedAt));
  expect(isGone(Date.now() + 1)).toEqual([false]);
  await ended();
  expect(isGone(before)).toEqual([false]);
  expect(isGone(Date.now() + 1)).toEqual([true]);
  accepted = [{ name: 'a.txt', status: 'ready' }];
  addUploads('c1', [new File(['bonjour'], 'b.txt')]);
  await ended();
  expect(isGone(Date.now() + 1)).toEqual([false]);
});

test('an upload that the server has forgotten begins again; a refusal stays, and may be retried', async () => {
  const { addUploads, retryUpload } = await load();
  troubles = [refuses(404, 'not_found'), refuses(503, 'storage_full')];
  addUploads('c1', [new File(['bonjour'], 'a.txt')]);
  const [one] = await ended();
  expect(one).toMatchObject({ state: 'refused', mayRetry: true, message: 'refused: storage_full' });
  expect(begun).toBe(2);
  retryUpload(one?.id ?? '');
  expect((await ended())[0]?.state).toBe('sent');
  expect(stored.toString()).toBe('bonjour');
});

test('who cancels is heard by the server as well', async () => {
  const { addUploads, cancelUpload, uploads } = await load();
  // Never answered.
  troubles = [() => {}];
  addUploads('c1', [new File(['bonjour'], 'a.txt')]);
  await until(() => calls.includes('PATCH 0'));
  cancelUpload(uploads.get()[0]?.id ?? '');
  expect(uploads.get()).toEqual([]);
  await until(() => calls.includes('DELETE'));
});

test('files of who has left are not sent in the name of who comes', async () => {
  const { addUploads, uploads } = await load();
  const { session } = await import('../../../lib/session/session.ts');
  const user = { id: 'u1', user_metadata: {} } as never;
  session.set({ status: 'signedIn', user });
  troubles = [() => {}];
  addUploads('c1', [
    new File(['secret'], 'a.txt'),
    new File(['secret'], 'b.txt'),
    new File(['secret'], 'c.txt'),
  ]);
  await until(() => calls.includes('PATCH 0'));
  session.set({ status: 'signedOut' });
  expect(uploads.get()).toEqual([]);
});

test('one file is counted as French counts it', () => {
  const t = textsIn(uploadTexts, 'fr');
  expect(t.underWay(1, '5\u00a0%')).toMatch(/^Envoi d’un fichier/);
  expect(t.underWay(2, '5\u00a0%')).toMatch(/^Envoi de 2 fichiers/);
});
