import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Subscriptions } from '../../../db/types.ts';

export type SubscriptionRow = Selectable<Subscriptions>;

/** All that an account ever had, the oldest first. */
export const subscriptionsOf = (db: Db, ownerId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('subscriptions')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Whose subscription this is, as it was found out once. */
export const ownerOfSubscription = async (db: Db, id: string): Promise<string | undefined> =>
  (await db.selectFrom('subscriptions').select('owner_id').where('id', '=', id).executeTakeFirst())?.owner_id;

/**
 * Stores what Stripe says now; what was asked for earlier than what stands there is left out. A plan that is not sure does not
 * replace one that is known.
 */
export const storeSubscription = (db: Db, row: Insertable<Subscriptions>, isPlanSure: boolean) => {
  const { id: _, owner_id: __, ...said } = row;
  return db
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({
          ...said,
          plan: isPlanSure ? sql`excluded.plan` : sql`coalesce(subscriptions.plan, excluded.plan)`,
          // A second unpaid renewal does not begin the days of grace again.
          past_due_since: sql`least(excluded.past_due_since, case when subscriptions.status = 'past_due' and excluded.status = 'past_due'
            then subscriptions.past_due_since end)`,
        })
        .whereRef('subscriptions.synced_at', '<=', 'excluded.synced_at')
        .where('subscriptions.owner_id', '=', row.owner_id),
    )
    .execute();
};

/** Subscriptions of all accounts that may still change, by their id. */
export const liveSubscriptions = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('subscriptions')
    .select(['id', 'owner_id'])
    .where('status', 'not in', ['canceled', 'incomplete_expired'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
