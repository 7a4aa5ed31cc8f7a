import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/job.ts';

export const writeSummary = defineJob({
  name: 'summaries.write',
  payload: z.object({ ownerId: z.uuid(), summaryId: z.uuid() }),
  lane: 'network',
  // A slice, and what was asked at its end.
  timeoutMs: 5 * 60_000,
});

/** Looks for accounts that want a mail next Monday. */
export const planWeeklyMails = defineJob({
  name: 'summaries.plan-weekly-mails',
  payload: z.object({}),
  everyMs: 3_600_000,
});

/** Mails what visitors asked in the week before `monday`; its time is Monday at eight where the account is. */
export const mailWeek = defineJob({
  name: 'summaries.mail-week',
  isMessage: true,
  payload: z.object({ ownerId: z.uuid(), monday: z.iso.date() }),
  attempts: 10,
});
