import { momentWriter } from '@parlance/contract/display/dates';
import { speak } from '@parlance/contract/i18n';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { type AnyWork, work } from '../../kit/jobs/job.ts';
import { accountOf } from '../auth/service.ts';
import { deleteAccountWork, deleteDueAccountsWork } from './deletion/execution.ts';
import { mailDeletedWork } from './deletion/last-mail.ts';
import type { DeletionStep } from './deletion/steps.ts';
import { exportWork } from './exports/jobs.ts';
import { messages } from './messages.ts';
import { deleteCancelledRequests } from './queries.ts';
import { mailDeletion, notifyCancelledDeletions, recipients, writeRegister } from './queue.ts';
import { writeOn } from './replay/register.ts';

const mailDeletionWork = work(mailDeletion, async ({ db, config, mail }, { ownerId, to, scheduledFor }) => {
  const { email, language } = await accountOf(db, ownerId);
  const address = to === 'person' ? email : config.supportEmail;
  // A single sign-on may vouch for no address.
  if (address === '') return;
  const t = speak(messages, language);
  const until = scheduledFor === null ? undefined : `${momentWriter(language, 'UTC')(scheduledFor)} UTC`;
  const letter = {
    person: () => ({
      title: until ? t.deletionSubject : t.keptSubject,
      paragraphs: until ? [t.deletionIntro(until), t.deletionAdvice] : [t.keptIntro, t.keptAdvice],
      button: until
        ? { label: t.deletionButton, url: `${config.publicUrl}/login` }
        : { label: t.keptButton, url: `${config.publicUrl}/profile` },
      reason: t.reason,
    }),
    support: () => ({
      title: until ? t.supportDeletionSubject : t.supportKeptSubject,
      paragraphs: [until ? t.supportDeletion(email, ownerId, until) : t.supportKept(email, ownerId)],
      reason: t.supportReason,
    }),
  }[to]();
  await mail.send({
    to: address,
    kind: 'security',
    language,
    ...letter,
  });
});

/**
 * How long a request that was taken back is kept: the screen that was signed in on asks for it (`isTakenBack`) in this
 * time.
 */
const noticeVisibleMs = 60_000;

/** Tells by mail who signed in again that their request is taken back. */
const notifyCancelledDeletionsWork = work(notifyCancelledDeletions, async (context) => {
  await transaction(context.db, async (db) => {
    const before = new Date(context.clock().getTime() - noticeVisibleMs);
    for (const ownerId of await deleteCancelledRequests(db, before)) {
      for (const to of recipients) {
        const payload = { ownerId, to, scheduledFor: null };
        await enqueue(db, mailDeletion, payload, { now: context.clock(), ownerId });
      }
    }
  });
});

export const privacyWork = (
  steps: readonly DeletionStep[],
  removeFiles: (context: Context) => Promise<void>,
): AnyWork[] => [
  mailDeletionWork,
  notifyCancelledDeletionsWork,
  deleteDueAccountsWork,
  deleteAccountWork(steps),
  mailDeletedWork(removeFiles),
  work(writeRegister, writeOn),
  ...exportWork,
];
