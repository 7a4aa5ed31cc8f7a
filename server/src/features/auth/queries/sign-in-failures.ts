import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

export const failuresOf = (db: Db, keys: readonly Buffer[]) =>
  db
    .selectFrom('sign_in_failures')
    .select(['key', 'failures', 'blocked_until'])
    .where('key', 'in', keys)
    .execute();

interface FailureRule {
  key: Buffer;
  limit: number;
  now: Date;
  /** Failures before this are forgotten. */
  since: Date;
}

/**
 * Counts a failure of one account, and gives their number: from the limit on, each doubles the wait, up to the longest.
 */
export async function countAccountFailure(
  db: Db,
  {
    key,
    limit,
    now,
    since,
    firstWaitSeconds,
    maxWaitSeconds,
  }: FailureRule & {
    firstWaitSeconds: number;
    maxWaitSeconds: number;
  },
): Promise<number> {
  const { rows } = await sql<{ failures: number }>`
  insert into sign_in_failures as f (key, failures, first_at, last_at) values (${key}, 1, ${now}, ${now})
  on conflict (key) do update set
    failures = case when greatest(f.last_at, f.blocked_until) < ${since} then 1 else f.failures + 1 end,
    first_at = case when greatest(f.last_at, f.blocked_until) < ${since} then ${now} else f.first_at end,
    last_at = ${now},
    blocked_until = case
      when greatest(f.last_at, f.blocked_until) < ${since} or f.failures + 1 < ${limit}::int then null
      else ${now}::timestamptz + make_interval(secs => least(
        ${maxWaitSeconds}::float8,
        ${firstWaitSeconds}::float8 * power(2, least(f.failures + 1 - ${limit}::int, 20))
      ))
    end
  returning failures
`.execute(db);
  return rows[0]?.failures ?? 0;
}

/** Counts a failure from one client address, whatever the account: as many as the limit in any one span. */
export const countAddressFailure = (
  db: Db,
  { key, limit, now, since, spanSeconds }: FailureRule & { spanSeconds: number },
) =>
  sql`
  insert into sign_in_failures as f (key, failures, first_at, last_at, blocked_until)
  values (${key}, 1, ${now}, ${now}, case when ${limit}::int <= 1 then ${now}::timestamptz + make_interval(secs => ${spanSeconds}::float8) end)
  on conflict (key) do update set
    failures = case when f.first_at < ${since} then 1 else f.failures + 1 end,
    first_at = case when f.first_at < ${since} then ${now} else f.first_at end,
    last_at = ${now},
    blocked_until = case
      when f.first_at < ${since} or f.failures + 1 < ${limit}::int then null
      else f.first_at + make_interval(secs => ${spanSeconds}::float8)
    end
`.execute(db);

export const forgetFailures = (db: Db, key: Buffer) =>
  db.deleteFrom('sign_in_failures').where('key', '=', key).execute();

export const deleteOldFailures = (db: Db, lastBefore: Date) =>
  db.deleteFrom('sign_in_failures').where('last_at', '<', lastBefore).execute();
