import { deviceNameOf } from '@parlance/contract/display/device';
import { type KeyScope, keyScopes } from '@parlance/contract/endpoint';
import type { ApiKey } from '@parlance/contract/endpoints/account/api-keys';
import { isLanguage } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../../context.ts';
import type { Db } from '../../../../db/open.ts';
import { transaction } from '../../../../db/transaction.ts';
import { AppError, requireFound } from '../../../../kit/errors.ts';
import type { Caller } from '../../../../kit/http/route.ts';
import { newId, randomToken } from '../../../../kit/ids.ts';
import { requireAttempts } from '../../../../kit/limits/rate-limit.ts';
import { isFresh } from '../../credentials/fresh-session.ts';
import { enqueueMail } from '../../mails/mails.ts';
import { userForUpdate } from '../../queries/accounts.ts';
import {
  type ApiKeyRow,
  deleteKey,
  insertKey,
  keysOf,
  keyWithUser,
  touchKey,
} from '../../queries/api-keys.ts';
import { sessionWithUser } from '../../queries/sessions.ts';
import { sha256 } from '../../requests/digest.ts';
import type { Device } from '../../sessions/devices.ts';
import { recordSecurityEvent } from '../../sessions/security-events.ts';
import { isBanned } from '../../sessions/sessions.ts';

/** What a key begins with, by which people, logs and scanners for secrets know one. */
const prefix = 'parlance_';
const randomBytes = 24;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Each sends a mail. */
const madePerHour = 30;

export const isApiKey = (bearer: string): boolean => bearer.startsWith(prefix);

/** Whose key it is; whatever is wrong with it, the answer is that to any wrong token. */
export async function authenticateKey(context: Context, bearer: string): Promise<Caller> {
  const now = context.clock();
  const key = await keyWithUser(context.db, sha256(bearer));
  if (!key || isBanned(key, now)) throw new AppError('unauthenticated');
  const since = new Date(now.getTime() - minuteMs);
  if (!key.last_used_at || key.last_used_at <= since)
    await touchKey(context.db, key.user_id, key.id, now, since);
  const language = key.preferred_locale;
  return {
    userId: key.user_id,
    email: key.email ?? '',
    sessionId: key.id,
    scopes: key.scopes,
    language: isLanguage(language) ? language : undefined,
  };
}

const present = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  scopes: row.scopes,
  last4: row.last4,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export const listKeys = async (db: Db, userId: string): Promise<ApiKey[]> =>
  (await keysOf(db, userId)).map(present);

/**
 * A key for who has shown a moment ago who they are: it lasts longer than any session, so that whoever got hold of one must not
 * make it. The person is told by mail; nobody is shown it again.
 */
export async function createKey(
  context: Context,
  { userId, sessionId }: Pick<Caller, 'userId' | 'sessionId'>,
  wish: { name: string; scopes: readonly KeyScope[] },
  device: Device,
): Promise<ApiKey & { key: string }> {
  await requireAttempts(context, [{ of: `api keys ${userId}`, limit: madePerHour, windowMs: hourMs }]);
  const key = `${prefix}${randomToken(randomBytes)}`;
  return transaction(context.db, async (db) => {
    // One after another: twenty are twenty, whoever asks at the same time.
    await userForUpdate(db, userId);
    const session = await sessionWithUser(db, sessionId, userId);
    if (!session) throw new AppError('unauthenticated');
    if (!isFresh(context, { provenAt: session.proven_at })) throw new AppError('reauthentication_needed');
    if ((await keysOf(db, userId)).length >= limits.apiKeys)
      throw new AppError('api_key_limit_reached', { limit: limits.apiKeys });
    const now = context.clock();
    const row = {
      id: newId(now),
      name: wish.name,
      scopes: keyScopes.filter((scope) => wish.scopes.includes(scope)),
      last4: key.slice(-4),
      created_at: now,
    };
    await insertKey(db, userId, sha256(key), row);
    await recordSecurityEvent(context, db, {
      userId,
      event: 'api_key_created',
      details: { scopes: row.scopes, keyId: row.id },
      device,
    });
    const from = { name: deviceNameOf(device.userAgent), network: device.address };
    await enqueueMail(context, db, 'apiKeyCreated', userId, { device: from });
    return { ...present({ ...row, last_used_at: null }), key };
  });
}

export async function revokeKey(
  context: Context,
  { userId }: Pick<Caller, 'userId'>,
  id: string,
  device: Device,
): Promise<void> {
  await transaction(context.db, async (db) => {
    requireFound((await deleteKey(db, userId, id)) || undefined);
    const details = { keyId: id };
    await recordSecurityEvent(context, db, { userId, event: 'api_key_revoked', details, device });
  });
}
