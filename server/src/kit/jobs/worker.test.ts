import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Context } from '../../context.ts';
import { type OpenedDatabase, openDatabase } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { freshDatabase, freshOn } from '../../test/database.ts';
import { newId } from '../ids.ts';
import { createLog } from '../log.ts';
import { enqueue } from './enqueue.ts';
import { defineJob, type Job, RetryLater, type Work, work } from './job.ts';
import { countJobs } from './queue.ts';
import { runDueJobs, startWorker } from './worker.ts';

let database: OpenedDatabase;
let now = new Date('2026-03-01T10:00:00Z');
const contextOn = (database: OpenedDatabase) =>
  ({ db: database.db, database, clock: () => now, log: createLog('error', () => {}) }) as unknown as Context;
let context: Context;
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  database = await freshDatabase();
  context = contextOn(database);
});
afterAll(() => database?.close());
beforeEach(async () => {
  now = new Date('2026-03-01T10:00:00Z');
  await sql`delete from jobs`.execute(database.db);
  await sql`delete from job_turns`.execute(database.db);
});

const named = z.object({ name: z.string() });
/** A job, and what notes each run of it. */
function noting({
  run,
  onDead,
  ...more
}: Partial<Job<{ name: string }> & Omit<Work<{ name: string }>, 'job'>> = {}) {
  const runs: string[] = [];
  const job = defineJob<{ name: string }>({ name: 'test.note', payload: named, ...more });
  const note = async (_context: Context, { name }: { name: string }) => {
    runs.push(name);
  };
  return { job, noted: work(job, run ?? note, onDead && { onDead }), runs };
}
const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
};
const jobRows = async () =>
  (
    await sql<{
      attempts: number;
      lease_owner: string | null;
      failed_at: Date | null;
      error: string | null;
      run_at: Date;
    }>`
    select attempts, lease_owner, failed_at, error, run_at from jobs order by id`.execute(database.db)
  ).rows;

test('a job exists only if its transaction commits', async () => {
  const { job, noted, runs } = noting();
  const refused = transaction(database.db, async (db) => {
    await enqueue(db, job, { name: 'rolled back' }, { now });
    throw new Error('no');
  });
  await expect(refused).rejects.toThrow('no');
  await transaction(database.db, (db) => enqueue(db, job, { name: 'committed' }, { now }));
  expect(await runDueJobs(context, [noted])).toBe(1);
  expect(runs).toEqual(['committed']);
  expect(await jobRows()).toEqual([]);
});

test('a job waits for its moment', async () => {
  const { job, noted, runs } = noting();
  await enqueue(database.db, job, { name: 'later' }, { now, runAt: new Date(now.getTime() + 60_000) });
  expect(await runDueJobs(context, [noted])).toBe(0);
  expect(await countJobs(database.db, now)).toEqual({ waiting: 0, later: 1, running: 0, dead: 0 });
  pass(60_000);
  await runDueJobs(context, [noted]);
  expect(runs).toEqual(['later']);
});

test('an owner with a thousand jobs delays another’s first by one at most', async () => {
  const { job, noted, runs } = noting();
  const [crowd, single] = [newId(now), newId(now)];
  await transaction(database.db, async (db) => {
    for (let at = 0; at < 1000; at++) await enqueue(db, job, { name: 'crowd' }, { now, ownerId: crowd });
  });
  const limited = work(job, async (context, payload, run) => {
    if (runs.length === 2) await enqueue(context.db, job, { name: 'single' }, { now, ownerId: single });
    await noted.run(context, payload, run);
    if (runs.length === 4) await sql`delete from jobs`.execute(context.db);
  });
  await runDueJobs(context, [limited]);
  expect(runs).toEqual(['crowd', 'crowd', 'crowd', 'single']);
});

