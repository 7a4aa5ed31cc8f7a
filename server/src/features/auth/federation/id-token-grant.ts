import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { JWTPayload } from 'jose';
import type { Context } from '../../../context.ts';
import { languageOf } from '../../../kit/http/route.ts';
import { requireFresh } from '../credentials/fresh-session.ts';
import { deviceOf, queryOf, requireSignedIn } from '../protocol/endpoints.ts';
import { sessionForUpdate } from '../queries/sessions.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import { type Body, parseFlag } from '../requests/fields.ts';
import { checkedRedirect } from '../requests/redirects.ts';
import { requireSecondStep } from '../sessions/second-step.ts';
import { presentSession } from '../sessions/sessions.ts';
import { googlePerson } from './google.ts';
import { admitFederatedUser, linkIdentity } from './identities.ts';
import { BadIdToken, verifyIdToken } from './oidc.ts';
import { openFederatedSession } from './sign-in.ts';

/** A refusal in the words of OAuth, whatever version of the protocol is spoken. */
class OAuthRefusal extends Error {
  readonly error: 'invalid request' | 'invalid nonce';

  constructor(error: 'invalid request' | 'invalid nonce', description: string) {
    super(description);
    this.error = error;
  }
}

const optionalText = (value: unknown, name: string): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > 16_384) throw validationError(`${name} must be a string`);
  return value;
};

/** `grant_type=id_token`: who has got an ID token of the provider by themselves signs in with it. */
export async function signInWithIdToken(
  context: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
) {
  try {
    return await redeemIdToken(context, request, body);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    return reply.code(400).send({ error: error.error, error_description: error.message });
  }
}

async function redeemIdToken(context: Context, request: FastifyRequest, body: Body) {
  const token = optionalText(body.id_token, 'id_token');
  const provider = optionalText(body.provider, 'provider');
  if (!token) throw new OAuthRefusal('invalid request', 'id_token required');
  if (!provider) throw new OAuthRefusal('invalid request', 'provider or client_id and issuer required');
  if (provider !== 'google' && provider !== context.config.google?.issuer) {
    throw validationError(`Custom OIDC provider "${provider.slice(0, 50)}" not allowed`);
  }
  if (!context.config.google) {
    throw new AuthError('provider_disabled', 'Provider (issuer) is not enabled');
  }
  const linking = parseFlag(body.link_identity, 'link_identity', false)
    ? await requireSignedIn(context, request)
    : undefined;
  if (linking) {
    requireSecondStep(linking, 401);
    requireFresh(context, linking);
  }
  const claims = await claimsOf(context, token, optionalText(body.access_token, 'access_token'));
  checkNonce(claims, optionalText(body.nonce, 'nonce'));
  const person = googlePerson(claims);
  const device = deviceOf(request);
  const session = await openFederatedSession(context, {
    findAccount: (db) =>
      linking === undefined
        ? admitFederatedUser(context, db, person, {
            language: languageOf(request),
            redirectTo: checkedRedirect(
              context.config,
              queryOf(request).redirect_to,
              request.headers.referer,
            ),
            device,
          })
        : linkIdentity(context, db, person, {
            userId: linking.userId,
            device,
            stands: async (within) => (await sessionForUpdate(within, linking.sessionId)) !== undefined,
          }),
    method: 'oauth',
    device,
  });
  return presentSession(context, session);
}

async function claimsOf(context: Context, token: string, accessToken: string | undefined) {
  try {
    return await verifyIdToken(context, token, accessToken);
  } catch (error) {
    if (error instanceof BadIdToken) throw new OAuthRefusal('invalid request', error.message);
    throw error;
  }
}

/**
 * Refuses a nonce that is not the token's. The provider was told its hash, so that who steals the token on its way has
 * not what it was made of.
 */
function checkNonce({ nonce: stated }: JWTPayload, nonce: string | undefined): void {
  if ((stated === undefined) !== (nonce === undefined)) {
    throw new OAuthRefusal(
      'invalid request',
      'Passed nonce and nonce in id_token should either both exist or not.',
    );
  }
  if (nonce !== undefined && stated !== createHash('sha256').update(nonce).digest('hex')) {
    throw new OAuthRefusal('invalid nonce', 'Nonces mismatch');
  }
}
