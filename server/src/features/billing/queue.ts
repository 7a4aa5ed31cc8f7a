import * as z from 'zod/mini';
import { defineJob } from '../../kit/jobs/job.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const lane = 'network';
/** Some hours of trying again: Stripe is back by then, or the daily look finds what was missed. */
const attempts = 20;
const stripeId = z.string().check(z.maxLength(255));

/** An event that was taken in: what it is about is looked at anew. */
export const takeEvent = defineJob({
  name: 'billing.take-event',
  lane,
  attempts,
  payload: z.object({
    type: z.string().check(z.maxLength(255)),
    eventId: stripeId,
    subscriptionId: z.optional(stripeId),
    invoiceId: z.optional(stripeId),
    customerId: z.optional(stripeId),
    /** Who began the checkout. */
    ownerId: z.optional(z.uuid()),
  }),
});

export const syncSubscription = defineJob({
  name: 'billing.sync-subscription',
  lane,
  attempts,
  payload: z.object({ subscriptionId: stripeId }),
});

/** Looks for subscriptions of an account that no event has told of. */
export const findSubscriptions = defineJob({
  name: 'billing.find-subscriptions',
  lane,
  attempts,
  payload: z.object({ ownerId: z.uuid() }),
});

/** Nothing is asked of Stripe: time alone has passed. */
export const endGrace = defineJob({
  name: 'billing.end-grace',
  attempts: 16,
  payload: z.object({ ownerId: z.uuid() }),
});

/** Of several subscriptions of one account all but one are ended, and what was paid twice is paid back. */
export const endDuplicates = defineJob({
  name: 'billing.end-duplicates',
  lane,
  attempts,
  payload: z.object({ ownerId: z.uuid() }),
});

export const reconcile = defineJob({
  name: 'billing.reconcile',
  lane,
  timeoutMs: 10 * minuteMs,
  payload: z.object({}),
  everyMs: dayMs,
});

/** Ends at Stripe what belonged to accounts that are gone. */
export const closeAtStripe = defineJob({
  name: 'billing.close',
  lane,
  payload: z.object({}),
  everyMs: 5 * minuteMs,
});

export const mailBilling = defineJob({
  name: 'billing.mail',
  isMessage: true,
  attempts: 16,
  payload: z.object({
    ownerId: z.uuid(),
    about: z.enum(['payment_failed', 'action_required', 'not_paid', 'trial_ending', 'ended', 'duplicate']),
    plan: z.nullable(z.string()),
    /** A page of Stripe's; absent: our own page of plans. */
    url: z.optional(z.url()),
    /** When it is tried again, or the trial ends. */
    at: z.optional(z.iso.datetime()),
  }),
});