test('a failing job is tried five times, ever later, then stays dead in sight', async () => {
  const died: unknown[] = [];
  const attempts: [number, boolean][] = [];
  const { job, noted } = noting({
    async run(_context, _payload, { attempt, isLastAttempt }) {
      attempts.push([attempt, isLastAttempt]);
      throw new Error('broken');
    },
    async onDead(_context, payload, error) {
      died.push(payload, (error as Error).message);
    },
  });
  await enqueue(database.db, job, { name: 'doomed' }, { now, dedupeKey: 'one' });
  const waits: number[] = [];
  for (let at = 0; at < 5; at++) {
    expect(await runDueJobs(context, [noted])).toBe(1);
    const [row] = await jobRows();
    const wait = (row?.run_at.getTime() ?? 0) - now.getTime();
    if (at < 4) waits.push(wait);
    pass(wait);
  }
  expect(attempts).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, false],
    [5, true],
  ]);
  expect(waits.every((wait, at) => wait > (waits[at - 1] ?? 0))).toBe(true);
  expect(died).toEqual([{ name: 'doomed' }, 'broken']);
  expect(await countJobs(database.db, now)).toEqual({ waiting: 0, later: 0, running: 0, dead: 1 });
  expect(await jobRows()).toMatchObject([{ error: 'broken', failed_at: expect.any(Date) }]);
  // A dead one doesn't stand in the way of the next.
  await enqueue(database.db, job, { name: 'doomed' }, { now, dedupeKey: 'one' });
  expect(await countJobs(database.db, now)).toMatchObject({ waiting: 1, dead: 1 });
});

test('coming back later is no attempt', async () => {
  let runs = 0;
  const { job, noted } = noting({
    async run() {
      if (++runs < 10) throw new RetryLater(1000);
    },
  });
  await enqueue(database.db, job, { name: 'patient' }, { now });
  for (let at = 0; at < 10; at++) {
    await runDueJobs(context, [noted]);
    pass(1000);
  }
  expect(runs).toBe(10);
  expect(await jobRows()).toEqual([]);
});

test('one dedupe key waits once, and runs once more when it is asked for while it runs', async () => {
  const { job, noted, runs } = noting();
  for (let at = 0; at < 3; at++) await enqueue(database.db, job, { name: 'once' }, { now, dedupeKey: 'k' });
  const asking = work(job, async (context, payload, run) => {
    if (runs.length === 0) await enqueue(context.db, job, payload, { now, dedupeKey: 'k' });
    await noted.run(context, payload, run);
  });
  expect(await runDueJobs(context, [asking])).toBe(2);
  expect(await jobRows()).toEqual([]);
});

test('asked for anew during its last attempt, a job that fails begins again, and nothing is given up', async () => {
  const died: string[] = [];
  let runs = 0;
  const { job, noted } = noting({
    attempts: 1,
    async run(context, payload) {
      if (++runs === 1) {
        await enqueue(context.db, job, payload, { now, dedupeKey: 'k' });
        throw new Error('broken');
      }
    },
    async onDead(_context, { name }) {
      died.push(name);
    },
  });
  await enqueue(database.db, job, { name: 'wanted' }, { now, dedupeKey: 'k' });
  await runDueJobs(context, [noted]);
  expect(runs).toBe(2);
  expect(died).toEqual([]);
  expect(await jobRows()).toEqual([]);
});

test('asked for anew while its end is dealt with, a job begins again, too', async () => {
  let runs = 0;
  const { job, noted } = noting({
    attempts: 1,
    async run() {
      if (++runs === 1) throw new Error('broken');
    },
    onDead: (context, payload) => enqueue(context.db, job, payload, { now, dedupeKey: 'k' }),
  });
  await enqueue(database.db, job, { name: 'wanted' }, { now, dedupeKey: 'k' });
  await runDueJobs(context, [noted]);
  expect(runs).toBe(2);
  expect(await jobRows()).toEqual([]);
});

/** Leaves a job as a worker does that was killed: leased for so long, unfinished. */
const leaveLeased = (attempts: number, forMs = 60_000) =>
  sql`update jobs set lease_owner = ${newId(now)}, lease_until = now() + ${forMs}::int * interval '1 millisecond',
      attempts = ${attempts}::int, scheduled_at = ${now}`.execute(database.db);

