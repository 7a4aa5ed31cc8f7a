import type { Db } from '../../../db/open.ts';

export const accountPlan = (db: Db, ownerId: string) =>
  db
    .selectFrom('users')
    .leftJoin('accounts', 'accounts.owner_id', 'users.id')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.created_at', 'profiles.time_zone', 'accounts.plan', 'accounts.active_until'])
    .where('users.id', '=', ownerId)
    .executeTakeFirst();

/** The plan that is in force, and the one that the operator gave. */
export const plansOfAccount = (db: Db, ownerId: string) =>
  db
    .selectFrom('accounts')
    .select(['plan', 'granted_plan'])
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();

export const upsertAccount = (
  db: Db,
  account: { ownerId: string; plan: string; activeUntil: Date | null; grantedPlan: string | null },
) => {
  const columns = {
    plan: account.plan,
    active_until: account.activeUntil,
    granted_plan: account.grantedPlan,
  };
  return db
    .insertInto('accounts')
    .values({ owner_id: account.ownerId, ...columns })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet(columns))
    .execute();
};
