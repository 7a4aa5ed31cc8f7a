import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { keepOwners } from '../../auth/service.ts';
import { insertNotice } from '../queries/events.ts';
import { mailBilling } from '../queue.ts';
import { stripeOf } from '../stripe/client.ts';
import { dateOf, planOfSubscription, type ReadSubscription } from '../stripe/subscription.ts';

const invoiceShape = z.object({
  id: z.string(),
  status: z.nullish(z.string()),
  attempt_count: z._default(z.number(), 0),
  next_payment_attempt: z.nullish(z.number()),
  hosted_invoice_url: z.nullish(z.url({ protocol: /^https?$/ })),
});

interface Notice {
  ownerId: string;
  /** What is told once. */
  cause: string;
  about: z.output<typeof mailBilling.payload>['about'];
  plan: string | null;
  url?: string | undefined;
  at?: Date | null;
}

/** Tells an account of something by mail, once by its cause. */
export async function notify(context: Context, { ownerId, cause, about, plan, url, at }: Notice) {
  const now = context.clock();
  await transaction(context.db, async (db) => {
    await keepOwners(db, [ownerId]);
    if (!(await insertNotice(db, { ownerId, cause, at: now }))) return;
    const facts = { ...(url === undefined ? {} : { url }), ...(at ? { at: at.toISOString() } : {}) };
    await enqueue(db, mailBilling, { ownerId, about, plan, ...facts }, { now, ownerId });
  });
}

interface Subject {
  ownerId: string;
  subscription: ReadSubscription;
}

/** Tells of an invoice that is not paid, as it stands now: an event that comes late tells of nothing that is over. */
export async function notifyOfInvoice(
  context: Context,
  invoiceId: string,
  about: 'payment_failed' | 'action_required',
  { ownerId, subscription }: Subject,
): Promise<void> {
  const said: Stripe.Invoice = await stripeOf(context.config).invoices.retrieve(invoiceId);
  const invoice = invoiceShape.parse(said);
  if (invoice.status !== 'open') return;
  await notify(context, {
    ownerId,
    cause: `${about}:${invoice.id}:${invoice.attempt_count}`,
    about,
    plan: planOfSubscription(context.config.plans, subscription).plan ?? null,
    // Where the bank asks for a proof, the way on is Stripe's page of the invoice; else it is the card.
    url: about === 'action_required' ? (invoice.hosted_invoice_url ?? undefined) : undefined,
    at: dateOf(invoice.next_payment_attempt),
  });
}

export async function notifyOfTrial(context: Context, { ownerId, subscription }: Subject): Promise<void> {
  const { id, status, trial_end: end } = subscription;
  if (status !== 'trialing' || end == null) return;
  const plan = planOfSubscription(context.config.plans, subscription).plan ?? null;
  await notify(context, {
    ownerId,
    cause: `trial:${id}:${end}`,
    about: 'trial_ending',
    plan,
    at: dateOf(end),
  });
}
