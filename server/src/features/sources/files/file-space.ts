import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { planOf } from '../../billing/service.ts';
import { fileBytesOf } from './file-queries.ts';

/**
 * Whether the plan has room for so many more bytes; under the owner's lock, so that two requests don't pass together.
 */
export async function hasSpace(
  { config }: Pick<Context, 'config'>,
  db: Db,
  ownerId: string,
  bytes: number,
  exceptUpload?: string,
): Promise<boolean> {
  const { plan } = await planOf(db, config.plans, ownerId);
  if (plan.storageBytes === null) return true;
  return (await fileBytesOf(db, ownerId, exceptUpload)) + bytes <= plan.storageBytes;
}
