import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/job.ts';

export const mailQuotaAlert = defineJob({
  name: 'usage.mail-quota-alert',
  isMessage: true,
  payload: z.object({
    ownerId: z.uuid(),
    tokenType: z.enum(['message', 'storage']),
    level: z.enum(['warning80', 'warning90', 'exceeded']),
    /** When it was reached. */
    left: z.int(),
    limit: z.int(),
  }),
});

export const mailCapAlert = defineJob({
  name: 'usage.mail-cap-alert',
  isMessage: true,
  payload: z.object({
    ownerId: z.uuid(),
    chatbotId: z.uuid(),
    chatbotName: z.string(),
    period: z.enum(['day', 'month']),
    level: z.enum(['warning80', 'warning90', 'exceeded']),
    limit: z.int(),
  }),
});

export const releaseExpiredReservations = defineJob({
  name: 'usage.release-expired-reservations',
  payload: z.object({}),
  everyMs: 60_000,
});

export const makeLedgerMonths = defineJob({
  name: 'usage.make-ledger-months',
  payload: z.object({}),
  everyMs: 86_400_000,
});

/** In the lane of long jobs: it reads the whole ledger. */
export const proveLedger = defineJob({
  name: 'usage.prove-ledger',
  payload: z.object({}),
  timeoutMs: 60 * 60_000,
  everyMs: 86_400_000,
});
