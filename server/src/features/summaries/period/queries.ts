import type { SummaryFigures } from '@parlance/contract/endpoints/summaries';
import type { Language } from '@parlance/contract/i18n';
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** The conversations of a chatbot that went on in a period. */
export interface Span {
  ownerId: string;
  chatbotId: string;
  from: Date;
  to: Date;
}

/** Conversations that visitors had: their owner's own tests are none. */
const ofSpan = ({ chatbotId, from, to }: Span) => sql`
  c.chatbot_id = ${chatbotId} and c.channel <> 'test'
  and c.last_message_at >= ${from} and c.started_at < ${to}`;

const messagesOf = ({ from, to }: Span) =>
  sql`m.conversation_id = c.id and m.created_at >= ${from} and m.created_at < ${to}`;

/** Messages of one conversation that are read, and characters of each. */
const maxMessages = 24;
export const maxMessageLength = 600;

/** How much there is to summarise: its text as far as it is read. */
export async function sizeOf(
  db: Db,
  span: Span,
): Promise<{ conversations: number; messages: number; characters: number }> {
  const { rows } = await sql<{ conversations: number; messages: number; characters: number }>`
    select count(distinct c.id)::int as conversations, count(*) filter (where m.role = 'visitor')::int as messages,
           coalesce(sum(case m.role when 'visitor' then least(length(m.text), ${maxVisitorLength})
                                    else least(length(m.text), ${maxAnswerLength}) end), 0)::int8 as characters
      from conversations c join messages m on ${messagesOf(span)}
     where c.owner_id = ${span.ownerId} and ${ofSpan(span)}`.execute(db);
  return rows[0] ?? { conversations: 0, messages: 0, characters: 0 };
}

/** Characters of a visitor's message, and of an answer, that are read. */
export const maxVisitorLength = 280;
export const maxAnswerLength = 120;

/** What is counted of a period; the hours are those of the time zone. */
export async function figuresOf(db: Db, span: Span, timeZone: string): Promise<SummaryFigures> {
  const { rows } = await sql<Omit<SummaryFigures, 'sources' | 'languages'> & { fr: number; en: number }>`
    with said as (
      select c.id, c.language, m.role, m.mode, m.small_talk, m.feedback,
             extract(hour from m.created_at at time zone ${timeZone})::int as hour
        from conversations c join messages m on ${messagesOf(span)}
       where c.owner_id = ${span.ownerId} and ${ofSpan(span)}
    ), hourly as (
      select hour, count(*)::int as messages from said where role = 'visitor' group by hour
    )
    select count(distinct id)::int as conversations,
           count(*) filter (where role = 'visitor')::int as messages,
           count(*) filter (where mode in ('generated', 'quoted') and not small_talk)::int as answered,
           count(*) filter (where mode = 'unanswered' and not small_talk)::int as unanswered,
           count(*) filter (where feedback = 'up')::int as up,
           count(*) filter (where feedback = 'down')::int as down,
           count(distinct id) filter (where language = 'fr')::int as fr,
           count(distinct id) filter (where language = 'en')::int as en,
           (select array_agg(coalesce(h.messages, 0) order by n.hour)
              from generate_series(0, 23) as n (hour) left join hourly h on h.hour = n.hour) as hours
      from said`.execute(db);
  const { fr = 0, en = 0, ...counted } = rows[0] ?? {};
  const { rows: sources } = await sql<{ name: string; answers: number }>`
    select cited.name, count(distinct m.id)::int as answers
      from conversations c join messages m on ${messagesOf(span)}
     cross join lateral (select e ->> 'sourceName' as name from jsonb_array_elements(m.citations) e) cited
     where c.owner_id = ${span.ownerId} and ${ofSpan(span)} and cited.name is not null
     group by cited.name order by 2 desc, 1 limit 5`.execute(db);
  return {
    ...{ conversations: 0, messages: 0, answered: 0, unanswered: 0, up: 0, down: 0 },
    hours: Array.from({ length: 24 }, () => 0),
    ...counted,
    languages: { fr, en },
    sources,
  };
}

export interface ReadConversation {
  id: string;
  messages: {
    role: 'visitor' | 'chatbot';
    text: string;
    mode: string | null;
    talk: boolean;
    feedback: 'up' | 'down' | null;
  }[];
}

/** The next conversations in their order, each with its first messages. */
export async function conversationsAfter(
  db: Db,
  span: Span,
  after: string | null,
  limit: number,
): Promise<ReadConversation[]> {
  const { rows } = await sql<ReadConversation>`
    select c.id, read.messages
      from conversations c
     cross join lateral (
       select json_agg(json_build_object('role', said.role, 'text', said.text, 'mode', said.mode,
                                         'talk', said.small_talk, 'feedback', said.feedback) order by said.id) as messages
         from (select m.id, m.role, left(m.text, ${maxMessageLength}) as text, m.mode, m.small_talk, m.feedback
                 from messages m where ${messagesOf(span)} order by m.id limit ${maxMessages}) said
     ) read
     where c.owner_id = ${span.ownerId} and ${ofSpan(span)} and (${after}::uuid is null or c.id > ${after}::uuid) and read.messages is not null
     order by c.id limit ${limit}`.execute(db);
  return rows;
}

export interface AskedInPeriod {
  id: string;
  conversationId: string;
  question: string;
  language: Language;
  isAnswered: boolean;
  feedback: 'up' | 'down' | null;
}

/** The latest questions of a period with what became of them; what only greets or thanks is none. */
export async function questionsOf(db: Db, span: Span, limit: number): Promise<AskedInPeriod[]> {
  const { rows } = await sql<AskedInPeriod>`
    select m.id, c.id as "conversationId", left(coalesce(m.understood, m.text), ${maxMessageLength}) as question,
           c.language, a.mode <> 'unanswered' as "isAnswered", a.feedback
      from conversations c
      join messages m on ${messagesOf(span)} and m.role = 'visitor'
     cross join lateral (
       select mode, small_talk, feedback from messages a
        where a.conversation_id = c.id and a.owner_id = ${span.ownerId} and a.id > m.id and a.role = 'chatbot'
        order by a.id limit 1) a
     where c.owner_id = ${span.ownerId} and ${ofSpan(span)} and not a.small_talk
     order by m.id desc limit ${limit}`.execute(db);
  return rows;
}
