import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '../../../context.ts';
import { runInOrderOfArrival } from '../../../db/connections/lease.ts';
import { AppError } from '../../errors.ts';
import { observeRequest } from '../../metrics.ts';
import { buildCommonHeaders } from '../headers.ts';
import { type Authenticate, answerError, type Registration } from '../route.ts';
import { createProxyCheck, limitClients } from './client-limits.ts';
import { takeJson } from './json.ts';
import { maxTargetBytes, refuseSecondHost, refuseTunnels, refuseUnparsed } from './malformed-requests.ts';
import { buildCorsHeaders, preflightHeaders } from './origins.ts';
import { isPageRequest, refusesPlainHttp } from './plain-http.ts';
import { endSlowBodies } from './slow-bodies.ts';
import { truncateAddress } from './truncated-address.ts';

const maxHeaderBytes = 16 * 1024;
const maxJsonBytes = 1_048_576;
const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const answeredMethods: ReadonlySet<string> = new Set([...knownMethods, 'HEAD', 'OPTIONS']);

/** Whether a path's answers follow rules of their own for other origins. */
const speaksForItself = (url: string) => /^\/(auth|rest|functions|realtime|embed)\//.test(url);

/** Whether a path's answers are for no other origin at all. */
const isPrivate = (url: string) => /^\/(dev|metrics)(\/|\?|$)/.test(url);

/** Fastify with the bounds, headers and errors that hold for every route (security S9). */
export async function createServer(
  context: Context,
  registrations: readonly Registration[],
  authenticate: Authenticate,
): Promise<FastifyInstance> {
  const { config } = context;
  const headers = buildCommonHeaders(config);
  const isProxy = createProxyCheck(config.trustedProxies);
  const app = Fastify({
    logger: false,
    bodyLimit: maxJsonBytes,
    trustProxy: isProxy,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 200, ignoreDuplicateSlashes: false, caseSensitive: true },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    http: { maxHeaderSize: maxHeaderBytes, headersTimeout: 15_000, connectionsCheckingInterval: 5000 },
    // How fast a body must come is `endSlowBodies`' to say: a large file on a slow line takes long.
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 10_000,
    clientErrorHandler: (error, socket) => {
      refuseUnparsed(error, socket, headers);
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      answerError(context, error, request as never, reply as never);
    },
  });
  endSlowBodies(app);
  refuseTunnels(app, headers);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/json\s*(;.*)?$/i, { parseAs: 'buffer' }, takeJson);

  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    refuseSecondHost(request);
    if (request.url.length > maxTargetBytes) throw new AppError('uri_too_long');
    if (refusesPlainHttp(config, request)) {
      if (isPageRequest(request)) return reply.redirect(config.publicUrl + request.url, 308);
      throw new AppError('forbidden', { detail: `only by https: ${config.publicUrl}` });
    }
    if (speaksForItself(request.url) || isPrivate(request.url)) return;
    reply.headers(buildCorsHeaders(config, request.headers.origin));
    if (request.method === 'OPTIONS') await reply.headers(preflightHeaders).code(204).send();
  });
  limitClients(app, isProxy);
  // Once the body is read: its stream's events know nothing of what ran before them.
  app.addHook('preHandler', (_request, _reply, done) => runInOrderOfArrival(done));
  app.addHook('onResponse', async (request, reply) => {
    observeRequest(request, reply);
    // Reads that succeed are logged at debug: they are nearly everything.
    const isQuiet = reply.statusCode < 400 && (request.method === 'GET' || request.method === 'HEAD');
    context.log[isQuiet ? 'debug' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: truncateAddress(request.ip),
      },
      'request answered',
    );
  });
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply));
  app.setNotFoundHandler((request) => {
    throw new AppError(answeredMethods.has(request.method) ? 'not_found' : 'method_not_allowed');
  });

  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  for (const registration of registrations) {
    if ('endpoint' in registration) registration.register(app, context, authenticate);
    else await app.register(async (scope) => registration.plugin(scope, context, authenticate));
  }
  refuseOtherMethods(app, methods);
  return app;
}

/** Answers 405 to the methods that a known address does not offer, with those that it does. */
function refuseOtherMethods(app: FastifyInstance, methods: Map<string, Set<string>>) {
  for (const [url, known] of [...methods]) {
    if (url.includes('*')) continue;
    const missing = knownMethods.filter((method) => !known.has(method));
    if (missing.length === 0) continue;
    const allow = [...known].join(', ');
    app.route({
      method: missing,
      url,
      handler: (_request, reply) => {
        reply.header('allow', allow);
        throw new AppError('method_not_allowed');
      },
    });
  }
}
