import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { alertOperator } from '../alerts.ts';
import { insertEvent } from '../queries/events.ts';
import { takeEvent } from '../queue.ts';
import { apiVersion, isLiveKey } from '../stripe/client.ts';
import { idOf } from '../stripe/subscription.ts';

/** What is listened to: the operator chooses these for the endpoint (docs/payments.md). */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.finalization_failed',
  'charge.dispute.created',
] as const;
const known: ReadonlySet<string> = new Set(eventTypes);

const text = z.string().check(z.minLength(1), z.maxLength(255));
const reference = z.nullish(z.union([text, z.object({ id: text })]));

export const eventShape = z.object({
  id: text,
  object: z.literal('event'),
  type: text,
  livemode: z.boolean(),
  api_version: z.nullish(z.string()),
  data: z.object({
    object: z.object({
      id: text,
      object: z.string(),
      subscription: reference,
      client_reference_id: z.nullish(z.string()),
      parent: z.nullish(z.object({ subscription_details: z.nullish(z.object({ subscription: reference })) })),
    }),
  }),
});
export type ReadEvent = z.output<typeof eventShape>;

const userId = z.uuid();

/** What an event is about: its object is read for names alone, never for how things stand. */
function subjectOf({ data: { object } }: ReadEvent) {
  switch (object.object) {
    case 'subscription':
      return { subscriptionId: object.id };
    case 'checkout.session': {
      const owner = userId.safeParse(object.client_reference_id);
      return {
        ...(object.subscription == null ? {} : { subscriptionId: idOf(object.subscription) }),
        ...(owner.success ? { ownerId: owner.data } : {}),
      };
    }
    case 'invoice': {
      // Where it stood before the version of March 2025.
      const subscription = object.parent?.subscription_details?.subscription ?? object.subscription;
      return {
        invoiceId: object.id,
        ...(subscription == null ? {} : { subscriptionId: idOf(subscription) }),
      };
    }
    case 'customer':
      return { customerId: object.id };
    default:
      return {};
  }
}

/** Takes an event in, once by its id, together with the job that looks at what it is about. */
export async function receiveEvent(context: Context, event: ReadEvent): Promise<void> {
  const { config, clock, log, db } = context;
  const { id, type } = event;
  const isLive = config.stripe && isLiveKey(config.stripe.secretKey);
  if (isLive !== undefined && isLive !== event.livemode) {
    return alertOperator(log, 'other_mode', { eventId: id, type, livemode: event.livemode });
  }
  if (event.api_version != null && event.api_version !== apiVersion) {
    alertOperator(log, 'other_version', { eventId: id, endpoint: event.api_version, program: apiVersion });
  }
  if (!known.has(type)) return;
  const now = clock();
  await transaction(db, async (db) => {
    if (!(await insertEvent(db, { id, type, at: now }))) return;
    await enqueue(db, takeEvent, { eventId: id, type, ...subjectOf(event) }, { now });
  });
}
