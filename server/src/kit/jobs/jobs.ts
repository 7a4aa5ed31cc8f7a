import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { DatabaseUnavailable } from '../../db/failure.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../ids.ts';
import {
  claimJob,
  finishJob,
  type Lane,
  markDead,
  type QueuedJob,
  renewLease,
  requeueJob,
  restartJob,
} from './queue.ts';

export interface JobRun {
  id: string;
  /** 1 for the first. */
  attempt: number;
  /** Aborted when the time is up, the lease is lost or the worker stops. */
  signal: AbortSignal;
  isLastAttempt: boolean;
}

export interface Job<P> {
  /** `feature.verb`. */
  name: string;
  payload: z.ZodMiniType<P>;
  /** Comes out the same when it runs twice. */
  run(context: Context, payload: P, run: JobRun): Promise<void>;
  attempts?: number;
  /** Beyond a minute the job waits in the lane of long ones. */
  timeoutMs?: number;
  /** For a job that mostly waits for somebody else's server: it takes no place from those that work. */
  lane?: 'network';
  /** After the last failed attempt, perhaps more than once; `payload` is as it was enqueued. */
  onDead?(context: Context, payload: P, error: unknown): Promise<void>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of jobs holds different payloads
export type AnyJob = Job<any>;

export const defineJob = <P>(job: Job<P>) => job;

/** Thrown by a job that should come back later though nothing failed. */
export class RetryLater extends Error {
  override name = 'RetryLater';
  readonly afterMs: number;

  constructor(afterMs: number) {
    super(`again in ${afterMs} ms`);
    this.afterMs = afterMs;
  }
}

const defaultAttempts = 5;
const defaultTimeoutMs = 60_000;
/** Longer than any pause of a living worker, short enough for a dead one's job. */
const leaseMs = 60_000;
const renewMs = 20_000;
const pollMs = 1000;
/**
 * Places beyond those of a lane, for accounts of which nothing runs there: whoever fills all places with what takes long
 * delays nobody else.
 */
const spareSlots = 1;
const stopGraceMs = 10_000;
/** What a job may take to end once its signal is aborted; then others get its place. */
const abortGraceMs = 10_000;
/** So long nothing is tried again beside a run that ignores its signal; then it hangs for good. */
const hungMs = 60 * 60_000;
const firstRetryMs = 5000;
const maxRetryMs = 10 * 60_000;
const scheduleKey = 'schedule';

const laneOf = (job: AnyJob): Lane =>
  job.lane ?? ((job.timeoutMs ?? defaultTimeoutMs) > defaultTimeoutMs ? 'long' : 'quick');
const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms);

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

/** Many of one job, each under a key of its own, as `enqueue` does one. */
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

/** For the metrics. `dead` waits for the operator. */
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

/** Forgets dead jobs older than `before`, and the turns of owners who wait for nothing. */
export async function sweepJobs(db: Db, before: Date): Promise<void> {
  await sql`delete from jobs where failed_at < ${before}`.execute(db);
  await sql`
    delete from job_turns t where not exists (select 1 from jobs j where j.owner_id = t.owner_id and j.failed_at is null)
  `.execute(db);
}

export interface ScheduledJob {
  job: Job<Record<string, never>>;
  everyMs: number;
}

const enqueueScheduled = async (db: Db, { job, everyMs }: ScheduledJob, now: Date, isFirst: boolean) =>
  enqueue(db, job, {}, { now, runAt: addMs(now, isFirst ? 0 : everyMs), dedupeKey: scheduleKey });

interface Worker {
  context: Context;
  jobs: ReadonlyMap<string, AnyJob>;
  schedule: ReadonlyMap<string, ScheduledJob>;
  stopping: AbortSignal;
  leaseMs: number;
  renewMs: number;
  abortGraceMs: number;
}

