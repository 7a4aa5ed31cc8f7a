import type { Db } from '../../db/open.ts';

/** Whether the person had none. */
export async function insertProfileIfNone(
  db: Db,
  profile: {
    userId: string;
    firstName: string | null;
    lastName: string | null;
    website: string | null;
    receiveUpdates: boolean;
    preferredLocale: string | null;
    now: Date;
  },
): Promise<boolean> {
  const inserted = await db
    .insertInto('profiles')
    .values({
      id: profile.userId,
      first_name: profile.firstName,
      last_name: profile.lastName,
      website: profile.website,
      receive_updates: profile.receiveUpdates,
      preferred_locale: profile.preferredLocale,
      updated_at: profile.now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}
