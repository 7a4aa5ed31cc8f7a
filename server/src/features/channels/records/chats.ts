import { type Selectable, sql, type Updateable } from 'kysely';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { ChannelChats, ChannelEvents } from '../../../db/types.ts';
import type { Move } from '../platforms/platform.ts';

export type ChatRow = Selectable<ChannelChats>;
export type EventRow = Selectable<ChannelEvents>;

export const markDelivery = (db: Db, channel: { id: string; owner_id: string }, now: Date) =>
  db
    .updateTable('channels')
    .set({ last_event_at: now })
    .where('id', '=', channel.id)
    .where('owner_id', '=', channel.owner_id)
    .execute();

/** For a job, which is told of a chat and asks whose it is by now. */
export const chatOfJob = (db: Db, id: string) =>
  db.selectFrom('channel_chats').selectAll().where('id', '=', id).executeTakeFirst();

export const updateChat = (db: Db, chat: OfOwner, change: Updateable<ChannelChats>) =>
  db
    .updateTable('channel_chats')
    .set(change)
    .where('id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .execute();

/** The chats of a group go on elsewhere; who has written there before that was known keeps both. */
export const moveChats = (db: Db, channel: OfOwner, { from, to, fromKey, toKey }: Move) =>
  sql`
    update channel_chats c
       set address = c.address || ${JSON.stringify(to)}::jsonb,
           chat_key = case when exists (select from channel_chats o
                                         where o.chatbot_id = c.chatbot_id
                                           and o.chat_key = ${toKey} || substr(c.chat_key, ${fromKey.length + 1}::int))
                           then c.chat_key else ${toKey} || substr(c.chat_key, ${fromKey.length + 1}::int) end
     where c.chatbot_id = ${channel.id} and c.owner_id = ${channel.owner_id}
       and starts_with(c.chat_key, ${fromKey}) and c.address @> ${JSON.stringify(from)}::jsonb
  `.execute(db);

type OfOwner = { id: string; owner_id: string };

/** What is not handled yet, in the platform's order. */
export const waitingEvents = (db: Db, chat: OfOwner, limit: number) =>
  db
    .selectFrom('channel_events')
    .selectAll()
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('handled_at', 'is', null)
    .orderBy('position')
    .orderBy('received_at')
    .limit(limit)
    .execute();

/** Chats of a channel with something that is not handled yet. */
export async function waitingChats(db: Db, ownerId: string, chatbotId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('channel_events')
    .select('chat_id')
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where('handled_at', 'is', null)
    .execute();
  return rows.map(({ chat_id }) => chat_id);
}

/** Gives events the ids under which they are asked and answered, unless they have some. */
export const nameQuestion = (
  db: Db,
  chat: OfOwner,
  externalIds: readonly string[],
  ids: { questionId: string; answerId: string },
) =>
  db
    .updateTable('channel_events')
    .set({ question_id: ids.questionId, answer_id: ids.answerId })
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('external_id', 'in', externalIds)
    .execute();

export const markHandled = (db: Db, chat: OfOwner, externalIds: readonly string[], now: Date) =>
  db
    .updateTable('channel_events')
    .set({ handled_at: now, content: null })
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('external_id', 'in', externalIds)
    .execute();

/** The event that a message came with. */
export const eventOfMessage = (db: Db, chat: OfOwner, messageRef: string, exceptId: string) =>
  db
    .selectFrom('channel_events')
    .selectAll()
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('message_ref', '=', messageRef)
    .where('external_id', '<>', exceptId)
    .orderBy('received_at')
    .limit(1)
    .executeTakeFirst();

/** Whether a question is one message, and not several that came together. */
export async function isAlone(db: Db, chat: OfOwner, questionId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('channel_events')
    .select('external_id')
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('question_id', '=', questionId)
    .limit(2)
    .execute();
  return rows.length === 1;
}

export const rewriteEvent = (db: Db, chat: OfOwner, externalId: string, text: string) =>
  db
    .updateTable('channel_events')
    .set({ content: encodeJson({ kind: 'text', text }) })
    .where('chat_id', '=', chat.id)
    .where('owner_id', '=', chat.owner_id)
    .where('external_id', '=', externalId)
    .where('handled_at', 'is', null)
    .execute();

/** Ids are kept as long as a sender may repeat them. */
export const deleteHandledEvents = (db: Db, before: Date) =>
  db.deleteFrom('channel_events').where('handled_at', '<', before).execute();

/** Chats that nothing is left of: their conversation went, and nobody wrote since. */
export const deleteForgottenChats = (db: Db, before: Date) =>
  db
    .deleteFrom('channel_chats')
    .where('conversation_id', 'is', null)
    .where('last_inbound_at', '<', before)
    .where('is_closed', '=', false)
    .execute();
