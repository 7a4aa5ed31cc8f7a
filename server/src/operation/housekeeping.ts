import * as z from 'zod/mini';
import { vacuum } from '../db/open.ts';
import { forgetExpired } from '../features/auth/jobs.ts';
import { forgetConversations } from '../features/conversations/desk/jobs.ts';
import { findOlderAnalyses } from '../features/knowledge/jobs.ts';
import { notifyCancelledDeletions } from '../features/privacy/jobs.ts';
import { syncDue } from '../features/sources/crawling/sync-job.ts';
import {
  clearRemoved,
  forgetKnownHosts,
  forgetUnreadable,
  removeAbandonedFiles,
  sweepOrphanedFiles,
} from '../features/sources/files/jobs.ts';
import { embedWaiting } from '../features/sources/records/embedding.ts';
import { releaseExpiredReservations } from '../features/usage/jobs.ts';
import { deleteExpiredIdempotencyKeys } from '../kit/http/idempotency.ts';
import { defineJob, type ScheduledJob, sweepJobs } from '../kit/jobs/jobs.ts';
import { deleteExpiredRateLimits } from '../kit/rate-limit.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** What ages goes: counts, keys, mails of the development mailbox, dead jobs. */
const sweep = defineJob({
  name: 'operation.sweep',
  payload: z.object({}),
  async run(context) {
    const { db, clock, config } = context;
    const before = (days: number) => new Date(clock().getTime() - days * dayMs);
    await deleteExpiredRateLimits(context);
    await deleteExpiredIdempotencyKeys(context);
    await sweepJobs(db, before(config.retention.jobsDays));
    await db.deleteFrom('mails').where('created_at', '<', before(config.retention.mailDays)).execute();
  },
});

const vacuumEmbedded = defineJob({
  name: 'operation.vacuum',
  payload: z.object({}),
  timeoutMs: 10 * minuteMs,
  async run({ database }) {
    if (database.kind === 'embedded') await vacuum(database.db);
  },
});

export const housekeepingJobs = [sweep, vacuumEmbedded];

export const scheduled: readonly ScheduledJob[] = [
  { job: releaseExpiredReservations, everyMs: minuteMs },
  { job: notifyCancelledDeletions, everyMs: minuteMs },
  { job: embedWaiting, everyMs: minuteMs },
  { job: clearRemoved, everyMs: minuteMs },
  { job: findOlderAnalyses, everyMs: minuteMs },
  { job: removeAbandonedFiles, everyMs: hourMs },
  { job: forgetUnreadable, everyMs: hourMs },
  { job: sweepOrphanedFiles, everyMs: dayMs },
  { job: forgetKnownHosts, everyMs: dayMs },
  { job: syncDue, everyMs: 10 * minuteMs },
  { job: sweep, everyMs: hourMs },
  { job: forgetExpired, everyMs: hourMs },
  { job: forgetConversations, everyMs: hourMs },
  { job: vacuumEmbedded, everyMs: dayMs },
];
