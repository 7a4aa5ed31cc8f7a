import { speak } from '@parlance/contract/i18n';
import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/jobs.ts';
import { renderMail } from '../../kit/mail/mail.ts';
import { accountLanguage, accountOf } from '../auth/service.ts';
import { messages } from './messages.ts';
import { chatbotNameOf, endExpiredReservations } from './queries.ts';

export const mailQuotaAlert = defineJob({
  name: 'usage.mail-quota-alert',
  payload: z.object({
    ownerId: z.uuid(),
    tokenType: z.enum(['message', 'storage']),
    level: z.enum(['warning80', 'warning90', 'exceeded']),
    /** When it was reached. */
    left: z.int(),
    limit: z.int(),
  }),
  async run(context, { ownerId, tokenType, level, left, limit }) {
    const { email } = await accountOf(context.db, ownerId);
    const language = await accountLanguage(context.db, ownerId);
    const t = speak(messages, language);
    const percent = level === 'warning80' ? 80 : 90;
    const sentence =
      level === 'exceeded'
        ? tokenType === 'message'
          ? t.messageExceeded(left, limit)
          : t.storageExceeded(left, limit)
        : t.warning(percent, t[tokenType]);
    const subject =
      level === 'exceeded' ? t.subjectExceeded(t[tokenType]) : t.subjectNear(percent, t[tokenType]);
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

/** A chatbot comes near to what its owner allows its visitors, or has reached it. */
export const mailCapAlert = defineJob({
  name: 'usage.mail-cap-alert',
  payload: z.object({
    ownerId: z.uuid(),
    chatbotId: z.uuid(),
    period: z.enum(['day', 'month']),
    level: z.enum(['warning80', 'warning90', 'exceeded']),
    limit: z.int(),
  }),
  async run(context, { ownerId, chatbotId, period, level, limit }) {
    const name = await chatbotNameOf(context.db, ownerId, chatbotId);
    if (name === undefined) return;
    const { email } = await accountOf(context.db, ownerId);
    const language = await accountLanguage(context.db, ownerId);
    const t = speak(messages, language);
    const share = level === 'exceeded' ? undefined : level === 'warning80' ? 80 : 90;
    const of = period === 'day' ? t.ofDay : t.ofMonth;
    const subject = share === undefined ? t.capReached(name) : t.capNear(name, share);
    await context.mail.send({
      to: email,
      subject,
      ...renderMail({
        language,
        title: subject,
        paragraphs: [
          share === undefined ? t.capReachedText(limit, of) : t.capNearText(share, limit, of),
          t.capHow,
        ],
        button: {
          label: t.openChatbot,
          url: `${context.config.publicUrl}/chatbots/${chatbotId}/personnaliser`,
        },
        reason: t.reason,
      }),
    });
  },
});

/** Tokens set aside for work that died come back, but for what its provider is due; once a minute. */
export const releaseExpiredReservations = defineJob({
  name: 'usage.release-expired-reservations',
  payload: z.object({}),
  async run(context) {
    await endExpiredReservations(context.db, context.clock());
  },
});

export const usageJobs = [mailQuotaAlert, mailCapAlert, releaseExpiredReservations];
