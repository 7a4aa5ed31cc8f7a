import { encodeJson } from './json.ts';
import type { Db } from './open.ts';

/** A value that is kept for the whole program, under its key. */
export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value;
}

export const storeSetting = (db: Db, key: string, value: string, now: Date) =>
  db
    .insertInto('settings')
    .values({ key, value: encodeJson(value), updated_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ value: encodeJson(value), updated_at: now }),
    )
    .execute();

/** Inserts a setting unless there is one; gives the value that stands there, whichever process was first. */
export async function getOrInsertSetting(db: Db, key: string, value: string, now: Date): Promise<string> {
  await db
    .insertInto('settings')
    .values({ key, value: encodeJson(value), updated_at: now })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Replaces a setting that still has this value; says whether it had. */
export async function replaceSetting(
  db: Db,
  key: string,
  from: string,
  to: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: encodeJson(to), updated_at: now })
    .where('key', '=', key)
    .where('value', '=', encodeJson(from))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
