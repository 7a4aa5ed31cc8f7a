import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/job.ts';

/** The person and the operator: each mail is a job, so that a refused address does not hold up the other. */
export const recipients = ['person', 'support'] as const;

export const mailDeletion = defineJob({
  name: 'privacy.mail-deletion',
  payload: z.object({
    ownerId: z.uuid(),
    to: z.enum(recipients),
    /** None: the request was taken back. */
    scheduledFor: z.nullable(z.iso.datetime()),
  }),
  attempts: 16,
});

export const notifyCancelledDeletions = defineJob({
  name: 'privacy.keep-returned',
  payload: z.object({}),
  everyMs: 60_000,
});
