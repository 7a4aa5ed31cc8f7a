import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../kit/errors.ts';
import { givePassages } from '../../knowledge/service.ts';
import { fileBytesIn } from './file-queries.ts';
import { hasSpace } from './file-space.ts';
import { deleteUploadsOf, isBeingRead, sourceIdsOf } from './hand-over-queries.ts';

/**
 * Before a chatbot is handed over: refuses while its sources are read (`transfer_not_possible`) and where the receiver's plan has no
 * room for its files (`file_space_exceeded`); ends its uploads.
 */
export async function prepareHandOverOfSources(
  context: Context,
  db: Db,
  { id, fromId, toId }: { id: string; fromId: string; toId: string },
): Promise<void> {
  if (await isBeingRead(db, fromId, id)) throw new AppError('transfer_not_possible');
  const bytes = await fileBytesIn(db, fromId, id);
  if (bytes > 0 && !(await hasSpace(context, db, toId, bytes))) throw new AppError('file_space_exceeded');
  await deleteUploadsOf(db, fromId, id);
}

/**
 * After its row was handed over, and the rows of its sources with it: their passages follow. They are held now, so that a reading
 * which began since is seen, and refuses it after all.
 */
export async function handOverPassages(
  db: Db,
  { id, fromId, toId }: { id: string; fromId: string; toId: string },
): Promise<void> {
  if (await isBeingRead(db, toId, id)) throw new AppError('transfer_not_possible');
  await givePassages(db, fromId, await sourceIdsOf(db, toId, id), toId);
}
