import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { enqueueAll } from '../../../kit/jobs/enqueue.ts';
import { channelEvents } from '../../../kit/metrics.ts';
import { noteTrouble } from '../health/trouble.ts';
import type { Delivery } from '../platforms/platform.ts';
import { answerChat } from '../queue.ts';
import type { ChannelRow } from '../records/channels.ts';
import { markDelivery, moveChats } from '../records/chats.ts';
import { storeEvents } from '../records/intake.ts';
import { noteReceipts } from '../records/outgoing.ts';

/**
 * Takes a delivery in, each event once, with the jobs that answer: what is acknowledged is in the database. However many it holds,
 * it takes a handful of statements: the embedded database has one connection.
 */
export async function takeDelivery(
  context: Context,
  channel: ChannelRow,
  { events, receipts, moves = [], trouble }: Delivery,
): Promise<void> {
  const { db, clock } = context;
  const now = clock();
  const count = (outcome: string, times: number) =>
    channelEvents.inc({ platform: channel.platform, outcome }, times);
  const isOfConcern = events.length > 0 || receipts.length > 0 || moves.length > 0;
  if (!isOfConcern && !trouble) count('dropped', 1);
  if (isOfConcern)
    await transaction(db, async (db) => {
      for (const move of moves) await moveChats(db, channel, move);
      if (receipts.length > 0) await noteReceipts(db, channel, receipts, now);
      if (events.length === 0) return;
      const stored = await storeEvents(db, channel, events, now);
      count('stored', stored.length);
      count('repeated', events.length - stored.length);
      if (stored.length === 0) return;
      await markDelivery(db, channel, now);
      const entries = [...new Set(stored)]
        .sort()
        .map((chatId) => ({ payload: { chatId }, ownerId: channel.owner_id, dedupeKey: chatId }));
      await enqueueAll(db, answerChat, entries, now);
    });
  if (trouble) await noteTrouble(context, channel, trouble);
}
