import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { CheckResults, CheckRuns, Checks } from '../../../db/types.ts';

export type CheckRow = Selectable<Checks>;
export type CheckRunRow = Selectable<CheckRuns>;
export type CheckResultRow = Selectable<CheckResults>;

export const checksOf = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { after: string | undefined; limit: number },
) =>
  db
    .selectFrom('checks')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .$if(page.after !== undefined, (query) => query.where('id', '>', page.after as string))
    .orderBy('id')
    .limit(page.limit)
    .execute();

export const countChecks = async (db: Db, ownerId: string, chatbotId: string) => {
  const { count } = await db
    .selectFrom('checks')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .executeTakeFirstOrThrow();
  return count;
};

export const insertChecks = (db: Db, rows: Insertable<Checks>[]) =>
  db.insertInto('checks').values(rows).returningAll().execute();

/** Changes a check; its last result holds no longer, unless nothing is different. */
export async function updateCheckRow(
  db: Db,
  ownerId: string,
  id: string,
  { question, mustContain }: { question: string | undefined; mustContain: string[] | undefined },
) {
  const { rows } = await sql<CheckRow>`
    update checks c set question = n.question, must_contain = n.must_contain,
           passed = case when (c.question, c.must_contain) = (n.question, n.must_contain) then c.passed end,
           answer = case when c.question = n.question then c.answer end
      from (select coalesce(${question ?? null}::text, question) as question,
                   coalesce(${mustContain ?? null}::text[], must_contain) as must_contain
              from checks where owner_id = ${ownerId} and id = ${id}) n
     where c.owner_id = ${ownerId} and c.id = ${id}
    returning c.*`.execute(db);
  return rows[0];
}

export const deleteCheckRow = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('checks')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

/** Inserts a run; nothing when one is running already. */
export const insertRun = (db: Db, row: Insertable<CheckRuns>) =>
  db
    .insertInto('check_runs')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const insertResults = (db: Db, rows: Insertable<CheckResults>[]) =>
  db.insertInto('check_results').values(rows).execute();

/** Deletes all runs but the newest. */
export const forgetOlderRuns = (db: Db, ownerId: string, chatbotId: string, kept: number) =>
  sql`delete from check_runs where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and id not in (
        select id from check_runs where chatbot_id = ${chatbotId} order by id desc limit ${kept})`.execute(
    db,
  );

export const runsOf = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { before: string | undefined; limit: number },
) =>
  db
    .selectFrom('check_runs')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();

export const runById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('check_runs')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Ends a run, unless it has ended already. */
export const endRun = (db: Db, ownerId: string, id: string, errorCode: string | null) =>
  db
    .updateTable('check_runs')
    .set({ status: errorCode === null ? 'done' : 'error', error_code: errorCode })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();

export interface RunFigures {
  run_id: string;
  done: number;
  total: number;
  passed: number;
  broken: number;
  mended: number;
  tokens: number;
}

export async function figuresOf(db: Db, ownerId: string, runIds: readonly string[]): Promise<RunFigures[]> {
  const { rows } = await sql<RunFigures>`
    select run_id, count(*)::int as total, count(passed)::int as done,
           count(*) filter (where passed)::int as passed,
           count(*) filter (where not passed and passed_before)::int as broken,
           count(*) filter (where passed and not passed_before)::int as mended,
           coalesce(sum(tokens), 0)::int8 as tokens
      from check_results
     where owner_id = ${ownerId} and run_id = any(${[...runIds]}::uuid[]) group by run_id`.execute(db);
  return rows;
}

/** Results of those that have been asked, in their order. */
export const resultsOf = (db: Db, ownerId: string, runIds: readonly string[]) =>
  runIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('check_results')
        .selectAll()
        .where('owner_id', '=', ownerId)
        .where('run_id', 'in', runIds)
        .where('passed', 'is not', null)
        .orderBy('place')
        .execute();

/** Results that are still to come, in their order. */
export const pendingResultsOf = (db: Db, ownerId: string, runId: string) =>
  db
    .selectFrom('check_results')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('passed', 'is', null)
    .orderBy('place')
    .execute();

export interface NewCheckResult {
  passed: boolean;
  mode: string;
  answer: string;
  missing: string[];
  tokens: number;
}

/**
 * Stores a result, with the one before, and writes it into its check, unless that was changed or has gone meanwhile.
 */
export async function storeResult(
  db: Db,
  { run_id, place, check_id, owner_id }: CheckResultRow,
  asked: NewCheckResult,
): Promise<void> {
  await sql`
    with before as materialized (
      select id, passed, answer, question, must_contain from checks where id = ${check_id} and owner_id = ${owner_id}
    ), stored as (
      update check_results r
         set passed = ${asked.passed}::bool, mode = ${asked.mode}, answer = ${asked.answer},
             missing = ${asked.missing}::text[], tokens = ${asked.tokens}::bigint,
             passed_before = (select passed from before where (question, must_contain) = (r.question, r.must_contain)),
             answer_before = (select answer from before where question = r.question and answer <> ${asked.answer})
       where run_id = ${run_id} and place = ${place} and passed is null
      returning r.question, r.must_contain
    )
    update checks c set passed = ${asked.passed}::bool, answer = ${asked.answer}
      from stored
     where c.id = ${check_id} and c.owner_id = ${owner_id}
       and (c.question, c.must_contain) = (stored.question, stored.must_contain)`.execute(db);
}
