import { createHash, timingSafeEqual } from 'node:crypto';
import {
  createRemoteJWKSet,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
  customFetch as keysFetch,
} from 'jose';
import * as oidc from 'openid-client';
import type { Context } from '../../../context.ts';
import { AuthError } from '../requests/errors.ts';
import type { ProviderTokens } from '../sessions/flows.ts';
import { isUnavailable, ProviderUnavailable, providerFetch } from './provider-fetch.ts';

interface Issuer {
  client: oidc.Configuration;
  keys: JWTVerifyGetKey;
  readAt: number;
}

/**
 * How long the issuer's document is used before it is read again: it changes rarely, and an old one is better than
 * none.
 */
const documentRefreshMs = 3_600_000;
const documentMaxAgeMs = 24 * 3_600_000;
/** How long no new keys are asked for: one that nobody knows makes us ask, but not for every forged token. */
const keysCooldownMs = 60_000;

/** With a public key, and no `none`: nobody but the issuer can make such a signature. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

const issuers = new WeakMap<Context, Issuer>();
const pendingIssuers = new WeakMap<Context, Promise<Issuer>>();

const googleOf = ({ config }: Context) => {
  if (!config.google) throw new AuthError('provider_disabled', 'Provider (issuer) is not enabled');
  return config.google;
};

type Google = ReturnType<typeof googleOf>;

/** Whether the operator wrote http: where it is good enough is theirs to know. */
const isInsecure = ({ issuer }: Google) => issuer.startsWith('http:');

async function readDocument(google: Google) {
  try {
    const found = await oidc.discovery(new URL(google.issuer), google.clientId, undefined, oidc.None(), {
      [oidc.customFetch]: providerFetch,
      execute: isInsecure(google) ? [oidc.allowInsecureRequests] : [],
    });
    const document = found.serverMetadata();
    if (document.issuer !== google.issuer) throw new Error(`it calls itself ${document.issuer}`);
    if (!document.jwks_uri) throw new Error('it names no keys');
    const server: oidc.ServerMetadata = document;
    return { server, keysAddress: new URL(document.jwks_uri) };
  } catch (error) {
    throw new ProviderUnavailable(`${google.issuer} does not describe itself`, { cause: error });
  }
}

