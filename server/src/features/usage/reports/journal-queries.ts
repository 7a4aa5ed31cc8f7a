import type { LedgerColumn, Operation, TokenType } from '@parlance/contract/endpoints/usage';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { isSelective, type LedgerFilter, matches } from './filters.ts';

export interface EntryRow {
  id: string;
  at: Date;
  operation: Operation;
  token_type: TokenType;
  tokens: number;
  chatbot_id: string | null;
  chatbot_name: string | null;
}

/** The rows that follow `after` in this order, and how many. */
export interface JournalPage {
  column: LedgerColumn;
  isFalling: boolean;
  after: EntryRow | undefined;
  limit: number;
}

const shown = sql`e.id, e.at, e.operation, e.token_type, e.tokens, e.chatbot_id, e.chatbot_name`;

const directionOf = ({ isFalling }: JournalPage) => (isFalling ? sql`desc` : sql`asc`);
const followsOf = ({ isFalling }: JournalPage) => (isFalling ? sql`<` : sql`>`);

/** A page of entries; ties of the column go by time and id, in the same direction, and those of no chatbot come last in either. */
export async function readPage(db: Db, filter: LedgerFilter, page: JournalPage): Promise<EntryRow[]> {
  if (filter.from >= filter.before) return [];
  if (page.column === 'tokens') return pageByTokens(db, filter, page);
  if (page.column === 'at' && !isSelective(filter)) return pageByTime(db, filter, page);
  return pageOfRuns(db, filter, page, await runsOf(db, filter, page));
}

async function pageByTime(db: Db, filter: LedgerFilter, page: JournalPage): Promise<EntryRow[]> {
  const { after, limit } = page;
  const { rows } = await sql<EntryRow>`
    select ${shown} from ledger_entries e
     where e.owner_id = ${filter.ownerId}::uuid and ${matches('e', filter)} and e.at >= ${filter.from} and e.at < ${filter.before}
       and ${after ? sql`(e.at, e.id) ${followsOf(page)} (${after.at}, ${after.id}::uuid)` : sql`true`}
     order by e.at ${directionOf(page)}, e.id ${directionOf(page)} limit ${limit}`.execute(db);
  return rows;
}

/** How a column is called that has few values: entries of one follow each other by time. */
const runColumns = { operation: 'operation', tokenType: 'token_type', chatbot: 'chatbot_name' };

/** Chatbots by their names as people order them, whatever the database’s own rules are. */
const names = new Intl.Collator('fr', { numeric: true });

/** The values of the column in the page's order, from that of the row that it follows; one null where it goes by time alone. */
async function runsOf(
  db: Db,
  filter: LedgerFilter,
  { column, isFalling, after }: JournalPage,
): Promise<(string | null)[]> {
  if (column === 'at' || column === 'tokens') return [null];
  const value = sql.ref(`d.${runColumns[column]}`);
  const { rows } = await sql<{ value: string }>`
    select distinct ${value} as value from usage_days d
     where d.owner_id = ${filter.ownerId}::uuid and ${matches('d', filter)} and d.day >= ${dayOf(filter.from)}
       and d.day <= ${dayOf(filter.before)}`.execute(db);
  const values = rows.map((row) => row.value).toSorted();
  const ordered = column === 'chatbot' ? values.toSorted(names.compare) : values;
  const falling = isFalling ? ordered.toReversed() : ordered;
  // Of no chatbot: last in both directions.
  const runs = [...falling.filter((run) => run !== ''), ...falling.filter((run) => run === '')];
  if (!after) return runs;
  const last = { operation: after.operation, tokenType: after.token_type, chatbot: after.chatbot_name ?? '' };
  return runs.slice(runs.indexOf(last[column]));
}

