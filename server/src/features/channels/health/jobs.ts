import { speak } from '@parlance/contract/i18n';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { work } from '../../../kit/jobs/job.ts';
import { renderMail } from '../../../kit/mail/mail.ts';
import { accountLanguage, accountOf, optionalMail } from '../../auth/service.ts';
import { getChatbot, presentChatbot } from '../../chatbots/service.ts';
import type { Platforms } from '../platforms/platform.ts';
import { checkChannel, mailBroken, planChecks } from '../queue.ts';
import { channelOfJob, channelsToCheck } from '../records/channels.ts';
import { keepHealth } from './health.ts';
import { messages, platformNames } from './messages.ts';

const checkEveryMs = 15 * 60_000;
const checksAtOnce = 200;

export const healthWork = (platforms: Platforms) => [
  work(planChecks, async ({ db, clock }) => {
    const now = clock();
    const due = await channelsToCheck(db, new Date(now.getTime() - checkEveryMs), checksAtOnce);
    for (const { id, owner_id: ownerId } of due)
      await enqueue(db, checkChannel, { channelId: id }, { now, ownerId, dedupeKey: id });
  }),

  work(checkChannel, async (context, { channelId }) => {
    const row = await channelOfJob(context.db, channelId);
    if (row?.account_id) await keepHealth(context, platforms[row.platform], row);
  }),

  work(mailBroken, async (context, { channelId }) => {
    const { config, db, mail } = context;
    const row = await channelOfJob(db, channelId);
    if (!row || row.told_broken_at === null) return;
    const purpose = await optionalMail(context, row.owner_id, 'important');
    if (!purpose) return;
    const { email } = await accountOf(db, row.owner_id);
    const language = await accountLanguage(db, row.owner_id);
    const { name, error } = presentChatbot(await getChatbot(db, row.owner_id, row.id), language);
    const t = speak(messages, language);
    const subject = t.subject(name);
    await mail.send({
      to: email,
      subject,
      ...renderMail({
        ...purpose,
        language,
        title: subject,
        paragraphs: [t.since(name, platformNames[row.platform]), ...(error ? [error] : []), t.mend],
        button: { label: t.open, url: `${config.publicUrl}/channels` },
        reason: t.reason,
      }),
    });
  }),
];
