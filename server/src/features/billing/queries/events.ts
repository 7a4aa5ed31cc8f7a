import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** Takes a delivery in; says whether it is the first of its event. */
export async function insertEvent(db: Db, event: { id: string; type: string; at: Date }): Promise<boolean> {
  const inserted = await db
    .insertInto('stripe_events')
    .values({ id: event.id, type: event.type, received_at: event.at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export const deleteEventsBefore = (db: Db, before: Date) =>
  db.deleteFrom('stripe_events').where('received_at', '<', before).execute();

/** Notes that an account is told of this; says whether it has not been yet. */
export async function insertNotice(
  db: Db,
  notice: { ownerId: string; cause: string; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('billing_notices')
    .values({ owner_id: notice.ownerId, cause: notice.cause, at: notice.at })
    .onConflict((conflict) => conflict.columns(['owner_id', 'cause']).doNothing())
    .returning('cause')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** What is to be ended at Stripe: subscriptions before the customers whose they are. */
export const closures = (db: Db, limit: number) =>
  db
    .selectFrom('stripe_closures')
    .selectAll()
    .orderBy(sql`kind = 'customer'`)
    .orderBy('created_at')
    .limit(limit)
    .execute();

export const deleteClosure = (db: Db, id: string) =>
  db.deleteFrom('stripe_closures').where('id', '=', id).execute();
