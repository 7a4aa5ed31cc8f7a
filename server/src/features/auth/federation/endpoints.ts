import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../../context.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { requireFresh } from '../credentials/fresh-session.ts';
import {
  asAuthError,
  deviceOf,
  type EndpointGroup,
  queryOf,
  requireSignedIn,
  visitOf,
} from '../protocol/endpoints.ts';
import { addProviderError, ProviderRefusal } from '../protocol/redirect-answers.ts';
import { userById } from '../queries/accounts.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import { parseCodeChallenge } from '../requests/fields.ts';
import { countRequest } from '../requests/limits.ts';
import { checkedRedirect } from '../requests/redirects.ts';
import { requireSecondStep } from '../sessions/second-step.ts';
import { googlePerson } from './google.ts';
import { admitFederatedUser, linkIdentity, refuseManaged, unlinkIdentity } from './identities.ts';
import { redeemProviderCode, redirectUri } from './oidc.ts';
import { finishProviderFlow, hasFlowCookie, startProviderFlow } from './provider-flows.ts';
import { isProviderFlowOpen } from './queries.ts';
import { redirectAfterSignIn } from './sign-in.ts';

/** Sign-in with Google, or whichever OpenID Connect issuer the operator named in its place. */
export const federationEndpoints: EndpointGroup = (at, context) => {
  at('/authorize', {
    GET: (request, reply) => authorize(context, request, reply),
    HEAD: (_request, reply) => reply.code(204).send(),
  });
  at('/callback', {
    GET: (request, reply) => callback(context, request, reply, stringsOf(request.query)),
    POST: (request, reply) => callback(context, request, reply, stringsOf(request.body)),
    // The state is good once, and this is not the browser coming back.
    HEAD: (_request, reply) => reply.code(204).send(),
  });
  at('/user/identities/authorize', {
    GET: async (request, reply) => {
      const { userId, sessionId } = await requireFreshSignIn(context, request);
      const user = await userById(context.db, userId);
      if (user) refuseManaged(user);
      const { redirectTo } = await visitOf(context, request, 'sso');
      const wish = parseAuthorization(context, request);
      const url = await startProviderFlow(context, request, reply, {
        ...wish,
        redirectTo,
        link: { userId, sessionId },
      });
      return queryOf(request).skip_http_redirect === 'true' ? { url } : redirectWithoutReferrer(reply, url);
    },
    HEAD: (_request, reply) => reply.code(204).send(),
  });
  at('/user/identities/:id', {
    DELETE: async (request) => {
      const { userId } = await requireFreshSignIn(context, request);
      const { id } = request.params as { id: string };
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
        throw new AuthError('validation_failed', 'identity_id must be an UUID', { status: 404 });
      }
      await unlinkIdentity(context, userId, id.toLowerCase(), deviceOf(request));
      return {};
    },
  });
};

/** Requires a fresh sign-in, by the second factor, too, if they have one, before a way into the account is added. */
async function requireFreshSignIn(context: Context, request: FastifyRequest) {
  const session = await requireSignedIn(context, request);
  requireSecondStep(session, 401);
  requireFresh(context, session);
  return session;
}

function redirectWithoutReferrer(reply: FastifyReply, address: string) {
  reply.header('referrer-policy', 'no-referrer');
  return reply.redirect(address, 302);
}

const stringsOf = (parameters: unknown): URLSearchParams =>
  new URLSearchParams(
    Object.entries((parameters ?? {}) as Record<string, unknown>).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  );

/** Parameters that are ours, or that only we may say to the issuer; everything else is handed on to it. */
const reservedParameters = new Set([
  ...['provider', 'redirect_to', 'scopes', 'skip_http_redirect', 'invite_token', 'apikey'],
  ...[
    'client_id',
    'client_secret',
    'redirect_uri',
    'response_type',
    'response_mode',
    'scope',
    'state',
    'nonce',
  ],
  ...['code_challenge', 'code_challenge_method', 'code_verifier', 'request', 'request_uri', 'registration'],
  ...['client_assertion', 'client_assertion_type', 'dpop_jkt', 'authorization_details', 'resource'],
]);

function parseAuthorization(context: Context, request: FastifyRequest) {
  const query = queryOf(request);
  if (query.provider !== 'google' || !context.config.google) {
    throw validationError('Unsupported provider: provider is not enabled');
  }
  const scopes = typeof query.scopes === 'string' ? query.scopes : '';
  if (!/^[\x21\x23-\x5b\x5d-\x7e ]{0,2000}$/.test(scopes))
    throw validationError('scopes must be words with spaces between');
  const scope = [...new Set(['openid', 'email', 'profile', ...scopes.split(' ').filter(Boolean)])].join(' ');
  const parameters = Object.fromEntries(
    [...stringsOf(query)].filter(([name]) => !reservedParameters.has(name.toLowerCase())),
  );
  return { scope, parameters, challenge: parseCodeChallenge(query) };
}

async function authorize(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const wish = parseAuthorization(context, request);
  const redirectTo = checkedRedirect(context.config, queryOf(request).redirect_to, request.headers.referer);
  try {
    await countRequest(context, 'sso', clientKeyOf(request.ip));
    return redirectWithoutReferrer(
      reply,
      await startProviderFlow(context, request, reply, { ...wish, redirectTo, link: null }),
    );
  } catch (thrown) {
    return redirectWithoutReferrer(
      reply,
      addProviderError(redirectTo, asAuthError(context, thrown, request)),
    );
  }
}

async function callback(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  returned: URLSearchParams,
) {
  let to = context.config.publicUrl;
  try {
    const state = returned.get('state');
    // Another site posted: the cookie comes only with the browser's own step from address to address.
    if (request.method === 'POST' && !(await hasFlowCookie(context, request, state))) {
      return redirectWithoutReferrer(reply, `${redirectUri(context)}?${returned}`);
    }
    const { flow, nonce, verifier } = await finishProviderFlow(context, request, reply, state);
    to = checkedRedirect(context.config, flow.redirect_to);
    const refused = returned.get('error');
    if (refused !== null) throw new ProviderRefusal(refused, returned.get('error_description') ?? undefined);
    if (!returned.get('code')) throw new AuthError('bad_oauth_callback', 'OAuth callback with missing code');
    const { claims, tokens } = await redeemProviderCode(context, returned, {
      state: state ?? '',
      nonce,
      verifier,
    });
    const person = googlePerson(claims);
    const device = deviceOf(request);
    const address = await redirectAfterSignIn(context, flow, {
      findAccount: (db) =>
        flow.link_user_id === null
          ? admitFederatedUser(context, db, person, { language: flow.language, redirectTo: to, device })
          : linkIdentity(context, db, person, {
              userId: flow.link_user_id,
              device,
              stands: (within) => isProviderFlowOpen(within, flow.id),
            }),
      method: 'oauth',
      tokens,
      device,
    });
    return redirectWithoutReferrer(reply, address);
  } catch (thrown) {
    const error = thrown instanceof ProviderRefusal ? thrown : asAuthError(context, thrown, request);
    return redirectWithoutReferrer(reply, addProviderError(to, error));
  }
}
