import type { Plan } from '@parlance/contract/endpoints/usage';
import * as z from 'zod/mini';
import type { Subscriptions } from '../../../db/types.ts';
import { planOfPrice } from './prices.ts';

/** A time of Stripe's, in seconds. */
const seconds = z.number().check(z.nonnegative(), z.lte(8.64e12));
const time = z.nullish(seconds);
const reference = z.union([z.string(), z.object({ id: z.string() })]);
const price = z.object({ id: z.string(), lookup_key: z.nullish(z.string()) });
const phase = z.object({
  start_date: seconds,
  items: z.array(z.object({ price: z.union([z.string(), price]) })),
});
export const scheduleShape = z.object({ status: z.nullish(z.string()), phases: z.array(phase) });

/**
 * What we read of a subscription. The version of Stripe that answers may be another than the package's, so fields that moved
 * are read in both places, and what is not needed is not asked for. An answer that is none does not pass.
 */
export const subscriptionShape = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(255)),
  object: z.literal('subscription'),
  status: z.string(),
  customer: reference,
  created: seconds,
  livemode: z.optional(z.boolean()),
  metadata: z.nullish(z.record(z.string(), z.string())),
  items: z.object({
    data: z.array(z.object({ id: z.string(), price, current_period_start: time, current_period_end: time })),
  }),
  current_period_start: time,
  current_period_end: time,
  cancel_at: time,
  cancel_at_period_end: z.nullish(z.boolean()),
  ended_at: time,
  trial_end: time,
  latest_invoice: z.nullish(
    z.union([
      z.string(),
      z.object({ id: z.string(), created: time, hosted_invoice_url: z.nullish(z.string()) }),
    ]),
  ),
  schedule: z.nullish(z.union([z.string(), z.object({ id: z.string(), ...scheduleShape.shape })])),
});
export type ReadSubscription = z.output<typeof subscriptionShape>;
export type ReadSchedule = z.output<typeof scheduleShape>;

type Status = Subscriptions['status'];
const statuses: readonly string[] = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] satisfies Status[];
export const isKnownStatus = (status: string): status is Status => statuses.includes(status);

export const idOf = (value: string | { id: string }): string =>
  typeof value === 'string' ? value : value.id;
export const dateOf = (value: number | null | undefined): Date | null =>
  value == null ? null : new Date(value * 1000);

/** The end of what is paid: the first of its items’ ends. Older versions say it of the whole. */
export function periodEndOf({ items, current_period_end }: ReadSubscription): Date | null {
  const ends = items.data.map((item) => item.current_period_end).filter((end) => end != null);
  return dateOf(ends.length > 0 ? Math.min(...ends) : current_period_end);
}

/**
 * The plan of the first price that is one of ours; where none is, the one that was written on it when it began, which a change
 * in the portal does not touch: it is less sure than what is known already.
 */
export function planOfSubscription(
  plans: readonly Plan[],
  { items, metadata }: ReadSubscription,
): { plan: Plan['id'] | undefined; isByPrice: boolean } {
  for (const item of items.data) {
    const plan = planOfPrice(plans, { id: item.price.id, lookup_key: item.price.lookup_key ?? null });
    if (plan !== undefined) return { plan, isByPrice: true };
  }
  return { plan: plans.find(({ id }) => id === metadata?.plan)?.id, isByPrice: false };
}

/** When it ends, where that is decided. The boolean alone was how it was said once. */
export const endOf = (subscription: ReadSubscription): Date | null =>
  dateOf(subscription.ended_at ?? subscription.cancel_at) ??
  (subscription.cancel_at_period_end ? periodEndOf(subscription) : null);

/** Since when a renewal is unpaid: its invoice's day, else the beginning of the period that it is for. */
export function unpaidSince(subscription: ReadSubscription): Date | null {
  if (subscription.status !== 'past_due') return null;
  const { latest_invoice: invoice, items, current_period_start } = subscription;
  const created = invoice != null && typeof invoice === 'object' ? invoice.created : undefined;
  return dateOf(created ?? items.data[0]?.current_period_start ?? current_period_start);
}

/** The price of what follows the present period, where another was chosen for then. */
export function nextPriceOf(schedule: ReadSchedule, periodEnd: Date | null) {
  if (schedule.status != null && schedule.status !== 'active') return undefined;
  const next = schedule.phases.find(
    ({ start_date }) => periodEnd !== null && start_date * 1000 >= periodEnd.getTime(),
  );
  return next?.items[0]?.price;
}
