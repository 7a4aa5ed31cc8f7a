import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { id, time } from '../../shapes.ts';
import { plan, planId } from '../usage.ts';

/** Plans that are paid by card. */
export const paidPlanId = z.enum(['starter', 'growth', 'scale']);
export type PaidPlanId = z.output<typeof paidPlanId>;

/** `free`: no subscription. `incomplete`: its first payment is not done. `past_due`: a renewal failed, and is tried again. */
export const billingStatus = z.enum([
  'free',
  'active',
  'trialing',
  'incomplete',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
]);
export type BillingStatus = z.output<typeof billingStatus>;

/** What is sold; the price's name at the payment provider stays here. */
const offer = z.omit(plan, { stripePriceId: true });

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/v1/plans',
  summary: 'The plans, the smallest first; null: unlimited, or a price on request',
  access: 'public',
  answer: z.object({ items: z.array(z.extend(offer, { isBuyable: z.boolean() })) }),
  errors: [],
});

export const billing = z.object({
  plan: planId,
  status: billingStatus,
  /** Until when it is paid. */
  activeUntil: z.nullable(time),
  /** When it ends, where it was cancelled. */
  endsAt: z.nullable(time),
  /** The plan that follows at `activeUntil`, where another was chosen. */
  nextPlan: z.nullable(planId),
  /** Until when the plan is kept though its payment failed. */
  keptUntil: z.nullable(time),
  /** Whether the payment provider knows this account: its invoices and card are in the portal. */
  hasPortal: z.boolean(),
  /** When the payment provider last told of it: what a page waits for after a checkout. */
  syncedAt: z.nullable(time),
});
export type Billing = z.output<typeof billing>;

export const getBilling = endpoint({
  method: 'GET',
  path: '/api/v1/billing',
  summary: 'The plan of this account and how it is paid',
  access: 'user',
  answer: billing,
  errors: [],
});

const named = z.object({ id, name: z.string() });

export const previewPlan = endpoint({
  method: 'GET',
  path: '/api/v1/billing/preview',
  summary: 'What another plan would change; nothing is done yet',
  access: 'user',
  query: z.object({ plan: planId }),
  answer: z.object({
    direction: z.enum(['upgrade', 'downgrade', 'same']),
    from: offer,
    to: offer,
    /** When it takes effect: at once, or at the end of what is paid. */
    at: z.nullable(time),
    /** What is to be paid now, in euro cents, where the provider says; null where it can't be said. */
    dueNow: z.nullable(z.int()),
    /** Whether more is stored than the new plan allows: nothing goes, nothing new can be added. */
    storageExceeded: z.boolean(),
    /** All of the account's chatbots where the plan allows fewer, the ones that would stay on first. */
    chatbots: z.array(z.extend(named, { staysOn: z.boolean() })),
  }),
  errors: ['validation_failed', 'rate_limited'],
});

export const keepChatbots = endpoint({
  method: 'PUT',
  path: '/api/v1/billing/kept-chatbots',
  summary:
    'Which chatbots stay on where a plan allows fewer, in this order; the others pause, and lose nothing',
  access: 'user',
  body: z.object({ chatbotIds: z.array(id).check(z.maxLength(1000)) }),
  status: 204,
  errors: ['not_found'],
});

export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/v1/billing/checkout',
  summary:
    'The address at which a plan is paid; for whoever has a subscription, the one at which it is changed',
  access: 'user',
  body: z.object({ plan: paidPlanId }),
  answer: z.object({ url: z.url() }),
  errors: ['payments_unavailable', 'plan_not_buyable', 'rate_limited'],
});

export const openPortal = endpoint({
  method: 'POST',
  path: '/api/v1/billing/portal',
  summary: 'The address of the invoices, the payment method and the end of the subscription',
  access: 'user',
  body: z.object({ purpose: z.optional(z.enum(['payment_method', 'cancel', 'resume'])) }),
  answer: z.object({ url: z.url() }),
  errors: ['payments_unavailable', 'no_subscription', 'rate_limited'],
});
