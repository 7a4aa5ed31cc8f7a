import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/**
 * What is compared, for some accounts at a time. Each comparison is one statement, which sees the ledger and what was kept of it
 * as they stood at one moment, whoever charges meanwhile.
 */

/** Accounts with the number of entries that they should have, after the last one seen. */
export async function ownersAfter(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<{ id: string; entries: number }[]> {
  const { rows } = await sql<{ id: string; entries: number }>`
    select id, coalesce((select sum(entries) from usage_sums where owner_id = users.id), 0)::int8 as entries
      from users where ${after === undefined ? sql`true` : sql`id > ${after}::uuid`}
     order by id limit ${limit}`.execute(db);
  return rows;
}

/** The months of the ledger, by the tables that hold them, the oldest first. */
export async function ledgerMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'ledger_entries'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** How many rows were compared, and lines that name those which differ, of which the first are given. */
export interface Comparison {
  rows: number;
  differences: number;
  lines: string[];
}

/** Lines of one comparison: what differs for one reason is seen in a few. */
const maxLines = 20;

/** Numbers the rows of `compared`, and names those for which `line` is not null. */
async function compare(db: Db, compared: RawBuilder<unknown>): Promise<Comparison> {
  const { rows } = await sql<Comparison>`
    select count(*)::int8 as rows, count(line)::int8 as differences,
           coalesce((array_agg(line order by line) filter (where line is not null))[1:${sql.lit(maxLines)}], '{}') as lines
      from (${compared}) as compared`.execute(db);
  return rows[0] ?? { rows: 0, differences: 0, lines: [] };
}

const said = (tokens: string, entries: string) =>
  sql`coalesce(${sql.ref(tokens)}, 0) || ' tokens in ' || coalesce(${sql.ref(entries)}, 0) || ' entries'`;

const usageSums = (owners: readonly string[]) => sql`
  select case when (e.tokens, e.entries) is distinct from (s.tokens, s.entries)
              then 'usage_sums: account ' || owner_id || ', ' || token_type || ', month ' || period || ': the ledger has '
                   || ${said('e.tokens', 'e.entries')} || ', kept are ' || ${said('s.tokens', 's.entries')} end as line
    from (select owner_id, token_type, period, sum(tokens)::int8 as tokens, count(*) as entries
            from ledger_entries where owner_id = any(${owners}::uuid[]) group by 1, 2, 3) e
    full join (select * from usage_sums where owner_id = any(${owners}::uuid[])) s using (owner_id, token_type, period)`;

const visitorSums = (owners: readonly string[]) => sql`
  select case when (e.tokens, e.answers) is distinct from (s.tokens, s.answers)
              then 'visitor_sums: account ' || owner_id || ', chatbot ' || chatbot_id || ', ' || day || ': the ledger has '
                   || coalesce(e.tokens, 0) || ' tokens of ' || coalesce(e.answers, 0) || ' answers, kept are '
                   || coalesce(s.tokens, 0) || ' of ' || coalesce(s.answers, 0) end as line
    from (select owner_id, chatbot_id, period, day, sum(tokens)::int8 as tokens,
                 count(*) filter (where cause not like 'message:%:%') as answers
            from ledger_entries
           where owner_id = any(${owners}::uuid[]) and chatbot_id is not null and cause like 'message:%'
           group by 1, 2, 3, 4) e
    full join (select * from visitor_sums where owner_id = any(${owners}::uuid[])) s
      using (owner_id, chatbot_id, period, day)`;

/** No hour and no entry has its chatbot's key empty: what is of no chatbot is compared under a key of its own. */
const noChatbot = '00000000-0000-0000-0000-000000000000';

/** Hours and days of UTC alike, by what tells one from another. */
const unitSums = (
  table: 'usage_hours' | 'usage_days',
  unit: RawBuilder<unknown>,
  told: RawBuilder<unknown>,
  owners: readonly string[],
) => sql`
  select case when (e.tokens, e.entries) is distinct from (s.tokens, s.entries)
              then ${sql.lit(`${table}: account `)} || owner_id || ', ' || token_type || ', ' || operation || ', ' || ${told}
                   || ': the ledger has ' || ${said('e.tokens', 'e.entries')} || ', kept are '
                   || ${said('s.tokens', 's.entries')} end as line
    from (select owner_id, ${unit} as unit, coalesce(chatbot_id, ${noChatbot}) as chatbot,
                 coalesce(chatbot_name, '') as chatbot_name, operation, token_type, sum(tokens)::int8 as tokens,
                 count(*) as entries
            from ledger_entries where owner_id = any(${owners}::uuid[]) group by 1, 2, 3, 4, 5, 6) e
    full join (select owner_id, ${sql.ref(table === 'usage_hours' ? 'hour' : 'day')} as unit,
                      coalesce(chatbot_id, ${noChatbot}) as chatbot, chatbot_name, operation, token_type, tokens, entries
                 from ${sql.table(table)} where owner_id = any(${owners}::uuid[])) s
      using (owner_id, unit, chatbot, chatbot_name, operation, token_type)`;

const usageHours = (owners: readonly string[]) =>
  unitSums(
    'usage_hours',
    sql`date_trunc('hour', at, 'UTC')`,
    sql`'the hour from ' || to_char(unit at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')`,
    owners,
  );

const usageDays = (owners: readonly string[]) =>
  unitSums('usage_days', sql`(at at time zone 'UTC')::date`, sql`unit`, owners);

const causes = (owners: readonly string[]) => sql`
  select case when e.id is null then 'ledger_causes: account ' || c.owner_id || ': no entry has ' || c.cause
              when c.entry_id is null then 'ledger_causes: account ' || e.owner_id || ': none for entry ' || e.id || ', '
                                           || e.cause
              when e.details ? 'parts' and ledger_parts_sum(e.details) <> e.tokens
              then 'ledger_entries: account ' || e.owner_id || ': the parts of ' || e.id || ' are not its tokens'
          end as line
    from (select * from ledger_entries where owner_id = any(${owners}::uuid[])) e
    full join (select * from ledger_causes where owner_id = any(${owners}::uuid[])) c
      on c.entry_id = e.id and c.at = e.at and c.owner_id = e.owner_id and c.cause = e.cause`;

/** What is compared of each account, by the name under which it is counted. */
const comparisons = {
  'sums by month': usageSums,
  'sums by chatbot and day': visitorSums,
  'sums by hour': usageHours,
  'sums by day': usageDays,
  'entries with their causes': causes,
};

export type ComparedOwners = keyof typeof comparisons;
export const comparedOwners = Object.keys(comparisons) as ComparedOwners[];

export const compareOwners = (db: Db, what: ComparedOwners, owners: readonly string[]): Promise<Comparison> =>
  compare(db, comparisons[what](owners));

/** Reservations of what was charged already, and those that should have been ended long ago. */
export const compareReservations = (db: Db, staleBefore: Date): Promise<Comparison> =>
  compare(
    db,
    sql`
  select case when c.entry_id is not null
              then 'reservations: account ' || r.owner_id || ': ' || r.cause || ' is charged already'
              when r.expires_at < ${staleBefore}::timestamptz
              then 'reservations: account ' || r.owner_id || ': ' || r.cause || ' expired long ago'
              when u.id is null then 'reservations: ' || r.cause || ' is of no account' end as line
    from reservations r left join users u on u.id = r.owner_id
    left join ledger_causes c on c.owner_id = r.owner_id and c.cause = r.cause`,
  );

/** The entries of a month whose account is gone. */
export const compareAccounts = (db: Db, month: string): Promise<Comparison> =>
  compare(
    db,
    sql`
  select case when u.id is null then 'ledger_entries: entry ' || e.id || ' is of no account' end as line
    from ${sql.table(month)} e left join users u on u.id = e.owner_id`,
  );

/** Lets the statements of this transaction take their time: an account may have a million entries. */
export const takeTime = (db: Db) => sql`set local statement_timeout to 0`.execute(db);
