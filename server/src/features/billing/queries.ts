import type { Db } from '../../db/open.ts';

export const accountPlan = (db: Db, ownerId: string) =>
  db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.owner_id', 'users.id')
    .select(['users.created_at', 'accounts.plan', 'accounts.active_until'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();