const dayOf = (at: Date) => sql`(${at}::timestamptz at time zone 'UTC')::date`;
const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'UTC'`;

/**
 * Run after run, the days that have entries of it, of each the hours, and of each the entries, until the page is full. Each day
 * and each hour has one at least, but for the first, which the page may begin in the midst of; so those are left out that
 * come when the others have enough, and however rare what is filtered is, no more of them are read than the page has entries.
 */
async function pageOfRuns(
  db: Db,
  filter: LedgerFilter,
  page: JournalPage,
  runs: (string | null)[],
): Promise<EntryRow[]> {
  const { column, after, limit, isFalling } = page;
  const inRun = (row: 'e' | 'h' | 'd') => {
    if (column === 'at' || column === 'tokens') return sql`true`;
    const value = sql.ref(`${row}.${runColumns[column]}`);
    return row === 'e' && column === 'chatbot'
      ? sql`coalesce(${value}, '') = r.value`
      : sql`${value} = r.value`;
  };
  // The first run goes on where the page before it ended.
  const bounds = runs.map((_, index) => ({
    from: after && index === 0 && !isFalling ? after.at : filter.from,
    before: after && index === 0 && isFalling ? new Date(after.at.getTime() + 1) : filter.before,
  }));
  const direction = directionOf(page);
  /** Of units in this order those that may be needed, by the entries of those between the first and them. */
  const needed = (unit: RawBuilder<unknown>, found: RawBuilder<unknown>) => sql`
    select unit from (
      select unit, coalesce(sum(entries) over earlier - first_value(entries) over earlier, 0) as certain
        from (select ${unit} as unit, sum(entries) as entries ${found}
               group by ${unit} order by ${unit} ${direction} limit ${limit + 1}) found
      window earlier as (order by unit ${direction} rows between unbounded preceding and 1 preceding)) counted
     where certain < ${limit}`;
  const { rows } = await sql<EntryRow>`
    select ${shown}
      from unnest(${runs}::text[], ${bounds.map(({ from }) => from)}::timestamptz[],
                  ${bounds.map(({ before }) => before)}::timestamptz[]) with ordinality r (value, first, before, place)
     cross join lateral (${needed(
       sql`d.day`,
       sql`from usage_days d
            where d.owner_id = ${filter.ownerId}::uuid and ${matches('d', filter)} and ${inRun('d')}
              and d.day >= (r.first at time zone 'UTC')::date and d.day <= (r.before at time zone 'UTC')::date`,
     )}) days
     cross join lateral (${needed(
       sql`h.hour`,
       sql`from usage_hours h
            where h.owner_id = ${filter.ownerId}::uuid and ${matches('h', filter)} and ${inRun('h')}
              and h.hour >= greatest(${startOf(sql`days.unit`)}, date_trunc('hour', r.first, 'UTC'))
              and h.hour < least(${startOf(sql`days.unit + 1`)}, r.before)`,
     )}) hours
     cross join lateral (
       select * from ledger_entries e
        where e.owner_id = ${filter.ownerId}::uuid and ${matches('e', filter)} and ${inRun('e')}
          and e.at >= greatest(hours.unit, r.first) and e.at < least(hours.unit + interval '1 hour', r.before)
          and ${after ? sql`(r.place > 1 or (e.at, e.id) ${followsOf(page)} (${after.at}, ${after.id}::uuid))` : sql`true`}
        order by e.at ${direction}, e.id ${direction} limit ${limit}) e
     order by r.place, e.at ${direction}, e.id ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** As many entries are sooner sorted than found one by one among all others in the order of their tokens. */
const maxSorted = 5_000;

async function pageByTokens(db: Db, filter: LedgerFilter, page: JournalPage): Promise<EntryRow[]> {
  const { after, limit } = page;
  const direction = directionOf(page);
  const follows = after
    ? sql`(e.tokens, e.at, e.id) ${followsOf(page)} (${after.tokens}::bigint, ${after.at}, ${after.id}::uuid)`
    : sql`true`;
  const isFound = sql`e.owner_id = ${filter.ownerId}::uuid and ${matches('e', filter)} and e.at >= ${filter.from}
    and e.at < ${filter.before} and ${follows}`;
  // A range alone is found soon, as each month has an index of its own.
  const entries =
    isSelective(filter) && (await isFew(db, filter))
      ? sql`(select distinct d.day from usage_days d
            where d.owner_id = ${filter.ownerId}::uuid and ${matches('d', filter)} and d.day >= ${dayOf(filter.from)}
              and d.day <= ${dayOf(filter.before)}) days
          cross join lateral (
            select distinct h.hour from usage_hours h
             where h.owner_id = ${filter.ownerId}::uuid and ${matches('h', filter)}
               and h.hour >= ${startOf(sql`days.day`)} and h.hour < ${startOf(sql`days.day + 1`)}
            offset 0) hours
          cross join lateral (
            select * from ledger_entries e
             where ${isFound} and e.at >= hours.hour and e.at < hours.hour + interval '1 hour'
            offset 0) e`
      : sql`ledger_entries e where ${isFound}`;
  const { rows } = await sql<EntryRow>`
    select ${shown} from ${entries}
     order by e.tokens ${direction}, e.at ${direction}, e.id ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** Whether a filter finds no more entries than are soon sorted, by its days, each of which has one at least. */
async function isFew(db: Db, filter: LedgerFilter): Promise<boolean> {
  const { rows } = await sql<{ entries: number }>`
    select coalesce(sum(entries), 0)::int8 as entries
      from (select d.entries from usage_days d
             where d.owner_id = ${filter.ownerId}::uuid and ${matches('d', filter)} and d.day >= ${dayOf(filter.from)}
               and d.day <= ${dayOf(filter.before)}
             limit ${maxSorted + 1}) days`.execute(db);
  return (rows[0]?.entries ?? 0) <= maxSorted;
}

/** An entry of the account, by when it was charged: the last one of a page that another follows. */
export async function findEntryAt(
  db: Db,
  ownerId: string,
  { id, at }: { id: string; at: Date },
): Promise<EntryRow | undefined> {
  const { rows } = await sql<EntryRow>`
    select ${shown} from ledger_entries e
     where e.owner_id = ${ownerId}::uuid and e.at = ${at} and e.id = ${id}::uuid`.execute(db);
  return rows[0];
}
