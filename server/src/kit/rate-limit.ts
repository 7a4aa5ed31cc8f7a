import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

export interface Count {
  /** What is counted: `visitor:<token>`, `sign-up:<address>`. Stored as a keyed hash only. */
  of: string;
  limit: number;
  windowMs: number;
}

type Deps = Pick<Context, 'db' | 'clock' | 'secrets'>;

const hashOf = ({ secrets }: Deps, { of, windowMs }: Count) =>
  createHmac('sha256', secrets.derive('rate limits')).update(`${windowMs} ${of}`).digest();

/**
 * Counts one turn of each, in the database: the counts hold over processes and restarts. Undefined when all
 * had room, else the seconds until the one that had none has some. A refused turn counts as well, so that
 * knocking on gains nothing.
 */
export async function takeTurn(deps: Deps, counts: readonly Count[]): Promise<number | undefined> {
  const now = deps.clock();
  let waitMs = 0;
  for (const count of counts) {
    const { rows } = await sql<{ count: number; window_start: Date }>`
      insert into rate_limits as r (key, window_start, count, expires_at)
      values (${hashOf(deps, count)}, ${now}, 1, ${new Date(now.getTime() + count.windowMs)})
      on conflict (key) do update set
        count = case when r.expires_at <= ${now} then 1 else least(r.count + 1, 1000000000) end,
        window_start = case when r.expires_at <= ${now} then ${now} else r.window_start end,
        expires_at = case when r.expires_at <= ${now} then excluded.expires_at else r.expires_at end
      returning count, window_start
    `.execute(deps.db);
    const [row] = rows;
    if (row && row.count > count.limit) {
      waitMs = Math.max(waitMs, row.window_start.getTime() + count.windowMs - now.getTime());
    }
  }
  return waitMs > 0 ? Math.ceil(waitMs / 1000) : undefined;
}

/** Called by a daily job. */
export const forgetRateLimits = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  db.deleteFrom('rate_limits').where('expires_at', '<', clock()).execute();
