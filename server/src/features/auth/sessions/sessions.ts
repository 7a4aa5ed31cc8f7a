import type { Context } from '../../../context.ts';
import type { AuthenticationMethod } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { newId, randomToken } from '../../../kit/ids.ts';
import { touchSignedIn, userById, userForUpdate } from '../queries/accounts.ts';
import { endFlowsOf } from '../queries/credentials.ts';
import { factorsOf } from '../queries/factors.ts';
import { identitiesOf } from '../queries/identities.ts';
import {
  advanceSession,
  deleteSession,
  deleteSessionsOf,
  type FoundSession,
  insertRefreshToken,
  insertSession,
  markRotated,
  raiseSessionTo,
  refreshTokenByHash,
  sessionForUpdate,
} from '../queries/sessions.ts';
import { sha256 } from '../requests/digest.ts';
import { AuthError, validationError } from '../requests/errors.ts';
import { signAccessToken } from './access-tokens.ts';
import { type Device, registerDevice } from './devices.ts';
import type { ProviderTokens } from './flows.ts';
import { type AssuranceLevel, lacksSecondStep } from './second-step.ts';
import { recordSecurityEvent } from './security-events.ts';
import { presentUser, presentUserBeforeSecondStep } from './user-presenter.ts';

export interface LiveSession {
  id: string;
  userId: string;
  aal: AssuranceLevel;
  amr: AuthenticationMethod[];
  refreshToken: string;
  /** The tokens of the provider that somebody signed in with; stored nowhere. */
  providerTokens?: ProviderTokens;
}

/** What a session may do: all, or only set the password that a recovery is about. */
type SessionScope = 'account' | 'recovery';

const methodAt = (now: Date, method: string, provider?: string): AuthenticationMethod => ({
  method,
  timestamp: Math.floor(now.getTime() / 1000),
  ...(provider === undefined ? {} : { provider }),
});

export const refreshTokenPlace = (sessionId: string) => `sessions.refresh_token_sealed.${sessionId}`;

/** A new session, in the caller's transaction: sign-in never takes over one that exists. */
export async function openSession(
  context: Context,
  db: Db,
  wish: {
    userId: string;
    method: string;
    /** The method's provider, where it has several. */
    provider?: string;
    scope?: SessionScope;
    device: Device;
  },
): Promise<LiveSession> {
  const now = context.clock();
  const id = newId(now);
  const refreshToken = randomToken(32);
  const scope = wish.scope ?? 'account';
  const amr = [methodAt(now, wish.method, wish.provider)];
  await insertSession(db, {
    id,
    userId: wish.userId,
    amr,
    scope,
    sealed: context.secrets.encrypt(refreshToken, refreshTokenPlace(id)),
    userAgent: wish.device.userAgent?.slice(0, 512) ?? null,
    address: wish.device.address,
    now,
  });
  await insertRefreshToken(db, { hash: sha256(refreshToken), sessionId: id, generation: 0 });
  await touchSignedIn(db, wish.userId, now);
  await registerDevice(context, db, { userId: wish.userId, device: wish.device, scope });
  return { id, userId: wish.userId, aal: 'aal1', amr, refreshToken };
}

/** After the commit: a session that was rolled back is no sign-in. */
export const logSignIn = (context: Context, userId: string, { address }: Device) =>
  context.log.info({ event: 'signed_in', userId, address }, 'signed in');

const secondMethods = ['totp', 'recovery_code'] as const;
type SecondMethod = (typeof secondMethods)[number];

/** The level of a session whose second factor was removed: what it was before. */
function withoutSecondFactor({ amr }: FoundSession): { aal: AssuranceLevel; amr: AuthenticationMethod[] } {
  const seconds: readonly string[] = secondMethods;
  return { aal: 'aal1', amr: amr.filter(({ method }) => !seconds.includes(method)) };
}

/**
 * Raises a session to its second level once a second factor is proven. Its refresh tokens of before are forgotten: who
 * holds one of the first level can't fetch the second with it.
 */
export async function raiseSession(
  context: Context,
  db: Db,
  sessionId: string,
  { method, factorId }: { method: SecondMethod; factorId: string | null },
): Promise<LiveSession> {
  const session = await sessionForUpdate(db, sessionId);
  if (!session)
    throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist');
  const now = context.clock();
  const refreshToken = randomToken(32);
  const generation = session.generation + 2;
  const amr = [methodAt(now, method), ...session.amr.filter((earlier) => earlier.method !== method)];
  await raiseSessionTo(db, {
    id: session.id,
    amr,
    factorId,
    generation,
    sealed: context.secrets.encrypt(refreshToken, refreshTokenPlace(session.id)),
    now,
  });
  await insertRefreshToken(db, { hash: sha256(refreshToken), sessionId, generation });
  return { id: session.id, userId: session.user_id, aal: 'aal2', amr, refreshToken };
}

