import type { Citation } from '@parlance/contract/embed';
import type { Language } from '@parlance/contract/i18n';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Conversations, Messages } from '../../db/types.ts';

export type ConversationRow = Selectable<Conversations>;
export type MessageRow = Selectable<Messages>;

export const insertConversation = (db: Db, row: Insertable<Conversations>) =>
  db.insertInto('conversations').values(row).returningAll().executeTakeFirstOrThrow();

/** The visitor's own conversation: the id alone opens nothing. */
export const conversationOfVisitor = (db: Db, chatbotId: string, id: string, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', id)
    .where('chatbot_id', '=', chatbotId)
    .where('visitor_token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now)
    .executeTakeFirst();

export const isVisitorKnown = async (db: Db, chatbotId: string, tokenHash: Buffer, now: Date) =>
  (await db
    .selectFrom('conversations')
    .select('id')
    .where('chatbot_id', '=', chatbotId)
    .where('visitor_token_hash', '=', tokenHash)
    .where('token_expires_at', '>', now)
    .executeTakeFirst()) !== undefined;

/** How many answers this visitor is waiting for. */
export const countRunning = async (db: Db, chatbotId: string, tokenHash: Buffer, now: Date) => {
  const { running } = await db
    .selectFrom('conversations')
    .select((e) => e.fn.countAll<number>().as('running'))
    .where('chatbot_id', '=', chatbotId)
    .where('visitor_token_hash', '=', tokenHash)
    .where('answering_until', '>', now)
    .executeTakeFirstOrThrow();
  return running;
};

/** Whether this conversation is ours to answer in until `until`: one answer at a time. */
export async function claimAnswer(db: Db, conversationId: string, now: Date, until: Date): Promise<boolean> {
  const claimed = await db
    .updateTable('conversations')
    .set({ answering_until: until })
    .where('id', '=', conversationId)
    .where((e) => e.or([e('answering_until', 'is', null), e('answering_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst();
  return claimed !== undefined;
}

export const releaseAnswer = (db: Db, conversationId: string) =>
  db.updateTable('conversations').set({ answering_until: null }).where('id', '=', conversationId).execute();

export const insertMessage = (db: Db, row: Insertable<Messages>) =>
  db.insertInto('messages').values(row).execute();

export const noteMessage = (
  db: Db,
  conversationId: string,
  note: { at: Date; unanswered: boolean; language: Language },
) =>
  db
    .updateTable('conversations')
    .set((e) => ({
      message_count: e('message_count', '+', 1),
      unanswered: e('unanswered', '+', note.unanswered ? 1 : 0),
      language: note.language,
      last_message_at: note.at,
    }))
    .where('id', '=', conversationId)
    .execute();

export const insertUnanswered = (
  db: Db,
  row: {
    id: string;
    owner_id: string;
    chatbot_id: string;
    message_id: string;
    question: string;
    language: Language;
    at: Date;
  },
) => db.insertInto('unanswered_questions').values(row).execute();

export const messagesOf = (db: Db, conversationId: string) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('id')
    .execute() as Promise<(MessageRow & { citations: Citation[] })[]>;

/** The newest messages before the current one, newest first. */
export const latestMessages = (db: Db, conversationId: string, limit: number) =>
  db
    .selectFrom('messages')
    .select(['role', 'text'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const deleteConversation = (db: Db, id: string) =>
  db.deleteFrom('conversations').where('id', '=', id).execute();

/** Whether there was such an answer of this visitor's. */
export async function setFeedback(
  db: Db,
  chatbotId: string,
  messageId: string,
  tokenHash: Buffer,
  value: 'up' | 'down',
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update messages set feedback = ${value} from conversations c
    where messages.id = ${messageId} and messages.role = 'chatbot' and c.id = messages.conversation_id
      and c.chatbot_id = ${chatbotId} and c.visitor_token_hash = ${tokenHash}
    returning messages.id
  `.execute(db);
  return rows.length > 0;
}
