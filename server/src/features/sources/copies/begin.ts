import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../kit/errors.ts';
import { fileBytesIn } from '../files/file-queries.ts';
import { hasSpace } from '../files/file-space.ts';
import { enqueueCopy } from '../queue.ts';
import { beginCopy, hasSources } from './queries.ts';

/**
 * Begins the copy of a chatbot's sources; says whether there are any: then they follow the caller's transaction, which
 * holds the owner, in a job. Throws `file_space_exceeded` where the plan has no room for their files.
 */
export async function beginCopyOfSources(
  context: Context,
  db: Db,
  ownerId: string,
  { fromId, copyId: chatbotId }: { fromId: string; copyId: string },
  now: Date,
): Promise<boolean> {
  if (!(await hasSources(db, ownerId, fromId))) return false;
  const bytes = await fileBytesIn(db, ownerId, fromId);
  if (bytes > 0 && !(await hasSpace(context, db, ownerId, bytes))) throw new AppError('file_space_exceeded');
  await beginCopy(db, { chatbotId, ownerId, fromId, startedAt: now });
  await enqueueCopy(db, { ownerId, chatbotId }, now);
  return true;
}
