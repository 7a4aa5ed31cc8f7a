import * as z from 'zod/mini';
import { vacuum } from '../db/open.ts';
import { deleteExpiredIdempotencyKeys } from '../kit/http/idempotency.ts';
import { defineJob, work } from '../kit/jobs/job.ts';
import { sweepJobs } from '../kit/jobs/queue.ts';
import { deleteExpiredRateLimits } from '../kit/limits/rate-limit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const sweep = defineJob({ name: 'operation.sweep', payload: z.object({}), everyMs: hourMs });

/** Deletes what ages: counts, keys, mails of the development mailbox, dead jobs. */
const sweepWork = work(sweep, async (context) => {
  const { db, clock, config } = context;
  const before = (days: number) => new Date(clock().getTime() - days * dayMs);
  await deleteExpiredRateLimits(context);
  await deleteExpiredIdempotencyKeys(context);
  await sweepJobs(db, before(config.retention.jobsDays));
  await db.deleteFrom('mails').where('created_at', '<', before(config.retention.mailDays)).execute();
});

const vacuumEmbedded = defineJob({
  name: 'operation.vacuum',
  payload: z.object({}),
  timeoutMs: 10 * minuteMs,
  everyMs: dayMs,
});

const vacuumWork = work(vacuumEmbedded, async ({ database }) => {
  if (database.kind === 'embedded') await vacuum(database.db);
});

export const housekeepingWork = [sweepWork, vacuumWork];
