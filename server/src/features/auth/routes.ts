import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { languageOf } from '../../kit/http.ts';
import { refusalOf } from '../../kit/problem.ts';
import { truncatedAddress } from '../../kit/truncated-address.ts';
import { verifyAccessToken } from './access-tokens.ts';
import { countedAddress } from './client-address.ts';
import { answerCors } from './cors.ts';
import { AuthError, errorAnswer } from './errors.ts';
import { countRequest } from './limits.ts';
import { presentUser } from './presenter.ts';
import { dataService } from './profile-routes.ts';
import { publishableKey } from './publishable-key.ts';
import { identitiesOf, sessionWithUser, userById } from './queries.ts';
import { checkedRedirect, withFragment, withQuery } from './redirects.ts';
import { asBody } from './requests.ts';
import { type Device, isBanned, presentSession, refreshSession, signOut } from './sessions.ts';
import { exchangeCode, signInWithPassword } from './sign-in.ts';
import { resend, signUp } from './sign-up.ts';
import { publicKeySet } from './signing-keys.ts';
import { openLink, verify } from './verification.ts';

const prefix = '/auth/v1';

/** Where a browser navigates or a stranger reads, no key is asked for. */
const withoutKey = new Set(['/verify', '/.well-known/jwks.json', '/health'].map((path) => prefix + path));

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

const methods: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The authentication protocol of the Supabase client and its profiles, in their own shapes. */
export const authRoutes = {
  async plugin(app: FastifyInstance, context: Context): Promise<void> {
    await app.register(async (scope) => protocol(scope, context), { prefix });
    await app.register(async (scope) => dataService(scope, context), { prefix: '/rest/v1' });
  },
};

async function protocol(app: FastifyInstance, context: Context): Promise<void> {
  app.setErrorHandler((error, request, reply) => answerError(context, error, request, reply));
  // A route, since the web app's pages answer whatever address no route has.
  app.all('/*', { schema: { hide: true } as never }, () => {
    throw new AuthError('not_found', 'The requested path was not found');
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (answerCors(context.config, request, reply)) return reply;
    await requireKey(context, request);
  });

  const at = (url: string, offers: Partial<Record<Method, Answer>>) => {
    const allow = Object.keys(offers).join(', ');
    for (const method of methods) {
      const handler = offers[method] ?? (method === 'HEAD' ? offers.GET : undefined);
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        schema: { hide: true } as never,
        handler:
          handler ??
          ((_request, reply) => {
            reply.header('allow', allow);
            throw new AuthError('method_not_allowed', `This method is not offered here; ${allow} is`);
          }),
      });
    }
  };

  at('/health', { GET: () => ({ version: '1', name: 'Parlance', description: 'Parlance authentication' }) });
  at('/settings', { GET: () => settings });
  at('/.well-known/jwks.json', {
    GET: async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=600');
      return publicKeySet(context);
    },
  });

  at('/signup', {
    POST: async (request) => {
      const visit = await visitOf(context, request, 'mail');
      return signUp(context, asBody(request.body), visit);
    },
  });
  at('/resend', {
    POST: async (request) => {
      await resend(context, asBody(request.body), await visitOf(context, request, 'mail'));
      return {};
    },
  });
  at('/token', {
    POST: async (request) => {
      const { address } = await visitOf(context, request, 'token');
      const body = asBody(request.body);
      const device = deviceOf(request);
      switch (queryOf(request).grant_type) {
        case 'password':
          return signInWithPassword(context, body, { address, device });
        case 'refresh_token':
          return presentSession(context, await refreshSession(context, body.refresh_token));
        case 'pkce':
          return presentSession(context, await exchangeCode(context, body, device));
        default:
          throw new AuthError('invalid_credentials', 'unsupported_grant_type');
      }
    },
  });
  at('/verify', {
    POST: async (request) => {
      await visitOf(context, request, 'verify');
      return presentSession(context, await verify(context, asBody(request.body), deviceOf(request)));
    },
    GET: (request, reply) => followLink(context, request, reply),
    // Mail scanners look at links this way; the token stays good for its reader.
    HEAD: (_request, reply) => reply.code(204).send(),
  });
  at('/user', {
    GET: async (request) => {
      const { userId } = await signedIn(context, request);
      const user = await userById(context.db, userId);
      if (!user) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist');
      return presentUser(user, await identitiesOf(context.db, userId));
    },
  });
  at('/logout', {
    POST: async (request, reply) => {
      const session = await signedIn(context, request);
      await signOut(context.db, session, queryOf(request).scope);
      context.log.info({ event: 'signed_out', ...session }, 'signed out');
      return reply.code(204).send();
    },
  });
}

