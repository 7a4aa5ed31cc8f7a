import type { FastifyInstance } from 'fastify';

const checkEveryMs = 15_000;
/** Below this a body is an occupied socket, not a slow line (security S9.5). */
const minBytesPerSecond = 1024;
/** A line may stall this long before its average counts. */
const graceMs = 60_000;

/** Ends connections whose request body trickles in; a large file on a slow line has all the time it needs. */
export function endSlowBodies(app: FastifyInstance) {
  app.server.on('request', (request) => {
    if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined)
      return;
    const startedAt = performance.now();
    const before = request.socket.bytesRead;
    const watch = setInterval(() => {
      const elapsedMs = performance.now() - startedAt;
      const received = request.socket.bytesRead - before;
      // Paused by us, it is we who are slow.
      if (elapsedMs < graceMs || request.isPaused()) return;
      if (received < (elapsedMs / 1000) * minBytesPerSecond) request.destroy();
    }, checkEveryMs);
    watch.unref();
    const stop = () => clearInterval(watch);
    request.once('end', stop).once('close', stop);
  });
}