test('a dead worker’s job runs again when its lease is over, and counts as an attempt', async () => {
  const died: string[] = [];
  const { job, noted, runs } = noting({
    async onDead(_context, { name }) {
      died.push(name);
    },
  });
  await enqueue(database.db, job, { name: 'left' }, { now });
  await leaveLeased(1);
  expect(await runDueJobs(context, [noted])).toBe(0);
  await leaveLeased(1, -1);
  expect(await runDueJobs(context, [noted])).toBe(1);
  expect(runs).toEqual(['left']);

  await enqueue(database.db, job, { name: 'killer' }, { now });
  await leaveLeased(5, -1);
  await runDueJobs(context, [noted]);
  expect(runs).toEqual(['left']);
  expect(died).toEqual(['killer']);
  expect(await countJobs(database.db, now)).toMatchObject({ dead: 1 });
});

test('a job whose lease another holds finishes nothing', async () => {
  const { job, noted } = noting({
    async run() {
      await leaveLeased(2);
    },
  });
  await enqueue(database.db, job, { name: 'overtaken' }, { now });
  await runDueJobs(context, [noted]);
  expect(await jobRows()).toMatchObject([{ attempts: 2, lease_owner: expect.any(String) }]);
});

test('a clock that goes back a day stalls nothing, be it ours or the database’s', async () => {
  const { job, noted, runs } = noting();
  await enqueue(database.db, job, { name: 'fresh' }, { now });
  pass(-86_400_000);
  await runDueJobs(context, [noted]);
  expect(runs).toEqual(['fresh']);
  await enqueue(database.db, job, { name: 'leased' }, { now });
  await leaveLeased(1, 86_400_000);
  await runDueJobs(context, [noted]);
  expect(runs).toEqual(['fresh', 'leased']);
});

test.each([-3_600_000, 3_600_000])(
  'a process whose clock is off by %d ms neither takes what another holds nor holds it for longer',
  async (off) => {
    const { job, noted, runs } = noting();
    await enqueue(database.db, job, { name: 'held' }, { now: new Date(now.getTime() - 3_600_000) });
    await leaveLeased(1);
    pass(off);
    expect(await runDueJobs(context, [noted])).toBe(0);
    await leaveLeased(1, -1);
    const holding = work(job, async (context, payload, run) => {
      const { rows } = await sql<{ ms: number }>`
          select extract(epoch from lease_until - now())::float8 * 1000 as ms from jobs`.execute(context.db);
      expect(rows[0]?.ms).toBeGreaterThan(0);
      expect(rows[0]?.ms).toBeLessThanOrEqual(60_000);
      await noted.run(context, payload, run);
    });
    await runDueJobs(context, [holding]);
    expect(runs).toEqual(['held']);
  },
);

