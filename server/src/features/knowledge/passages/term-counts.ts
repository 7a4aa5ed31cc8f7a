/*
 * In how many passages each word stands. What counting a batch's words up later gives (`chatbot_term_changes`): the bench's
 * documents are searchable for a fifth less of the program's processor time (5.8 and 7.6 s in two rounds, counted at once 7.9 and
 * 9.2 s; ADR 24, ADR 34).
 */
import { sql } from 'kysely';
import { encodeIntegers } from '../../../db/binary.ts';
import type { Db } from '../../../db/open.ts';

/**
 * Adds to a chatbot's counts of passages. Also the lock that orders writers of its terms: taken first, it leaves no
 * deadlock to the rest.
 */
export const addPassageCounts = (db: Db, chatbotId: string, french: number, english: number) =>
  sql`insert into chatbot_stats as stats (chatbot_id, french, english)
      values (${chatbotId}, greatest(${french}::int, 0), greatest(${english}::int, 0))
      on conflict (chatbot_id) do update set
        french = greatest(stats.french + ${french}::int, 0), english = greatest(stats.english + ${english}::int, 0)`.execute(
    db,
  );

export const lockChatbotTerms = (db: Db, chatbotId: string) => addPassageCounts(db, chatbotId, 0, 0);

/** Locks the terms of a chatbot that may be gone; false when it is. */
export async function lockChatbotTermsIfThere(db: Db, chatbotId: string): Promise<boolean> {
  const { rows } = await sql`select from chatbot_stats where chatbot_id = ${chatbotId} for update`.execute(
    db,
  );
  return rows.length > 0;
}

/** The number of passages that hold each term: ascending, the index's order, which is page by page. */
export interface TermFrequencies {
  terms: Int32Array;
  passages: Int32Array;
}

/** Terms of a row: its two arrays fill a page of 8 kB. */
export const maxChangesPerRow = 900;

/** Rows that a search looks through in about a millisecond; whoever adds more counts some up themselves. */
export const maxPendingChanges = 128;

/** Adds what passages count for, in a transaction that has locked the chatbot's terms. */
export async function addFrequencies(
  db: Db,
  chatbotId: string,
  { terms, passages, french, english }: TermFrequencies & { french: number; english: number },
): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    with counted as (
      update chatbot_stats set french = french + ${french}::int, english = english + ${english}::int
       where chatbot_id = ${chatbotId}::uuid
    ), added as (
      insert into chatbot_term_changes (chatbot_id, first, last, terms, passages)
      select ${chatbotId}::uuid, n.terms[1], n.terms[cardinality(n.terms)], n.terms, n.passages
        from (select (${encodeIntegers(terms)}::int[])[start + 1 : start + ${maxChangesPerRow}] as terms,
                     (${encodeIntegers(passages)}::int[])[start + 1 : start + ${maxChangesPerRow}] as passages
                from generate_series(0, ${terms.length}::int - 1, ${maxChangesPerRow}::int) as start) n
      returning id
    )
    select ((select count(*) from chatbot_term_changes where chatbot_id = ${chatbotId}::uuid)
            + (select count(*) from added))::int as waiting`.execute(db);
  await mergeChangesUntil(db, chatbotId, rows[0]?.waiting ?? 0, maxPendingChanges);
}

/** Counts changes up, in a transaction that has locked the chatbot's terms, until at most as many rows are `left`. */
export async function mergeChanges(db: Db, chatbotId: string, left = 0): Promise<void> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from chatbot_term_changes where chatbot_id = ${chatbotId}`.execute(db);
  await mergeChangesUntil(db, chatbotId, rows[0]?.waiting ?? 0, left);
}

async function mergeChangesUntil(db: Db, chatbotId: string, waiting: number, left: number): Promise<void> {
  for (let rows = waiting; rows > left; ) {
    const counted = await mergeChangeBatch(db, chatbotId);
    if (counted === 0) return;
    rows -= counted;
  }
}

/** Rows that a transaction should count up while visitors wait for the database: some thousand terms. */
const changeRowBatchSize = 8;

/** Counts up a batch of changes, and gives the number of its rows. */
export async function mergeChangeBatch(db: Db, chatbotId: string): Promise<number> {
  const { rows } = await sql<{ changes: number; terms: number[] | null; passages: number[] | null }>`
    with taken as (
      delete from chatbot_term_changes
       where chatbot_id = ${chatbotId}
         and (first, id) in (select first, id from chatbot_term_changes where chatbot_id = ${chatbotId}
                              order by first, id limit ${changeRowBatchSize})
      returning terms, passages
    ), sums as (
      select n.term, sum(n.passages)::int as passages
        from taken, unnest(taken.terms, taken.passages) as n (term, passages)
       group by n.term having sum(n.passages) <> 0
    )
    select (select count(*)::int from taken) as changes, array_agg(term order by term) as terms,
           array_agg(passages order by term) as passages
      from sums`.execute(db);
  const [taken] = rows;
  if (taken?.terms && taken.passages)
    await addToTerms(db, chatbotId, Int32Array.from(taken.terms), Int32Array.from(taken.passages));
  return taken?.changes ?? 0;
}

/**
 * Adds to the counts of terms. Most of a document's are new to a chatbot, and looking for a place that is taken costs
 * as much as taking one: which are known is asked at once.
 */
async function addToTerms(db: Db, chatbotId: string, terms: Int32Array, passages: Int32Array): Promise<void> {
  const { rows } = await sql<{ terms: number[] | null }>`
    select array_agg(term) as terms from chatbot_terms
     where chatbot_id = ${chatbotId}::uuid and term = any(${encodeIntegers(terms)}::int[])`.execute(db);
  const known = new Set(rows[0]?.terms);
  const those = (isWanted: (term: number) => boolean) => {
    const kept = terms.map((_, at) => at).filter((at) => isWanted(terms[at] as number));
    const of = (values: Int32Array) => encodeIntegers(kept.map((at) => values[at] as number));
    return sql`select ${chatbotId}::uuid, n.term, n.passages
                 from unnest(${of(terms)}::int[], ${of(passages)}::int[]) as n (term, passages)`;
  };
  if (known.size < terms.length)
    await sql`insert into chatbot_terms (chatbot_id, term, passages) ${those((term) => !known.has(term))}`.execute(
      db,
    );
  if (known.size === 0) return;
  const { rows: counted } = await sql<{ unused: number[] | null }>`
    with counted as (
      insert into chatbot_terms as known (chatbot_id, term, passages) ${those((term) => known.has(term))}
      on conflict (chatbot_id, term) do update set passages = known.passages + excluded.passages
      returning term, passages
    )
    select array_agg(term) as unused from counted where passages = 0`.execute(db);
  const unused = counted[0]?.unused;
  if (unused)
    await sql`delete from chatbot_terms
               where chatbot_id = ${chatbotId} and term = any(${encodeIntegers(Int32Array.from(unused))}::int[])`.execute(
      db,
    );
}

/** Chatbots of which some changes are not counted up. */
export async function chatbotsWithChanges(db: Db): Promise<string[]> {
  const { rows } = await sql<{ chatbot_id: string }>`
    select distinct chatbot_id from chatbot_term_changes`.execute(db);
  return rows.map(({ chatbot_id }) => chatbot_id);
}