/** The token answer of the protocol. Not to be called inside a transaction: it may load a signing key. */
export async function presentSession(context: Context, session: LiveSession) {
  const user = await userById(context.db, session.userId);
  if (!user) throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist');
  const identities = await identitiesOf(context.db, user.id);
  const factors = await factorsOf(context.db, user.id);
  const isStranger = lacksSecondStep({
    aal: session.aal === 'aal2' ? 'aal2' : 'aal1',
    hasFactor: factors.some(({ status }) => status === 'verified'),
  });
  const shown = isStranger ? { ...user, user_metadata: {} } : user;
  const access = await signAccessToken(context, shown, identities, session);
  return {
    access_token: access.token,
    token_type: 'bearer' as const,
    expires_in: access.expiresIn,
    expires_at: access.expiresAt,
    refresh_token: session.refreshToken,
    user: (isStranger ? presentUserBeforeSecondStep : presentUser)(user, identities, factors),
    ...(session.providerTokens ? { provider_token: session.providerTokens.access } : {}),
    ...(session.providerTokens?.refresh ? { provider_refresh_token: session.providerTokens.refresh } : {}),
  };
}

export const isBanned = (user: { banned_until: Date | null }, now: Date) =>
  user.banned_until !== null && user.banned_until > now;

const isSessionExpired = (context: Context, session: FoundSession, now: Date) => {
  const { sessionSeconds, sessionIdleSeconds } = context.config.auth;
  return (
    now.getTime() - session.created_at.getTime() >= sessionSeconds * 1000 ||
    now.getTime() - session.refreshed_at.getTime() >= sessionIdleSeconds * 1000
  );
};

const unknownToken = () =>
  new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');

/**
 * Gives a session a new refresh token. Who presents the active token rotates it; who lost the answer, or refreshes in
 * several tabs at once, gets the same successor; an old token used later ends the session.
 */
export async function refreshSession(context: Context, presented: unknown): Promise<LiveSession> {
  if (typeof presented !== 'string' || !/^[A-Za-z0-9_-]{8,256}$/.test(presented)) {
    throw validationError('Refresh Token is not valid');
  }
  const hash = sha256(presented);
  // The refusal is an answer, not an error thrown inside: what the reuse of a token ended must stay ended.
  const outcome = await transaction(context.db, async (db): Promise<LiveSession | AuthError> => {
    const seen = await refreshTokenByHash(db, hash);
    if (!seen) return unknownToken();
    const session = await sessionForUpdate(db, seen.session_id);
    // Read again under the lock: a parallel request may have rotated it meanwhile.
    const token = session && (await refreshTokenByHash(db, hash));
    if (!token) return unknownToken();
    const now = context.clock();
    const user = await userById(db, session.user_id);
    if (!user) return unknownToken();
    if (isBanned(user, now))
      return new AuthError('user_banned', 'Invalid Refresh Token: User Banned', { status: 400 });
    if (isSessionExpired(context, session, now)) {
      await deleteSession(db, session.user_id, session.id);
      return new AuthError('session_expired', 'Invalid Refresh Token: Session Expired');
    }
    const level = session.falls_back ? withoutSecondFactor(session) : { aal: session.aal, amr: session.amr };
    const live = { id: session.id, userId: session.user_id, ...level };
    if (token.generation === session.generation) {
      const refreshToken = randomToken(32);
      const generation = session.generation + 1;
      await markRotated(db, hash, now);
      await insertRefreshToken(db, { hash: sha256(refreshToken), sessionId: session.id, generation });
      const sealed = context.secrets.encrypt(refreshToken, refreshTokenPlace(session.id));
      await advanceSession(db, { id: session.id, ...level, generation, sealed, now });
      return { ...live, refreshToken };
    }
    const isParent = token.generation === session.generation - 1;
    const rotatedMsAgo = now.getTime() - (token.rotated_at?.getTime() ?? 0);
    if (isParent || rotatedMsAgo < context.config.auth.refreshReuseSeconds * 1000) {
      return {
        ...live,
        refreshToken: context.secrets.decrypt(session.refresh_token_sealed, refreshTokenPlace(session.id)),
      };
    }
    await deleteSession(db, session.user_id, session.id);
    await recordSecurityEvent(context, db, {
      userId: user.id,
      event: 'refresh_token_reused',
      details: { sessionId: session.id },
    });
    return new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

export async function signOut(
  db: Db,
  session: { userId: string; sessionId: string },
  scope: unknown,
): Promise<void> {
  switch (scope ?? 'global') {
    case 'global':
      await transaction(db, async (within) => {
        await userForUpdate(within, session.userId);
        await deleteSessionsOf(within, session.userId);
        await endFlowsOf(within, session.userId);
      });
      break;
    case 'local':
      await deleteSession(db, session.userId, session.sessionId);
      break;
    case 'others':
      await deleteSessionsOf(db, session.userId, session.sessionId);
      break;
    default:
      throw validationError(`Unsupported logout scope "${String(scope).slice(0, 50)}"`);
  }
}
