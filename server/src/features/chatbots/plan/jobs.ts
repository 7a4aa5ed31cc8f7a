import { transaction } from '../../../db/transaction.ts';
import { work } from '../../../kit/jobs/job.ts';
import { lockOwner } from '../../auth/service.ts';
import { fitToPlan } from './fit.ts';
import { ownersOutOfPlan } from './queries.ts';
import { fitAllToPlans } from './queue.ts';

export const fitAllToPlansWork = work(fitAllToPlans, async (context, _payload, { signal }) => {
  const limits = context.config.plans.map(({ id, chatbots }) => ({ plan: id, limit: chatbots }));
  for (const ownerId of await ownersOutOfPlan(context.db, limits)) {
    if (signal.aborted) return;
    await transaction(context.db, async (db) => {
      await lockOwner(db, ownerId);
      await fitToPlan(context, db, ownerId);
    });
  }
});
