import { speak } from '@parlance/contract/i18n';
import { work } from '../../../../kit/jobs/job.ts';
import { accountLanguage, accountOf, optionalMail } from '../../../auth/service.ts';
import { messages } from './messages.ts';
import { isOutageMailed, markOutageMailed, openFallbacks } from './queries.ts';
import { mailOutage } from './queue.ts';

/** Mails that the provider of models fails, once for all of an owner's chatbots, unless that is over meanwhile. */
export const mailOutageWork = work(mailOutage, async (context, { ownerId }) => {
  const { clock, config, db, mail } = context;
  const now = clock();
  const open = (await openFallbacks(db, ownerId)).filter(({ reason }) => reason === 'provider');
  if (open.length === 0) return;
  const purpose = await optionalMail(context, ownerId, 'important');
  if (purpose && !(await isOutageMailed(db, ownerId, now))) {
    const { email } = await accountOf(db, ownerId);
    const language = await accountLanguage(db, ownerId);
    const t = speak(messages, language);
    const first = Math.min(...open.map(({ since }) => since.getTime()));
    const names = new Intl.ListFormat(language).format(open.slice(0, maxNames).map(({ name }) => name));
    await mail.send({
      to: email,
      ...purpose,
      language,
      title: t.subject,
      paragraphs: [
        t.since(Math.max(1, Math.round((now.getTime() - first) / 60_000)), names, open.length - maxNames),
        t.visitors,
        t.recovery,
      ],
      button: { label: t.open, url: config.publicUrl },
      reason: t.reason,
    });
  }
  // Of a chatbot that an outage reaches later, too.
  await markOutageMailed(db, ownerId, now);
});

/** Chatbots that the mail names. */
const maxNames = 3;