/** Runs a claimed job to its end: done, back in the queue, or dead. `release`: its place may be another's already. */
async function runJob(worker: Worker, queued: QueuedJob, release: () => void): Promise<void> {
  const { context } = worker;
  const { db, clock } = context;
  const job = worker.jobs.get(queued.name);
  if (!job) return;
  const log = context.log.child({ job: job.name, jobId: queued.id, attempt: queued.attempts });
  const attempts = job.attempts ?? defaultAttempts;
  const scheduled = queued.dedupe_key === scheduleKey ? worker.schedule.get(job.name) : undefined;
  const die = async (error: unknown) => {
    if (await restartJob(db, queued, clock()))
      return log.error({ error }, 'job failed for good, but was asked for anew while it ran');
    log.error({ error }, 'job is dead');
    // Before the mark: a process that dies in between leaves a lease that runs out, and this happens again.
    await job
      .onDead?.(context, queued.payload, error)
      .catch((failure: unknown) => log.error({ error: failure }, 'onDead failed'));
    await transaction(db, async (db) => {
      const reason = String(error instanceof Error ? error.message : error);
      const isDead = await markDead(db, queued, reason, clock());
      if (isDead && scheduled) await enqueueScheduled(db, scheduled, clock(), false);
    });
  };
  // The last attempt's worker died with it.
  if (queued.attempts > attempts) return die(new Error('the worker died during the last attempt'));

  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(db, queued, worker.leaseMs).then(
      (isHeld) => {
        if (isHeld) return;
        clearInterval(renewal);
        lost.abort(new Error('the lease was lost'));
      },
      (error) => log.warn({ error }, 'the lease was not renewed'),
    );
  }, worker.renewMs);
  try {
    const limits = { ...worker, timeoutMs: job.timeoutMs ?? defaultTimeoutMs, lost: lost.signal, release };
    await runWithinTime(limits, async (signal) =>
      job.run(context, job.payload.parse(queued.payload), {
        id: queued.id,
        attempt: queued.attempts,
        signal,
        isLastAttempt: queued.attempts >= attempts,
      }),
    );
    if (!scheduled) await finishJob(db, queued, clock());
    else {
      await transaction(db, async (db) => {
        if (await finishJob(db, queued, clock())) await enqueueScheduled(db, scheduled, clock(), false);
      });
    }
  } catch (error) {
    if (lost.signal.aborted) return log.warn({ error }, 'job went on elsewhere');
    if (error instanceof RetryLater)
      return await requeueJob(db, queued, addMs(clock(), error.afterMs), clock(), true);
    if (worker.stopping.aborted || error instanceof DatabaseUnavailable)
      return await requeueJob(db, queued, clock(), clock(), true);
    if (queued.attempts >= attempts) return await die(error);
    log.warn({ error }, 'job failed and will be tried again');
    await requeueJob(db, queued, addMs(clock(), retryMs(queued.attempts)), clock(), false);
  } finally {
    clearInterval(renewal);
  }
}

/** 5 s, 20 s, 80 s …, each a quarter more or less, so that what failed together doesn't return together. */
const retryMs = (attempt: number) =>
  Math.min(maxRetryMs, firstRetryMs * 4 ** (attempt - 1)) * (0.75 + Math.random() / 2);

interface Limits extends Pick<Worker, 'stopping' | 'abortGraceMs'> {
  timeoutMs: number;
  lost: AbortSignal;
  release: () => void;
}

