import type { Db } from '../../../db/open.ts';
import { wakeHost } from '../queue.ts';
import { restartSource, type SourceRow, updateSource } from '../records/queries.ts';

/** Has a page read once more: what an earlier reading found goes on answering until then. */
export async function readPageAgain(
  db: Db,
  page: Pick<SourceRow, 'id' | 'owner_id' | 'accepts_loss'>,
  now: Date,
): Promise<SourceRow | undefined> {
  const restarted = await restartSource(db, page.owner_id, page.id, now);
  if (!restarted?.host) return restarted;
  const { version, owner_id: ownerId, chatbot_id: chatbotId, host } = restarted;
  const row = await updateSource(db, page.id, version, { accepts_loss: page.accepts_loss });
  await wakeHost(db, { ownerId, chatbotId, host }, now);
  return row;
}
