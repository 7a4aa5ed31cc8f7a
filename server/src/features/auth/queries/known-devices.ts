import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

export async function hasSignedInBefore(db: Db, userId: string, addressHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst();
  return row !== undefined;
}

export const forgetAddresses = (db: Db, lastBefore: Date) =>
  db.deleteFrom('sign_in_addresses').where('last_at', '<', lastBefore).execute();

export const rememberAddress = (db: Db, userId: string, addressHash: Buffer, now: Date) =>
  db
    .insertInto('sign_in_addresses')
    .values({ user_id: userId, address_hash: addressHash, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ last_at: now }))
    .execute();

// Known devices

/**
 * Remembers where a person signs in; says whether they were seen there before, is seen there first of all, or is seen
 * elsewhere than ever before. Of two who ask at once one is told that the device is unknown.
 */
export async function rememberDevice(
  db: Db,
  userId: string,
  deviceHash: Buffer,
  now: Date,
): Promise<'known' | 'first' | 'unknown'> {
  const { rows } = await sql<{ is_new: boolean; has_others: boolean }>`
    insert into known_devices as d (user_id, device_hash, last_at) values (${userId}, ${deviceHash}, ${now})
    on conflict (user_id, device_hash) do update set last_at = ${now}
    returning xmax = 0 as is_new,
      exists (select 1 from known_devices o where o.user_id = d.user_id and o.device_hash <> d.device_hash) as has_others
  `.execute(db);
  const [row] = rows;
  if (!row?.is_new) return 'known';
  return row.has_others ? 'unknown' : 'first';
}

export const forgetDevices = (db: Db, lastBefore: Date) =>
  db.deleteFrom('known_devices').where('last_at', '<', lastBefore).execute();