/** Who ignores the signal loses the place, but is waited for: its lease keeps a retry from running beside it. */
async function runWithinTime(
  { timeoutMs, abortGraceMs, stopping, lost, release }: Limits,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const timeout = new AbortController();
  const signal = AbortSignal.any([lost, stopping, timeout.signal]);
  const timers = [
    setTimeout(() => timeout.abort(new Error(`the job took more than ${timeoutMs} ms`)), timeoutMs),
  ];
  const givenUp = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      timers.push(setTimeout(release, abortGraceMs));
      timers.push(setTimeout(() => reject(signal.reason), hungMs).unref());
    });
  });
  try {
    await Promise.race([run(signal), givenUp]);
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

export interface WorkerOptions {
  scheduled?: readonly ScheduledJob[];
  /** Long jobs at a time; quick ones have as many places of their own. */
  concurrency?: number;
  /** Jobs that wait for other servers, at a time. */
  networkConcurrency?: number;
  leaseMs?: number;
  renewMs?: number;
  pollMs?: number;
  abortGraceMs?: number;
}

/** Works until stopped. What runs then is aborted and goes back into the queue without counting as an attempt. */
export function startWorker(
  context: Context,
  jobs: readonly AnyJob[],
  options: WorkerOptions = {},
): { stop(): Promise<void> } {
  const { scheduled = [], concurrency = 2, networkConcurrency = 16 } = options;
  const { db, clock, log } = context;
  const stopping = new AbortController();
  const worker: Worker = {
    context,
    jobs: new Map(jobs.map((job) => [job.name, job])),
    schedule: new Map(scheduled.map((entry) => [entry.job.name, entry])),
    stopping: stopping.signal,
    leaseMs: options.leaseMs ?? leaseMs,
    renewMs: options.renewMs ?? renewMs,
    abortGraceMs: options.abortGraceMs ?? abortGraceMs,
  };
  const running = new Map<QueuedJob, Promise<void>>();
  let isDatabaseLost = false;

  const lanes = (['quick', 'long', 'network'] as const).map((lane) => {
    const names = jobs.filter((job) => laneOf(job) === lane).map(({ name }) => name);
    let free = lane === 'network' ? networkConcurrency : concurrency;
    // One account's slow servers never hold all places.
    const maxPerOwner = lane === 'network' ? Math.max(1, Math.floor(networkConcurrency / 4)) : undefined;
    let isFilling = false;
    let wasWoken = false;
    const begin = (queued: QueuedJob) => {
      free--;
      let isReleased = false;
      const release = () => {
        if (!isReleased) free++;
        isReleased = true;
        void fill();
      };
      const run = runJob(worker, queued, release)
        .catch((error) =>
          log.error({ error, job: queued.name, jobId: queued.id }, 'a job’s end was not recorded'),
        )
        .finally(() => {
          running.delete(queued);
          release();
        });
      running.set(queued, run);
    };
    const claimAll = async () => {
      isFilling = true;
      try {
        while (wasWoken && !stopping.signal.aborted) {
          wasWoken = false;
          while (free > -spareSlots && !stopping.signal.aborted) {
            const queued = await claimJob(db, {
              lane,
              maxPerOwner: free > 0 ? maxPerOwner : 1,
              names,
              runningIds: [...running.keys()].map(({ id }) => id),
              leaseOwner: randomUUID(),
              now: clock(),
              leaseMs: worker.leaseMs,
            });
            if (!queued) break;
            // Claimed while the worker was told to stop: it is no attempt.
            if (stopping.signal.aborted) await requeueJob(db, queued, clock(), clock(), true);
            else begin(queued);
          }
        }
        isDatabaseLost = false;
      } catch (error) {
        if (!isDatabaseLost) log.warn({ error }, 'the queue cannot be read');
        isDatabaseLost = true;
      } finally {
        isFilling = false;
      }
    };
    let filling: Promise<void> = Promise.resolve();
    const fill = (): Promise<void> => {
      wasWoken = true;
      if (!isFilling) filling = claimAll();
      return filling;
    };
    return { lane, fill };
  });

  /** All lanes, or the one that a notification names. */
  const wake = (named?: string) => {
    for (const { lane, fill } of lanes) if (named === undefined || lane === named) void fill();
  };
  const keepSchedules = async () => {
    for (const entry of scheduled) await enqueueMissing(db, entry, clock());
  };
  const started = (async () => {
    await keepSchedules();
    return context.database.listen('jobs', wake);
  })().catch((error) => {
    log.warn({ error }, 'no wake-ups: the queue is polled');
    return async () => {};
  });
  const poll = setInterval(() => wake(), options.pollMs ?? pollMs);
  wake();

  return {
    async stop() {
      clearInterval(poll);
      stopping.abort(new Error('the worker stops'));
      const silence = await started;
      await silence();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, stopGraceMs);
      });
      // Who asks for work at this very moment begins none; what runs is over soon.
      await Promise.race([Promise.all([...lanes.map(({ fill }) => fill()), ...running.values()]), late]);
      clearTimeout(timer);
      for (const queued of running.keys()) await requeueJob(db, queued, clock(), clock(), true);
    },
  };
}

/** Only when it is nowhere in the queue: a start must not bring the next run forward. */
async function enqueueMissing(db: Db, entry: ScheduledJob, now: Date) {
  const { rows } = await sql`
    select 1 from jobs where name = ${entry.job.name} and dedupe_key = ${scheduleKey} and failed_at is null
  `.execute(db);
  if (rows.length === 0) await enqueueScheduled(db, entry, now, true);
}

const maxDueJobs = 10_000;

/** Runs what is due, one after the other, until nothing is; for tests. */
export async function runDueJobs(context: Context, jobs: readonly AnyJob[]): Promise<number> {
  const worker: Worker = {
    context,
    jobs: new Map(jobs.map((job) => [job.name, job])),
    schedule: new Map(),
    stopping: new AbortController().signal,
    leaseMs,
    renewMs,
    abortGraceMs,
  };
  const names = jobs.map(({ name }) => name);
  for (let count = 0; count < maxDueJobs; count++) {
    const queued = await claimJob(context.db, {
      names,
      runningIds: [],
      leaseOwner: randomUUID(),
      now: context.clock(),
      leaseMs,
    });
    if (!queued) return count;
    await runJob(worker, queued, () => {});
  }
  throw new Error(`more than ${maxDueJobs} jobs: one enqueues itself without end`);
}
