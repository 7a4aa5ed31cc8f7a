import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { AppError } from '../kit/errors.ts';
import type { Registration } from '../kit/http/route.ts';
import { countJobs } from '../kit/jobs/queue.ts';
import { jobs, registry } from '../kit/metrics.ts';

/** What a load balancer asks; `isStopping` turns readiness off before anything closes. */
export interface Readiness {
  isStopping: boolean;
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

/**
 * Whether a request comes from this machine, for this machine, by no proxy: a developer's browser cannot be rebound to
 * it (S9.19).
 */
export function isLocal(request: FastifyRequest): boolean {
  const { headers } = request;
  const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
  return (
    loopback.has(request.socket.remoteAddress ?? '') && !isForwarded && localHost.test(headers.host ?? '')
  );
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const readinessMs = 4000;

const isReady = async ({ db }: Context) => {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new AppError('unavailable', { retryAfterSeconds: 5 })), readinessMs).unref();
  });
  await Promise.race([sql`select 1 from jobs limit 1`.execute(db), late]);
};

/** `gauges` set what is only known when `/metrics` is asked. */
export const health = (
  readiness: Readiness,
  gauges: readonly ((context: Context) => Promise<void>)[],
): Registration => ({
  plugin(app, context) {
    app.get('/healthz', async (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ status: 'ok' }),
    );

    app.get('/readyz', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
      if (readiness.isStopping) throw new AppError('unavailable', { retryAfterSeconds: 30 });
      await isReady(context).catch((error) => {
        context.log.warn({ error }, 'not ready');
        throw new AppError('unavailable', { retryAfterSeconds: 5 });
      });
      return reply.send({ status: 'ready' });
    });

    app.get('/metrics', async (request, reply) => {
      const { metricsToken } = context.config;
      const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const isAllowed =
        metricsToken === undefined ? isLocal(request) : timingSafeEqual(digest(bearer), digest(metricsToken));
      if (!isAllowed) throw new AppError('not_found');
      const counts = await countJobs(context.db, context.clock());
      for (const [state, count] of Object.entries(counts)) jobs.set({ state }, count);
      for (const gauge of gauges) await gauge(context);
      return reply
        .type(registry.contentType)
        .header('cache-control', 'no-store')
        .send(await registry.metrics());
    });
  },
});
