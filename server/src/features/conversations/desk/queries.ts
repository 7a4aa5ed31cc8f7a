import type { ConversationChannel } from '@parlance/contract/endpoints/conversations';
import type { AnswerMode, Citation, KnownVisitor } from '@parlance/contract/endpoints/embed';
import type { FallbackReason } from '@parlance/contract/endpoints/usage';
import type { Language } from '@parlance/contract/i18n';
import type { LeftOut } from '@parlance/contract/left-out';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { PassageRecord } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/types.ts';

export interface ConversationsFilter {
  id?: string | undefined;
  chatbotId?: string | undefined;
  search?: string | undefined;
  channel?: ConversationChannel | undefined;
  /** Conversations that went on at or after it. */
  from?: Date | undefined;
  /** Conversations that began before it. */
  before?: Date | undefined;
  feedback?: 'up' | 'down' | 'any' | undefined;
  unanswered?: boolean | undefined;
  /** A conversation: those of its visitor. */
  visitorOf?: string | undefined;
}

/** Where a page ended. */
export interface PageCursor {
  at: Date;
  id: string;
}

export interface ListedConversation {
  id: string;
  chatbot_id: string;
  chatbot_name: string;
  channel: ConversationChannel;
  language: Language;
  visitor: KnownVisitor | null;
  message_count: number;
  unanswered: number;
  up: number;
  down: number;
  excerpt: string;
  started_at: Date;
  last_message_at: Date;
}

type ConversationsSelect<O> = SelectQueryBuilder<Tables, 'conversations', O>;

/** Conversations that owners read: their own tests are not among them. */
const selectVisitors = (db: Db, ownerId: string) =>
  db
    .selectFrom('conversations')
    .where('conversations.owner_id', '=', ownerId)
    .where('conversations.channel', '<>', 'test');

/**
 * The ids of the conversations of the visitor of one: begun in the same browser, or by who is stated to be the same. A
 * stated id is a chatbot's site's own; an address is the same person's anywhere.
 */
const idsOfVisitor = (ownerId: string, conversationId: string) => {
  const those = sql`
    from conversations known join conversations c on c.owner_id = known.owner_id and c.channel <> 'test'
   where known.id = ${conversationId} and known.owner_id = ${ownerId} and known.channel <> 'test'`;
  return sql<string>`
    select c.id ${those} and c.visitor_token_hash = known.visitor_token_hash
    union
    select c.id ${those} and c.chatbot_id = known.chatbot_id
       and c.visitor ->> 'id' = known.visitor ->> 'id' and c.visitor ->> 'id' <> ''
    union
    select c.id ${those} and lower(c.visitor ->> 'email') = lower(known.visitor ->> 'email')
       and c.visitor ->> 'email' <> ''`;
};

