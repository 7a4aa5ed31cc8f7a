import { speak } from '@parlance/contract/i18n';
import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs.ts';
import { renderMail } from '../../kit/mail.ts';
import { accountLanguage, accountOf } from '../auth/service.ts';
import { messages } from './messages.ts';
import { deleteExpiredReservations } from './queries.ts';

export const mailQuotaAlert = defineJob({
  name: 'usage.mail-quota-alert',
  payload: z.object({
    ownerId: z.uuid(),
    tokenType: z.enum(['message', 'storage']),
    level: z.enum(['warning80', 'warning90', 'exceeded']),
  }),
  async run(context, { ownerId, tokenType, level }) {
    const { email } = await accountOf(context.db, ownerId);
    const language = await accountLanguage(context.db, ownerId);
    const t = speak(messages, language);
    const sentence =
      level === 'exceeded'
        ? tokenType === 'message'
          ? t.messageExceeded
          : t.storageExceeded
        : t.warning(level === 'warning80' ? 80 : 90, t[tokenType]);
    const subject =
      level === 'exceeded' ? t.subjectExceeded : level === 'warning80' ? t.subject80 : t.subject90;
    await context.mail.send({
      to: email,
      subject,
      ...renderMail({
        language,
        title: subject,
        paragraphs: [sentence],
        button: { label: t.open, url: context.config.publicUrl },
        reason: t.reason,
      }),
    });
  },
});

/** Tokens set aside for work that died come back; once a minute. */
export const releaseExpiredReservations = defineJob({
  name: 'usage.release-expired-reservations',
  payload: z.object({}),
  async run(context) {
    await deleteExpiredReservations(context.db, context.clock());
  },
});

export const usageJobs = [mailQuotaAlert, releaseExpiredReservations];
