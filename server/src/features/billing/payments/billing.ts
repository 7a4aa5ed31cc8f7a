import type { Billing } from '@parlance/contract/endpoints/account/billing';
import { planId } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../../context.ts';
import { planOf } from '../account-plan.ts';
import { customerOf } from '../queries/customers.ts';
import { subscriptionsOf } from '../queries/subscriptions.ts';
import { isLive, keptUntilOf, standingOf } from '../standing.ts';

const iso = (time: Date | null | undefined) => time?.toISOString() ?? null;

/** The plan of an account and how it is paid, as Stripe told of it last. */
export async function readBilling({ db, config, clock }: Context, ownerId: string): Promise<Billing> {
  const { plan } = await planOf(db, config.plans, ownerId);
  const subscriptions = await subscriptionsOf(db, ownerId);
  const { subscription, status } = standingOf(subscriptions, clock());
  const customer = await customerOf(db, ownerId);
  const live = subscription && isLive(subscription) ? subscription : undefined;
  const nextPlan = planId.safeParse(live?.next_plan);
  const synced = subscriptions.map(({ synced_at }) => synced_at.getTime());
  return {
    plan: plan.id,
    status,
    activeUntil: iso(live?.active_until),
    endsAt: iso(subscription?.ends_at),
    nextPlan: nextPlan.success ? nextPlan.data : null,
    keptUntil: iso(live && keptUntilOf(live)),
    hasPortal: config.stripe !== undefined && customer?.customer_id != null,
    syncedAt: synced.length > 0 ? iso(new Date(Math.max(...synced))) : null,
  };
}
