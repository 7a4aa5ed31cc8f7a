import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';

const isCancelledSql = sql<boolean>`(
  users.leaving_since is null and coalesce(users.last_sign_in_at > account_deletions.requested_at, false))`;

/** When the account is to go; nothing where nobody asked, or the person has signed in since. */
export async function scheduledDeletion(db: Db, ownerId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('account_deletions')
    .innerJoin('users', 'users.id', 'account_deletions.owner_id')
    .select('account_deletions.scheduled_for')
    .where('account_deletions.owner_id', '=', ownerId)
    .where(isCancelledSql, '=', false)
    .executeTakeFirst();
  return row?.scheduled_for;
}

export const scheduleDeletion = (db: Db, ownerId: string, now: Date, scheduledFor: Date) =>
  db
    .insertInto('account_deletions')
    .values({ owner_id: ownerId, requested_at: now, scheduled_for: scheduledFor })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet({ requested_at: now, scheduled_for: scheduledFor }),
    )
    .execute();

/** Accounts whose time has come, and those whose deletion has begun. */
export const dueDeletions = (db: Db, now: Date) =>
  db
    .selectFrom('account_deletions')
    .innerJoin('users', 'users.id', 'account_deletions.owner_id')
    .select(['users.id', 'users.leaving_since'])
    .where('account_deletions.scheduled_for', '<=', now)
    .where(isCancelledSql, '=', false)
    .orderBy('account_deletions.scheduled_for')
    .execute();

export const hasBegun = async (db: Db, ownerId: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', ownerId)
    .where('leaving_since', 'is not', null)
    .executeTakeFirst()) !== undefined;

/** Accounts that should have been gone by now: more than a day has passed since they asked. */
export const countOverdue = async (db: Db, before: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('account_deletions')
    .innerJoin('users', 'users.id', 'account_deletions.owner_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_deletions.requested_at', '<', before)
    .where(isCancelledSql, '=', false)
    .executeTakeFirstOrThrow();
  return count;
};

/** Whether a sign-in has taken the request back of late; soon after, the row goes with the mails that tell it. */
export async function isDeletionCancelled(db: Db, ownerId: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_deletions')
    .innerJoin('users', 'users.id', 'account_deletions.owner_id')
    .select('account_deletions.owner_id')
    .where('account_deletions.owner_id', '=', ownerId)
    .where(isCancelledSql, '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes requests that were taken back by a sign-in before this time, and gives whose they were: each is told once.
 */
export async function deleteCancelledRequests(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .deleteFrom('account_deletions')
    .using('users')
    .whereRef('users.id', '=', 'account_deletions.owner_id')
    .where(isCancelledSql, '=', true)
    .where('users.last_sign_in_at', '<', before)
    .returning('account_deletions.owner_id')
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}
