import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { newId } from '../../../kit/ids.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { channelEvents } from '../../../kit/metrics.ts';
import { reportTrouble } from '../health/trouble.ts';
import type { Delivery } from '../platforms/platform.ts';
import { answerChat } from '../queue.ts';
import type { ChannelRow } from '../records/channels.ts';
import { markDelivery, storeEvent } from '../records/chats.ts';
import { noteReceipt } from '../records/outgoing.ts';

/** Takes a delivery in, each event once, with the jobs that answer: what is acknowledged is in the database. */
export async function takeDelivery(
  context: Context,
  channel: ChannelRow,
  { events, receipts, trouble }: Delivery,
): Promise<void> {
  const { db, clock } = context;
  const now = clock();
  if (events.length > 0 || receipts.length > 0)
    await transaction(db, async (db) => {
      const chats = new Set<string>();
      for (const event of events) {
        const chatId = await storeEvent(db, channel, event, newId(now), now);
        channelEvents.inc({
          platform: channel.platform,
          outcome: chatId === undefined ? 'repeated' : 'stored',
        });
        if (chatId !== undefined) chats.add(chatId);
      }
      for (const receipt of receipts) await noteReceipt(db, channel, receipt, now);
      if (chats.size > 0) await markDelivery(db, channel, now);
      for (const chatId of chats)
        await enqueue(db, answerChat, { chatId }, { now, ownerId: channel.owner_id, dedupeKey: chatId });
    });
  if (trouble) await reportTrouble(context, channel, trouble);
}
