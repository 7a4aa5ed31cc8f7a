import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../../../context.ts';
import type { AuthenticationMethod } from '../../../db/json.ts';
import { RecentlyUsed } from '../../../kit/limits/recently-used.ts';
import type { FoundUser } from '../queries/accounts.ts';
import type { FoundIdentity } from '../queries/identities.ts';
import type { AssuranceLevel } from './second-step.ts';
import { findVerificationKey, loadSigningKey } from './signing-keys.ts';
import { appMetadata } from './user-presenter.ts';

interface SessionFacts {
  id: string;
  aal: AssuranceLevel;
  amr: AuthenticationMethod[];
}

export interface AccessClaims {
  userId: string;
  sessionId: string;
  aal: AssuranceLevel;
}

const audience = 'authenticated';
const issuer = (context: Context) => `${context.config.publicUrl}/auth/v1`;

// Beyond this the token would not fit into the headers that servers and proxies accept, and its owner would be
// locked out by their own metadata; `GET /user` still has all of it.
const maxMetadataCharacters = 4096;

const metadataForToken = (metadata: unknown) =>
  JSON.stringify(metadata).length <= maxMetadataCharacters ? metadata : {};

export async function signAccessToken(
  context: Context,
  user: FoundUser,
  identities: readonly FoundIdentity[],
  session: SessionFacts,
): Promise<{ token: string; expiresAt: number; expiresIn: number }> {
  const key = await loadSigningKey(context);
  const expiresIn = context.config.auth.accessTokenSeconds;
  const issuedAt = Math.floor(context.clock().getTime() / 1000);
  const token = await new SignJWT({
    email: user.email ?? '',
    phone: '',
    app_metadata: appMetadata(identities),
    user_metadata: metadataForToken(user.user_metadata),
    role: audience,
    aal: session.aal,
    amr: session.amr,
    session_id: session.id,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
    .setIssuer(issuer(context))
    .setSubject(user.id)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + expiresIn)
    .sign(key.privateKey);
  return { token, expiresAt: issuedAt + expiresIn, expiresIn };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface VerifiedToken {
  claims: AccessClaims;
  kid: string;
  startsAt: number;
  endsAt: number;
}

/**
 * Tokens whose signature was found good: they come with every request, and their signature does not change. Only that is
 * remembered; their time, their key and their session are looked at every time.
 */
const verifiedTokens = new WeakMap<Context, RecentlyUsed<string, VerifiedToken>>();
const maxCachedTokens = 1000;
/** For the start of a token's life, where another process's clock may be ahead; its end is exact. */
const clockToleranceSeconds = 30;

/** The claims of a living access token of ours; nothing for what is none, whatever is wrong with it. */
export async function verifyAccessToken(context: Context, token: string): Promise<AccessClaims | undefined> {
  const known = verifiedTokens.get(context) ?? new RecentlyUsed<string, VerifiedToken>(maxCachedTokens);
  verifiedTokens.set(context, known);
  const found = known.get(token) ?? (await checkSignature(context, token));
  const now = context.clock().getTime();
  const isValid =
    found !== undefined &&
    found.endsAt > now &&
    found.startsAt - clockToleranceSeconds * 1000 <= now &&
    (await findVerificationKey(context, found.kid)) !== undefined;
  if (isValid) known.set(token, found);
  else known.delete(token);
  return isValid ? found.claims : undefined;
}

async function checkSignature(context: Context, token: string): Promise<VerifiedToken | undefined> {
  try {
    const { payload, protectedHeader } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await findVerificationKey(context, kid);
        if (!key) throw new joseErrors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: ['ES256'],
        issuer: issuer(context),
        audience,
        currentDate: context.clock(),
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'iat', 'nbf', 'sub', 'session_id'],
      },
    );
    const { sub, session_id: sessionId, exp = 0, nbf = 0 } = payload;
    if (typeof sub !== 'string' || !uuid.test(sub)) return undefined;
    if (typeof sessionId !== 'string' || !uuid.test(sessionId)) return undefined;
    return {
      claims: { userId: sub, sessionId, aal: payload.aal === 'aal2' ? 'aal2' : 'aal1' },
      kid: protectedHeader.kid ?? '',
      startsAt: nbf * 1000,
      endsAt: exp * 1000,
    };
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
}
