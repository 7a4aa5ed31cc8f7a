import type { Db } from './open.ts';
import { transaction } from './transaction.ts';

/**
 * Repeats `step`, each time in a transaction of its own so that nobody waits for all of it, until it has done fewer than
 * `size`; gives how many it has done in all. Each step looks for what is left: begun again after a crash, nothing is done
 * twice.
 */
export async function inBatches(
  db: Db,
  size: number,
  step: (db: Db, size: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  for (let total = 0; ; ) {
    signal?.throwIfAborted();
    const done = await transaction(db, (db) => step(db, size));
    total += done;
    if (done < size) return total;
  }
}

/** All rows that `read` finds, some at a time: each time those that follow the last one seen. */
export async function* readBatches<R>(
  size: number,
  read: (after: R | undefined, size: number) => Promise<R[]>,
): AsyncGenerator<R[], void, undefined> {
  for (let after: R | undefined; ; ) {
    const rows = await read(after, size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1);
  }
}
