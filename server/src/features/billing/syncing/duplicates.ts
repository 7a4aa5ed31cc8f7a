import type { Context } from '../../../context.ts';
import { alertOperator } from '../alerts.ts';
import { type SubscriptionRow, subscriptionsOf } from '../queries/subscriptions.ts';
import { currentOf, isLive } from '../standing.ts';
import { isMissing, stripeOf } from '../stripe/client.ts';
import { idOf } from '../stripe/subscription.ts';
import type { FitToPlan } from './account.ts';
import { notify } from './notices.ts';
import { fetchSubscription, syncSubscription } from './sync.ts';

/**
 * Ends all of an account's subscriptions but the one that counts, which of equals is the first, and pays back what was paid for
 * the others (ADR 39). Paid back first: what has ended is not looked at again.
 */
export async function endDuplicateSubscriptions(
  context: Context,
  ownerId: string,
  fitToPlan: FitToPlan,
): Promise<void> {
  const live = (await subscriptionsOf(context.db, ownerId)).filter(isLive);
  const kept = currentOf(live);
  for (const surplus of live.filter(({ id }) => id !== kept?.id)) {
    alertOperator(context.log, 'duplicate_subscription', { subscriptionId: surplus.id, kept: kept?.id });
    const isRefunded = await refundFirstPayment(context, surplus);
    await cancelSubscription(context, surplus.id);
    await syncSubscription(context, surplus.id, fitToPlan);
    if (!isRefunded) continue;
    const { id, plan } = surplus;
    await notify(context, { ownerId, cause: `duplicate:${id}`, about: 'duplicate', plan });
  }
}

/** Pays back what began a subscription; nothing for one that has renewed since, or whose payment never came. */
async function refundFirstPayment(context: Context, { id, status }: SubscriptionRow): Promise<boolean> {
  if (status !== 'active' && status !== 'trialing') return false;
  const stripe = stripeOf(context.config);
  const invoice = (await fetchSubscription(context, id))?.latest_invoice;
  if (invoice == null) return false;
  const { billing_reason: reason } = await stripe.invoices.retrieve(idOf(invoice));
  if (reason !== 'subscription_create') return false;
  const { data } = await stripe.invoicePayments.list({ invoice: idOf(invoice), status: 'paid' });
  const intents = data.map(({ payment }) => payment.payment_intent).filter((intent) => intent !== undefined);
  for (const intent of intents) {
    const payment_intent = idOf(intent);
    await stripe.refunds.create(
      { payment_intent, reason: 'duplicate' },
      { idempotencyKey: `refund-${id}-${payment_intent}` },
    );
  }
  return intents.length > 0;
}

/** Ends a subscription now; one that has ended, or is not there, is as good. */
export async function cancelSubscription({ config }: Pick<Context, 'config'>, id: string): Promise<void> {
  try {
    await stripeOf(config).subscriptions.cancel(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
