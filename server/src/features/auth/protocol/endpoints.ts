import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { isTransientConflict, refusalOf } from '../../../kit/http/problem.ts';
import { languageOf } from '../../../kit/http/route.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { truncateAddress } from '../../../kit/http/server/truncated-address.ts';
import { userById } from '../queries/accounts.ts';
import { sessionWithUser } from '../queries/sessions.ts';
import { AuthError, errorAnswer } from '../requests/errors.ts';
import { countRequest, type RequestGroup } from '../requests/limits.ts';
import { checkedRedirect } from '../requests/redirects.ts';
import { verifyAccessToken } from '../sessions/access-tokens.ts';
import type { Device } from '../sessions/devices.ts';
import { levelOf } from '../sessions/second-step.ts';
import { isBanned } from '../sessions/sessions.ts';
import { answerCors } from './cors.ts';
import { loadPublishableKey } from './publishable-key.ts';

const prefix = '/auth/v1';

/** Where a browser navigates or a stranger reads, no key is asked for. */
const withoutKey = /^\/(authorize|callback|health|\.well-known\/.+|sso\/saml\/.+)$/;

/** What a provider has the browser post is a form; everything else is JSON. */
const withForms = new Set(['/callback', '/sso/saml/acs'].map((path) => prefix + path));

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Offers an address of the protocol under some methods; the others are refused by name. */
export type AddEndpoint = (url: string, offers: Partial<Record<Method, Answer>>) => void;

/** A part of the protocol: it offers its addresses. */
export type EndpointGroup = (at: AddEndpoint, context: Context) => void;

/** The ground that all areas of `/auth/v1` stand on: key, CORS, error shapes, unknown paths and methods. */
export async function serveProtocol(
  app: FastifyInstance,
  context: Context,
  areas: readonly EndpointGroup[],
): Promise<void> {
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply));
  // A route, since the web app's pages answer whatever address no route has.
  app.all('/*', () => {
    throw new AuthError('not_found', 'The requested path was not found');
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (request, body, done) => {
      if (withForms.has(request.routeOptions.url ?? '')) {
        done(null, Object.fromEntries(new URLSearchParams(String(body))));
      } else done(new AuthError('unsupported_media_type', 'The body must be JSON'));
    },
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (answerCors(context.config, request, reply)) return reply;
    await requireKey(context, request);
  });

  const at: AddEndpoint = (url, offers) => {
    const allow = Object.keys(offers).join(', ');
    for (const method of methods) {
      const handler = offers[method] ?? (method === 'HEAD' ? offers.GET : undefined);
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        handler:
          handler ??
          ((_request, reply) => {
            reply.header('allow', allow);
            throw new AuthError('method_not_allowed', `This method is not offered here; ${allow} is`);
          }),
      });
    }
  };

  for (const area of areas) area(at, context);
}

export const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

export const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? null,
  address: truncateAddress(request.ip),
});

/** Who asks, counted against the limit of their address; where a link of theirs may lead. */
export async function visitOf(context: Context, request: FastifyRequest, group: RequestGroup) {
  const address = clientKeyOf(request.ip);
  await countRequest(context, group, address);
  const { redirect_to: wish } = queryOf(request);
  return {
    address,
    language: languageOf(request),
    redirectTo: checkedRedirect(context.config, wish, request.headers.referer),
  };
}

async function requireKey(context: Context, request: FastifyRequest): Promise<void> {
  const path = (request.url.split('?', 1)[0] ?? '').slice(prefix.length);
  const isLink = path === '/verify' && (request.method === 'GET' || request.method === 'HEAD');
  if (isLink || withoutKey.test(path)) return;
  if (request.headers.apikey === (await loadPublishableKey(context))) return;
  throw new KeyMissing();
}

/** The one refusal of the gateway in front: its shape has no code. */
class KeyMissing extends Error {}

/** Who asks, and in which session. */
export type SignedIn = Awaited<ReturnType<typeof requireSignedInOrRecovering>>;

/**
 * The session behind the bearer, with the reason where there is none: for what one that began with a recovery
 * may do as well, before it has set the password.
 */
export async function requireSignedInOrRecovering(context: Context, request: FastifyRequest) {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined)
    throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token');
  const claims = await verifyAccessToken(context, token);
  if (!claims) throw new AuthError('bad_jwt', 'invalid JWT: unable to parse or verify signature');
  const session = await sessionWithUser(context.db, claims.sessionId, claims.userId);
  if (!session) {
    throw (await userById(context.db, claims.userId))
      ? new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
      : new AuthError('user_not_found', 'User from sub claim in JWT does not exist');
  }
  if (isBanned(session, context.clock())) throw new AuthError('user_banned', 'User is banned');
  return {
    ...claims,
    scope: session.scope,
    aal: levelOf(claims, session),
    hasFactor: session.has_factor,
    provenAt: session.proven_at,
  };
}

/** The session behind the bearer; one that began with a recovery is refused. */
export async function requireSignedIn(context: Context, request: FastifyRequest): Promise<SignedIn> {
  const session = await requireSignedInOrRecovering(context, request);
  if (session.scope === 'recovery') throw recoveryOnlyError();
  return session;
}

export const recoveryOnlyError = () =>
  new AuthError('insufficient_scope', 'This session may only set a new password');

/** Whatever was thrown, in the protocol's words; a defect is logged and told without its message. */
export function asAuthError(context: Context, error: unknown, request: FastifyRequest): AuthError {
  if (error instanceof AuthError) return error;
  if (isTransientConflict(error))
    return new AuthError('conflict', 'Too many concurrent requests for the same account');
  const refusal = refusalOf(error);
  switch (refusal?.code) {
    case 'malformed_json':
      return new AuthError('bad_json', `Could not parse request body as JSON: ${refusal.facts.detail ?? ''}`);
    case 'payload_too_large':
      return new AuthError('request_entity_too_large', 'Request body is too large');
    case 'unsupported_media':
      return new AuthError('unsupported_media_type', 'The body must be JSON');
    case 'rate_limited':
      return new AuthError('over_request_rate_limit', 'Request rate limit reached', {
        retryAfterSeconds: refusal.facts.retryAfterSeconds ?? 5,
      });
    case 'unavailable':
    case 'storage_full':
      return new AuthError('service_unavailable', 'The service is temporarily unavailable', {
        retryAfterSeconds: refusal.facts.retryAfterSeconds ?? 5,
      });
    default:
  }
  if (refusal) return new AuthError('validation_failed', refusal.code, { status: refusal.status });
  context.log.error({ requestId: request.id, route: request.routeOptions.url, error }, 'request failed');
  return new AuthError(
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );
}

function answerError(context: Context, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (thrown instanceof KeyMissing) {
    return reply.code(401).send({
      message: 'No valid API key found in request',
      hint: 'Send the publishable key of /config.json in the `apikey` header.',
    });
  }
  const error = asAuthError(context, thrown, request);
  const version = request.headers['x-supabase-api-version'];
  const answer = errorAnswer(error, typeof version === 'string' ? version : undefined, request.id);
  if (error.status === 413) reply.header('connection', 'close');
  return reply.code(answer.status).headers(answer.headers).send(answer.body);
}
