import { sql } from 'kysely';
import type { Db } from '../../server/src/db/open.ts';

/** A ledger as a year of charges leaves it, laid in bulk: its triggers are off, each of its sums is one statement. */

export interface LedgerPlan {
  /** Entries of each account that is measured. */
  measured: readonly number[];
  /** Accounts beside those, and the entries of each. */
  others: { accounts: number; entries: number };
  /** When the last entry was charged; the first one, and the accounts' opening, twelve months before. */
  until: Date;
}

export interface SeededAccount {
  id: string;
  entries: number;
  /** The ids of its chatbots. */
  chatbotIds: string[];
}

const chatbotsEach = 5;
const batch = 250_000;

/** Rows of the entries `from`, `to` of a series that has `total`, of one account after another in time. */
const insertEntries = (
  session: Db,
  owner: ReturnType<typeof sql>,
  { from, to, total, since, until }: { from: number; to: number; total: number; since: Date; until: Date },
) =>
  sql`
  insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause, period, day,
                              details)
  select id, owner_id, at, case when i % 50 = 0 then 'file_upload' when i % 5 = 0 then 'vector_search' else 'chat_completion' end,
         case when i % 50 = 0 then 'storage' else 'message' end, 500 + asked,
         case when i % 20 <> 7 then md5('chatbot ' || owner_id || i % ${chatbotsEach}::int)::uuid end,
         case when i % 20 <> 7 then 'Chatbot ' || i % ${chatbotsEach}::int end,
         case when i % 50 = 0 then 'source:' || id || ':1' when i % 20 = 7 then 'test:' || id else 'message:' || id end,
         case when i % 50 = 0 then 0
              else (extract(year from age(day, opened)) * 12 + extract(month from age(day, opened)))::int end,
         day, jsonb_build_object('parts', jsonb_build_array(jsonb_build_object('name', 'passages', 'tokens', 500),
                                                           jsonb_build_object('name', 'answer', 'tokens', asked)))
    from (select i, ${owner} as owner_id, at, at::date as day, ${since}::timestamptz::date as opened,
                 (i * 7919 % 2500)::int as asked,
                 (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8'
                  || substr(hash, 4, 15))::uuid as id
            from generate_series(${from}::int8, ${to}::int8) i,
                 lateral (select ${since}::timestamptz
                                 + (${until}::timestamptz - ${since}::timestamptz) * (i::float8 / ${total}::float8) as at,
                                 md5(${owner}::text || i) as hash) made) made`.execute(session);

const sums = [
  'insert into ledger_causes (owner_id, cause, entry_id, at) select owner_id, cause, id, at from ledger_entries',
  `insert into usage_sums (owner_id, token_type, period, tokens, entries)
   select owner_id, token_type, period, sum(tokens), count(*) from ledger_entries group by 1, 2, 3`,
  `insert into visitor_sums (owner_id, chatbot_id, period, day, tokens, answers)
   select owner_id, chatbot_id, period, day, sum(tokens), count(*) from ledger_entries
    where chatbot_id is not null and cause like 'message:%' group by 1, 2, 3, 4`,
  `insert into usage_hours (owner_id, hour, chatbot_id, chatbot_name, operation, token_type, tokens, entries)
   select owner_id, date_trunc('hour', at, 'UTC'), chatbot_id, coalesce(chatbot_name, ''), operation, token_type, sum(tokens),
          count(*)
     from ledger_entries group by 1, 2, 3, 4, 5, 6`,
  `insert into usage_days (owner_id, day, chatbot_id, chatbot_name, operation, token_type, tokens, entries)
   select owner_id, at::date, chatbot_id, coalesce(chatbot_name, ''), operation, token_type, sum(tokens), count(*)
     from ledger_entries group by 1, 2, 3, 4, 5, 6`,
];

/** Lays the ledger into a migrated, empty database; needs the right to turn triggers off. */
export async function seedLedger(db: Db, { measured, others, until }: LedgerPlan): Promise<SeededAccount[]> {
  const since = new Date(until);
  since.setUTCFullYear(until.getUTCFullYear() - 1);
  return db.connection().execute(async (session) => {
    const run = (text: string) => sql.raw(text).execute(session);
    await run('set statement_timeout to 0; set session_replication_role to replica');
    const insertAccounts = (name: string, count: number) =>
      sql`
      insert into users (id, email, created_at, updated_at)
      select md5(${name}::text || n)::uuid, ${name}::text || n || '@example.org', ${since}::timestamptz, ${since}::timestamptz
        from generate_series(1, ${count}::int) n`.execute(session);
    await insertAccounts('measured', measured.length);
    await insertAccounts('other', others.accounts);
    await sql`select ensure_ledger_month(month)
                from generate_series(${since}::timestamptz, ${until}::timestamptz + interval '31 days', interval '20 days') month`.execute(
      session,
    );
    const total = others.accounts * others.entries;
    for (let from = 1; from <= total; from += batch) {
      const owner = sql`md5('other' || (i % ${others.accounts}::int + 1))::uuid`;
      await insertEntries(session, owner, {
        from,
        to: Math.min(total, from + batch - 1),
        total,
        since,
        until,
      });
    }
    for (const [at, entries] of measured.entries())
      for (let from = 1; from <= entries; from += batch) {
        const owner = sql`md5('measured' || ${at + 1}::int)::uuid`;
        const to = Math.min(entries, from + batch - 1);
        await insertEntries(session, owner, { from, to, total: entries, since, until });
      }
    for (const text of sums) await run(text);
    // Alone: VACUUM runs in no transaction, and several statements at once are one.
    await run('vacuum analyze');
    await run('set session_replication_role to origin; set statement_timeout to 30000');
    const { rows } = await sql<{ id: string; chatbotIds: string[] }>`
      select id, array(select md5('chatbot ' || id || bot)::uuid from generate_series(0, ${chatbotsEach}::int - 1) bot) as "chatbotIds"
        from unnest(array(select md5('measured' || n)::uuid from generate_series(1, ${measured.length}::int) n)) id`.execute(
      session,
    );
    return rows.map((row, at) => ({ ...row, entries: measured[at] ?? 0 }));
  });
}
