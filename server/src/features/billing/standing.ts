import type { BillingStatus } from '@parlance/contract/endpoints/account/billing';
import type { SubscriptionRow } from './queries/subscriptions.ts';

const dayMs = 86_400_000;
/** For so long a plan whose renewal failed is kept, while Stripe goes on trying. */
const keptMs = 14 * dayMs;

/** Statuses by what they are worth: of several subscriptions the first of the first row counts. */
const ranks: Record<SubscriptionRow['status'], number> = {
  active: 0,
  trialing: 0,
  past_due: 1,
  unpaid: 2,
  paused: 2,
  incomplete: 3,
  canceled: 4,
  incomplete_expired: 5,
};

/** Whether it is one of those of which an account may have but one. */
export const isLiveStatus = (status: string): boolean =>
  status in ranks && ranks[status as SubscriptionRow['status']] <= 2;
export const isLive = ({ status }: Pick<SubscriptionRow, 'status'>): boolean => isLiveStatus(status);

export const keptUntilOf = ({ status, past_due_since }: SubscriptionRow): Date | null =>
  status === 'past_due' && past_due_since !== null ? new Date(past_due_since.getTime() + keptMs) : null;

/** The plan that a subscription pays for just now; undefined where it pays for none. */
function paidPlanOf(subscription: SubscriptionRow, now: Date): string | undefined {
  const { status, plan } = subscription;
  if (plan === null) return undefined;
  if (status === 'active' || status === 'trialing') return plan;
  const keptUntil = keptUntilOf(subscription);
  return keptUntil !== null && now < keptUntil ? plan : undefined;
}

/** The subscription that counts: the best; of equals the oldest, of those that ended the newest. */
export function currentOf(subscriptions: readonly SubscriptionRow[]): SubscriptionRow | undefined {
  const age = (one: SubscriptionRow) => one.created_at.getTime() * (ranks[one.status] >= 4 ? -1 : 1);
  return [...subscriptions].sort(
    (one, other) => ranks[one.status] - ranks[other.status] || age(one) - age(other),
  )[0];
}

export interface Standing {
  subscription: SubscriptionRow | undefined;
  status: BillingStatus;
  /** What is paid for; undefined: nothing. */
  paidPlan: string | undefined;
}

/** What an account's subscriptions come to at this moment. */
export function standingOf(subscriptions: readonly SubscriptionRow[], now: Date): Standing {
  const subscription = currentOf(subscriptions);
  const status =
    subscription === undefined || subscription.status === 'incomplete_expired' ? 'free' : subscription.status;
  return { subscription, status, paidPlan: subscription && paidPlanOf(subscription, now) };
}
