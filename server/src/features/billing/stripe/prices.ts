import type { PaidPlanId } from '@parlance/contract/endpoints/account/billing';
import { paidPlanId } from '@parlance/contract/endpoints/account/billing';
import type { Plan } from '@parlance/contract/endpoints/usage';
import type Stripe from 'stripe';
import type { Config } from '../../../config.ts';
import { promptly, stripeOf } from './client.ts';

/** What a plan's price is found by where the file names none: the same file serves test and live mode. */
export const lookupKeyOf = (plan: Plan['id']) => `parlance_${plan}_month`;

export const isPaidPlan = (plan: string): plan is PaidPlanId => paidPlanId.safeParse(plan).success;

/** Whether it can be paid by card here. */
export const isBuyable = ({ stripe }: Pick<Config, 'stripe'>, plan: Plan): boolean =>
  stripe !== undefined && isPaidPlan(plan.id) && plan.priceEur !== null && plan.priceEur > 0;

/** The plan that a price is of; undefined for a price that is none of ours. */
export const planOfPrice = (
  plans: readonly Plan[],
  price: Pick<Stripe.Price, 'id' | 'lookup_key'>,
): Plan['id'] | undefined =>
  (
    plans.find(({ stripePriceId }) => stripePriceId === price.id) ??
    plans.find(({ id, stripePriceId }) => stripePriceId === undefined && lookupKeyOf(id) === price.lookup_key)
  )?.id;

/** The price of a plan at Stripe; undefined where there is none. */
export async function findPrice(config: Config, plan: Plan): Promise<Stripe.Price | undefined> {
  const stripe = stripeOf(config);
  if (plan.stripePriceId !== undefined) return stripe.prices.retrieve(plan.stripePriceId, {}, promptly);
  const { data } = await stripe.prices.list(
    { lookup_keys: [lookupKeyOf(plan.id)], active: true, limit: 1 },
    promptly,
  );
  return data[0];
}
