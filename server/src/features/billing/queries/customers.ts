import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

export const customerOf = (db: Db, ownerId: string) =>
  db.selectFrom('billing_customers').selectAll().where('owner_id', '=', ownerId).executeTakeFirst();

/** Whose customer this is at Stripe. */
export const ownerOfCustomer = async (db: Db, customerId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('billing_customers')
      .select('owner_id')
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
  )?.owner_id;

/** Notes who an account is at Stripe, unless it is somebody there already; gives who it is. */
export async function bindCustomer(
  db: Db,
  { ownerId, customerId, now }: { ownerId: string; customerId: string; now: Date },
): Promise<string> {
  const { rows } = await sql<{ customer_id: string }>`
    insert into billing_customers (owner_id, customer_id, created_at) values (${ownerId}, ${customerId}, ${now})
    on conflict (owner_id) do update set customer_id = coalesce(billing_customers.customer_id, excluded.customer_id)
    returning customer_id`.execute(db);
  return rows[0]?.customer_id ?? customerId;
}

/** Forgets a customer that is no longer there at Stripe. */
export const unbindCustomer = (db: Db, customerId: string) =>
  db
    .updateTable('billing_customers')
    .set((e) => ({ customer_id: null, former: e('former', '+', 1) }))
    .where('customer_id', '=', customerId)
    .execute();

export const recordCheckout = (db: Db, ownerId: string, at: Date) =>
  db.updateTable('billing_customers').set({ checkout_at: at }).where('owner_id', '=', ownerId).execute();

/** Accounts that began a checkout since, whether or not an event told of it. */
export const ownersWithCheckout = async (db: Db, since: Date): Promise<string[]> =>
  (
    await db
      .selectFrom('billing_customers')
      .select('owner_id')
      .where('checkout_at', '>=', since)
      .where('customer_id', 'is not', null)
      .execute()
  ).map(({ owner_id }) => owner_id);