describe('a worker', () => {
  /** Starts a worker that never polls, once it listens. */
  async function startListening(context: Context, works: Parameters<typeof startWorker>[1]) {
    let isListening = false;
    const listen: OpenedDatabase['listen'] = async (...wish) => {
      const silence = await database.listen(...wish);
      isListening = true;
      return silence;
    };
    const listening = { ...context, database: { ...database, listen } };
    const worker = startWorker(listening, works, { pollMs: 1_000_000 });
    await until(() => isListening);
    return worker;
  }

  test('is woken by the commit, long before it polls', async () => {
    const { job, noted, runs } = noting();
    const worker = await startListening(context, [noted]);
    await enqueue(database.db, job, { name: 'woken' }, { now });
    await until(() => runs.length === 1);
    await worker.stop();
  });

  test('goes on with what comes back in a moment when that is over, long before it polls', async () => {
    let runs = 0;
    const { job, noted } = noting({
      async run() {
        if (++runs === 1) throw new RetryLater(100);
      },
    });
    const worker = await startListening({ ...context, clock: () => new Date() }, [noted]);
    await enqueue(database.db, job, { name: 'napping' }, { now: new Date() });
    await until(() => runs === 2);
    await worker.stop();
  });

  test('polls where no notification came', async () => {
    const { job, noted, runs } = noting();
    const deaf = { ...context, database: { ...database, listen: async () => async () => {} } };
    const worker = startWorker(deaf, [noted], { pollMs: 50 });
    await enqueue(database.db, job, { name: 'polled' }, { now });
    await until(() => runs.length === 1);
    await worker.stop();
  });

  test('runs many answers of one account side by side, and leaves places for another', async () => {
    const { job } = noting({ lane: 'inbound' });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const owners: string[] = [];
    const [crowd, single] = [newId(now), newId(now)];
    const answering = work(job, async (_context, { name }) => {
      owners.push(name);
      await ended;
    });
    await transaction(database.db, async (db) => {
      for (let at = 0; at < 60; at++) await enqueue(db, job, { name: crowd }, { now, ownerId: crowd });
      for (let at = 0; at < 5; at++) await enqueue(db, job, { name: single }, { now, ownerId: single });
    });
    const worker = startWorker(context, [answering]);
    await until(() => owners.length === 53);
    expect(owners.filter((owner) => owner === crowd)).toHaveLength(48);
    end();
    await until(async () => (await jobRows()).length === 0);
    await worker.stop();
  });

  test('runs a quick job beside long ones that hold all their places', async () => {
    const { job, noted, runs } = noting();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const long = defineJob({ ...job, name: 'test.long', timeoutMs: 900_000 });
    for (let at = 0; at < 5; at++) await enqueue(database.db, long, { name: 'long' }, { now });
    const worker = startWorker(context, [noted, work(long, () => ended)]);
    await until(async () => (await countJobs(database.db, now)).running === 2);
    await enqueue(database.db, job, { name: 'mail' }, { now });
    await until(() => runs.length === 1);
    end();
    await until(async () => (await jobRows()).length === 0);
    await worker.stop();
  });

  test('runs another account’s job beside those of one that hold all their places', async () => {
    const { job, noted, runs } = noting();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const slow = defineJob({ ...job, name: 'test.slow' });
    const [crowd, single] = [newId(now), newId(now)];
    for (let at = 0; at < 5; at++)
      await enqueue(database.db, slow, { name: 'slow' }, { now, ownerId: crowd });
    const worker = startWorker(context, [noted, work(slow, () => ended)]);
    await until(async () => (await countJobs(database.db, now)).running === 2);
    for (let at = 0; at < 3; at++)
      await enqueue(database.db, job, { name: 'mine' }, { now, ownerId: single });
    // The last of them has run a moment before its row says so.
    await until(async () => runs.length === 3 && (await countJobs(database.db, now)).running === 2);
    end();
    await until(async () => (await jobRows()).length === 0);
    await worker.stop();
  });

  test('that stops gives its lease back without counting the attempt', async () => {
    let begun = false;
    const { job, noted } = noting({
      run: (_context, _payload, { signal }) =>
        new Promise((_, reject) => {
          begun = true;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    await enqueue(database.db, job, { name: 'interrupted' }, { now });
    const worker = startWorker(context, [noted]);
    await until(() => begun);
    await worker.stop();
    expect(await jobRows()).toMatchObject([{ attempts: 0, lease_owner: null, failed_at: null }]);
  });

  test('ends a job at its time limit', async () => {
    const reasons: string[] = [];
    const { job, noted } = noting({
      timeoutMs: 30,
      run: (_context, _payload, { signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reasons.push((signal.reason as Error).message);
            reject(signal.reason);
          });
        }),
    });
    await enqueue(database.db, job, { name: 'slow' }, { now });
    const worker = startWorker(context, [noted]);
    await until(async () => (await jobRows())[0]?.lease_owner === null && reasons.length === 1);
    await worker.stop();
    expect(await jobRows()).toMatchObject([{ attempts: 1, failed_at: null }]);
    expect(reasons).toEqual(['the job took more than 30 ms']);
  });

  test('that stops while it claims counts no attempt and begins nothing', async () => {
    const { job, noted, runs } = noting();
    await enqueue(database.db, job, { name: 'claimed late' }, { now });
    let stopped: Promise<void> | undefined;
    // The clock is looked at as the claim sets out: it is under way when the worker stops.
    const clock = () => {
      stopped ??= Promise.resolve().then(() => worker.stop());
      return now;
    };
    const worker = startWorker({ ...context, clock }, [noted]);
    await until(() => stopped !== undefined);
    await stopped;
    expect(runs).toEqual([]);
    expect(await jobRows()).toMatchObject([{ attempts: 0, lease_owner: null }]);
  });

  test('gives the place of a job that ignores its end to others, and tries it again only after that', async () => {
    const { job, noted, runs } = noting();
    let end = () => {};
    let running = 0;
    const most: number[] = [];
    const deaf = defineJob({ ...job, name: 'test.deaf', timeoutMs: 20 });
    const deafWork = work(deaf, async () => {
      most.push(++running);
      if (most.length === 1)
        await new Promise<void>((_, reject) => {
          end = () => reject(new Error('at last'));
        });
      running--;
    });
    await enqueue(database.db, deaf, { name: 'deaf' }, { now });
    const options = { concurrency: 1, abortGraceMs: 20, pollMs: 20, leaseMs: 200, renewMs: 20 };
    const workers = [startWorker(context, [deafWork, noted], options)];
    await until(() => most.length === 1);
    for (let at = 0; at < 3; at++) await enqueue(database.db, job, { name: 'other' }, { now });
    await until(() => runs.length === 3);
    // Another process finds nothing to try either.
    workers.push(startWorker(context, [deafWork, noted], options));
    pass(3_600_000);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(most).toEqual([1]);
    running = 0;
    end();
    await until(async () => (await jobRows())[0]?.lease_owner === null);
    pass(60_000);
    await until(async () => (await jobRows()).length === 0);
    expect(most).toEqual([1, 1]);
    for (const worker of workers) await worker.stop();
  });

  test('renews the lease of what it runs', async () => {
    let end = () => {};
    const { job, noted } = noting({
      run: () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    });
    await enqueue(database.db, job, { name: 'lasting' }, { now });
    const worker = startWorker(context, [noted], { renewMs: 20 });
    const leaseUntil = async () =>
      (
        await sql<{ until: Date | null }>`select lease_until as until from jobs`.execute(database.db)
      ).rows[0]?.until?.getTime() ?? 0;
    await until(async () => (await leaseUntil()) > 0);
    const first = await leaseUntil();
    await until(async () => (await leaseUntil()) > first);
    end();
    await until(async () => (await jobRows()).length === 0);
    await worker.stop();
  });

  test('keeps what is scheduled in the queue, once', async () => {
    const runs: Date[] = [];
    const job = defineJob({ name: 'test.scheduled', payload: z.object({}), everyMs: 3_600_000 });
    const noted = work(job, async () => {
      runs.push(now);
    });
    const worker = startWorker(context, [noted], { pollMs: 20 });
    await until(async () => runs.length === 1 && (await countJobs(database.db, now)).later === 1);
    await worker.stop();
    const again = startWorker(context, [noted], { pollMs: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(runs.length).toBe(1);
    // A day at once: one run, not twenty-four.
    pass(86_400_000);
    await until(async () => runs.length === 2 && (await countJobs(database.db, now)).later === 1);
    await again.stop();
    expect((await jobRows()).length).toBe(1);
  });
});

const server = process.env.TEST_DATABASE_URL;
test.skipIf(!server)('several workers run each job once (needs PostgreSQL: TEST_DATABASE_URL)', async () => {
  const own = await freshOn(server ?? '');
  const pools = await Promise.all(
    Array.from({ length: 4 }, () => openDatabase({ url: own.url, poolSize: 4 })),
  );
  const { job, noted, runs } = noting();
  const total = 300;
  await transaction(own.db, async (db) => {
    for (let at = 0; at < total; at++)
      await enqueue(db, job, { name: String(at) }, { now, ownerId: newId(now) });
  });
  const workers = pools.map((pool) => startWorker(contextOn(pool), [noted], { concurrency: 4, pollMs: 50 }));
  await until(async () => (await sql`select 1 from jobs limit 1`.execute(own.db)).rows.length === 0);
  for (const worker of workers) await worker.stop();
  expect(runs.length).toBe(total);
  expect(new Set(runs).size).toBe(total);
  for (const pool of pools) await pool.close();
  await own.close();
});
