import type { LedgerPart } from '@parlance/contract/endpoints/usage';
import { type Insertable, type Selectable, sql } from 'kysely';
import { encodeJson, type SummaryClaim, type SummaryResult } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import type { Summaries } from '../../db/types.ts';

export type SummaryRow = Selectable<Summaries>;

/** Inserts a summary; nothing where one runs for this chatbot and period already. */
export const insertSummary = (db: Db, row: Insertable<Summaries>) =>
  db
    .insertInto('summaries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const summaryById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('summaries')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

export const runningSummary = (db: Db, ownerId: string, chatbotId: string, period: SummaryRow['period']) =>
  db
    .selectFrom('summaries')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('period', '=', period)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();

export const summariesOf = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  { before, limit }: { before: string | undefined; limit: number },
) => {
  const newest = db
    .selectFrom('summaries')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .orderBy('id', 'desc');
  return (before === undefined ? newest : newest.where('id', '<', before)).selectAll().limit(limit).execute();
};

export const deleteSummaryRow = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('summaries')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

/**
 * What is told, without what comes of conversations that were deleted meanwhile. Those that are there are held until it is
 * stored: a deletion takes its own out afterwards (functions/summaries.sql).
 */
async function withoutDeleted(db: Db, ownerId: string, result: SummaryResult) {
  const told = [
    ...new Set(
      result.claims.flatMap(({ conversationIds, quotes }) => [
        ...conversationIds,
        ...quotes.flatMap((quote) => quote.conversationIds),
      ]),
    ),
  ];
  const { rows } = await sql<{ id: string }>`
    select id from conversations where owner_id = ${ownerId} and id = any(${told}::uuid[])
     order by id for key share`.execute(db);
  const there = new Set(rows.map(({ id }) => id));
  const gone = told.filter((id) => !there.has(id));
  const stored = encodeJson(result);
  return gone.length === 0
    ? stored
    : sql<never>`jsonb_set(${stored}::jsonb, '{claims}', claims_without(${stored}::jsonb -> 'claims', ${gone}::uuid[]))`;
}

/** What a slice of work has come to. */
export interface Advance {
  read: number;
  lastRead: string | null;
  level: number;
  spent: LedgerPart[];
}

/** Notes how far a summary has come; false where it has been deleted, or has ended. */
export async function advanceSummary(db: Db, { owner_id, id }: SummaryRow, to: Advance): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('summaries')
    .set({
      status: 'running',
      read: to.read,
      last_read: to.lastRead,
      level: to.level,
      spent: encodeJson(to.spent),
    })
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Notes what is about to be asked of a provider as spent, until it is known what that sold: who takes the summary up after a
 * crash charges it. False where it has been deleted, or has ended.
 */
export async function markAsked(db: Db, { owner_id, id }: SummaryRow, spent: LedgerPart[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('summaries')
    .set({ status: 'running', spent: encodeJson(spent) })
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Ends a summary, in a transaction; false where it has been deleted, or has ended. */
export async function finishSummary(
  db: Db,
  { owner_id, id }: SummaryRow,
  outcome:
    | { mode: SummaryRow['mode']; result: SummaryResult; tokens: number; at: Date }
    | { errorCode: string; at: Date },
): Promise<boolean> {
  const isDone = 'result' in outcome;
  const result = isDone ? await withoutDeleted(db, owner_id, outcome.result) : undefined;
  const { numUpdatedRows } = await db
    .updateTable('summaries')
    .set({
      finished_at: outcome.at,
      status: isDone ? 'done' : 'error',
      ...(isDone
        ? {
            mode: outcome.mode,
            result,
            tokens: outcome.tokens,
            read: sql<number>`conversations`,
          }
        : { error_code: outcome.errorCode }),
    })
    .where('owner_id', '=', owner_id)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  await db
    .deleteFrom('summary_notes')
    .where('owner_id', '=', owner_id)
    .where('summary_id', '=', id)
    .execute();
  return numUpdatedRows === 1n;
}

export interface Note {
  level: number;
  place: number;
  claims: SummaryClaim[];
}

/** The first notes of a level, in their order. */
export const notesOf = (
  db: Db,
  { owner_id, id }: SummaryRow,
  level: number,
  limit: number,
): Promise<Note[]> =>
  db
    .selectFrom('summary_notes')
    .select(['level', 'place', 'claims'])
    .where('owner_id', '=', owner_id)
    .where('summary_id', '=', id)
    .where('level', '=', level)
    .orderBy('place')
    .limit(limit)
    .execute();

export const insertNote = (db: Db, { owner_id, id }: SummaryRow, { level, place, claims }: Note) =>
  sql`insert into summary_notes (summary_id, level, place, owner_id, claims)
      values (${id}, ${level}, ${place}, ${owner_id}, ${encodeJson(claims)}::jsonb)`.execute(db);

export const deleteNotes = (db: Db, { owner_id, id }: SummaryRow, level: number, places: readonly number[]) =>
  db
    .deleteFrom('summary_notes')
    .where('owner_id', '=', owner_id)
    .where('summary_id', '=', id)
    .where('level', '=', level)
    .where('place', 'in', places)
    .execute();
