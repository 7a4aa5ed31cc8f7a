import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { admitHashing, runInHashSlot } from '../credentials/passwords.ts';
import { signInWithIdToken } from '../federation/id-token-grant.ts';
import { requireCaptcha } from '../protocol/captcha.ts';
import {
  asAuthError,
  deviceOf,
  type EndpointGroup,
  queryOf,
  requireSignedIn,
  requireSignedInOrRecovering,
  visitOf,
} from '../protocol/endpoints.ts';
import { addSession, toErrorFacts } from '../protocol/redirect-answers.ts';
import { userById } from '../queries/accounts.ts';
import { factorsOf } from '../queries/factors.ts';
import { identitiesOf } from '../queries/identities.ts';
import { AuthError } from '../requests/errors.ts';
import { asBody, type Body } from '../requests/fields.ts';
import { countRequest } from '../requests/limits.ts';
import { checkedRedirect, withFragment, withQuery } from '../requests/redirects.ts';
import { lacksSecondStep } from '../sessions/second-step.ts';
import { presentSession, refreshSession, signOut } from '../sessions/sessions.ts';
import { loadPublicKeySet } from '../sessions/signing-keys.ts';
import { presentUser, presentUserBeforeSecondStep } from '../sessions/user-presenter.ts';
import { requestRecovery, resend, sendOneTimeCode, type Visit } from '../sign-up/mail-requests.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { exchangeCode, signInWithPassword } from './sign-in.ts';
import { reauthenticate, updateUser } from './user-update.ts';
import { openLink, verify } from './verification.ts';

/** Sign-up, sessions, links of mails, the signed-in person, and what a client asks before any of it. */
export const accountEndpoints: EndpointGroup = (at, context) => {
  at('/health', { GET: () => ({ version: '1', name: 'Parlance', description: 'Parlance authentication' }) });
  at('/settings', { GET: () => settingsOf(context.config) });
  at('/.well-known/jwks.json', {
    GET: async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=600');
      return loadPublicKeySet(context);
    },
  });

  at('/signup', {
    POST: (request) =>
      admitHashing(request.ip, async () => {
        const visit = await visitOf(context, request, 'mail');
        const body = asBody(request.body);
        await requireCaptcha(context, body);
        return runInHashSlot(() => signUp(context, body, visit));
      }),
  });
  const mailRequest = (ask: (context: Context, body: Body, visit: Visit) => Promise<void>) => ({
    POST: async (request: FastifyRequest) => {
      const visit = await visitOf(context, request, 'mail');
      const body = asBody(request.body);
      await requireCaptcha(context, body);
      await ask(context, body, visit);
      return {};
    },
  });
  at('/otp', mailRequest(sendOneTimeCode));
  at('/recover', mailRequest(requestRecovery));
  at('/resend', mailRequest(resend));
  const token = async (request: FastifyRequest, reply: FastifyReply, grant: unknown) => {
    const { address } = await visitOf(context, request, 'token');
    const body = asBody(request.body);
    const device = deviceOf(request);
    switch (grant) {
      case 'password':
        await requireCaptcha(context, body);
        return runInHashSlot(() => signInWithPassword(context, body, { address, device }));
      case 'refresh_token':
        return presentSession(context, await refreshSession(context, body.refresh_token));
      case 'pkce':
        return presentSession(context, await exchangeCode(context, body, device));
      case 'id_token':
        return signInWithIdToken(context, request, reply, body);
      default:
        throw new AuthError('invalid_credentials', 'unsupported_grant_type');
    }
  };
  at('/token', {
    POST: (request, reply) => {
      const { grant_type: grant } = queryOf(request);
      const answer = () => token(request, reply, grant);
      return grant === 'password' ? admitHashing(request.ip, answer) : answer();
    },
  });
  at('/verify', {
    POST: async (request) => {
      await visitOf(context, request, 'verify');
      const accepted = await verify(context, asBody(request.body), deviceOf(request));
      return 'session' in accepted
        ? presentSession(context, accepted.session)
        : { msg: accepted.message, code: '200' };
    },
    GET: (request, reply) => followLink(context, request, reply),
    // Mail scanners look at links this way; the token stays good for its reader.
    HEAD: (_request, reply) => reply.code(204).send(),
  });
  at('/user', {
    GET: async (request) => {
      const session = await requireSignedInOrRecovering(context, request);
      const { userId } = session;
      const user = await userById(context.db, userId);
      if (!user) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist');
      const present = lacksSecondStep(session) ? presentUserBeforeSecondStep : presentUser;
      return present(user, await identitiesOf(context.db, userId), await factorsOf(context.db, userId));
    },
    PUT: async (request) => {
      const session = await requireSignedInOrRecovering(context, request);
      const visit = await visitOf(context, request, 'mail');
      const body = asBody(request.body);
      const answer = () => updateUser(context, session, body, { ...visit, device: deviceOf(request) });
      return body.password ? admitHashing(request.ip, answer) : answer();
    },
  });
  at('/reauthenticate', {
    GET: async (request) => {
      const session = await requireSignedIn(context, request);
      await reauthenticate(context, session, await visitOf(context, request, 'mail'));
      return {};
    },
  });
  at('/logout', {
    POST: async (request, reply) => {
      const { userId, sessionId } = await requireSignedInOrRecovering(context, request);
      await signOut(context.db, { userId, sessionId }, queryOf(request).scope);
      context.log.info({ event: 'signed_out', userId, sessionId }, 'signed out');
      return reply.code(204).send();
    },
  });
};

/** What this server offers; a client hides the rest. */
const settingsOf = ({ google, samlProviders }: Config) => ({
  external: { anonymous_users: false, email: true, phone: false, google: google !== undefined },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: samlProviders.length > 0,
  passkeys_enabled: false,
});

async function followLink(context: Context, request: FastifyRequest, reply: FastifyReply) {
  reply.header('referrer-policy', 'no-referrer');
  // A browser that fetches ahead has not decided to follow the link.
  const purpose = request.headers['sec-purpose'] ?? request.headers.purpose ?? '';
  if (String(purpose).includes('prefetch')) return reply.code(204).send();
  const { token, type } = queryOf(request);
  let to = checkedRedirect(context.config, queryOf(request).redirect_to, request.headers.referer);
  try {
    await countRequest(context, 'verify', clientKeyOf(request.ip));
    const opened = await openLink(context, token, type, deviceOf(request));
    if ('code' in opened) return reply.redirect(withQuery(to, { code: opened.code }), 303);
    if ('message' in opened) {
      const { message, isFlow } = opened;
      if (isFlow) to = withQuery(to, { message });
      return reply.redirect(withFragment(to, { message }), 303);
    }
    const session = await presentSession(context, opened.session);
    return reply.redirect(addSession(to, session, { type: String(type) }), 303);
  } catch (thrown) {
    const error = asAuthError(context, thrown, request);
    const facts = toErrorFacts(error);
    if (typeof token === 'string' && token.startsWith('pkce_')) to = withQuery(to, facts);
    return reply.redirect(withFragment(to, facts), 303);
  }
}
