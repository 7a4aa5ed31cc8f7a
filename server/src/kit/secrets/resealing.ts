import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/types.ts';
import type { Secrets } from './secrets.ts';

/** A column of ciphertexts: where each of them was sealed, by the key of its row. */
export interface SealedColumn {
  table: keyof Tables;
  column: string;
  key: string;
  place(key: string): string;
}

const batchSize = 500;

/** The same secret under the newest key. */
export const reseal = (secrets: Secrets, cipher: string, where: string): string =>
  cipher.startsWith(secrets.newestPrefix) ? cipher : secrets.encrypt(secrets.decrypt(cipher, where), where);

/**
 * Seals a column's ciphertexts anew, those of older keys under the newest; gives how many. What was written anew meanwhile is
 * left alone: it has the newest key by then, where every process has it.
 */
export async function resealColumn(
  { db, secrets }: { db: Db; secrets: Secrets },
  { table, column, key, place }: SealedColumn,
  signal: AbortSignal,
): Promise<number> {
  const [named, sealed] = [sql.ref(key), sql.ref(column)];
  for (let count = 0; ; ) {
    signal.throwIfAborted();
    const { rows } = await sql<{ key: string; cipher: string }>`
      select ${named}::text as key, ${sealed} as cipher from ${sql.table(table)}
       where ${sealed} is not null and not starts_with(${sealed}, ${secrets.newestPrefix}) limit ${batchSize}`.execute(
      db,
    );
    if (rows.length === 0) return count;
    let changed = 0;
    for (const row of rows) {
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sealed} = ${reseal(secrets, row.cipher, place(row.key))}
         where ${named} = ${row.key} and ${sealed} = ${row.cipher}`.execute(db);
      changed += Number(numAffectedRows);
    }
    if (changed === 0)
      throw new Error(`${table}: something still seals under an older key; restart every process first.`);
    count += changed;
  }
}
