import type { AnswerOf } from '@parlance/contract/endpoint';
import type { previewPlan as endpoint } from '@parlance/contract/endpoints/account/billing';
import type { Plan } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../kit/errors.ts';
import { planOf } from '../account-plan.ts';
import { customerOf } from '../queries/customers.ts';
import { type SubscriptionRow, subscriptionsOf } from '../queries/subscriptions.ts';
import { isLive, standingOf } from '../standing.ts';
import { describeFailure, promptly, stripeOf } from '../stripe/client.ts';
import { findPrice, isBuyable } from '../stripe/prices.ts';

/** What stands right of billing and a plan bounds: whoever composes the program passes it in. */
export interface Holdings {
  /** All of an account's chatbots, in the order in which a smaller plan keeps them on. */
  chatbotsInKeptOrder(db: Db, ownerId: string): Promise<{ id: string; name: string }[]>;
  storedTokens(context: Context, ownerId: string): Promise<number>;
  storedBytes(db: Db, ownerId: string): Promise<number>;
}

/** A plan as it is sold: its price's name at the payment provider stays here. */
export const toOffer = ({ stripePriceId: _, ...offer }: Plan) => offer;

const isBeyond = (amount: number, limit: number | null) => limit !== null && amount > limit;

/** What another plan would change. Asks Stripe what is due, and does without where it does not say. */
export async function previewPlan(
  context: Context,
  holdings: Holdings,
  ownerId: string,
  wanted: Plan['id'],
): Promise<AnswerOf<typeof endpoint>> {
  const { db, config, clock } = context;
  const { plans } = config;
  const to = plans.find(({ id }) => id === wanted);
  if (!to) {
    const message = 'no plan of this installation';
    throw new AppError('validation_failed', { errors: [{ path: 'plan', code: 'unknown_plan', message }] });
  }
  const { plan: from } = await planOf(db, plans, ownerId);
  const step = plans.indexOf(to) - plans.indexOf(from);
  const direction = step > 0 ? 'upgrade' : step < 0 ? 'downgrade' : 'same';
  const { subscription, paidPlan } = standingOf(await subscriptionsOf(db, ownerId), clock());
  const isPaidOn = direction === 'downgrade' && paidPlan === from.id;
  const chatbots = await holdings.chatbotsInKeptOrder(db, ownerId);
  return {
    direction,
    from: toOffer(from),
    to: toOffer(to),
    at: (isPaidOn && subscription?.active_until?.toISOString()) || null,
    dueNow: direction === 'upgrade' ? await amountDue(context, ownerId, to, subscription) : 0,
    storageExceeded:
      isBeyond(await holdings.storedTokens(context, ownerId), to.storageTokens) ||
      isBeyond(await holdings.storedBytes(db, ownerId), to.storageBytes),
    chatbots: isBeyond(chatbots.length, to.chatbots)
      ? chatbots.map((chatbot, at) => ({ ...chatbot, staysOn: at < (to.chatbots ?? 0) }))
      : [],
  };
}

/** Euro cents that an upgrade costs at once; null where Stripe does not say. */
async function amountDue(
  { db, config, log }: Context,
  ownerId: string,
  to: Plan,
  subscription: SubscriptionRow | undefined,
): Promise<number | null> {
  if (!isBuyable(config, to)) return null;
  try {
    const price = await findPrice(config, to);
    if (price?.currency !== 'eur') return null;
    if (!subscription || !isLive(subscription)) return price.unit_amount;
    const stripe = stripeOf(config);
    const [item] = (await stripe.subscriptions.retrieve(subscription.id, {}, promptly)).items.data;
    const customer = await customerOf(db, ownerId);
    const invoice = await stripe.invoices.createPreview(
      {
        ...(customer?.customer_id ? { customer: customer.customer_id } : {}),
        subscription: subscription.id,
        subscription_details: {
          items: [{ ...(item ? { id: item.id } : {}), price: price.id, quantity: 1 }],
          proration_behavior: 'always_invoice',
        },
      },
      promptly,
    );
    return invoice.amount_due;
  } catch (error) {
    log.warn(describeFailure(error), 'Stripe did not say what an upgrade costs');
    return null;
  }
}
