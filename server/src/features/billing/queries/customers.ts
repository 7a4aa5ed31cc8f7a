import type { Db } from '../../../db/open.ts';

export const customerOf = (db: Db, ownerId: string) =>
  db.selectFrom('billing_customers').selectAll().where('owner_id', '=', ownerId).executeTakeFirst();
