import type { Context } from '../../../context.ts';
import { alertOperator } from '../alerts.ts';
import { closures, deleteClosure } from '../queries/events.ts';
import { describeFailure, isMissing, stripeOf } from '../stripe/client.ts';
import { cancelSubscription } from './duplicates.ts';

const batchSize = 100;

/**
 * Ends the subscriptions of deleted accounts at Stripe, and deletes the customers; invoices stay there, as the law asks. What
 * fails is tried with the next run, as long as it takes: nobody waits for it.
 */
export async function closeDeletedAccounts(context: Context, signal: AbortSignal): Promise<void> {
  const { db, log, config } = context;
  if (!config.stripe) return;
  for (const { id, kind } of await closures(db, batchSize)) {
    if (signal.aborted) return;
    try {
      if (kind === 'subscription') await cancelSubscription(context, id);
      else await deleteCustomer(context, id);
      await deleteClosure(db, id);
    } catch (error) {
      alertOperator(log, 'not_closed', { kind, id, ...describeFailure(error) });
    }
  }
}

async function deleteCustomer({ config }: Context, id: string): Promise<void> {
  try {
    await stripeOf(config).customers.del(id);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
