import { dateWriter } from '@parlance/contract/display/dates';
import { speak } from '@parlance/contract/i18n';
import { work } from '../../../kit/jobs/job.ts';
import { accountOf } from '../../auth/service.ts';
import { mailBilling } from '../queue.ts';
import { messages } from './messages.ts';

export const mailBillingWork = work(
  mailBilling,
  async ({ db, config, mail }, { ownerId, about, plan, url, at }) => {
    const { email, language } = await accountOf(db, ownerId);
    // A single sign-on may vouch for no address.
    if (email === '') return;
    const t = speak(messages, language);
    const when =
      at === undefined ? undefined : dateWriter(language, { dateStyle: 'long', timeZone: 'UTC' })(at);
    const title = t[`${about}_subject`];
    await mail.send({
      to: email,
      kind: 'contract',
      language,
      title,
      paragraphs: [t[`${about}_text`](plan, when), t[`${about}_advice`]],
      button: { label: t[`${about}_button`], url: url ?? `${config.publicUrl}/pricing` },
      reason: t.reason,
    });
  },
);
