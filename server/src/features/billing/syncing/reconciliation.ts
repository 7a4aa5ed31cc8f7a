import type { Context } from '../../../context.ts';
import { enqueue, enqueueAll } from '../../../kit/jobs/enqueue.ts';
import { ownersWithCheckout } from '../queries/customers.ts';
import { deleteEventsBefore } from '../queries/events.ts';
import { liveSubscriptions } from '../queries/subscriptions.ts';
import { findSubscriptions, syncSubscription } from '../queue.ts';
import { stripeOf } from '../stripe/client.ts';
import { eventShape, eventTypes, receiveEvent } from './events.ts';

const dayMs = 86_400_000;
const batchSize = 200;
/** Stripe tells of the last thirty days. */
const eventsKeptMs = 60 * dayMs;
/** A checkout is open for a day, and a slow payment takes some more. */
const checkoutMs = 8 * dayMs;
/** More were missed than can be looked at one by one: all subscriptions are looked at anyway. */
const maxMissedEvents = 1000;

/** Looks again at all that may have changed unheard: events that did not arrive, subscriptions, checkouts. */
export async function reconcileWithStripe(context: Context, signal: AbortSignal): Promise<void> {
  const { db, clock, config } = context;
  const now = clock();
  await deleteEventsBefore(db, new Date(now.getTime() - eventsKeptMs));
  if (!config.stripe) return;
  const missed = stripeOf(config).events.list({
    delivery_success: false,
    types: [...eventTypes],
    limit: 100,
  });
  let count = 0;
  for await (const event of missed) {
    if (signal.aborted || ++count > maxMissedEvents) break;
    const read = eventShape.safeParse(event);
    if (read.success) await receiveEvent(context, read.data);
  }
  let after = '';
  for (;;) {
    const batch = await liveSubscriptions(db, after, batchSize);
    const entries = batch.map(({ id, owner_id }) => ({
      payload: { subscriptionId: id },
      ownerId: owner_id,
      dedupeKey: id,
    }));
    await enqueueAll(db, syncSubscription, entries, now);
    after = batch.at(-1)?.id ?? '';
    if (batch.length < batchSize || signal.aborted) break;
  }
  for (const ownerId of await ownersWithCheckout(db, new Date(now.getTime() - checkoutMs))) {
    await enqueue(db, findSubscriptions, { ownerId }, { now, ownerId, dedupeKey: ownerId });
  }
}
