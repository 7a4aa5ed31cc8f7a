import { RetryLater, work } from '../../../kit/jobs/job.ts';
import { findAnsweringChatbot } from '../../chatbots/service.ts';
import type { Platforms } from '../platforms/platform.ts';
import { answerChat } from '../queue.ts';
import { channelOfJob } from '../records/channels.ts';
import { chatOfJob, waitingEvents } from '../records/chats.ts';
import { openChannel } from '../records/credentials.ts';
import { failQueued } from '../records/outgoing.ts';
import { handleNext } from './events.ts';
import { sendQueued } from './sending.ts';
import type { ChatTask } from './task.ts';

/** Events that are looked at together: more than anybody writes before they are answered. */
const maxEvents = 50;

/** Answers a chat: what was sent to it is sent first, then what it has sent is handled in its order. */
export const answerChatWork = (platforms: Platforms) =>
  work(
    answerChat,
    async (context, { chatId }, { signal }) => {
      const { db, clock, secrets } = context;
      const chat = await chatOfJob(db, chatId);
      const row = chat && (await channelOfJob(db, chat.chatbot_id));
      const found = row && (await findAnsweringChatbot(db, row.owner_id, row.id));
      // Gone, or let go of its account meanwhile.
      if (!chat || !row || !found || row.account_id === null) return;
      const heldMs = (row.held_until?.getTime() ?? 0) - clock().getTime();
      if (heldMs > 0) throw new RetryLater(heldMs);
      const platform = platforms[row.platform];
      const task: ChatTask = {
        context,
        platform,
        row,
        channel: openChannel(secrets, row),
        chat,
        found,
        signal,
      };
      for (;;) {
        await sendQueued(task);
        const events = await waitingEvents(db, chat, maxEvents);
        if (events.length === 0) return;
        await handleNext(task, events);
      }
    },
    {
      async onDead({ db }, { chatId }) {
        const chat = await chatOfJob(db, chatId);
        if (chat) await failQueued(db, chat, 'temporarily_unavailable');
      },
    },
  );
