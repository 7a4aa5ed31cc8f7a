import { errors as joseErrors, jwtVerify, SignJWT } from 'jose';
import type { Context } from '../../context.ts';
import { appMetadata } from './presenter.ts';
import type { AuthenticationMethod, FoundIdentity, FoundUser } from './queries.ts';
import type { Level } from './second-step.ts';
import { signingKey, verificationKey } from './signing-keys.ts';

interface SessionFacts {
  id: string;
  aal: string;
  amr: AuthenticationMethod[];
}

export interface AccessClaims {
  userId: string;
  sessionId: string;
  aal: Level;
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
  const key = await signingKey(context);
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

/** Nothing for what is not a living access token of ours, whatever is wrong with it. */
export async function verifyAccessToken(context: Context, token: string): Promise<AccessClaims | undefined> {
  const now = context.clock();
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid === undefined ? undefined : await verificationKey(context, kid);
        if (!key) throw new joseErrors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: ['ES256'],
        issuer: issuer(context),
        audience,
        currentDate: now,
        // For the start of a token's life, where another process's clock may be ahead; its end is exact.
        clockTolerance: 30,
        requiredClaims: ['exp', 'iat', 'nbf', 'sub', 'session_id'],
      },
    );
    const { sub, session_id: sessionId, exp } = payload;
    if (exp === undefined || exp * 1000 <= now.getTime()) return undefined;
    if (typeof sub !== 'string' || !uuid.test(sub)) return undefined;
    if (typeof sessionId !== 'string' || !uuid.test(sessionId)) return undefined;
    return { userId: sub, sessionId, aal: payload.aal === 'aal2' ? 'aal2' : 'aal1' };
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return undefined;
    throw error;
  }
}
