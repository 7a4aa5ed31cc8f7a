import { isLanguage, type Language } from '@parlance/contract/i18n';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import type { Authenticate, Caller } from '../../kit/http/route.ts';
import { authenticateKey, isApiKey } from './accounts/api-keys/api-keys.ts';
import {
  accountById,
  addressesOf,
  barUser,
  deleteUser,
  keepOwners,
  userByEmail,
  userForUpdate,
} from './queries/accounts.ts';
import { deleteKey, deleteKeysOf } from './queries/api-keys.ts';
import { deleteAllSessions, deleteSessionsOf, sessionWithUser } from './queries/sessions.ts';
import { verifyAccessToken } from './sessions/access-tokens.ts';
import { lacksSecondStep, levelOf } from './sessions/second-step.ts';
import { isBanned } from './sessions/sessions.ts';

export { optionalMail, readUnsubscribe, unsubscribe, wantsMail } from './mails/wishes.ts';
export { loadPublishableKey } from './protocol/publishable-key.ts';
export { recordSecurityEvent } from './sessions/security-events.ts';
export type { Caller };

/**
 * Who the access token belongs to. The session is looked up every time, so that ending it ends its tokens;
 * whatever is wrong with the token, the answer is the same. Who has a second factor must have proven it.
 */
export async function authenticate(
  context: Context,
  bearer: string,
  { beforeSecondStep = false }: { beforeSecondStep?: boolean } = {},
): Promise<Caller> {
  const claims = await verifyAccessToken(context, bearer);
  const session = claims && (await sessionWithUser(context.db, claims.sessionId, claims.userId));
  if (!session || isBanned(session, context.clock())) throw new AppError('unauthenticated');
  if (!beforeSecondStep) {
    const standing = { aal: levelOf(claims, session), hasFactor: session.has_factor };
    if (lacksSecondStep(standing)) throw new AppError('insufficient_aal');
    // It exists to set a new password and for nothing else.
    if (session.scope === 'recovery') throw new AppError('forbidden');
  }
  const language = session.preferred_locale;
  return {
    userId: claims.userId,
    email: session.email ?? '',
    sessionId: claims.sessionId,
    language: isLanguage(language) ? language : undefined,
  };
}

/** Who calls `/api/v1`: a person in a session, or a program of theirs with a key, which opens what has a scope. */
export const authenticateCall: Authenticate = (context, bearer, options) =>
  isApiKey(bearer) ? authenticateKey(context, bearer) : authenticate(context, bearer, options);

/** Makes what one account does at the same time happen one after another, until the transaction ends. */
export async function lockOwner(db: Db, ownerId: string): Promise<void> {
  requireFound(await userForUpdate(db, ownerId));
}

export { addressesOf, deleteUser, keepOwners };

/** Ends all that signs in to an account, for good: its deletion begins. */
export async function barAccount(db: Db, ownerId: string, now: Date): Promise<void> {
  await barUser(db, ownerId, now);
  await deleteSessionsOf(db, ownerId);
  await deleteKeysOf(db, ownerId);
}

export { deleteKey };

/** Ends everybody's sessions: a restored backup brings back those that were ended since. */
export const endAllSessions = deleteAllSessions;

/** Ends a person's sessions but the one that asks. */
export const endOtherSessions = (db: Db, { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>) =>
  deleteSessionsOf(db, userId, sessionId);

const languageOf = (preferred: string | null): Language => (isLanguage(preferred) ? preferred : 'fr');

export async function accountOf(db: Db, ownerId: string) {
  const account = requireFound(await accountById(db, ownerId));
  return {
    id: account.id,
    email: account.email ?? '',
    firstName: account.first_name,
    lastName: account.last_name,
    /** The language of mails, and of what else is written for a person who is not there to be asked. */
    language: languageOf(account.preferred_locale),
    createdAt: account.created_at,
  };
}

export const hasAccount = async (db: Db, ownerId: string): Promise<boolean> =>
  (await accountById(db, ownerId)) !== undefined;

/** The account that signs in with this address; people of an organisation’s provider are known by that provider. */
export const findAccountByEmail = async (db: Db, email: string): Promise<string | undefined> =>
  (await userByEmail(db, email.trim().toLowerCase()))?.id;

export async function accountLanguage(db: Db, ownerId: string): Promise<Language> {
  return languageOf(requireFound(await accountById(db, ownerId)).preferred_locale);
}
