import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { hasAccount, lockOwner } from '../../auth/service.ts';
import { alertOperator } from '../alerts.ts';
import { bindCustomer, ownerOfCustomer } from '../queries/customers.ts';
import { ownerOfSubscription, storeSubscription } from '../queries/subscriptions.ts';
import { isLiveStatus } from '../standing.ts';
import { isMissing, stripeOf } from '../stripe/client.ts';
import { planOfPrice } from '../stripe/prices.ts';
import {
  dateOf,
  endOf,
  idOf,
  isKnownStatus,
  nextPriceOf,
  periodEndOf,
  planOfSubscription,
  type ReadSubscription,
  scheduleShape,
  subscriptionShape,
  unpaidSince,
} from '../stripe/subscription.ts';
import { type FitToPlan, settleAccount } from './account.ts';

/** Reads a subscription as Stripe says it is now; undefined where there is none. */
export async function fetchSubscription(
  { config }: Pick<Context, 'config'>,
  id: string,
): Promise<ReadSubscription | undefined> {
  const expand = ['latest_invoice', 'schedule.phases.items.price'];
  try {
    return subscriptionShape.parse(await stripeOf(config).subscriptions.retrieve(id, { expand }));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The plan that follows, where one was chosen for the end of the period. */
async function nextPlanOf({ config }: Context, subscription: ReadSubscription): Promise<string | null> {
  const { schedule } = subscription;
  if (schedule == null || endOf(subscription) !== null) return null;
  const stripe = stripeOf(config);
  const read =
    typeof schedule === 'string'
      ? scheduleShape.parse(await stripe.subscriptionSchedules.retrieve(schedule))
      : schedule;
  const price = nextPriceOf(read, periodEndOf(subscription));
  if (price === undefined) return null;
  const named: Pick<Stripe.Price, 'id' | 'lookup_key'> =
    typeof price === 'string'
      ? await stripe.prices.retrieve(price)
      : { id: price.id, lookup_key: price.lookup_key ?? null };
  return planOfPrice(config.plans, named) ?? null;
}

const userId = z.uuid();

/** Whose a subscription is: as we know it; else as the checkout, or whoever made it by hand, wrote on it. */
async function findOwner(
  { db, config }: Context,
  subscription: ReadSubscription,
  hint: string | undefined,
): Promise<string | undefined> {
  const customerId = idOf(subscription.customer);
  const known = (await ownerOfSubscription(db, subscription.id)) ?? (await ownerOfCustomer(db, customerId));
  if (known !== undefined) return known;
  const isAccount = async (id: string | undefined) =>
    userId.safeParse(id).success && (await hasAccount(db, id as string));
  for (const id of [subscription.metadata?.user_id, hint]) if (await isAccount(id)) return id;
  const customer = await stripeOf(config).customers.retrieve(customerId);
  const named = customer.deleted ? undefined : customer.metadata?.user_id;
  return (await isAccount(named)) ? named : undefined;
}

/**
 * Looks at a subscription again and writes down what it says now. Whatever brought us here, an event late, doubled or out of
 * order, or nothing but the time: only what Stripe says now counts. Gives whose it is.
 */
export async function syncSubscription(
  context: Context,
  id: string,
  fitToPlan: FitToPlan,
  hint?: string,
): Promise<{ ownerId: string; subscription: ReadSubscription } | undefined> {
  const { config, clock, log } = context;
  const askedAt = clock();
  const subscription = await fetchSubscription(context, id);
  if (!subscription) return undefined;
  const { status } = subscription;
  const ownerId = await findOwner(context, subscription, hint);
  if (ownerId === undefined) {
    if (isLiveStatus(status)) alertOperator(log, 'unknown_account', { subscriptionId: id });
    return undefined;
  }
  if (!isKnownStatus(status)) {
    alertOperator(log, 'unknown_status', { subscriptionId: id, status: status.slice(0, 40) });
    return { ownerId, subscription };
  }
  const { plan = null, isByPrice } = planOfSubscription(config.plans, subscription);
  if (plan === null) alertOperator(log, 'unknown_price', { subscriptionId: id });
  const nextPlan = await nextPlanOf(context, subscription);
  const customerId = idOf(subscription.customer);
  const store = transaction(context.db, async (db) => {
    await lockOwner(db, ownerId);
    // What has ended may be a customer's who is gone.
    if (subscription.ended_at == null) await bindCustomer(db, { ownerId, customerId, now: askedAt });
    const row = {
      id,
      owner_id: ownerId,
      customer_id: customerId,
      status,
      plan,
      next_plan: nextPlan === plan ? null : nextPlan,
      active_until: periodEndOf(subscription),
      ends_at: endOf(subscription),
      past_due_since: unpaidSince(subscription),
      created_at: dateOf(subscription.created) ?? askedAt,
      synced_at: askedAt,
    };
    await storeSubscription(db, row, isByPrice);
    await settleAccount(context, db, ownerId, fitToPlan);
  });
  try {
    await store;
  } catch (error) {
    // The account is gone meanwhile, and what it paid with it.
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
  return { ownerId, subscription };
}
