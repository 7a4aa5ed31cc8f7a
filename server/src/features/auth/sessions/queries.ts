import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

interface SessionPage {
  limit: number;
  before: { at: Date; id: string } | undefined;
  /** Sessions that began or were last refreshed before these are over. */
  since: { created: Date; refreshed: Date };
}

/** A person's living sessions, the last seen first. */
export const sessionsOf = (db: Db, userId: string, { limit, before, since }: SessionPage) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'refreshed_at'])
    .where('user_id', '=', userId)
    .where('created_at', '>', since.created)
    .where('refreshed_at', '>', since.refreshed)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(refreshed_at, id) < (${before?.at}, ${before?.id})`),
    )
    .orderBy('refreshed_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Ends a session of this person; says whether there was one. */
export async function endSessionOf(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}
