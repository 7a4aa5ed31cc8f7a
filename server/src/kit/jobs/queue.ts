import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { nilId } from '../ids.ts';
import type { Lane } from './job.ts';

export interface QueuedJob {
  id: string;
  name: string;
  // biome-ignore lint/suspicious/noExplicitAny: the job's own schema checks it
  payload: any;
  attempts: number;
  dedupe_key: string | null;
  /** One per claim: only who holds the newest may finish. */
  lease_owner: string;
}

interface Claim {
  /** The lane to claim from; absent: any. */
  lane?: Lane;
  /** Jobs of one owner that run in this lane at a time, over all processes. */
  maxPerOwner?: number | undefined;
  names: readonly string[];
  /** Jobs that this process runs already: a clock that jumps ahead ends all leases at once. */
  runningIds: readonly string[];
  leaseOwner: string;
  now: Date;
  leaseMs: number;
}

/** A time further ahead than this was written before the clock went back; servers' clocks differ by less. */
const clockSlackMs = 120_000;
/** A lease that lies further ahead was given before the database's clock went back. */
const maxLeaseMs = 180_000;
const milliseconds = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;
/** Whether a worker has the job, by the database's clock: those of the processes differ. */
const isLeased = sql<boolean>`(lease_until between now() and now() + ${milliseconds(maxLeaseMs)})`;

/**
 * Leases the next job: of the owners with something due, one of whom the fewest are running, the one served longest ago;
 * of theirs, the oldest. Leased,
 * not locked: a transaction held through a five-minute reading would block the embedded database's only connection,
 * and PostgreSQL's vacuum.
 */
export async function claimJob(db: Db, claim: Claim): Promise<QueuedJob | undefined> {
  const { lane, maxPerOwner, names, runningIds, leaseOwner, now, leaseMs } = claim;
  const ahead = new Date(now.getTime() + clockSlackMs);
  const { rows } = await sql<QueuedJob>`
    with running as (
      select coalesce(owner_id, ${nilId}::uuid) as owner_id, lane, count(*) as jobs from jobs
      where lease_owner is not null and ${isLeased} group by 1, 2
    ), picked as (
      select j.id, coalesce(j.owner_id, ${nilId}::uuid) as owner_id
      from jobs j
        left join job_turns t on t.owner_id = coalesce(j.owner_id, ${nilId}::uuid)
        left join running r on r.owner_id = coalesce(j.owner_id, ${nilId}::uuid) and r.lane = j.lane
      where j.failed_at is null
        and (${lane ?? null}::text is null or j.lane = ${lane ?? null}::text)
        and j.name = any(${[...names]}::text[])
        and (j.run_at <= ${now} or j.scheduled_at > ${ahead})
        and (j.lease_until is null or not ${isLeased})
        and j.id <> all(${[...runningIds]}::uuid[])
        and (${maxPerOwner ?? null}::int is null or coalesce(r.jobs, 0) < ${maxPerOwner ?? null}::int)
      order by coalesce(r.jobs, 0), t.turn nulls first, j.run_at, j.id
      limit 1
      for update of j skip locked
    ), turn as (
      insert into job_turns (owner_id, turn) select owner_id, nextval('job_turn_numbers') from picked
      on conflict (owner_id) do update set turn = excluded.turn
    )
    update jobs j
    set attempts = j.attempts + 1, lease_owner = ${leaseOwner},
        lease_until = now() + ${milliseconds(leaseMs)}, scheduled_at = ${now}
    from picked where j.id = picked.id
    returning j.id, j.name, j.payload, j.attempts, j.dedupe_key, j.lease_owner
  `.execute(db);
  return rows[0];
}

