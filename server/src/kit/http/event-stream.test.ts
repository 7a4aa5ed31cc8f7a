import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep, setImmediate as turnOfOthers } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Context } from '../../context.ts';
import { OpenStreams, sendEvents } from './event-stream.ts';

const context = { log: { error() {} } } as unknown as Context;

test('a reader that does not read holds up neither the end of a stream nor that of the program', async () => {
  const streams = new OpenStreams();
  const server = Fastify({ forceCloseConnections: true });
  let isOver = false;
  let sent = 0;
  server.get('/', (request, reply) =>
    sendEvents(
      context,
      streams,
      request,
      reply,
      async function* (signal) {
        while (!signal.aborted) {
          sent += 1;
          await turnOfOthers();
          yield { event: 'delta', data: 'x'.repeat(100_000) };
        }
        isOver = true;
      },
      {},
    ),
  );
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((server.server.address() as { port: number }).port, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  // Until the socket takes no more.
  for (let before = -1; sent === 0 || sent !== before; await sleep(100)) before = sent;
  expect([streams.size, isOver]).toEqual([1, false]);
  await streams.drain(0);
  expect([streams.size, isOver]).toEqual([0, true]);
  socket.destroy();
  await server.close();
}, 10_000);

test('a reader who has left before it begins is answered nothing', async () => {
  const streams = new OpenStreams();
  const server = Fastify({ forceCloseConnections: true });
  let begun = 0;
  const handled = new Promise<void>((resolve, reject) => {
    server.get('/', async (request, reply) => {
      socket.destroy();
      await once(request.raw.socket, 'close');
      const make = async function* () {
        begun += 1;
        yield { event: 'done', data: {} };
      };
      await sendEvents(context, streams, request, reply, make, {}).then(resolve, reject);
      return reply;
    });
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((server.server.address() as { port: number }).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await handled;
  expect([begun, streams.size]).toEqual([0, 0]);
  await server.close();
});
