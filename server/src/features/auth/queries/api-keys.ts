import type { KeyScope } from '@parlance/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

export interface ApiKeyRow {
  id: string;
  name: string;
  scopes: KeyScope[];
  last4: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** A key with what every request needs to know of its person. */
export async function keyWithUser(db: Db, hash: Buffer) {
  const { rows } = await sql<{
    id: string;
    user_id: string;
    scopes: KeyScope[];
    last_used_at: Date | null;
    email: string | null;
    banned_until: Date | null;
    preferred_locale: string | null;
  }>`
    select k.id, k.user_id, k.scopes, k.last_used_at, u.email, u.banned_until, p.preferred_locale
      from api_keys k join users u on u.id = k.user_id left join profiles p on p.id = u.id
     where k.key_hash = ${hash}`.execute(db);
  return rows[0];
}

/** Notes a use, unless one from after `since` is noted. */
export const touchKey = (db: Db, userId: string, id: string, now: Date, since: Date) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: now })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where((e) => e.or([e('last_used_at', 'is', null), e('last_used_at', '<=', since)]))
    .execute();

/** The newest first. */
export const keysOf = (db: Db, userId: string): Promise<ApiKeyRow[]> =>
  db
    .selectFrom('api_keys')
    .select(['id', 'name', 'scopes', 'last4', 'created_at', 'last_used_at'])
    .$narrowType<{ scopes: KeyScope[] }>()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

export const insertKey = (db: Db, userId: string, hash: Buffer, key: Omit<ApiKeyRow, 'last_used_at'>) =>
  db
    .insertInto('api_keys')
    .values({ ...key, user_id: userId, key_hash: hash })
    .execute();

/** Says whether there was such a key. */
export async function deleteKey(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('api_keys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

export const deleteKeysOf = (db: Db, userId: string) =>
  db.deleteFrom('api_keys').where('user_id', '=', userId).execute();
