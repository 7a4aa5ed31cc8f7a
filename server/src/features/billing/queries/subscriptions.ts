import type { Selectable } from 'kysely';
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
