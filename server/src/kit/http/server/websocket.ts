import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';

const pingMs = 25_000;
/** Pings in a row that may stay unanswered before the connection is taken for dead. */
const silentPings = 3;
/** A reader that leaves this much unread is cut. */
const maxUnreadBytes = 1_048_576;
const goodbyeMs = 1000;

interface Refusal {
  status: number;
  error: string;
}

interface Acceptance<T> {
  maxFrameBytes: number;
  /** What is known of an admitted request goes on to `connected`. */
  admit(request: FastifyRequest): Promise<T | Refusal>;
  connected(socket: WebSocket, send: (text: string) => void, admitted: T): void;
}

const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'status' in value && 'error' in value;

interface Upgrade {
  response: ServerResponse;
  socket: Duplex;
  head: Buffer;
}

/**
 * Accepts WebSockets at one address. The handshake takes the way of every request, so that all hooks hold for it. Pings
 * keep proxies awake and find dead peers; a reader that cannot keep up is cut rather than buffered for without bound.
 */
export function acceptWebSockets<T>(app: FastifyInstance, url: string, acceptance: Acceptance<T>): void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: acceptance.maxFrameBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();

  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    response.assignSocket(socket as never);
    response.once('finish', () => socket.end());
    upgrades.set(request, { response, socket, head });
    // Node reads no body behind an upgrade.
    if (
      request.headers['content-length'] !== undefined ||
      request.headers['transfer-encoding'] !== undefined
    ) {
      response.writeHead(400).end();
      return;
    }
    app.routing(request, response);
  });

  app.get(url, { exposeHeadRoute: false }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const admitted = await acceptance.admit(request);
    if (isRefusal(admitted)) return reply.code(admitted.status).send({ error: admitted.error });
    const upgrade = upgrades.get(request.raw);
    if (!upgrade || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      return reply
        .code(426)
        .header('upgrade', 'websocket')
        .send({ error: 'This address speaks WebSocket only' });
    }
    reply.hijack();
    upgrade.response.detachSocket(upgrade.socket as never);
    // Whoever waits for the end of the answer means the socket's.
    upgrade.socket.once('close', () => upgrade.response.emit('close'));
    server.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) => {
      keepAlive(socket);
      acceptance.connected(socket, boundedSend(socket), admitted);
    });
    return reply;
  });

  app.addHook('preClose', (done) => {
    for (const socket of server.clients) {
      socket.close(1001, 'The server stops');
      setTimeout(() => socket.terminate(), goodbyeMs).unref();
    }
    done();
  });
}

function keepAlive(socket: WebSocket) {
  let unanswered = 0;
  const alive = () => {
    unanswered = 0;
  };
  socket.on('pong', alive);
  socket.on('message', alive);
  // What breaks on the wire ends the socket; there is nothing else to do about it.
  socket.on('error', () => socket.terminate());
  const timer = setInterval(() => {
    if (unanswered++ >= silentPings) socket.terminate();
    else socket.ping();
  }, pingMs);
  timer.unref();
  socket.once('close', () => clearInterval(timer));
}

/** A `send` that drops what is for a closed socket and cuts a reader that cannot keep up. */
function boundedSend(socket: WebSocket): (text: string) => void {
  return (text) => {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > maxUnreadBytes) socket.terminate();
    else socket.send(text);
  };
}
