import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { lockOwner } from '../../auth/service.ts';
import { planOf } from '../../billing/service.ts';
import { fitChatbots, rankChatbots } from './queries.ts';

/**
 * Pauses the chatbots that are too many for the plan, and lets those resume that it paused and has room for again. In the
 * transaction that changed what the plan is, how many there are or which are kept, under the owner's lock.
 */
export async function fitToPlan({ config }: Pick<Context, 'config'>, db: Db, ownerId: string): Promise<void> {
  const { plan } = await planOf(db, config.plans, ownerId);
  await fitChatbots(db, ownerId, plan.chatbots);
}

/** Keeps these on first, in this order, where a plan allows fewer than there are. */
export const keepChatbots = (context: Context, ownerId: string, ids: readonly string[]): Promise<void> =>
  transaction(context.db, async (db) => {
    await lockOwner(db, ownerId);
    const unique = [...new Set(ids)];
    if ((await rankChatbots(db, ownerId, unique)) < unique.length) throw new AppError('not_found');
    await fitToPlan(context, db, ownerId);
  });
