import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { plansOfAccount, upsertAccount } from '../queries/accounts.ts';
import { subscriptionsOf } from '../queries/subscriptions.ts';
import { endDuplicates, endGrace, mailBilling } from '../queue.ts';
import { isLive, keptUntilOf, standingOf } from '../standing.ts';

/** What follows from another plan in features right of billing, within its transaction: whoever composes the program passes it in. */
export type FitToPlan = (context: Context, db: Db, ownerId: string) => Promise<void>;

/**
 * Brings an account's plan in line with what it pays and what the operator gave, under the owner's lock. Only what the
 * database says and the time count: whoever calls it, how often and in which order, it comes out the same.
 */
export async function settleAccount(
  context: Context,
  db: Db,
  ownerId: string,
  fitToPlan: FitToPlan,
  grant?: { plan: string | null },
): Promise<void> {
  const { config, clock } = context;
  const now = clock();
  const subscriptions = await subscriptionsOf(db, ownerId);
  const { subscription, paidPlan } = standingOf(subscriptions, now);
  const before = await plansOfAccount(db, ownerId);
  const grantedPlan = grant === undefined ? (before?.granted_plan ?? null) : grant.plan;
  const firstPlan = config.plans[0]?.id ?? 'free';
  const plan = grantedPlan ?? paidPlan ?? firstPlan;
  const activeUntil = (grantedPlan === null && paidPlan !== undefined && subscription?.active_until) || null;
  await upsertAccount(db, { ownerId, plan, activeUntil, grantedPlan });
  if (plan !== (before?.plan ?? firstPlan)) {
    await fitToPlan(context, db, ownerId);
    if (grant === undefined && paidPlan === undefined) {
      await enqueue(
        db,
        mailBilling,
        { ownerId, about: 'ended', plan: before?.plan ?? null },
        { now, ownerId },
      );
    }
  }
  const keptUntil = subscription && keptUntilOf(subscription);
  if (keptUntil && keptUntil > now) {
    const dedupeKey = `${ownerId} ${keptUntil.toISOString()}`;
    await enqueue(db, endGrace, { ownerId }, { now, ownerId, runAt: keptUntil, dedupeKey });
  }
  if (subscriptions.filter(isLive).length > 1) {
    await enqueue(db, endDuplicates, { ownerId }, { now, ownerId, dedupeKey: ownerId });
  }
}
