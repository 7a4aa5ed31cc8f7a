import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';

/** Lets a server listen on a free port of loopback; `stop` does not wait for those who stay connected. */
export async function listenLocally(server: Server) {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    openSockets: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An address, of another process where a port is given. */
export function atPort(address: string, port: number | undefined): URL {
  const url = new URL(address);
  if (port !== undefined) url.port = String(port);
  return url;
}

/** A server that reads and answers JSON; what is no JSON is an empty object. */
export const createJsonServer = (
  handle: (
    request: IncomingMessage,
    body: Record<string, unknown>,
    answer: (status: number, value: unknown) => void,
  ) => unknown,
): Server =>
  createServer(async (request, response) => {
    const body = (await json(request).catch(() => ({}))) as Record<string, unknown>;
    await handle(request, body, (status, value) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(value));
    });
  });
