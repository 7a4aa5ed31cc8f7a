import { speak } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import { work } from '../../../kit/jobs/job.ts';
import { messages } from '../messages.ts';
import { mailDeleted } from '../queue.ts';

/** Says that it is done, once it is: files go after the rows that named them. */
export const mailDeletedWork = (removeFiles: (context: Context) => Promise<void>) =>
  work(mailDeleted, async (context, { id, address, language, to }) => {
    await removeFiles(context);
    const t = speak(messages, language);
    const letter = {
      person: { title: t.deletedSubject, paragraphs: [t.deletedIntro, t.deletedLast], reason: t.reason },
      support: {
        title: t.supportDeletedSubject,
        paragraphs: [t.supportDeleted(id)],
        reason: t.supportReason,
      },
    }[to];
    await context.mail.send({
      to: address,
      kind: 'security',
      language,
      ...letter,
    });
  });
