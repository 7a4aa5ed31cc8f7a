import type { Context } from '../../context.ts';
import { DatabaseUnavailable } from '../../db/failure.ts';
import { transaction } from '../../db/transaction.ts';
import { enqueueNext, scheduleKey } from './enqueue.ts';
import { type AnyWork, RetryLater, timeoutOf } from './job.ts';
import { finishJob, markDead, type QueuedJob, renewLease, requeueJob, restartJob } from './queue.ts';

const defaultAttempts = 5;
/** How long a run that ignores its signal keeps retries from running beside it; then it is given up as hung. */
const hungMs = 60 * 60_000;
const firstRetryMs = 5000;
const maxRetryMs = 10 * 60_000;

const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms);

export interface Runner {
  context: Context;
  /** Works by their jobs' names. */
  works: ReadonlyMap<string, AnyWork>;
  stopping: AbortSignal;
  leaseMs: number;
  renewMs: number;
  /** How long a job may take to end once its signal is aborted; then another gets its place. */
  abortGraceMs: number;
}

/**
 * Runs a claimed job to its end: done, back in the queue, or dead. `release` gives its place to another. Gives in how many
 * milliseconds it wants to go on, where it does.
 */
export async function runJob(
  runner: Runner,
  queued: QueuedJob,
  release: () => void,
): Promise<number | undefined> {
  const { context } = runner;
  const { db, clock } = context;
  const work = runner.works.get(queued.name);
  if (!work) return undefined;
  const { job } = work;
  const log = context.log.child({ job: job.name, jobId: queued.id, attempt: queued.attempts });
  const attempts = job.attempts ?? defaultAttempts;
  const isScheduled = queued.dedupe_key === scheduleKey;
  const die = async (error: unknown) => {
    if (await restartJob(db, queued, clock()))
      return log.error({ error }, 'job failed for good, but was asked for anew while it ran');
    log.error({ error }, 'job is dead');
    // Before the mark: a process that dies in between leaves a lease that runs out, and this happens again.
    await work
      .onDead?.(context, queued.payload, error)
      .catch((failure: unknown) => log.error({ error: failure }, 'onDead failed'));
    await transaction(db, async (db) => {
      const reason = String(error instanceof Error ? error.message : error);
      const isDead = await markDead(db, queued, reason, clock());
      if (isDead && isScheduled) await enqueueNext(db, job, clock());
    });
  };
  // The last attempt's worker died with it.
  if (queued.attempts > attempts) {
    await die(new Error('the worker died during the last attempt'));
    return undefined;
  }

  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(db, queued, runner.leaseMs).then(
      (isHeld) => {
        if (isHeld) return;
        clearInterval(renewal);
        lost.abort(new Error('the lease was lost'));
      },
      (error) => log.warn({ error }, 'the lease was not renewed'),
    );
  }, runner.renewMs);
  try {
    const limits = { ...runner, timeoutMs: timeoutOf(job), lost: lost.signal, release };
    await runWithinTime(limits, async (signal) =>
      work.run(context, job.payload.parse(queued.payload), {
        id: queued.id,
        attempt: queued.attempts,
        signal,
        isLastAttempt: queued.attempts >= attempts,
      }),
    );
    if (!isScheduled) await finishJob(db, queued, clock());
    else {
      await transaction(db, async (db) => {
        if (await finishJob(db, queued, clock())) await enqueueNext(db, job, clock());
      });
    }
  } catch (error) {
    if (lost.signal.aborted) log.warn({ error }, 'job went on elsewhere');
    else if (error instanceof RetryLater) {
      await requeueJob(db, queued, addMs(clock(), error.afterMs), clock(), true);
      return error.afterMs;
    } else if (runner.stopping.aborted || error instanceof DatabaseUnavailable)
      await requeueJob(db, queued, clock(), clock(), true);
    else if (queued.attempts >= attempts) await die(error);
    else {
      log.warn({ error }, 'job failed and will be tried again');
      await requeueJob(db, queued, addMs(clock(), retryMs(queued.attempts)), clock(), false);
    }
  } finally {
    clearInterval(renewal);
  }
  return undefined;
}

/**
 * The wait before a retry: 5 s, 20 s, 80 s …, each a quarter more or less, so that what failed together doesn't return
 * together.
 */
const retryMs = (attempt: number) =>
  Math.min(maxRetryMs, firstRetryMs * 4 ** (attempt - 1)) * (0.75 + Math.random() / 2);

interface Limits extends Pick<Runner, 'stopping' | 'abortGraceMs'> {
  timeoutMs: number;
  lost: AbortSignal;
  release: () => void;
}

/**
 * Runs a job for as long as it may take. One that ignores its signal loses its place, but is waited for: its lease
 * keeps a retry from running beside it.
 */
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
