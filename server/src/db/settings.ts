import { encodeJson } from './json.ts';
import type { Db } from './open.ts';

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
