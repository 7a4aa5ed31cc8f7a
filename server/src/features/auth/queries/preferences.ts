import type { Appearance } from '@parlance/contract/endpoints/account/preferences';
import type { Db } from '../../../db/open.ts';

const columns = ['theme', 'preferred_locale', 'time_zone'] as const;

export const appearanceOf = (db: Db, userId: string) =>
  db.selectFrom('profiles').select(columns).where('id', '=', userId).executeTakeFirst();

/** Keeps what is given, and makes the profile where there is none. */
export function upsertAppearance(
  db: Db,
  userId: string,
  { theme, language, timezone }: Partial<Appearance>,
  now: Date,
) {
  const row = {
    updated_at: now,
    ...(theme === undefined ? {} : { theme }),
    ...(language === undefined ? {} : { preferred_locale: language }),
    ...(timezone === undefined ? {} : { time_zone: timezone }),
  };
  return db
    .insertInto('profiles')
    .values({ id: userId, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .returning(columns)
    .executeTakeFirstOrThrow();
}
