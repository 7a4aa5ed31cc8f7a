import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { AppError } from '../../errors.ts';
import { createProxyCheck, limitClients } from './client-limits.ts';
import { acceptWebSockets } from './websocket.ts';

const limits = { perClient: 3, surplus: 2, surplusMs: 300 };
const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0)) await end();
});

/** A server whose `/stream` never ends, and whose `/socket` is a WebSocket. */
async function listening(proxies: string[]) {
  const isProxy = createProxyCheck(proxies);
  const app: FastifyInstance = Fastify({ trustProxy: isProxy, forceCloseConnections: true });
  app.setErrorHandler((error: AppError, _request, reply) => reply.code(error.status).send());
  limitClients(app, isProxy, limits);
  app.get('/healthz', async () => 'ok');
  app.get('/quick', async () => 'ok');
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('begun');
  });
  acceptWebSockets(app, '/socket', { maxFrameBytes: 100, admit: async () => true, connected() {} });
  await app.listen({ host: '127.0.0.1', port: 0 });
  ending.push(() => app.close());
  const { port } = app.server.address() as { port: number };
  const get = async (path: string, client = '') => {
    const leaves = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { connection: 'close', ...(client === '' ? {} : { 'x-forwarded-for': client }) },
      signal: leaves.signal,
    });
    return { status: response.status, leave: () => leaves.abort() };
  };
  const socket = async (client: string) => {
    const opened = new WebSocket(`ws://127.0.0.1:${port}/socket`, { headers: { 'x-forwarded-for': client } });
    ending.unshift(() => opened.terminate());
    return once(opened, 'open').then(() => opened, String);
  };
  const silent = async (): Promise<Socket> => {
    const opened = connect(port, '127.0.0.1');
    opened.on('error', () => {});
    ending.unshift(() => opened.destroy());
    await once(opened, 'connect');
    return opened;
  };
  return { get, socket, silent };
}

/** Once the server has seen what the other side has done. */
async function eventually(look: () => Promise<boolean>) {
  for (const end = Date.now() + 5000; Date.now() < end; await sleep(10)) if (await look()) return;
  throw new Error('waited in vain');
}

describe('behind a trusted proxy', () => {
  test('streams and sockets are counted by client, the proxy’s connections not at all', async () => {
    const { get, socket } = await listening(['127.0.0.1']);
    const streams = [await get('/stream', '192.0.2.1'), await get('/stream', '192.0.2.1')];
    const opened = await socket('192.0.2.1');
    expect(streams.map(({ status }) => status)).toEqual([200, 200]);
    expect(opened).toBeInstanceOf(WebSocket);
    expect((await get('/quick', '192.0.2.1')).status).toBe(429);
    expect(await socket('192.0.2.1')).toContain('429');
    expect((await get('/healthz', '192.0.2.1')).status).toBe(200);
    for (let at = 2; at < 8; at++) expect((await get('/stream', `192.0.2.${at}`)).status).toBe(200);
    // Who leaves makes room, whatever kind of connection they had.
    streams[0]?.leave();
    await eventually(async () => (await get('/quick', '192.0.2.1')).status === 200);
    expect((await get('/stream', '192.0.2.1')).status).toBe(200);
    expect((await get('/quick', '192.0.2.1')).status).toBe(429);
    (opened as WebSocket).terminate();
    await eventually(async () => (await get('/quick', '192.0.2.1')).status === 200);
  });

  test('an IPv6 client is its /64', async () => {
    const { get } = await listening(['127.0.0.0/8']);
    for (let at = 1; at <= 3; at++) expect((await get('/stream', `2001:db8:1:2::${at}`)).status).toBe(200);
    expect((await get('/quick', '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await get('/quick', '2001:db8:1:3::1')).status).toBe(200);
  });
});

describe('without one', () => {
  test('connections are counted, and /healthz is answered beyond their number', async () => {
    const { get, silent } = await listening([]);
    const first = await Promise.all([silent(), silent(), silent()]);
    expect((await get('/quick', '192.0.2.1')).status).toBe(429);
    expect((await get('/healthz')).status).toBe(200);
    // What is silent beyond the number goes, at the latest when others come.
    const more = [await silent(), await silent()];
    const others = await Promise.all([silent(), silent()]);
    await Promise.all(more.map((socket) => socket.closed || once(socket, 'close')));
    expect((await get('/healthz')).status).toBe(200);
    await Promise.all(others.map((socket) => socket.closed || once(socket, 'close')));
    expect(first.every((socket) => !socket.closed)).toBe(true);
    for (const socket of first) socket.destroy();
    await eventually(async () => (await get('/quick')).status === 200);
  });
});

test('a proxy is trusted by address or range, in either spelling', () => {
  const isTrusted = createProxyCheck(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'])
    expect(isTrusted(address), address).toBe(true);
  for (const address of ['10.2.0.1', '192.0.2.8', '2001:db9::1', '', 'unknown', '127.0.0.1'])
    expect(isTrusted(address), address).toBe(false);
});