const applyFilter = <O>(
  query: ConversationsSelect<O>,
  ownerId: string,
  filter: ConversationsFilter,
  after: PageCursor | undefined,
): ConversationsSelect<O> =>
  query
    .$if(filter.id !== undefined, (q) => q.where('conversations.id', '=', filter.id as string))
    .$if(filter.chatbotId !== undefined, (q) => q.where('chatbot_id', '=', filter.chatbotId as string))
    .$if(filter.channel !== undefined, (q) => q.where('channel', '=', filter.channel as ConversationChannel))
    .$if(filter.from !== undefined, (q) => q.where('last_message_at', '>=', filter.from as Date))
    .$if(filter.before !== undefined, (q) => q.where('started_at', '<', filter.before as Date))
    .$if(filter.feedback === 'up', (q) => q.where('up', '>', 0))
    .$if(filter.feedback === 'down', (q) => q.where('down', '>', 0))
    .$if(filter.feedback === 'any', (q) => q.where((e) => e.or([e('up', '>', 0), e('down', '>', 0)])))
    .$if(filter.unanswered === true, (q) => q.where('unanswered', '>', 0))
    .$if(filter.unanswered === false, (q) => q.where('unanswered', '=', 0))
    .$if(filter.visitorOf !== undefined, (q) =>
      q.where(sql<boolean>`conversations.id in (${idsOfVisitor(ownerId, filter.visitorOf as string)})`),
    )
    .$if(after !== undefined, (q) =>
      q.where(sql<boolean>`(last_message_at, conversations.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('last_message_at', 'desc')
    .orderBy('conversations.id', 'desc');

/**
 * Conversations through whose messages one statement looks for words: on two cores a quarter of a second of the embedded
 * database, which answers nobody else meanwhile.
 */
export const searchBatchSize = 20_000;

/** Characters of a message that stand in a list, and of those before the words that were searched. */
const excerptLength = 200;
const beforeFound = 60;

/**
 * A page of conversations, the latest first. With a search only the first `searchBatchSize` after `after` are looked
 * at.
 */
export function conversationsOf(
  db: Db,
  ownerId: string,
  filter: ConversationsFilter,
  page: { limit: number; after: PageCursor | undefined },
): Promise<ListedConversation[]> {
  const { search } = filter;
  const looked = applyFilter(
    selectVisitors(db, ownerId).selectAll('conversations'),
    ownerId,
    filter,
    page.after,
  )
    .limit(search === undefined ? page.limit : searchBatchSize)
    .as('c');
  const place = sql<number>`strpos(m.folded, fold_text(${search ?? ''}))`;
  const start = sql`greatest(1, ${place} - ${sql.lit(beforeFound)})`;
  const message =
    search === undefined
      ? sql<{ excerpt: string }>`select left(m.text, ${sql.lit(excerptLength)}) as excerpt from messages m
          where m.conversation_id = c.id and m.role = 'visitor' order by m.id limit 1`
      : sql<{ excerpt: string }>`
          select case when ${start} > 1 then '…' else '' end || substr(m.text, ${start}, ${sql.lit(excerptLength)})
                 as excerpt
            from messages m where m.conversation_id = c.id and ${place} > 0 order by m.id limit 1`;
  return db
    .selectFrom(looked)
    .innerJoin('chatbots as b', 'b.id', 'c.chatbot_id')
    .innerJoinLateral(sql<{ excerpt: string }>`(${message})`.as<'x'>(sql`x`), (join) => join.onTrue())
    .select([
      'c.id',
      'c.chatbot_id',
      'b.name as chatbot_name',
      'c.channel',
      'c.language',
      'c.visitor',
      'c.message_count',
      'c.unanswered',
      'c.up',
      'c.down',
      'x.excerpt',
      'c.started_at',
      'c.last_message_at',
    ])
    .orderBy('c.last_message_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(page.limit)
    .$narrowType<{ channel: ConversationChannel }>()
    .execute();
}

/** The beginnings of what visitors wrote last: they stand in the conversations that went on last. */
export async function recentMessagesOf(
  db: Db,
  ownerId: string,
  chatbotId: string,
  limit: number,
): Promise<
  { id: string; conversation_id: string; channel: ConversationChannel; text: string; created_at: Date }[]
> {
  const { rows } = await sql<Awaited<ReturnType<typeof recentMessagesOf>>[number]>`
    select said.id, c.id as conversation_id, c.channel, said.text, said.created_at
      from (select id, channel from conversations
             where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and channel <> 'test'
             order by last_message_at desc, id desc limit ${limit}) c
     cross join lateral (
       select m.id, left(m.text, ${sql.lit(excerptLength)}) as text, m.created_at from messages m
        where m.conversation_id = c.id and m.role = 'visitor' order by m.id desc limit ${limit}) said
     order by said.id desc limit ${limit}`.execute(db);
  return rows;
}

/** The place that a search which found too little had reached; nothing where it has seen all. */
export async function findSearchEnd(
  db: Db,
  ownerId: string,
  filter: ConversationsFilter,
  after: PageCursor | undefined,
): Promise<PageCursor | undefined> {
  const row = await applyFilter(
    selectVisitors(db, ownerId).select(['conversations.id', 'last_message_at']),
    ownerId,
    filter,
    after,
  )
    .offset(searchBatchSize - 1)
    .limit(1)
    .executeTakeFirst();
  return row && { at: row.last_message_at, id: row.id };
}

/** The conversation of a message, as owners read it. */
export const conversationOf = (db: Db, ownerId: string, messageId: string) =>
  selectVisitors(db, ownerId)
    .innerJoin('messages', 'messages.conversation_id', 'conversations.id')
    .select('conversations.id')
    .where('messages.owner_id', '=', ownerId)
    .where('messages.id', '=', messageId)
    .executeTakeFirst();

/** The ids of all conversations of the visitor of one, that one last; none where the owner has no such conversation. */
export async function conversationIdsOfVisitor(db: Db, ownerId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from (${idsOfVisitor(ownerId, id)}) v order by v.id = ${id}, v.id`.execute(db);
  return rows.map((row) => row.id);
}

/** How many conversations the visitor of one has; 0 where the owner has no such conversation. */
export async function countOfVisitor(db: Db, ownerId: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${idsOfVisitor(ownerId, id)}) v`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Deletes some conversations; their messages and unanswered questions go with them. Gives the number. */
export async function deleteSomeOwned(db: Db, ownerId: string, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('conversations')
    .where('owner_id', '=', ownerId)
    .where('channel', '<>', 'test')
    .where('id', 'in', ids)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Deletes a conversation; its messages and unanswered questions go with it. */
export const deleteOwned = (db: Db, ownerId: string, id: string) =>
  db
    .deleteFrom('conversations')
    .where('owner_id', '=', ownerId)
    .where('channel', '<>', 'test')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();

export interface TranscriptRow {
  id: string;
  role: 'visitor' | 'chatbot';
  text: string;
  understood: string | null;
  mode: AnswerMode | null;
  citations: Citation[];
  subjects: string[];
  small_talk: boolean;
  passages: PassageRecord[];
  feedback: 'up' | 'down' | null;
  tokens: number | null;
  created_at: Date;
  left_out: LeftOut[] | null;
  fallback: FallbackReason | null;
  unanswered_id: string | null;
}

/** Messages of a conversation with their passages, newest first, from before a message. */
export const transcriptOf = (
  db: Db,
  ownerId: string,
  conversationId: string,
  page: { limit: number; before: string | undefined },
) =>
  db
    .selectFrom('messages')
    .leftJoin('unanswered_questions', 'unanswered_questions.message_id', 'messages.id')
    .select([
      'messages.id',
      'role',
      'messages.text',
      'understood',
      'mode',
      'citations',
      'subjects',
      'small_talk',
      'passages',
      'feedback',
      'tokens',
      'left_out',
      'fallback',
      'created_at',
      'unanswered_questions.id as unanswered_id',
    ])
    .where('messages.owner_id', '=', ownerId)
    .where('conversation_id', '=', conversationId)
    .$if(page.before !== undefined, (query) => query.where('messages.id', '<', page.before as string))
    .orderBy('messages.id', 'desc')
    .limit(page.limit)
    .execute();

export interface ExportedMessage
  extends Omit<
    TranscriptRow,
    'unanswered_id' | 'passages' | 'left_out' | 'fallback' | 'understood' | 'subjects' | 'small_talk'
  > {
  place: number;
}

/** Messages of some conversations, one conversation after another. */
export async function messagesInOrder(
  db: Db,
  ownerId: string,
  conversationIds: readonly string[],
  page: { limit: number; after: { place: number; id: string } | undefined },
): Promise<ExportedMessage[]> {
  const { place, id } = page.after ?? { place: 0, id: '00000000-0000-0000-0000-000000000000' };
  const { rows } = await sql<ExportedMessage>`
    select o.place::int as place, m.id, m.role, m.text, m.mode, m.citations, m.feedback, m.tokens, m.created_at
      from unnest(${conversationIds}::uuid[]) with ordinality as o (id, place)
      join messages m on m.conversation_id = o.id
     where m.owner_id = ${ownerId} and (o.place, m.id) > (${place}::bigint, ${id}::uuid)
     order by o.place, m.id limit ${page.limit}
  `.execute(db);
  return rows;
}

/**
 * Deletes some conversations that are older than their chatbot keeps them; gives their number. What somebody else has
 * locked is left for the next time: waiting for it with others in hand could be waiting for each other.
 */
export async function deleteOutdated(db: Db, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from conversations where id in (
      select c.id from chatbots b
       cross join lateral (
         select c.id from conversations c
          where c.chatbot_id = b.id
            and c.last_message_at < ${now}::timestamptz - make_interval(days => b.retention_days)
          limit ${limit} for update skip locked) c
       where b.retention_days is not null
       limit ${limit})
  `.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes some conversations of an account; gives their number. */
export async function deleteSomeOf(db: Db, ownerId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from conversations
     where id in (select id from conversations where owner_id = ${ownerId} limit ${limit} for update)
    returning id`.execute(db);
  return rows.length;
}
