import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { Span } from '../period/queries.ts';

/** Accounts that want to be told what visitors asked, in the order of their ids. */
export const accountsToTell = async (db: Db, after: string, limit: number): Promise<string[]> =>
  (
    await db
      .selectFrom('profiles')
      .select('id')
      .where('activity_summaries', '=', true)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);

/** Chatbots that visitors spoke with, the busiest first. */
export async function busiestChatbots(
  db: Db,
  { ownerId, from, to }: Omit<Span, 'chatbotId'>,
  limit: number,
): Promise<{ id: string; name: string; conversations: number }[]> {
  const { rows } = await sql<{ id: string; name: string; conversations: number }>`
    select b.id, b.name, count(*)::int as conversations
      from conversations c join chatbots b on b.id = c.chatbot_id
     where c.owner_id = ${ownerId} and c.channel <> 'test' and c.last_message_at >= ${from} and c.started_at < ${to}
     group by b.id, b.name order by 3 desc, b.id limit ${limit}`.execute(db);
  return rows;
}
