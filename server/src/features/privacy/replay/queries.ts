import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

export type DeletedKind = 'account' | 'chatbot' | 'source' | 'conversation' | 'api_key';

export interface Deletion {
  kind: DeletedKind;
  id: string;
  at: Date;
}

/** Deletions that the register does not have yet, oldest first. */
export const listUnwritten = (db: Db, limit: number): Promise<Deletion[]> =>
  db.selectFrom('deletions').selectAll().orderBy('at').orderBy('id').limit(limit).execute();

export const forgetWritten = (db: Db, ids: readonly string[]) =>
  sql`delete from deletions where id = any(${[...ids]}::uuid[])`.execute(db);

const places = {
  chatbot: { table: 'chatbots', owner: 'owner_id' },
  source: { table: 'sources', owner: 'owner_id' },
  conversation: { table: 'conversations', owner: 'owner_id' },
  api_key: { table: 'api_keys', owner: 'user_id' },
} as const;

/** Of what was deleted once, what is there again, and whose it is. */
export async function findReturned(
  db: Db,
  kind: Exclude<DeletedKind, 'account'>,
  ids: readonly string[],
): Promise<{ id: string; ownerId: string }[]> {
  const { table, owner } = places[kind];
  const { rows } = await sql<{ id: string; ownerId: string }>`
    select id, ${sql.ref(owner)} as "ownerId" from ${sql.table(table)}
     where id = any(${[...ids]}::uuid[])`.execute(db);
  return rows;
}
