import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../kit/errors.ts';

/**
 * Before a chatbot is handed over: refuses while its checks run (`transfer_not_possible`). What it lacked was its former owner's
 * quota, and is forgotten.
 */
export async function prepareHandOver(
  db: Db,
  { id, fromId: ownerId }: { id: string; fromId: string },
): Promise<void> {
  const running = await db
    .selectFrom('check_runs')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('chatbot_id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (running) throw new AppError('transfer_not_possible');
  await db.deleteFrom('fallbacks').where('owner_id', '=', ownerId).where('chatbot_id', '=', id).execute();
}

/** After its row was handed over, and its conversations and runs with it: their messages and results follow. */
export async function handOverMessages(
  db: Db,
  { id, fromId, toId }: { id: string; fromId: string; toId: string },
): Promise<void> {
  await sql`
    update messages m set owner_id = ${toId} from conversations c
     where c.owner_id = ${toId} and c.chatbot_id = ${id} and m.conversation_id = c.id and m.owner_id = ${fromId}`.execute(
    db,
  );
  await sql`
    update check_results r set owner_id = ${toId} from check_runs k
     where k.owner_id = ${toId} and k.chatbot_id = ${id} and r.run_id = k.id and r.owner_id = ${fromId}`.execute(
    db,
  );
}
