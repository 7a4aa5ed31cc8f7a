import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/job.ts';

/** The person and the operator: each mail is a job, so that a refused address does not hold up the other. */
export const recipients = ['person', 'support'] as const;

export const mailDeletion = defineJob({
  name: 'privacy.mail-deletion',
  isMessage: true,
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

export const deleteDueAccounts = defineJob({
  name: 'privacy.delete-due',
  payload: z.object({}),
  everyMs: 60_000,
});

/** Without an owner: it would go with the account in the middle of its work. */
export const deleteAccount = defineJob({
  name: 'privacy.delete-account',
  payload: z.object({ accountId: z.uuid() }),
  timeoutMs: 30 * 60_000,
  attempts: 16,
});

/** The last mail: the address stands in this job alone, and goes with it. */
export const mailDeleted = defineJob({
  name: 'privacy.mail-deleted',
  isMessage: true,
  payload: z.object({
    id: z.uuid(),
    address: z.string(),
    language: z.enum(['fr', 'en']),
    to: z.enum(recipients),
  }),
  attempts: 16,
});

export const writeRegister = defineJob({
  name: 'privacy.write-register',
  payload: z.object({}),
  everyMs: 60_000,
});

export const writeExport = defineJob({
  name: 'privacy.write-export',
  payload: z.object({ ownerId: z.uuid(), exportId: z.uuid() }),
  // A slice, and the last part that it stores.
  timeoutMs: 5 * 60_000,
});

export const mailExport = defineJob({
  name: 'privacy.mail-export',
  isMessage: true,
  payload: z.object({ ownerId: z.uuid(), exportId: z.uuid() }),
  attempts: 16,
});

export const expireExports = defineJob({
  name: 'privacy.expire-exports',
  payload: z.object({}),
  everyMs: 10 * 60_000,
});