async function readIssuer(context: Context): Promise<Issuer> {
  const google = googleOf(context);
  const { server, keysAddress } = await readDocument(google);
  const client = new oidc.Configuration(
    server,
    google.clientId,
    google.clientSecret,
    // The standard's default, unless the issuer says that it takes the secret in the body only.
    (server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']).includes('client_secret_basic')
      ? oidc.ClientSecretBasic(google.clientSecret)
      : oidc.ClientSecretPost(google.clientSecret),
  );
  client[oidc.customFetch] = providerFetch;
  if (isInsecure(google)) oidc.allowInsecureRequests(client);
  const keys = createRemoteJWKSet(keysAddress, {
    cooldownDuration: keysCooldownMs,
    [keysFetch]: providerFetch,
  });
  return { client, keys, readAt: context.clock().getTime() };
}

/** What the issuer says of itself, read when it is first needed and once an hour; many who ask at once ask once. */
async function issuerOf(context: Context): Promise<Issuer> {
  const known = issuers.get(context);
  const age = known ? Math.abs(context.clock().getTime() - known.readAt) : Number.POSITIVE_INFINITY;
  if (known && age < documentRefreshMs) return known;
  let underWay = pendingIssuers.get(context);
  if (!underWay) {
    underWay = readIssuer(context).finally(() => pendingIssuers.delete(context));
    pendingIssuers.set(context, underWay);
  }
  try {
    const read = await underWay;
    issuers.set(context, read);
    return read;
  } catch (error) {
    if (known && age < documentMaxAgeMs) return known;
    throw refusalOf(context, error);
  }
}

/** The refusal for what went wrong with the provider, with no more of it than may be told. */
function refusalOf(context: Context, error: unknown): AuthError {
  context.log.warn({ error, issuer: context.config.google?.issuer }, 'the sign-in provider was of no help');
  return isUnavailable(error)
    ? new AuthError('service_unavailable', 'The sign-in provider cannot be reached right now')
    : new AuthError('bad_oauth_callback', 'The answer of the sign-in provider could not be verified');
}

interface FlowSecrets {
  nonce: string;
  verifier: string;
}

export const redirectUri = ({ config }: Context) => `${config.publicUrl}/auth/v1/callback`;

/** Where the browser goes to be asked who it is. */
export async function authorizationAddress(
  context: Context,
  { state, nonce, verifier }: FlowSecrets & { state: string },
  { scope, parameters }: { scope: string; parameters: Record<string, string> },
): Promise<string> {
  const { client } = await issuerOf(context);
  return oidc.buildAuthorizationUrl(client, {
    ...parameters,
    redirect_uri: redirectUri(context),
    response_type: 'code',
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href;
}

/** The code that the browser brought, exchanged for what the provider vouches for. */
export async function redeemProviderCode(
  context: Context,
  returned: URLSearchParams,
  { state, nonce, verifier }: FlowSecrets & { state: string },
): Promise<{ claims: JWTPayload; tokens: ProviderTokens }> {
  const issuer = await issuerOf(context);
  try {
    const answer = await oidc.authorizationCodeGrant(
      issuer.client,
      new URL(`${redirectUri(context)}?${returned}`),
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    );
    const tokens = { access: answer.access_token, refresh: answer.refresh_token };
    const claims = await verify(context, issuer, answer.id_token ?? '', { accessToken: tokens.access });
    if (claims.nonce !== nonce) throw new Error('the nonce is another one');
    if (claims.email !== undefined || !issuer.client.serverMetadata().userinfo_endpoint) {
      return { claims, tokens };
    }
    // Some issuers tell in the token only who, and the rest to who brings it.
    const more = await oidc.fetchUserInfo(issuer.client, tokens.access, claims.sub ?? '');
    return { claims: { ...more, ...claims }, tokens };
  } catch (error) {
    throw refusalOf(context, error);
  }
}

/** Why an ID token is not taken. */
export class BadIdToken extends Error {}

/** An ID token that a client got on its own. The provider being away is an error of another kind. */
export async function verifyIdToken(
  context: Context,
  token: string,
  accessToken: string | undefined,
): Promise<JWTPayload> {
  const issuer = await issuerOf(context);
  try {
    return await verify(context, issuer, token, { accessToken, mustMatch: accessToken !== undefined });
  } catch (error) {
    if (isUnavailable(error)) throw refusalOf(context, error);
    throw new BadIdToken('Bad ID token', { cause: error });
  }
}

async function verify(
  context: Context,
  issuer: Issuer,
  token: string,
  { accessToken, mustMatch = false }: { accessToken: string | undefined; mustMatch?: boolean },
): Promise<JWTPayload> {
  const { clientId } = googleOf(context);
  const { payload, protectedHeader } = await jwtVerify(token, issuer.keys, {
    algorithms,
    issuer: issuer.client.serverMetadata().issuer,
    audience: clientId,
    currentDate: context.clock(),
    clockTolerance: 30,
    requiredClaims: ['iss', 'sub', 'aud', 'exp', 'iat'],
  });
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > 255) {
    throw new Error('it names nobody');
  }
  const isForOthersToo = Array.isArray(payload.aud) && payload.aud.length > 1;
  if ((isForOthersToo || payload.azp !== undefined) && payload.azp !== clientId) {
    throw new Error('it was made for another client');
  }
  if (accessToken !== undefined && (mustMatch || payload.at_hash !== undefined)) {
    const expected = accessTokenHash(accessToken, protectedHeader.alg);
    const stated = Buffer.from(typeof payload.at_hash === 'string' ? payload.at_hash : '');
    if (stated.length !== expected.length || !timingSafeEqual(stated, expected)) {
      throw new Error('it goes with another access token');
    }
  }
  return payload;
}

/** `at_hash`: the left half of the hash that the token's signature uses (OpenID Connect Core 3.1.3.6). */
function accessTokenHash(accessToken: string, alg: string): Buffer {
  const size = /^(?:RS|PS|ES)(256|384|512)$/.exec(alg)?.[1] ?? '512';
  const hash = createHash(`sha${size}`).update(accessToken, 'ascii').digest();
  return Buffer.from(hash.subarray(0, hash.length / 2).toString('base64url'));
}
