import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/job.ts';

export const sides = ['sender', 'receiver'] as const;
export type Side = (typeof sides)[number];

export const mailTransfer = defineJob({
  name: 'transfers.mail',
  isMessage: true,
  payload: z.object({
    transferId: z.uuid(),
    to: z.enum(sides),
    status: z.enum(['pending', 'accepted', 'declined', 'cancelled', 'expired']),
  }),
  attempts: 16,
});

export const closeTransfers = defineJob({
  name: 'transfers.close',
  payload: z.object({}),
  everyMs: 5 * 60_000,
});
