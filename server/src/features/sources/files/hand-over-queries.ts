import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';

/** Whether sources of a chatbot are being read, found or copied, to or from it. */
export async function isBeingRead(db: Db, ownerId: string, chatbotId: string): Promise<boolean> {
  const { rows } = await sql<{ busy: boolean }>`
    select exists (select from sources where owner_id = ${ownerId} and chatbot_id = ${chatbotId}
                                         and status in ('pending', 'processing'))
        or exists (select from crawls where owner_id = ${ownerId} and chatbot_id = ${chatbotId} and status = 'running')
        or exists (select from chatbot_copies
                    where owner_id = ${ownerId} and ${chatbotId}::uuid in (chatbot_id, from_id)) as busy`.execute(
    db,
  );
  return rows[0]?.busy ?? false;
}

/** Ends a chatbot's uploads: nobody goes on with what somebody else began. */
export const deleteUploadsOf = (db: Db, ownerId: string, chatbotId: string) =>
  db.deleteFrom('uploads').where('owner_id', '=', ownerId).where('chatbot_id', '=', chatbotId).execute();

export const sourceIdsOf = async (db: Db, ownerId: string, chatbotId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('sources')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('chatbot_id', '=', chatbotId)
      .execute()
  ).map(({ id }) => id);
