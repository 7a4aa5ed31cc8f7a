import * as z from 'zod/mini';
import { defineJob, work } from '../../kit/jobs/job.ts';
import {
  deleteExpiredAssertions,
  deleteOldProviderFlows,
  forgetProviderTokens,
} from './federation/queries.ts';
import { sendMailWork } from './mails/send-mail.ts';
import { deleteOldCredentialChanges } from './queries/credentials.ts';
import { deleteOldFlows } from './queries/flows.ts';
import { forgetAddresses, forgetDevices } from './queries/known-devices.ts';
import { deleteExpiredTokens } from './queries/one-time-tokens.ts';
import { deleteExpiredSessions } from './queries/sessions.ts';
import { deleteOldFailures } from './queries/sign-in-failures.ts';
import { deleteOldSignUps } from './queries/sign-ups.ts';
import { deleteOldSecurityEvents } from './sessions/security-event-queries.ts';
import { answerMailRequestWork } from './sign-up/mail-request-job.ts';

const dayMs = 86_400_000;

export const forgetExpired = defineJob({
  name: 'auth.forget-expired',
  payload: z.object({}),
  everyMs: 3_600_000,
});

/** Deletes what has run out and would only grow. */
const forgetExpiredWork = work(forgetExpired, async (context) => {
  const now = context.clock().getTime();
  await deleteOldSecurityEvents(context.db, new Date(now - context.config.retention.securityDays * dayMs));
  const { codeSeconds, sessionSeconds, sessionIdleSeconds } = context.config.auth;
  await deleteExpiredTokens(context.db, new Date(now));
  await deleteOldCredentialChanges(context.db, new Date(now));
  await deleteOldSignUps(context.db, new Date(now - dayMs));
  await deleteOldFlows(context.db, new Date(now - 7 * dayMs));
  await deleteOldProviderFlows(context.db, new Date(now - dayMs));
  await deleteExpiredAssertions(context.db, new Date(now - dayMs));
  await forgetProviderTokens(context.db, new Date(now - codeSeconds * 1000));
  await deleteOldFailures(context.db, new Date(now - dayMs));
  await forgetAddresses(context.db, new Date(now - 365 * dayMs));
  await forgetDevices(context.db, new Date(now - 365 * dayMs));
  await deleteExpiredSessions(
    context.db,
    new Date(now - sessionSeconds * 1000),
    new Date(now - sessionIdleSeconds * 1000),
  );
});

export const authWork = [sendMailWork, answerMailRequestWork, forgetExpiredWork];
