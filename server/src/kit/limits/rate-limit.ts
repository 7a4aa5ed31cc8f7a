import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { AppError } from '../errors.ts';

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

/** A place in a queue that moves on every so often, in the database, so that the pace holds over processes. */
export interface Pace {
  of: string;
  everyMs: number;
  /** So many at once, where the queue was empty. */
  burst: number;
  /** Who would wait longer takes no place. */
  patienceMs: number;
}

/** Takes the next place, and says how long it is until then; one that is not taken is nobody's. */
export async function takeSlot(
  deps: Deps,
  { of, everyMs, burst, patienceMs }: Pace,
): Promise<{ isTaken: boolean; waitMs: number }> {
  const now = deps.clock();
  const key = hashOf(deps, { of, limit: burst, windowMs: everyMs });
  const at = (ms: number) => new Date(now.getTime() + ms);
  const spareMs = (burst - 1) * everyMs;
  const last = at(spareMs + patienceMs);
  // Further than anybody takes a place: the clock was set back.
  const beyond = at(spareMs + patienceMs + everyMs);
  const { rows } = await sql<{ expires_at: Date; is_taken: boolean }>`
    with taken as (
      insert into rate_limits as r (key, window_start, count, expires_at)
      values (${key}, ${now}, 1, ${at(everyMs)})
      on conflict (key) do update
        set expires_at = case when r.expires_at > ${beyond} then ${now} else greatest(r.expires_at, ${now}) end
                         + ${`${everyMs} milliseconds`}::interval,
            window_start = ${now}
        where r.expires_at <= ${last} or r.expires_at > ${beyond}
      returning expires_at - ${`${everyMs} milliseconds`}::interval as expires_at
    )
    select expires_at, true as is_taken from taken
    union all
    select expires_at, false from rate_limits where key = ${key} and not exists (select from taken)
  `.execute(deps.db);
  const [row] = rows;
  const waitMs = row ? row.expires_at.getTime() - spareMs - now.getTime() : 0;
  // What was read while others took their places may say less.
  return row?.is_taken
    ? { isTaken: true, waitMs: Math.max(0, waitMs) }
    : { isTaken: false, waitMs: Math.max(patienceMs, waitMs) };
}

/** Deletes counts whose time is over; called by a daily job. */
export const deleteExpiredRateLimits = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  db.deleteFrom('rate_limits').where('expires_at', '<', clock()).execute();
