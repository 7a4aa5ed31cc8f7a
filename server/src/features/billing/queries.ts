import type { Db } from '../../db/open.ts';

export const accountPlan = (db: Db, ownerId: string) =>
  db
    .selectFrom('accounts')
    .select(['plan', 'active_until'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
