import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { AppError } from './errors.ts';

export interface RateLimit {
  /** What is counted: `visitor:<token>`, `sign-up:<address>`. Stored as a keyed hash only. */
  of: string;
  limit: number;
  windowMs: number;
}

type Deps = Pick<Context, 'db' | 'clock' | 'secrets'>;

const hashOf = ({ secrets }: Deps, { of, windowMs }: RateLimit) =>
  createHmac('sha256', secrets.derive('rate limits')).update(`${windowMs} ${of}`).digest();

/**
 * Counts one attempt of each, in the database: the counts hold over processes and restarts. Undefined when all had
 * room, else the seconds until the one that had none has some. A refused turn counts as well, so that knocking on gains
 * nothing.
 */
export async function countAttempts(deps: Deps, counts: readonly RateLimit[]): Promise<number | undefined> {
  const now = deps.clock();
  // By key, so that attempts of the same counts wait for each other and never in a circle.
  const keyed = counts
    .map((count) => ({ ...count, key: hashOf(deps, count) }))
    .sort((a, b) => Buffer.compare(a.key, b.key));
  const ends = keyed.map(({ windowMs }) => new Date(now.getTime() + windowMs));
  const { rows } = await sql<{ key: Buffer; count: number; window_start: Date }>`
    insert into rate_limits as r (key, window_start, count, expires_at)
    select key, ${now}::timestamptz, 1, expires_at
      from unnest(${keyed.map(({ key }) => key)}::bytea[], ${ends}::timestamptz[]) as n (key, expires_at)
    on conflict (key) do update set
      count = case when r.expires_at <= ${now} then 1 else least(r.count + 1, 1000000000) end,
      window_start = case when r.expires_at <= ${now} then ${now} else r.window_start end,
      expires_at = case when r.expires_at <= ${now} then excluded.expires_at else r.expires_at end
    returning key, count, window_start
  `.execute(deps.db);
  const waits = keyed.map(({ key, limit, windowMs }) => {
    const row = rows.find((row) => row.key.equals(key));
    return row && row.count > limit ? row.window_start.getTime() + windowMs - now.getTime() : 0;
  });
  const waitMs = Math.max(0, ...waits);
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined;
}

/** Counts one attempt of each as `countAttempts` does; throws `rate_limited` where one had no room. */
export async function requireAttempts(deps: Deps, counts: readonly RateLimit[]): Promise<void> {
  const retryAfterSeconds = await countAttempts(deps, counts);
  if (retryAfterSeconds !== undefined) throw new AppError('rate_limited', { retryAfterSeconds });
}

/** Deletes counts whose time is over; called by a daily job. */
export const deleteExpiredRateLimits = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  db.deleteFrom('rate_limits').where('expires_at', '<', clock()).execute();
