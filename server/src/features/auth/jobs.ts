import { languages, speak } from '@parlance/contract/i18n';
import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs.ts';
import { renderMail } from '../../kit/mail.ts';
import { messages } from './messages.ts';
import { issueOneTimeToken } from './one-time-tokens.ts';
import {
  deleteExpiredTokens,
  deleteOldFailures,
  deleteOldFlows,
  deleteOverSessions,
  userById,
} from './queries.ts';
import { checkedRedirect } from './redirects.ts';

/** A broken mail server is given about two hours. */
const mailAttempts = 16;

/**
 * The token is made when the mail is: no secret waits in the queue, and a mail that a broken mail server delays
 * still carries a link that is good for its whole life.
 */
export const sendConfirmation = defineJob({
  name: 'auth.send-confirmation',
  payload: z.object({
    userId: z.uuid(),
    language: z.enum(languages),
    redirectTo: z.string(),
    flowStateId: z.nullable(z.uuid()),
  }),
  attempts: mailAttempts,
  async run(context, { userId, language, redirectTo, flowStateId }) {
    const user = await userById(context.db, userId);
    if (!user?.email || user.email_confirmed_at) return;
    const { config } = context;
    const { link, code } = await issueOneTimeToken(context, context.db, {
      userId,
      kind: 'signup',
      email: user.email,
      flowStateId,
    });
    const url = new URL(`${config.publicUrl}/auth/v1/verify`);
    url.searchParams.set('token', link);
    url.searchParams.set('type', 'signup');
    url.searchParams.set('redirect_to', checkedRedirect(config, redirectTo));
    const t = speak(messages, language);
    const { html, text } = renderMail({
      language,
      title: t.confirmationTitle,
      paragraphs: [
        t.confirmationIntro,
        t.confirmationLife(Math.round(config.auth.otpSeconds / 60)),
        t.confirmationCode,
      ],
      code,
      button: { label: t.confirmationButton, url: url.href },
      reason: t.confirmationReason,
    });
    await context.mail.send({ to: user.email, subject: t.confirmationSubject, html, text });
  },
});

export const sendAccountExists = defineJob({
  name: 'auth.send-account-exists',
  payload: z.object({ userId: z.uuid(), language: z.enum(languages) }),
  attempts: mailAttempts,
  async run(context, { userId, language }) {
    const user = await userById(context.db, userId);
    if (!user?.email) return;
    const t = speak(messages, language);
    const { html, text } = renderMail({
      language,
      title: t.existsTitle,
      paragraphs: [t.existsIntro, t.existsAdvice],
      button: { label: t.existsButton, url: `${context.config.publicUrl}/login` },
      reason: t.existsReason,
    });
    await context.mail.send({ to: user.email, subject: t.existsSubject, html, text });
  },
});

const dayMs = 86_400_000;

/** What has run out and would only grow. */
export const forgetExpired = defineJob({
  name: 'auth.forget-expired',
  payload: z.object({}),
  async run(context) {
    const now = context.clock().getTime();
    const { sessionSeconds, sessionIdleSeconds } = context.config.auth;
    await deleteExpiredTokens(context.db, new Date(now));
    await deleteOldFlows(context.db, new Date(now - 7 * dayMs));
    await deleteOldFailures(context.db, new Date(now - dayMs));
    await deleteOverSessions(
      context.db,
      new Date(now - sessionSeconds * 1000),
      new Date(now - sessionIdleSeconds * 1000),
    );
  },
});

export const authJobs = [sendConfirmation, sendAccountExists, forgetExpired];
