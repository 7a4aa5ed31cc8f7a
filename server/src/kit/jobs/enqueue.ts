import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { newId } from '../ids.ts';
import { type AnyJob, type Job, laneOf } from './job.ts';

/**
 * Puts a job into the queue as part of the caller's transaction. With a `dedupeKey` that is already waiting
 * nothing is added; one that is running runs once more.
 */
export async function enqueue<P>(
  db: Db,
  job: Job<P>,
  payload: NoInfer<P>,
  { now, ownerId, runAt = now, dedupeKey }: { now: Date; ownerId?: string; runAt?: Date; dedupeKey?: string },
): Promise<void> {
  const lane = laneOf(job);
  await sql`
    with queued as (
      insert into jobs (id, name, lane, payload, owner_id, dedupe_key, run_at, scheduled_at, created_at)
      values (${newId(now)}, ${job.name}, ${lane}, ${JSON.stringify(payload)}, ${ownerId ?? null}, ${dedupeKey ?? null},
              ${runAt}, ${now}, ${now})
      on conflict (name, dedupe_key) where failed_at is null and dedupe_key is not null
      do update set run_at = least(jobs.run_at, excluded.run_at), again = jobs.lease_owner is not null
      returning again
    )
    select pg_notify('jobs', ${lane}) from queued where not again and ${runAt <= now}::bool
  `.execute(db);
}

/** Enqueues many runs of one job, each under a key of its own, as `enqueue` does one. */
export async function enqueueAll<P>(
  db: Db,
  job: Job<P>,
  entries: readonly { payload: NoInfer<P>; ownerId: string; dedupeKey: string }[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  const lane = laneOf(job);
  await sql`
    with queued as (
      insert into jobs (id, name, lane, payload, owner_id, dedupe_key, run_at, scheduled_at, created_at)
      select n.id, ${job.name}, ${lane}, n.payload::jsonb, n.owner_id, n.key, ${now}::timestamptz,
             ${now}::timestamptz, ${now}::timestamptz
        from unnest(${entries.map(() => newId(now))}::uuid[],
                    ${entries.map(({ payload }) => JSON.stringify(payload))}::text[],
                    ${entries.map(({ ownerId }) => ownerId)}::uuid[],
                    ${entries.map(({ dedupeKey }) => dedupeKey)}::text[]) as n (id, payload, owner_id, key)
      on conflict (name, dedupe_key) where failed_at is null and dedupe_key is not null
      do update set run_at = least(jobs.run_at, excluded.run_at), again = jobs.lease_owner is not null
    )
    select pg_notify('jobs', ${lane})
  `.execute(db);
}

/** The `dedupeKey` of a job that comes back by itself: it waits once. */
export const scheduleKey = 'schedule';

/** Enqueues the next run of a job that has an `everyMs`; nothing for another. */
export async function enqueueNext(db: Db, job: AnyJob, now: Date): Promise<void> {
  if (job.everyMs === undefined) return;
  const runAt = new Date(now.getTime() + job.everyMs);
  await enqueue(db, job, {}, { now, runAt, dedupeKey: scheduleKey });
}

/** Enqueues the first run, where none is in the queue: a start must not bring the next one forward. */
export async function enqueueMissing(db: Db, job: AnyJob, now: Date): Promise<void> {
  const { rows } = await sql`
    select 1 from jobs where name = ${job.name} and dedupe_key = ${scheduleKey} and failed_at is null
  `.execute(db);
  if (rows.length === 0) await enqueue(db, job, {}, { now, dedupeKey: scheduleKey });
}
