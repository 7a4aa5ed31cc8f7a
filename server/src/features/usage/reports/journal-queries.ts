import {
  type LedgerColumn,
  type Operation,
  operation,
  type TokenType,
  tokenType,
} from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
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
  const values = {
    operation: () => operation.options.toSorted(),
    tokenType: () => tokenType.options.toSorted(),
    chatbot: async () => (await namesOf(db, filter)).toSorted(names.compare),
  };
  const ordered = await values[column]();
  const falling = isFalling ? ordered.toReversed() : ordered;
  // Of no chatbot: last in both directions.
  const runs = column === 'chatbot' ? [...falling.filter((name) => name !== ''), ''] : falling;
  if (!after) return runs;
  const last = { operation: after.operation, tokenType: after.token_type, chatbot: after.chatbot_name ?? '' };
  return runs.slice(runs.indexOf(last[column]));
}

/** The names under which an account's chatbots were charged, each found from the one before it; empty: of none. */
async function namesOf(db: Db, { ownerId }: LedgerFilter): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive found (name) as (
      (select chatbot_name from usage_hours where owner_id = ${ownerId}::uuid order by chatbot_name limit 1)
      union all
      select (select h.chatbot_name from usage_hours h
               where h.owner_id = ${ownerId}::uuid and h.chatbot_name > found.name order by h.chatbot_name limit 1)
        from found where found.name is not null
    )
    select name from found where name is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Run after run, the hours that have entries of it, and the entries of each, until the page is full. As each of these hours
 * has one at least, but for the first, which the page may begin in the midst of, no more of them are looked at than the page
 * has entries: however rare a filter finds one.
 */
async function pageOfRuns(
  db: Db,
  filter: LedgerFilter,
  page: JournalPage,
  runs: (string | null)[],
): Promise<EntryRow[]> {
  const { column, after, limit, isFalling } = page;
  const inRun = (row: 'e' | 'h') => {
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
  const { rows } = await sql<EntryRow>`
    select ${shown}
      from unnest(${runs}::text[], ${bounds.map(({ from }) => from)}::timestamptz[],
                  ${bounds.map(({ before }) => before)}::timestamptz[]) with ordinality r (value, first, before, place)
     cross join lateral (
       select hour, sum(entries) over earlier - first_value(entries) over earlier as certain
         from (select h.hour, sum(h.entries) as entries from usage_hours h
                where h.owner_id = ${filter.ownerId}::uuid and ${matches('h', filter)} and ${inRun('h')} and h.hour > r.first - interval '1 hour'
                  and h.hour < r.before
                group by h.hour order by h.hour ${direction} limit ${limit + 1}) found
       window earlier as (order by hour ${direction} rows between unbounded preceding and 1 preceding)) hours
     cross join lateral (
       select * from ledger_entries e
        where e.owner_id = ${filter.ownerId}::uuid and ${matches('e', filter)} and ${inRun('e')} and e.at >= greatest(hours.hour, r.first)
          and e.at < least(hours.hour + interval '1 hour', r.before)
          and ${after ? sql`(r.place > 1 or (e.at, e.id) ${followsOf(page)} (${after.at}, ${after.id}::uuid))` : sql`true`}
        order by e.at ${direction}, e.id ${direction} limit ${limit}) e
     where coalesce(hours.certain, 0) < ${limit}
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
  const entries = (await isFew(db, filter))
    ? sql`(select distinct h.hour from usage_hours h
            where h.owner_id = ${filter.ownerId}::uuid and ${matches('h', filter)} and h.hour > ${filter.from}::timestamptz - interval '1 hour'
              and h.hour < ${filter.before}) hours
          join ledger_entries e on e.at >= hours.hour and e.at < hours.hour + interval '1 hour'`
    : sql`ledger_entries e`;
  const { rows } = await sql<EntryRow>`
    select ${shown} from ${entries}
     where e.owner_id = ${filter.ownerId}::uuid and ${matches('e', filter)} and e.at >= ${filter.from} and e.at < ${filter.before} and ${follows}
     order by e.tokens ${direction}, e.at ${direction}, e.id ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** Whether a filter finds no more entries than are soon sorted; an hour that has any has at least one. */
async function isFew(db: Db, filter: LedgerFilter): Promise<boolean> {
  const { rows } = await sql<{ entries: number }>`
    select coalesce(sum(entries), 0)::int8 as entries
      from (select h.entries from usage_hours h
             where h.owner_id = ${filter.ownerId}::uuid and ${matches('h', filter)} and h.hour > ${filter.from}::timestamptz - interval '1 hour'
               and h.hour < ${filter.before}
             limit ${maxSorted + 1}) hours`.execute(db);
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
