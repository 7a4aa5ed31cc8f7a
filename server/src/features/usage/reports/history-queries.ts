import type { Operation, TokenType } from '@parlance/contract/endpoints/usage';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { type LedgerFilter, matches } from './filters.ts';

/** What was charged in a bucket, for a chatbot or for an operation. */
export type SumRow = { tokens: number; entries: number } & (
  | { kind: 'bucket'; bucket: number; token_type: TokenType }
  | { kind: 'chatbot'; chatbot_id: string | null; token_type: TokenType }
  | { kind: 'operation'; operation: Operation }
);

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** From its first instant until before its last. */
type Span = [from: number, before: number];

/** What lies in whole hours or days of UTC that no edge parts, and what is left of the spans. */
function splitByUnit(
  spans: readonly Span[],
  edges: readonly number[],
  unitMs: number,
): { whole: Span[]; rest: Span[] } {
  const [whole, rest]: [Span[], Span[]] = [[], []];
  for (const [from, before] of spans) {
    const cuts = [from, ...edges.filter((edge) => edge > from && edge < before), before];
    const parted = new Set(cuts.filter((cut) => cut % unitMs !== 0).map((cut) => cut - (cut % unitMs)));
    let begun = from;
    for (const unit of parted) {
      if (begun < unit) whole.push([begun, unit]);
      const [start, end] = [Math.max(begun, unit), Math.min(unit + unitMs, before)];
      const last = rest.at(-1);
      if (last?.[1] === start) last[1] = end;
      else rest.push([start, end]);
      begun = end;
    }
    if (begun < before) whole.push([begun, before]);
  }
  return { whole, rest };
}

const datesOf = (spans: readonly Span[], end: 0 | 1) => spans.map((span) => new Date(span[end]));
const daysOf = (spans: readonly Span[], end: 0 | 1) =>
  datesOf(spans, end).map((date) => date.toISOString().slice(0, 10));

/**
 * The sums of a filter by bucket and type, by chatbot and by operation: of UTC's whole days from their sums, of a day that
 * is parted by the range or by a bucket from those of its hours, and of a parted hour from its entries.
 */
export async function readSums(db: Db, filter: LedgerFilter, starts: readonly Date[]): Promise<SumRow[]> {
  if (filter.from >= filter.before) return [];
  const edges = starts.map(Number);
  const days = splitByUnit([[filter.from.getTime(), filter.before.getTime()]], edges, dayMs);
  const hours = splitByUnit(days.rest, edges, hourMs);
  const bucketOf = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, ${starts}::timestamptz[])`;
  // Without OFFSET the planner may look through all of an account's rows for each span.
  const { rows } = await sql<SumRow>`
    with parts as (
      select ${bucketOf(sql`d.day::timestamp at time zone 'UTC'`)} as bucket, d.chatbot_id, d.operation, d.token_type,
             d.tokens, d.entries
        from unnest(${daysOf(days.whole, 0)}::date[], ${daysOf(days.whole, 1)}::date[]) span (first, before)
       cross join lateral (
         select day, chatbot_id, operation, token_type, tokens, entries from usage_days d
          where d.owner_id = ${filter.ownerId}::uuid and ${matches('d', filter)} and d.day >= span.first and d.day < span.before
         offset 0) d
      union all
      select ${bucketOf(sql`h.hour`)}, h.chatbot_id, h.operation, h.token_type, h.tokens, h.entries
        from unnest(${datesOf(hours.whole, 0)}::timestamptz[], ${datesOf(hours.whole, 1)}::timestamptz[]) span (first, before)
       cross join lateral (
         select hour, chatbot_id, operation, token_type, tokens, entries from usage_hours h
          where h.owner_id = ${filter.ownerId}::uuid and ${matches('h', filter)} and h.hour >= span.first
            and h.hour < span.before
         offset 0) h
      union all
      select ${bucketOf(sql`e.at`)}, e.chatbot_id, e.operation, e.token_type, e.tokens, 1
        from unnest(${datesOf(hours.rest, 0)}::timestamptz[], ${datesOf(hours.rest, 1)}::timestamptz[]) span (first, before)
       cross join lateral (
         select at, chatbot_id, operation, token_type, tokens from ledger_entries e
          where e.owner_id = ${filter.ownerId}::uuid and ${matches('e', filter)} and e.at >= span.first and e.at < span.before
         offset 0) e
    )
    select case when grouping(operation) = 0 then 'operation' when grouping(chatbot_id) = 0 then 'chatbot' else 'bucket' end as kind,
           bucket - 1 as bucket, chatbot_id, operation, token_type, sum(tokens)::int8 as tokens, sum(entries)::int8 as entries
      from parts
     group by grouping sets ((bucket, token_type), (chatbot_id, token_type), (operation))`.execute(db);
  return rows;
}

/** When the account was first charged, of one kind or of any, to the hour. */
export async function firstHour(db: Db, ownerId: string, tokenType?: TokenType): Promise<Date | undefined> {
  const { rows } = await sql<{ hour: Date }>`
    select h.hour
      from (select d.day from usage_days d where d.owner_id = ${ownerId}::uuid and ${matches('d', { tokenType })}
             order by d.day limit 1) used
     cross join lateral (
       select h.hour from usage_hours h
        where h.owner_id = ${ownerId}::uuid and ${matches('h', { tokenType })}
          and h.hour >= used.day::timestamp at time zone 'UTC'
        order by h.hour limit 1) h`.execute(db);
  return rows[0]?.hour;
}

/** The names under which chatbots were charged last. */
export async function lastNames(
  db: Db,
  ownerId: string,
  chatbotIds: readonly string[],
): Promise<Map<string, string>> {
  if (chatbotIds.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select ids.id, last.name
      from unnest(${chatbotIds}::uuid[]) ids (id)
     cross join lateral (
       select d.day from usage_days d
        where d.owner_id = ${ownerId}::uuid and d.chatbot_id = ids.id order by d.day desc limit 1) used
     cross join lateral (
       select coalesce(e.chatbot_name, '') as name from ledger_entries e
        where e.owner_id = ${ownerId}::uuid and e.chatbot_id = ids.id and e.at < (used.day + 1)::timestamp at time zone 'UTC'
        order by e.at desc, e.id desc limit 1) last`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** How often each chatbot answered visitors since a day of the account, and for how many tokens. */
export async function answersSince(
  db: Db,
  ownerId: string,
  day: string,
): Promise<Map<string, { answers: number; tokens: number }>> {
  const { rows } = await sql<{ chatbot_id: string; answers: number; tokens: number }>`
    select chatbot_id, sum(answers)::int8 as answers, sum(tokens)::int8 as tokens
      from visitor_sums where owner_id = ${ownerId}::uuid and day >= ${day}::date group by chatbot_id`.execute(
    db,
  );
  return new Map(rows.map(({ chatbot_id, ...sums }) => [chatbot_id, sums]));
}