/** Renews the lease; says whether the job is still ours. */
export async function renewLease(db: Db, { id, lease_owner }: QueuedJob, leaseMs: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set lease_until = now() + ${milliseconds(leaseMs)} where id = ${id} and lease_owner = ${lease_owner}
  `.execute(db);
  return numAffectedRows === 1n;
}

/**
 * Deletes a job that is done, unless somebody has asked for it anew while it ran; says whether it is over and was still
 * ours.
 */
export async function finishJob(db: Db, job: QueuedJob, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from jobs where id = ${job.id} and lease_owner = ${job.lease_owner} and not again
  `.execute(db);
  if (numAffectedRows === 1n) return true;
  await restartJob(db, job, now);
  return false;
}

/**
 * Puts a job back as if it had just been enqueued, where somebody has asked for it anew while it ran; says whether it
 * was so.
 */
export async function restartJob(db: Db, { id, lease_owner }: QueuedJob, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set again = false, attempts = 0, run_at = ${now}, scheduled_at = ${now}, lease_owner = null, lease_until = null
    where id = ${id} and lease_owner = ${lease_owner} and again
  `.execute(db);
  return numAffectedRows === 1n;
}

/** Puts a job back into the queue, if it is still ours; `isUncounted` when this run was no attempt. */
export async function requeueJob(
  db: Db,
  { id, lease_owner }: QueuedJob,
  runAt: Date,
  now: Date,
  isUncounted: boolean,
): Promise<void> {
  await sql`
    update jobs set attempts = attempts - ${isUncounted ? 1 : 0}::int, run_at = ${runAt}, scheduled_at = ${now},
      again = false, lease_owner = null, lease_until = null
    where id = ${id} and lease_owner = ${lease_owner}
  `.execute(db);
}

const maxErrorLength = 500;

/** Marks a job dead, unless somebody has asked for it anew meanwhile; says whether it is, and was still ours. */
export async function markDead(db: Db, job: QueuedJob, error: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update jobs set failed_at = ${now}, error = ${error.slice(0, maxErrorLength)}, lease_owner = null, lease_until = null
    where id = ${job.id} and lease_owner = ${job.lease_owner} and not again
  `.execute(db);
  if (numAffectedRows === 1n) return true;
  await restartJob(db, job, now);
  return false;
}

/** Jobs by state, for the metrics. Dead ones wait for the operator. */
export async function countJobs(
  db: Db,
  now: Date,
): Promise<Record<'waiting' | 'later' | 'running' | 'dead', number>> {
  const { rows } = await sql<{ waiting: number; later: number; running: number; dead: number }>`
    select count(*) filter (where failed_at is null and lease_owner is null and run_at <= ${now}) as waiting,
           count(*) filter (where failed_at is null and lease_owner is null and run_at > ${now}) as later,
           count(*) filter (where failed_at is null and lease_owner is not null) as running,
           count(*) filter (where failed_at is not null) as dead
    from jobs
  `.execute(db);
  return rows[0] ?? { waiting: 0, later: 0, running: 0, dead: 0 };
}

/** Deletes dead jobs older than `before`, and the turns of owners who wait for nothing. */
export async function sweepJobs(db: Db, before: Date): Promise<void> {
  await sql`delete from jobs where failed_at < ${before}`.execute(db);
  await sql`
    delete from job_turns t where not exists (select 1 from jobs j where j.owner_id = t.owner_id and j.failed_at is null)
  `.execute(db);
}

/** Deletes jobs of these names that should have run before this time. */
export const dropJobsDue = (db: Db, names: readonly string[], before: Date) =>
  sql`delete from jobs where name = any(${[...names]}::text[]) and run_at < ${before}`.execute(db);

/** Deletes jobs whose payload has one of these words for a value, however deep; but for those of one name. */
export const forgetJobsNaming = (db: Db, words: readonly string[], exceptName: string) =>
  sql`
    delete from jobs where name <> ${exceptName} and exists (
      select from jsonb_path_query(payload, '$.**') value
       where jsonb_typeof(value) = 'string'
         and lower(value #>> '{}') = any(${words.map((word) => word.toLowerCase())}::text[]))
  `.execute(db);
