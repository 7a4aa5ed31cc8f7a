import { dateWriter } from '@parlance/contract/display/dates';
import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import { type Language, speak } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { work } from '../../../kit/jobs/job.ts';
import { accountLanguage, accountOf, optionalMail } from '../../auth/service.ts';
import { planOf } from '../../billing/service.ts';
import { getChatbot, presentChatbot } from '../../chatbots/service.ts';
import type { Platforms } from '../platforms/platform.ts';
import { checkChannel, mailBroken, mailEnding, planChecks } from '../queue.ts';
import { type ChannelRow, channelOfJob, channelsToCheck } from '../records/channels.ts';
import { keepHealth } from './health.ts';
import { endingMessages, messages, platformNames } from './messages.ts';

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
    const row = await channelOfJob(context.db, channelId);
    if (!row || row.told_broken_at === null) return;
    await mailOwner(context, row, ({ name, error }, language) => {
      const t = speak(messages, language);
      const paragraphs = [t.since(name, platformNames[row.platform]), ...(error ? [error] : []), t.mend];
      return { title: t.subject(name), paragraphs, reason: t.reason };
    });
  }),

  work(mailEnding, async (context, { channelId }) => {
    const row = await channelOfJob(context.db, channelId);
    const endsAt = row?.health?.tokenExpiresAt;
    if (!row || !endsAt) return;
    const { timeZone } = await planOf(context.db, context.config.plans, row.owner_id);
    await mailOwner(context, row, ({ name }, language) => {
      const t = speak(endingMessages, language);
      const date = dateWriter(language, { day: 'numeric', month: 'long', year: 'numeric', timeZone })(endsAt);
      const paragraphs = [t.consequence(name, platformNames[row.platform], date), t.mend];
      return { title: t.subject(name, date), paragraphs, reason: t.reason };
    });
  }),
];

/** Tells its owner something of a channel that should not wait, unless they want no such mails. */
async function mailOwner(
  context: Context,
  { owner_id: ownerId, id }: ChannelRow,
  write: (chatbot: Chatbot, language: Language) => { title: string; paragraphs: string[]; reason: string },
): Promise<void> {
  const { config, db, mail } = context;
  const purpose = await optionalMail(context, ownerId, 'important');
  if (!purpose) return;
  const { email } = await accountOf(db, ownerId);
  const language = await accountLanguage(db, ownerId);
  const chatbot = presentChatbot(await getChatbot(db, ownerId, id), language);
  const button = { label: speak(messages, language).open, url: `${config.publicUrl}/channels` };
  await mail.send({ to: email, ...purpose, language, button, ...write(chatbot, language) });
}
