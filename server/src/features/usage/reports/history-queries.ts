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

/** UTC's hours or days that lie in the range in part alone, or in two buckets. */
function partedBy({ from, before }: LedgerFilter, starts: readonly Date[], unitMs: number): Date[] {
  const edges = [...starts.filter((start) => start > from), from, before].map(Number);
  const parted = edges.filter((edge) => edge % unitMs !== 0).map((edge) => edge - (edge % unitMs));
  return [...new Set(parted)].map((ms) => new Date(ms));
}

/**
 * The sums of a filter by bucket and type, by chatbot and by operation: of UTC's whole days from their sums, of a day that
 * is parted by the range or by a bucket from those of its hours, and of a parted hour from its entries.
 */
export async function readSums(db: Db, filter: LedgerFilter, starts: readonly Date[]): Promise<SumRow[]> {
  const { from, before } = filter;
  if (from >= before) return [];
  const [days, hours] = [partedBy(filter, starts, dayMs), partedBy(filter, starts, hourMs)];
  const bucketOf = (at: RawBuilder<unknown>) => sql`width_bucket(${at}, ${starts}::timestamptz[])`;
  const dates = days.map((day) => day.toISOString().slice(0, 10));
  const { rows } = await sql<SumRow>`
    with parts as (
      select ${bucketOf(sql`d.day::timestamp at time zone 'UTC'`)} as bucket, d.chatbot_id, d.operation, d.token_type,
             d.tokens, d.entries
        from usage_days d
       where d.owner_id = ${filter.ownerId}::uuid and ${matches('d', filter)} and d.day >= (${from}::timestamptz at time zone 'UTC')::date
         and d.day <= (${before}::timestamptz at time zone 'UTC')::date and d.day <> all (${dates}::date[])
         and d.day::timestamp at time zone 'UTC' < ${before}
      union all
      select ${bucketOf(sql`h.hour`)}, h.chatbot_id, h.operation, h.token_type, h.tokens, h.entries
        from unnest(${days}::timestamptz[]) parted (day)
       cross join lateral (
         select * from usage_hours h
          where h.owner_id = ${filter.ownerId}::uuid and ${matches('h', filter)} and h.hour >= greatest(parted.day, ${from}::timestamptz)
            and h.hour < least(parted.day + interval '24 hours', ${before}::timestamptz)
            and h.hour <> all (${hours}::timestamptz[])) h
      union all
      select ${bucketOf(sql`e.at`)}, e.chatbot_id, e.operation, e.token_type, e.tokens, 1
        from unnest(${hours}::timestamptz[]) parted (hour)
       cross join lateral (
         select * from ledger_entries e
          where e.owner_id = ${filter.ownerId}::uuid and ${matches('e', filter)} and e.at >= greatest(parted.hour, ${from}::timestamptz)
            and e.at < least(parted.hour + interval '1 hour', ${before}::timestamptz)) e
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
    select h.hour from usage_hours h where h.owner_id = ${ownerId}::uuid and ${matches('h', { tokenType })}
     order by h.hour limit 1`.execute(db);
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
       select h.hour from usage_hours h
        where h.owner_id = ${ownerId}::uuid and h.chatbot_id = ids.id order by h.hour desc limit 1) used
     cross join lateral (
       select coalesce(e.chatbot_name, '') as name from ledger_entries e
        where e.owner_id = ${ownerId}::uuid and e.chatbot_id = ids.id and e.at >= used.hour
          and e.at < used.hour + interval '1 hour'
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
