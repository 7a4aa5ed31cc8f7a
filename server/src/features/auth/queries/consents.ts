import type { Language } from '@parlance/contract/i18n';
import type { Insertable } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Consents } from '../../../db/types.ts';

export const insertConsent = (db: Db, consent: Insertable<Consents> & { language: Language }) =>
  db.insertInto('consents').values(consent).execute();

/** What somebody agreed to last. */
export const newestConsent = (db: Db, ownerId: string) =>
  db
    .selectFrom('consents')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** What somebody said of news when they signed up: it stands until they say it in the privacy settings. */
export async function wantedNewsAtSignUp(db: Db, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .select('receive_updates')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  return row?.receive_updates ?? false;
}
