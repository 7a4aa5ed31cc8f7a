import type { Context } from '../../../context.ts';
import { readBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import {
  type Comparison,
  compareAccounts,
  comparedOwners,
  compareOwners,
  compareReservations,
  ledgerMonths,
  ownersAfter,
  takeTime,
} from './queries.ts';

export interface Verification {
  accounts: number;
  /** How many rows were compared, by what they are. */
  compared: Map<string, number>;
  differences: number;
  seconds: number;
}

const ownersAtATime = 200;
/** Entries of the accounts that are compared together: some tenths of a second. An account with more is compared alone. */
const entriesAtATime = 20_000;
/** A reservation ends ten minutes after it was made, by a job that runs each minute. */
const staleReservationMs = 60 * 60_000;

/** Accounts in groups that one statement compares. */
async function* ownerGroups(db: Db): AsyncGenerator<string[]> {
  let [group, entries]: [string[], number] = [[], 0];
  const batches = readBatches<{ id: string; entries: number }>(ownersAtATime, (after, size) =>
    ownersAfter(db, after?.id, size),
  );
  for await (const owners of batches)
    for (const owner of owners) {
      if (group.length === ownersAtATime || (group.length > 0 && entries + owner.entries > entriesAtATime)) {
        yield group;
        [group, entries] = [[], 0];
      }
      group.push(owner.id);
      entries += owner.entries;
    }
  if (group.length > 0) yield group;
}

/**
 * Proves each running sum, each cause and each reservation against the ledger's entries, on a database that others use; `report`
 * gets a line for each difference, but not for more than some of those that one statement finds. Reads some accounts at a time:
 * its memory does not grow with the ledger.
 */
export async function verifyLedger(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<Verification> {
  const began = performance.now();
  const compared = new Map<string, number>();
  let [accounts, differences] = [0, 0];
  const prove = async (what: string, compare: (db: Db) => Promise<Comparison>) => {
    signal.throwIfAborted();
    const found = await transaction(db, async (db) => {
      await takeTime(db);
      return compare(db);
    });
    compared.set(what, (compared.get(what) ?? 0) + found.rows);
    differences += found.differences;
    for (const line of found.lines) report(line);
    if (found.differences > found.lines.length)
      report(`… and ${found.differences - found.lines.length} more of ${what}`);
  };
  for await (const owners of ownerGroups(db)) {
    accounts += owners.length;
    for (const what of comparedOwners) await prove(what, (db) => compareOwners(db, what, owners));
  }
  for (const month of await ledgerMonths(db))
    await prove('entries with their accounts', (db) => compareAccounts(db, month));
  const stale = new Date(clock().getTime() - staleReservationMs);
  await prove('reservations', (db) => compareReservations(db, stale));
  return { accounts, compared, differences, seconds: (performance.now() - began) / 1000 };
}
