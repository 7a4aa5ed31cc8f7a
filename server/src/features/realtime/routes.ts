import type { FastifyInstance } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import type { Context } from '../../context.ts';
import { listOwnOrigins } from '../../kit/http/server/origins.ts';
import { acceptWebSockets } from '../../kit/http/server/websocket.ts';
import { loadPublishableKey } from '../auth/service.ts';
import { Connection, type SocketsOfUsers } from './connection.ts';
import { decodeFrame, type Version, versions } from './frames.ts';
import { Hub } from './hub.ts';

const maxFrameBytes = 64 * 1024;
const signInTimeoutMs = 10_000;
const closeTimeoutMs = 1000;
/** Messages a second, and how many may come at once: a client joins all its topics together. */
const rate = { perSecond: 20, burst: 100 };

const isVersion = (value: unknown): value is Version => (versions as readonly unknown[]).includes(value);

/** The Supabase client's channels: changes of one's own rows, told as they are committed by whatever process. */
export const realtimeRoutes = {
  plugin(app: FastifyInstance, context: Context): void {
    const open = new Set<WebSocket>();
    const sockets: SocketsOfUsers = new Map();
    // What was told while nobody could hear is lost: clients that connect again also look again.
    const hub = new Hub(context, () => {
      for (const socket of open) socket.close(1012, 'Changes may have been missed');
    });
    app.addHook('onClose', () => hub.close());

    acceptWebSockets(app, '/realtime/v1/websocket', {
      maxFrameBytes,
      async admit(request) {
        const { origin } = request.headers;
        const { apikey, vsn = '1.0.0' } = request.query as Record<string, unknown>;
        if (apikey !== (await loadPublishableKey(context))) return { status: 401, error: 'Invalid API key' };
        if (origin !== undefined && !listOwnOrigins(context.config).has(origin))
          return { status: 403, error: 'This origin may not connect' };
        if (!isVersion(vsn)) return { status: 403, error: `vsn must be one of ${versions.join(', ')}` };
        return vsn;
      },
      connected(socket, send, version) {
        open.add(socket);
        const connection = new Connection(context, hub, sockets, version, send);
        const signIn = setTimeout(() => {
          if (!connection.isSignedIn) socket.close(1008, 'Nobody signed in');
        }, signInTimeoutMs);
        signIn.unref();
        const isWithinRate = createTokenBucket();
        const cut = (reason: string) => {
          connection.closed();
          socket.close(1008, reason);
          // Who floods may not answer the close either.
          setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
        };
        socket.on('message', (data: RawData, isBinary: boolean) => {
          // What still arrives while it closes is nobody's.
          if (socket.readyState !== socket.OPEN) return;
          if (!isWithinRate()) return cut('Too many messages per second');
          // Only messages between people are binary, which nobody here is told.
          const bytes = data as Buffer;
          const frame = isBinary ? undefined : decodeFrame(version, bytes);
          if (frame && !connection.receive(frame, bytes.length)) cut('Too many messages wait');
        });
        socket.once('close', () => {
          clearTimeout(signIn);
          open.delete(socket);
          connection.closed();
        });
      },
    });
  },
};

function createTokenBucket(): () => boolean {
  let left = rate.burst;
  let at = performance.now();
  return () => {
    const now = performance.now();
    left = Math.min(rate.burst, left + ((now - at) / 1000) * rate.perSecond);
    at = now;
    return left >= 1 && left-- >= 1;
  };
}
