import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { AppError } from '../../kit/errors.ts';

/** Before a chatbot is handed over: refuses while one of its summaries is written (`transfer_not_possible`). */
export async function prepareHandOverOfSummaries(
  db: Db,
  { id, fromId: ownerId }: { id: string; fromId: string },
): Promise<void> {
  const running = await db
    .selectFrom('summaries')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', id)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  if (running) throw new AppError('transfer_not_possible');
}

/** After its row was handed over, and its summaries with it: notes that one has left follow. */
export const handOverNotes = (
  db: Db,
  { id, fromId: ownerId, toId }: { id: string; fromId: string; toId: string },
) =>
  sql`update summary_notes n set owner_id = ${toId} from summaries s
       where s.owner_id = ${toId} and s.chatbot_id = ${id} and n.summary_id = s.id and n.owner_id = ${ownerId}`.execute(
    db,
  );
