import type { Db } from '../../db/open.ts';

export const accountPlan = (db: Db, ownerId: string) =>
  db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.owner_id', 'users.id')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.created_at', 'profiles.time_zone', 'accounts.plan', 'accounts.active_until'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();
