import type { AnswerOf, AnyEndpoint, BodyOf, KeyScope, ParamsOf, QueryOf } from '@parlance/contract/endpoint';
import { isLanguage, type Language } from '@parlance/contract/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodError } from 'zod';
import type { Context } from '../../context.ts';
import { AppError } from '../errors.ts';
import { runOnce } from './idempotency.ts';
import { isRepeatable } from './openapi.ts';
import { problemOf, refusalOf } from './problem.ts';

/** The person behind a request, as the app's `authenticate` finds them. */
export interface Caller {
  userId: string;
  email: string;
  /** The session that the call comes with, or the personal API key. */
  sessionId: string;
  /** What that key is for; absent for a session, whose person may make every call. */
  scopes?: readonly KeyScope[];
  language: Language | undefined;
}

/** Finds the caller, by an access token or an API key. `beforeSecondStep`: whether who has yet to prove a second factor may pass, too. */
export type Authenticate = (
  context: Context,
  bearer: string,
  options?: { beforeSecondStep?: boolean },
) => Promise<Caller>;

export interface Call<E extends AnyEndpoint> {
  /** Present on endpoints whose access is `user`; reading it elsewhere throws. */
  caller: Caller;
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  language: Language;
  /** The client's address, by way of trusted proxies only. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Route {
  endpoint: AnyEndpoint;
  register(app: FastifyInstance, context: Context, authenticate: Authenticate): void;
}

/** Routes of a feature: endpoints of the contract, or a protocol with its own shapes. */
export interface Plugin {
  plugin(app: FastifyInstance, context: Context, authenticate: Authenticate): void | Promise<void>;
  /** Endpoints of the contract that it answers, for OpenAPI. */
  endpoints?: readonly AnyEndpoint[];
}

export type Registration = Route | Plugin;

/** The language of titles and sentences: the one that the request prefers, else the profile's, else fr. */
export function languageOf(request: FastifyRequest, caller?: Pick<Caller, 'language'>): Language {
  const accepted = (request.headers['accept-language'] ?? '').slice(0, 200).split(',');
  const ranked = accepted
    .map((part) => ({
      tag: part.trim().slice(0, 2).toLowerCase(),
      weight: Number(/;\s*q=([\d.]+)/i.exec(part)?.[1] ?? 1),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  for (const { tag } of ranked) if (isLanguage(tag)) return tag;
  return caller?.language ?? 'fr';
}

/** The bearer of the request's `Authorization`; 401 without one. */
export function bearerOf(request: FastifyRequest): string {
  const [scheme, token, ...rest] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token || rest.length > 0) throw new AppError('unauthenticated');
  return token;
}

type Handler<E extends AnyEndpoint> = (
  context: Context,
  call: Call<E>,
) => Promise<AnswerOf<E> | undefined> | Promise<void>;

/**
 * Binds an endpoint of the contract to its handler: finds the caller, validates params, query and body, and
 * checks the answer against the contract, so that neither OpenAPI lies nor a column leaks.
 */
export function route<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): Route {
  return {
    endpoint,
    register(app, context, authenticate) {
      const status = endpoint.status ?? (endpoint.answer ? 200 : 204);
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        // Made inside the application, so that HEAD answers as GET everywhere.
        exposeHeadRoute: endpoint.method === 'GET',
        handler: async (request, reply) => {
          const { access, beforeSecondStep = false } = endpoint;
          const caller =
            access === 'user'
              ? await authenticate(context, bearerOf(request), { beforeSecondStep })
              : undefined;
          request.caller = caller;
          requireScope(endpoint, caller);
          if (caller) reply.header('cache-control', 'no-store');
          const call: Call<E> = {
            get caller() {
              if (!caller) throw new Error(`${endpoint.path} is public: nobody is signed in`);
              return caller;
            },
            params: parsePart(endpoint.params, request.params, 'params') as ParamsOf<E>,
            query: parsePart(endpoint.query, request.query, 'query') as QueryOf<E>,
            body: (endpoint.upload ? undefined : parsePart(endpoint.body, request.body, 'body')) as BodyOf<E>,
            language: languageOf(request, caller),
            address: request.ip,
            request,
            reply,
          };
          const answer = async (context: Context) => {
            const made = await handler(context, call);
            // What streams has answered by itself.
            return endpoint.answer && !reply.sent ? endpoint.answer.parse(made) : undefined;
          };
          const outcome =
            caller && isRepeatable(endpoint)
              ? await runOnce(context, { ownerId: caller.userId, request, status }, answer)
              : { status, body: await answer(context) };
          if (reply.sent || reply.raw.headersSent) return reply;
          if (outcome.body === undefined) return reply.code(outcome.status).send();
          return reply
            .code(outcome.status)
            .type('application/json; charset=utf-8')
            .send(JSON.stringify(outcome.body));
        },
      });
    },
  };
}

/** Refuses a key what it was not made for, and whatever names no scope: account, money and rights are for people. */
function requireScope({ scope }: AnyEndpoint, caller: Caller | undefined): void {
  if (!caller?.scopes || (scope && caller.scopes.includes(scope))) return;
  throw new AppError('insufficient_scope', {
    detail: scope ? `needs a key with the scope ${scope}` : 'not with an API key: sign in',
    ...(scope ? { scope } : {}),
  });
}

/** Validates one part of a request by its schema of the contract. */
export function parsePart(
  schema: AnyEndpoint['body'],
  value: unknown,
  part: 'params' | 'query' | 'body',
): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value ?? (part === 'body' ? undefined : {}));
  if (parsed.success) return parsed.data;
  // An id that cannot be is an id that is not there.
  if (part === 'params') throw new AppError('not_found');
  throw toValidationError(parsed.error, part);
}

/** The field errors of a refusal, by path. */
export function toValidationError(error: Pick<ZodError, 'issues'>, part?: string): AppError {
  return new AppError('validation_failed', {
    detail: part === undefined ? undefined : `in the ${part}`,
    errors: error.issues.slice(0, 20).map((issue) => ({
      path: issue.path.map(String).join('.'),
      // A refinement of ours names its code as its message.
      code: issue.code === 'custom' ? issue.message : String(issue.code),
      message: issue.message,
    })),
  });
}

/** Answers whatever was thrown: a refusal as its problem, a defect logged and told without its message. */
export function answerError(context: Context, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error);
  if (!refusal)
    context.log.error({ requestId: request.id, route: request.routeOptions.url, error }, 'request failed');
  const { code, facts } = refusal ?? new AppError('internal');
  const problem = problemOf(code, { ...facts, requestId: request.id }, languageOf(request, request.caller));
  if (facts.retryAfterSeconds !== undefined) {
    reply.header('retry-after', String(Math.max(1, Math.ceil(facts.retryAfterSeconds))));
  }
  if (code === 'unauthenticated') reply.header('www-authenticate', 'Bearer');
  reply.header('cache-control', 'no-store');
  // The rest of a refused body is not read: the connection cannot be used again.
  if (code === 'payload_too_large' || code === 'malformed_request') reply.header('connection', 'close');
  return reply
    .code(problem.status)
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}
