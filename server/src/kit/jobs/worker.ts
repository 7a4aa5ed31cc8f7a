import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { enqueueMissing } from './enqueue.ts';
import { type AnyWork, type Lane, laneOf } from './job.ts';
import { claimJob, type QueuedJob, requeueJob } from './queue.ts';
import { type Runner, runJob } from './run.ts';

/** Longer than any pause of a living worker, short enough for a dead one's job. */
const leaseMs = 60_000;
const renewMs = 20_000;
const pollMs = 1000;
/** After longer waits a poll is early enough. */
const longestNapMs = 10_000;
/**
 * Places beyond those of a lane, for accounts of which nothing runs there: whoever fills all places with what takes long
 * delays nobody else.
 */
const spareSlots = 1;
const stopGraceMs = 10_000;

/** Jobs of a lane at a time, and of one owner there, over all processes. */
interface Places {
  all: number;
  ofOneOwner?: number;
}

/**
 * What works takes a processor, of which there are few. What waits for other servers holds memory: a page's in `network`, where one
 * account's slow servers never hold all places; an answer's prompt in `inbound`, some hundred kilobytes, and a connection of the
 * database only while a statement runs. There a bot's visitors come by the dozen and wait for a model that takes seconds: most
 * places may be one owner's, as the next that is free goes to whoever has the fewest, and an answer soon ends.
 */
const placesOf: Record<Lane, Places> = {
  inbound: { all: 64, ofOneOwner: 48 },
  quick: { all: 2 },
  long: { all: 2 },
  network: { all: 16, ofOneOwner: 4 },
};
const abortGraceMs = 10_000;

const byName = (works: readonly AnyWork[]) => new Map(works.map((work) => [work.job.name, work]));

export interface WorkerOptions {
  /** Quick jobs at a time, and long ones beside them. */
  concurrency?: number;
  leaseMs?: number;
  renewMs?: number;
  pollMs?: number;
  abortGraceMs?: number;
}

/** Works until stopped. What runs then is aborted and goes back into the queue without counting as an attempt. */
export function startWorker(
  context: Context,
  works: readonly AnyWork[],
  options: WorkerOptions = {},
): { stop(): Promise<void> } {
  const { concurrency } = options;
  const { db, clock, log } = context;
  const stopping = new AbortController();
  const runner: Runner = {
    context,
    works: byName(works),
    stopping: stopping.signal,
    leaseMs: options.leaseMs ?? leaseMs,
    renewMs: options.renewMs ?? renewMs,
    abortGraceMs: options.abortGraceMs ?? abortGraceMs,
  };
  const running = new Map<QueuedJob, Promise<void>>();
  let isDatabaseLost = false;

  const lanes = (['inbound', 'quick', 'long', 'network'] as const).map((lane) => {
    const names = works.flatMap(({ job }) => (laneOf(job) === lane ? [job.name] : []));
    const { all, ofOneOwner } = placesOf[lane];
    let free = ofOneOwner === undefined ? (concurrency ?? all) : all;
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
      const run = runJob(runner, queued, release)
        .then(wakeIn, (error) =>
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
              maxPerOwner: free > 0 ? ofOneOwner : 1,
              names,
              runningIds: [...running.keys()].map(({ id }) => id),
              leaseOwner: randomUUID(),
              now: clock(),
              leaseMs: runner.leaseMs,
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
    /** What was put back for a moment begins when that is over, not at the next poll. */
    const wakeIn = (ms: number | undefined) => {
      if (ms !== undefined && ms <= longestNapMs) setTimeout(() => void fill(), ms).unref();
    };
    return { lane, fill };
  });

  /** Wakes all lanes, or the one that a notification names. */
  const wake = (named?: string) => {
    for (const { lane, fill } of lanes) if (named === undefined || lane === named) void fill();
  };
  const keepSchedules = async () => {
    for (const { job } of works) if (job.everyMs !== undefined) await enqueueMissing(db, job, clock());
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
      // A claim that is under way starts nothing; what runs is over soon.
      await Promise.race([Promise.all([...lanes.map(({ fill }) => fill()), ...running.values()]), late]);
      clearTimeout(timer);
      for (const queued of running.keys()) await requeueJob(db, queued, clock(), clock(), true);
    },
  };
}

const maxDueJobs = 10_000;

/** Runs what is due, one after the other, until nothing is; for tests. */
export async function runDueJobs(context: Context, works: readonly AnyWork[]): Promise<number> {
  const runner: Runner = {
    context,
    works: byName(works),
    stopping: new AbortController().signal,
    leaseMs,
    renewMs,
    abortGraceMs,
  };
  const names = works.map(({ job }) => job.name);
  for (let count = 0; count < maxDueJobs; count++) {
    const queued = await claimJob(context.db, {
      names,
      runningIds: [],
      leaseOwner: randomUUID(),
      now: context.clock(),
      leaseMs,
    });
    if (!queued) return count;
    await runJob(runner, queued, () => {});
  }
  throw new Error(`more than ${maxDueJobs} jobs: one enqueues itself without end`);
}
