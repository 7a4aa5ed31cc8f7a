import { type Selectable, sql, type Updateable } from 'kysely';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { ChannelChats, ChannelEvents } from '../../../db/types.ts';
import type { InboundEvent } from '../platforms/platform.ts';

export type ChatRow = Selectable<ChannelChats>;
export type EventRow = Selectable<ChannelEvents>;

/**
 * Takes an event in, with the chat that it is of; gives the chat's id, or undefined where it had come before. Who is known by the
 * second key alone keeps their chat.
 */
export async function storeEvent(
  db: Db,
  channel: { id: string; owner_id: string },
  event: InboundEvent,
  newChatId: string,
  now: Date,
): Promise<string | undefined> {
  const secondKey = event.secondKey ?? null;
  const { rows } = await sql<{ chat_id: string }>`
    with known as (
      select id from channel_chats
       where chatbot_id = ${channel.id} and owner_id = ${channel.owner_id}
         and chat_key <> ${event.chatKey} and ${secondKey}::text is not null
         and (chat_key = ${secondKey} or second_key = ${secondKey})
         and not exists (select from channel_chats c where c.chatbot_id = ${channel.id} and c.chat_key = ${event.chatKey})
       order by last_inbound_at desc limit 1
    ), renamed as (
      update channel_chats c set chat_key = ${event.chatKey}, second_key = ${secondKey} from known where c.id = known.id
      returning c.id
    ), chat as (
      insert into channel_chats (id, owner_id, chatbot_id, chat_key, second_key, address, name, stated_language, origin,
                                 last_inbound_at)
      select coalesce((select id from renamed), ${newChatId}::uuid), ${channel.owner_id}, ${channel.id}, ${event.chatKey},
             ${secondKey}, ${JSON.stringify(event.address)}::jsonb, ${event.name ?? null}, ${event.statedLanguage ?? null},
             ${event.origin ?? null}, ${now}
       where not exists (select from renamed)
      on conflict (chatbot_id, chat_key) do update
        set address = excluded.address, name = coalesce(excluded.name, channel_chats.name),
            second_key = coalesce(excluded.second_key, channel_chats.second_key),
            stated_language = coalesce(excluded.stated_language, channel_chats.stated_language),
            origin = coalesce(excluded.origin, channel_chats.origin), last_inbound_at = ${now}
      returning id
    )
    insert into channel_events (owner_id, chatbot_id, external_id, chat_id, message_ref, position, content, received_at)
    select ${channel.owner_id}, ${channel.id}, ${event.externalId}, coalesce((select id from renamed), (select id from chat)),
           ${event.messageRef ?? null}, ${event.position}, ${JSON.stringify(event.content)}::jsonb, ${now}
    on conflict (chatbot_id, external_id) do nothing
    returning chat_id
  `.execute(db);
  return rows[0]?.chat_id;
}

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
