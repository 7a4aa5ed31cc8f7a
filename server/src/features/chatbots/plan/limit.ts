import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../kit/errors.ts';
import { planOf } from '../../billing/service.ts';
import { countChatbots } from '../queries.ts';

/**
 * Refuses another chatbot beyond the plan, in a transaction that holds the owner's lock, so that two requests don't
 * pass together.
 */
export async function refuseBeyondPlan(
  { config }: Pick<Context, 'config'>,
  db: Db,
  ownerId: string,
): Promise<void> {
  const { plan } = await planOf(db, config.plans, ownerId);
  if (plan.chatbots !== null && (await countChatbots(db, ownerId)) >= plan.chatbots) {
    throw new AppError('chatbot_limit_reached', { limit: plan.chatbots });
  }
}

/** Refuses to turn on a chatbot that the plan has paused: for it another one of those that are on has to make room. */
export async function refuseActive(
  { config }: Pick<Context, 'config'>,
  db: Db,
  ownerId: string,
): Promise<never> {
  const { plan } = await planOf(db, config.plans, ownerId);
  throw new AppError('chatbot_limit_reached', { limit: plan.chatbots });
}
