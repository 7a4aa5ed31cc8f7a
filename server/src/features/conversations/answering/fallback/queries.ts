import type { FallbackReason } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import type { Db } from '../../../../db/open.ts';

interface OfChatbot {
  chatbotId: string;
  ownerId: string;
}

/** When something happens, as its account counts: the instant, its month and its date. */
export interface AccountMoment {
  now: Date;
  period: number;
  day: string;
}

/** The chatbot, as whose it is now: it may be handed over while it answers. */
const heldChatbot = (id: string) => sql`select id, owner_id from chatbots where id = ${id} for key share`;

/** An outage that begins again within this time of its end has not ended. */
const sameOutageMs = 3_600_000;

/**
 * Counts an answer that quotes for this reason; says whether an outage begins with it. What was used up in an earlier month, or
 * on an earlier day, was there again since.
 */
export async function countFallback(
  db: Db,
  { chatbotId, ownerId }: OfChatbot,
  { reason, needed }: { reason: FallbackReason; needed: number },
  { now, period, day }: AccountMoment,
): Promise<boolean> {
  const goesOn = sql`(f.ended_at is null or f.ended_at > ${new Date(now.getTime() - sameOutageMs)}::timestamptz)
    and (f.reason = 'provider' or f.period = excluded.period) and (f.reason <> 'daily_cap' or f.day = excluded.day)`;
  const { rows } = await sql<{ begins: boolean }>`
    with held as (${heldChatbot(chatbotId)})
    insert into fallbacks as f (chatbot_id, owner_id, reason, since, period, day, answers, needed)
    select id, owner_id, ${reason}, ${now}::timestamptz, ${period}::int, ${day}::date, 1, ${needed}::bigint
      from held where owner_id = ${ownerId}
    on conflict (chatbot_id, reason) do update
       set since = case when ${goesOn} then f.since else excluded.since end,
           answers = case when ${goesOn} then f.answers + 1 else 1 end,
           mailed_at = case when ${goesOn} then f.mailed_at end,
           period = excluded.period, day = excluded.day, needed = excluded.needed, ended_at = null
    returning answers = 1 as begins`.execute(db);
  return rows[0]?.begins ?? false;
}

/**
 * Takes one of the answers that a chatbot may give for nothing on a day; false where none is left. A day that lies before the
 * latest counts as that one: another time zone opens no fresh count.
 */
export async function takeFreeAnswer(
  db: Db,
  chatbotId: string,
  { day, limit }: { day: string; limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    with held as (${heldChatbot(chatbotId)})
    insert into free_answers as f (chatbot_id, owner_id, day, answers)
    select id, owner_id, ${day}::date, 1 from held
    on conflict (chatbot_id) do update
       set day = greatest(f.day, excluded.day),
           answers = case when f.day < excluded.day then 1 else f.answers + 1 end
     where f.day < excluded.day or f.answers < ${limit}::int
    returning chatbot_id`.execute(db);
  return rows.length > 0;
}

export interface OpenFallback {
  chatbot_id: string;
  name: string;
  daily_tokens: number | null;
  monthly_tokens: number | null;
  reason: FallbackReason;
  since: Date;
  answers: number;
  needed: number;
  /** Answers for nothing on its account's latest day with any, `free_day`. */
  free_answers: number | null;
  free_day: string | null;
}

/** The outages of an owner's chatbots that have not ended, the latest first; of those that answer at all. */
export const openFallbacks = (db: Db, ownerId: string): Promise<OpenFallback[]> =>
  db
    .selectFrom('fallbacks as f')
    .innerJoin('chatbots as c', 'c.id', 'f.chatbot_id')
    .leftJoin('free_answers as a', 'a.chatbot_id', 'f.chatbot_id')
    .select([
      'f.chatbot_id',
      'c.name',
      'c.daily_tokens',
      'c.monthly_tokens',
      'f.reason',
      'f.since',
      'f.answers',
      'f.needed',
      'a.answers as free_answers',
      sql<string | null>`a.day::text`.as('free_day'),
    ])
    .where('f.owner_id', '=', ownerId)
    .where('f.ended_at', 'is', null)
    .where('c.status', '=', 'active')
    .orderBy('f.since', 'desc')
    .orderBy('f.chatbot_id')
    .execute();

/** Whether the owner was told of this outage of the provider: by a mail about any chatbot of theirs that it has not left for long. */
export async function isOutageMailed(db: Db, ownerId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from fallbacks
     where owner_id = ${ownerId} and reason = 'provider' and mailed_at is not null
       and (ended_at is null or ended_at > ${new Date(now.getTime() - sameOutageMs)}) limit 1`.execute(db);
  return rows.length > 0;
}

export const markOutageMailed = (db: Db, ownerId: string, now: Date) =>
  db
    .updateTable('fallbacks')
    .set({ mailed_at: now })
    .where('owner_id', '=', ownerId)
    .where('reason', '=', 'provider')
    .where('ended_at', 'is', null)
    .execute();
