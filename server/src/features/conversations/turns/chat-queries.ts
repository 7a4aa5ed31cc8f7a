import type { StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { jsonOf } from './queries.ts';

/**
 * Takes a question back that was stored and not answered, and its turn: its process died, and it is asked again under the same
 * id.
 */
export const takeBackQuestion = (db: Db, ownerId: string, questionId: string) =>
  sql`
    with gone as (
      delete from messages q
       where q.id = ${questionId} and q.owner_id = ${ownerId} and q.role = 'visitor'
      returning q.conversation_id
    )
    update conversations c set message_count = message_count - 1, answering_until = null
      from gone where c.id = gone.conversation_id
  `.execute(db);

/** Keeps a message that is not answered, in its conversation or in one that it begins. */
export const keepUnanswered = (
  db: Db,
  row: {
    id: string;
    ownerId: string;
    chatbotId: string;
    channel: string;
    language: Language;
    visitor: StatedVisitor | undefined;
    tokenHash: Buffer;
  },
  message: { id: string; text: string },
  now: Date,
) =>
  sql`
    with kept as (
      insert into conversations (id, owner_id, chatbot_id, channel, language, visitor, visitor_token_hash, token_expires_at,
                                 message_count, started_at, last_message_at)
      values (${row.id}, ${row.ownerId}, ${row.chatbotId}, ${row.channel}, ${row.language},
              ${jsonOf(row.visitor)}::jsonb, ${row.tokenHash}, ${now}, 1, ${now}, ${now})
      on conflict (id) do update set message_count = conversations.message_count + 1, last_message_at = ${now}
      returning id, owner_id
    )
    insert into messages (id, conversation_id, owner_id, role, text, created_at)
    select ${message.id}, id, owner_id, 'visitor', ${message.text}, ${now} from kept
  `.execute(db);

export async function hasConversation(db: Db, ownerId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the conversations of a visitor with a chatbot, by how they are stated, and one by its id. */
export const deleteConversationsOfVisitor = (
  db: Db,
  ownerId: string,
  chatbotId: string,
  visitorId: string,
  conversationId: string | null,
) =>
  db
    .deleteFrom('conversations')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', chatbotId)
    .where((e) =>
      e.or([
        e.and([sql<boolean>`visitor ->> 'id' <> ''`, sql<boolean>`visitor ->> 'id' = ${visitorId}`]),
        ...(conversationId === null ? [] : [e('id', '=', conversationId)]),
      ]),
    )
    .execute();

/** The words of a message that its visitor has changed. */
export const rewriteMessage = (db: Db, ownerId: string, id: string, text: string) =>
  db
    .updateTable('messages')
    .set({ text })
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .where('role', '=', 'visitor')
    .execute();

/** Sets or takes back the thumb of an answer, in the conversation that it stands in. */
export const setThumb = (
  db: Db,
  { id, conversationId, ownerId }: { id: string; conversationId: string; ownerId: string },
  value: 'up' | 'down' | null,
) =>
  sql`
    with rated as materialized (
      select id from conversations where id = ${conversationId} and owner_id = ${ownerId} for no key update
    )
    update messages set feedback = ${value} from rated
     where messages.id = ${id} and messages.role = 'chatbot' and messages.conversation_id = rated.id
  `.execute(db);
