import { driverOf } from './lease.ts';
import type { Db } from './open.ts';

/**
 * Runs `run` in a transaction and commits, or rolls back when it throws. Shadow the outer `db` with the
 * argument: the outer one refuses inside. Called with a transaction's own handle it joins that transaction.
 * No network, file or model inside: the embedded database has one connection.
 */
export function transaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return run(db);
  const driver = driverOf(db);
  if (!driver) throw new Error('not a handle of openDatabase');
  return db.transaction().execute((inner) => driver.within(() => run(inner)));
}
