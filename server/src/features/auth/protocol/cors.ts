import type { FastifyReply, FastifyRequest } from 'fastify';
import { listOwnOrigins } from '../../../kit/http/server/origins.ts';
import type { Sites } from '../requests/redirects.ts';

const methods = 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS';
const requestHeaders = [
  'authorization, apikey, content-type, accept, x-client-info, x-supabase-api-version, x-region, x-retry-count',
  'prefer, range, accept-profile, content-profile, idempotency-key, traceparent, tracestate, baggage',
].join(', ');
const exposedHeaders = [
  'x-supabase-api-version, retry-after, x-sb-error-code, x-total-count, link, content-range, content-location',
  'content-profile, preference-applied, x-relay-error',
].join(', ');

/**
 * Lets our own sites' pages read the answers. Credentials stay off: no cookie authenticates anything. Answers a
 * preflight itself and says so.
 */
export function answerCors(sites: Sites, request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin } = request.headers;
  void reply.header('vary', 'Origin');
  if (origin && listOwnOrigins(sites).has(origin)) {
    void reply.header('access-control-allow-origin', origin);
    void reply.header('access-control-expose-headers', exposedHeaders);
  }
  if (request.method !== 'OPTIONS') return false;
  void reply.header('access-control-allow-methods', methods);
  void reply.header('access-control-allow-headers', requestHeaders);
  void reply.header('access-control-max-age', '86400');
  void reply.code(204).send();
  return true;
}
