import { sql } from 'kysely';
import { driverOf } from './connections/lease.ts';
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
  return begin(db, (inner) => driver.runWithin(() => run(inner)));
}

const effects = new WeakMap<Db, (() => Promise<void>)[]>();

async function begin<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  const later: (() => Promise<void>)[] = [];
  const result = await db.transaction().execute((inner) => {
    effects.set(inner, later);
    return run(inner);
  });
  for (const effect of later) await effect();
  return result;
}

/** Runs what the database cannot take back once `db` has committed; outside a transaction, at once. */
export async function afterCommit(db: Db, effect: () => Promise<void>): Promise<void> {
  const later = effects.get(db);
  if (later) later.push(effect);
  else await effect();
}

/**
 * This transaction's end waits for no disk: for what a job would do again after a crash, and whose last transaction,
 * which waits, brings it to the disk with its own.
 */
export const commitAsynchronously = (db: Db) => sql`set local synchronous_commit to off`.execute(db);
