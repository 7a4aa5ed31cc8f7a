import type { AnswerMode, Citation, StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { FallbackReason } from '@parlance/contract/endpoints/usage';
import type { Language } from '@parlance/contract/i18n';
import type { LeftOut } from '@parlance/contract/left-out';
import { type Selectable, sql } from 'kysely';
import type { PassageRecord } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { Conversations } from '../../../db/types.ts';
import {
  type ReservationOutcome,
  type ReservationRequest,
  reserveTokensSql,
  type Settlement,
  settleTokensSql,
  sumParts,
} from '../../usage/service.ts';

export type ConversationRow = Selectable<Conversations>;

/** What is read of a message: not what it is searched by. */
export const messageColumns = [
  'messages.id',
  'messages.conversation_id',
  'messages.role',
  'messages.text',
  'messages.understood',
  'messages.mode',
  'messages.citations',
  'messages.subjects',
  'messages.small_talk',
  'messages.passages',
  'messages.feedback',
  'messages.tokens',
  'messages.left_out',
  'messages.fallback',
  'messages.created_at',
] as const;

type NewMessage = { id: string; text: string; understood: string | undefined };

/** The visitor as JSON; null where nothing is stated. */
export const jsonOf = (visitor: StatedVisitor | undefined) =>
  visitor && Object.keys(visitor).length > 0 ? JSON.stringify(visitor) : null;

/**
 * Begins a conversation with its first question, sets the tokens of its answer aside and takes the turn to answer until `until`;
 * gives what became of the tokens.
 */
export async function beginConversation(
  db: Db,
  row: {
    id: string;
    ownerId: string;
    chatbotId: string;
    channel: string;
    language: Language;
    visitor: StatedVisitor | undefined;
    tokenHash: Buffer;
    tokenExpiresAt: Date;
  },
  message: NewMessage,
  request: ReservationRequest,
  until: Date,
): Promise<ReservationOutcome> {
  const { now } = request;
  const { rows } = await sql<{ outcome: ReservationOutcome }>`
    with begun as (
      insert into conversations (id, owner_id, chatbot_id, channel, language, visitor, visitor_token_hash, token_expires_at,
                                 message_count, answering_until, started_at, last_message_at)
      values (${row.id}, ${row.ownerId}, ${row.chatbotId}, ${row.channel}, ${row.language},
              ${jsonOf(row.visitor)}::jsonb, ${row.tokenHash}, ${row.tokenExpiresAt}, 1, ${until}, ${now}, ${now})
      returning id, owner_id
    ), stored as (
      insert into messages (id, conversation_id, owner_id, role, text, understood, created_at)
      select ${message.id}, id, owner_id, 'visitor', ${message.text}, ${message.understood ?? null}, ${now} from begun
    )
    select ${reserveTokensSql(request)} as outcome from begun
  `.execute(db);
  return rows[0]?.outcome ?? 'quota';
}

/**
 * Adds a question to a conversation as `beginConversation` does; undefined when it was not taken, since one answer at a time is
 * written in a conversation. Locks go down the ladder, from the owner by the chatbot to the conversation and its messages, here as in
 * whatever else takes two of them.
 */
export async function continueConversation(
  db: Db,
  {
    id,
    ownerId,
    language,
    visitor,
  }: { id: string; ownerId: string; language: Language; visitor: StatedVisitor | undefined },
  message: NewMessage,
  request: ReservationRequest,
  until: Date,
): Promise<ReservationOutcome | undefined> {
  const { now } = request;
  const { rows } = await sql<{ outcome: ReservationOutcome }>`
    with owner as materialized (
      select id from users where id = ${ownerId} for update
    ), claimed as (
      update conversations c
         set answering_until = ${until}, message_count = message_count + 1, language = ${language},
             visitor = coalesce(${jsonOf(visitor)}::jsonb, visitor), last_message_at = ${now}
        from owner
       where c.id = ${id} and c.owner_id = owner.id and (answering_until is null or answering_until <= ${now})
      returning c.id, owner_id
    ), stored as (
      insert into messages (id, conversation_id, owner_id, role, text, understood, created_at)
      select ${message.id}, id, owner_id, 'visitor', ${message.text}, ${message.understood ?? null}, ${now}
        from claimed
    )
    select ${reserveTokensSql(request)} as outcome from claimed
  `.execute(db);
  return rows[0]?.outcome;
}

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

/** What is known of whoever shows a visitor's token. */
export interface KnownVisitor {
  /** Whether the token opens any conversation still. */
  isKnown: boolean;
  /** Answers that this visitor is waiting for. */
  running: number;
  /** The conversation that is gone on with, where it is this visitor's. */
  conversation: Pick<ConversationRow, 'id' | 'owner_id' | 'language' | 'answering_until'> | undefined;
}

/** All that a question's way asks of its visitor, in one look. */
export async function findVisitor(
  db: Db,
  chatbotId: string,
  tokenHash: Buffer,
  conversationId: string | undefined,
  now: Date,
): Promise<KnownVisitor> {
  const { rows } = await sql<
    { is_known: boolean; running: number } & NonNullable<KnownVisitor['conversation']>
  >`
    select visitor.is_known, visitor.running, c.id, c.owner_id, c.language, c.answering_until
      from (select coalesce(bool_or(token_expires_at > ${now}), false) as is_known,
                   count(*) filter (where answering_until > ${now}) as running
              from conversations where chatbot_id = ${chatbotId} and visitor_token_hash = ${tokenHash}) visitor
      left join conversations c on c.id = ${conversationId ?? null}::uuid and c.chatbot_id = ${chatbotId}
                               and c.visitor_token_hash = ${tokenHash} and c.token_expires_at > ${now}
  `.execute(db);
  const { is_known: isKnown = false, running = 0, ...conversation } = rows[0] ?? {};
  return {
    isKnown,
    running,
    conversation: 'id' in conversation && conversation.id ? conversation : undefined,
  };
}

export const releaseAnswer = (db: Db, conversationId: string) =>
  db.updateTable('conversations').set({ answering_until: null }).where('id', '=', conversationId).execute();

/** What is charged for an answer; without a reservation it is nobody's. */
export type AnswerCharge = Settlement | { reservation: undefined; now: Date };

/**
 * Stores an answer with its charge and, unless it answered, its question; gives the conversation's turn back. Gives what the
 * settlement has spent. It is the conversation's owner's, as of now: the chatbot may have been handed over since the question,
 * which stays charged to whom it was reserved for.
 */
export async function insertAnswer(
  db: Db,
  answer: {
    id: string;
    conversationId: string;
    ownerId: string;
    chatbotId: string;
    /** The row that keeps the question; null when it was answered, or is nobody's to see. */
    unansweredId: string | null;
    question: string;
    language: Language;
    text: string;
    mode: AnswerMode;
    citations: readonly Citation[];
    subjects: readonly string[];
    smallTalk: boolean;
    passages: readonly PassageRecord[];
    leftOut: readonly LeftOut[];
    fallback: FallbackReason | undefined;
    /** The reasons to fall back that this answer shows to be over. */
    overcome: readonly FallbackReason[];
  },
  charge: AnswerCharge,
): Promise<number | null> {
  const { now } = charge;
  const tokens = charge.reservation ? sumParts(charge.details.parts) : 0;
  const paid = charge.reservation ? settleTokensSql(charge) : sql<null>`null::bigint`;
  const { rows } = await sql<{ spent: number | null }>`
    with paid as materialized (
      select ${paid} as spent
    ), chatbot as materialized (
      select b.id from chatbots b, paid where b.id = ${answer.chatbotId}::uuid for key share of b
    ), noted as (
      update conversations c
         set message_count = message_count + 1, unanswered = unanswered + ${answer.unansweredId === null ? 0 : 1}::int,
             last_message_at = ${now}::timestamptz, answering_until = null
        from chatbot where c.id = ${answer.conversationId}::uuid
      returning c.id, c.owner_id
    ), stored as (
      insert into messages (id, conversation_id, owner_id, role, text, mode, citations, subjects, small_talk,
                            passages, tokens, left_out, fallback, created_at)
      select ${answer.id}::uuid, id, owner_id, 'chatbot', ${answer.text}, ${answer.mode},
             ${JSON.stringify(answer.citations)}::jsonb, ${answer.subjects}::text[], ${answer.smallTalk}::boolean,
             ${JSON.stringify(answer.passages)}::jsonb,
             ${tokens}::bigint, ${answer.leftOut.length === 0 ? null : JSON.stringify(answer.leftOut)}::jsonb,
             ${answer.fallback ?? null}, ${now}::timestamptz
        from noted
      returning id, owner_id
    ), kept as (
      insert into unanswered_questions (id, owner_id, chatbot_id, message_id, question, language, at)
      select ${answer.unansweredId}::uuid, owner_id, ${answer.chatbotId}::uuid, id, ${answer.question},
             ${answer.language}, ${now}::timestamptz
        from stored where ${answer.unansweredId}::uuid is not null
    ), recovered as (
      update fallbacks set ended_at = ${now}::timestamptz
       where chatbot_id = ${answer.chatbotId}::uuid and owner_id = ${answer.ownerId}::uuid
         and reason = any(${answer.overcome}::text[]) and ended_at is null
    )
    select spent from paid
  `.execute(db);
  return rows[0]?.spent ?? null;
}

/** Messages of a conversation, newest first, from before a message. */
export const messagesOf = (
  db: Db,
  conversation: OfOwner,
  page: { limit: number; before: string | undefined },
) =>
  db
    .selectFrom('messages')
    .select(messageColumns)
    .where('owner_id', '=', conversation.owner_id)
    .where('conversation_id', '=', conversation.id)
    .$if(page.before !== undefined, (query) => query.where('id', '<', page.before as string))
    .orderBy('id', 'desc')
    .limit(page.limit)
    .execute();

export const messageById = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('messages')
    .select(messageColumns)
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The newest messages before the current one, newest first. */
export const latestMessages = (db: Db, conversationId: string, limit: number) =>
  db
    .selectFrom('messages')
    .select(['role', 'text'])
    .where('conversation_id', '=', conversationId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The newest messages of a conversation, newest first, with what a follow-up goes on from. */
export const messagesToGoOnFrom = (db: Db, conversation: OfOwner, limit: number) =>
  db
    .selectFrom('messages')
    .select(['role', 'text', 'understood', 'mode', 'citations'])
    .where('owner_id', '=', conversation.owner_id)
    .where('conversation_id', '=', conversation.id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const deleteConversation = (db: Db, ownerId: string, id: string) =>
  db.deleteFrom('conversations').where('owner_id', '=', ownerId).where('id', '=', id).execute();

/** Stores a thumb; says whether there was such an answer of this visitor's. */
export async function setFeedback(
  db: Db,
  chatbotId: string,
  messageId: string,
  tokenHash: Buffer,
  value: 'up' | 'down',
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with rated as materialized (
      select c.id from conversations c join messages m on m.conversation_id = c.id
       where m.id = ${messageId} and c.chatbot_id = ${chatbotId} and c.visitor_token_hash = ${tokenHash}
         and c.token_expires_at > ${now}
         for no key update of c
    )
    update messages set feedback = ${value} from rated
     where messages.id = ${messageId} and messages.role = 'chatbot' and messages.conversation_id = rated.id
    returning messages.id
  `.execute(db);
  return rows.length > 0;
}

type OfOwner = { id: string; owner_id: string };

export interface UnansweredRow {
  id: string;
  question: string;
  language: Language;
  at: Date;
  conversation_id: string;
}

export const latestUnanswered = (db: Db, ownerId: string, chatbotId: string, limit: number) =>
  db
    .selectFrom('unanswered_questions as u')
    .innerJoin('messages', 'messages.id', 'u.message_id')
    .select(['u.id', 'u.question', 'u.language', 'u.at', 'messages.conversation_id'])
    .where('u.owner_id', '=', ownerId)
    .where('u.chatbot_id', '=', chatbotId)
    .orderBy('u.at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(limit)
    .execute();

export async function deleteUnanswered(
  db: Db,
  ownerId: string,
  chatbotId: string,
  ids: string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    with asked as materialized (
      select id from chatbots where id = ${chatbotId} and owner_id = ${ownerId} for key share
    ), held as materialized (
      select u.id from asked
        join unanswered_questions u on u.chatbot_id = asked.id
        join messages m on m.id = u.message_id
        join conversations c on c.id = m.conversation_id
       where u.id = any(${ids}::uuid[])
       order by c.id for no key update of c
    )
    delete from unanswered_questions u using held where u.id = held.id`.execute(db);
  return Number(numAffectedRows ?? 0);
}