const queryOf = (request: FastifyRequest) => request.query as Record<string, unknown>;

const deviceOf = (request: FastifyRequest): Device => ({
  userAgent: request.headers['user-agent'] ?? null,
  address: truncatedAddress(request.ip),
});

/** Who asks, counted against the limit of their address; where a link of theirs may lead. */
async function visitOf(context: Context, request: FastifyRequest, group: 'token' | 'mail' | 'verify') {
  const address = countedAddress(request.ip);
  await countRequest(context, group, address);
  const { redirect_to: wish } = queryOf(request);
  return {
    address,
    language: languageOf(request),
    redirectTo: checkedRedirect(context.config, wish, request.headers.referer),
  };
}

async function requireKey(context: Context, request: FastifyRequest): Promise<void> {
  const path = request.url.split('?', 1)[0] ?? '';
  const isLink = path !== `${prefix}/verify` || request.method === 'GET' || request.method === 'HEAD';
  if (withoutKey.has(path) && isLink) return;
  if (request.headers.apikey === (await publishableKey(context))) return;
  throw new KeyMissing();
}

/** The one refusal of the gateway in front: its shape has no code. */
class KeyMissing extends Error {}

/** The session behind the bearer, with the reason where there is none. */
async function signedIn(context: Context, request: FastifyRequest) {
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
  return claims;
}

/** What this server offers; a client hides the rest. */
const settings = {
  external: { anonymous_users: false, email: true, phone: false, google: false },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  passkeys_enabled: false,
};

/** `error` by status, for the page that a refused link leads to. */
const redirectErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

async function followLink(context: Context, request: FastifyRequest, reply: FastifyReply) {
  reply.header('referrer-policy', 'no-referrer');
  // A browser that looks ahead has not decided to follow the link.
  const purpose = request.headers['sec-purpose'] ?? request.headers.purpose ?? '';
  if (String(purpose).includes('prefetch')) return reply.code(204).send();
  const { token, type } = queryOf(request);
  let to = checkedRedirect(context.config, queryOf(request).redirect_to, request.headers.referer);
  try {
    await countRequest(context, 'verify', countedAddress(request.ip));
    const opened = await openLink(context, token, type, deviceOf(request));
    if ('code' in opened) return reply.redirect(withQuery(to, { code: opened.code }), 303);
    const session = await presentSession(context, opened.session);
    return reply.redirect(
      withFragment(to, {
        access_token: session.access_token,
        expires_at: String(session.expires_at),
        expires_in: String(session.expires_in),
        refresh_token: session.refresh_token,
        token_type: session.token_type,
        type: String(type),
      }),
      303,
    );
  } catch (thrown) {
    const error = asAuthError(context, thrown, request);
    const facts = {
      ...(redirectErrors[error.status] ? { error: redirectErrors[error.status] as string } : {}),
      error_code: error.code,
      error_description: error.message,
    };
    if (typeof token === 'string' && token.startsWith('pkce_')) to = withQuery(to, facts);
    return reply.redirect(withFragment(to, facts), 303);
  }
}

/** Whatever was thrown, in the protocol's words; a defect is logged and told without its message. */
function asAuthError(context: Context, error: unknown, request: FastifyRequest): AuthError {
  if (error instanceof AuthError) return error;
  const refusal = refusalOf(error);
  switch (refusal?.code) {
    case 'malformed_json':
      return new AuthError('bad_json', `Could not parse request body as JSON: ${refusal.facts.detail ?? ''}`);
    case 'payload_too_large':
      return new AuthError('request_entity_too_large', 'Request body is too large');
    case 'unsupported_media':
      return new AuthError('unsupported_media_type', 'The body must be JSON');
    case 'unavailable':
    case 'storage_full':
      return new AuthError('service_unavailable', 'The service is temporarily unavailable', {
        retryAfterSeconds: refusal.facts.retryAfterSeconds ?? 5,
      });
    default:
  }
  if (refusal) return new AuthError('validation_failed', refusal.code, { status: refusal.status });
  const { code } = error as { code?: unknown };
  // Deadlock or serialisation failure: the same request may well succeed a moment later.
  if (code === '40P01' || code === '40001') {
    return new AuthError('conflict', 'Too many concurrent requests for the same account');
  }
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
