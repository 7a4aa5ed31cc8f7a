import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** Takes this host's next turn, over all processes: undefined when it is ours now, else when to ask again. */
export async function takeHostTurn(
  db: Db,
  host: string,
  now: Date,
  intervalMs: number,
): Promise<Date | undefined> {
  const next = new Date(now.getTime() + intervalMs);
  const taken = await db
    .insertInto('crawl_hosts')
    .values({ host, next_at: next })
    .onConflict((conflict) =>
      conflict.column('host').doUpdateSet({ next_at: next }).where('crawl_hosts.next_at', '<=', now),
    )
    .returning('host')
    .executeTakeFirst();
  if (taken) return undefined;
  const row = await db
    .selectFrom('crawl_hosts')
    .select('next_at')
    .where('host', '=', host)
    .executeTakeFirst();
  return row?.next_at ?? next;
}

export const findHost = (db: Db, host: string) =>
  db.selectFrom('crawl_hosts').selectAll().where('host', '=', host).executeTakeFirst();

export const keepRobots = (db: Db, host: string, robots: string, delayMs: number, at: Date) =>
  db
    .insertInto('crawl_hosts')
    .values({ host, next_at: at, robots, robots_at: at, delay_ms: delayMs })
    .onConflict((conflict) =>
      conflict.column('host').doUpdateSet({ robots, robots_at: at, delay_ms: delayMs }),
    )
    .execute();

/** Forgets what is known of hosts that nobody has asked since. */
export const forgetHosts = (db: Db, before: Date) =>
  sql`delete from crawl_hosts
       where next_at < ${before} and (robots_at is null or robots_at < ${before})`.execute(db);

/** Delays a host: nobody asks it before. */
export const delayHost = async (db: Db, host: string, until: Date): Promise<void> => {
  await sql`insert into crawl_hosts as known (host, next_at) values (${host}, ${until})
    on conflict (host) do update set next_at = greatest(known.next_at, excluded.next_at)`.execute(db);
};
