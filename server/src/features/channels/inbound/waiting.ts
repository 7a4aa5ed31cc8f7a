import type { Context } from '../../../context.ts';
import { enqueueAll } from '../../../kit/jobs/enqueue.ts';
import { answerChat } from '../queue.ts';
import type { ChannelRow } from '../records/channels.ts';
import { waitingChats } from '../records/chats.ts';

/** Has the chats answered that wrote while nothing could be. */
export async function answerWaiting(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { id, owner_id: ownerId }: ChannelRow,
): Promise<void> {
  const chats = await waitingChats(db, ownerId, id);
  const entries = chats.map((chatId) => ({ payload: { chatId }, ownerId, dedupeKey: chatId }));
  await enqueueAll(db, answerChat, entries, clock());
}
