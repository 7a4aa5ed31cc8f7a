import type { PaidPlanId } from '@parlance/contract/endpoints/account/billing';
import Stripe from 'stripe';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { alertOperator } from '../alerts.ts';
import { recordCheckout, unbindCustomer } from '../queries/customers.ts';
import { syncSubscription } from '../queue.ts';
import { isLiveStatus } from '../standing.ts';
import { orUnavailable, pageOf, promptly, stripeOf } from '../stripe/client.ts';
import { findPrice, isBuyable } from '../stripe/prices.ts';
import { requireCustomer } from './customer.ts';
import { portalAddress } from './portal.ts';

const slotMs = 10 * 60_000;
const maxKeys = 3;

interface Wish {
  ownerId: string;
  customerId: string;
  plan: PaidPlanId;
  price: Stripe.Price;
}

/**
 * Where a plan is paid. Who has a subscription goes to the portal, which changes it: a second one would be paid beside it. What
 * Stripe says counts here, not what we have heard of it so far.
 */
export async function startCheckout(
  context: Context,
  ownerId: string,
  wanted: PaidPlanId,
): Promise<{ url: string }> {
  const { config, log } = context;
  if (!config.stripe) throw new AppError('payments_unavailable');
  const plan = config.plans.find(({ id }) => id === wanted);
  if (!plan || !isBuyable(config, plan)) throw new AppError('plan_not_buyable');
  const url = await orUnavailable(log, 'checkout', async () => {
    const price = await findPrice(config, plan);
    if (!price) {
      alertOperator(log, 'missing_price', { plan: plan.id });
      throw new AppError('plan_not_buyable');
    }
    return withCustomer(context, ownerId, (customerId) =>
      paymentAddress(context, { ownerId, customerId, plan: wanted, price }),
    );
  });
  return { url };
}

/** Does it for the customer that we know; where Stripe has deleted that one, for a new one. */
async function withCustomer<T>(context: Context, ownerId: string, run: (customerId: string) => Promise<T>) {
  const customerId = await requireCustomer(context, ownerId);
  try {
    return await run(customerId);
  } catch (error) {
    const isGone =
      error instanceof Stripe.errors.StripeError &&
      error.code === 'resource_missing' &&
      error.param === 'customer';
    if (!isGone) throw error;
    await unbindCustomer(context.db, customerId);
    return run(await requireCustomer(context, ownerId));
  }
}

async function paymentAddress(context: Context, wish: Wish): Promise<string> {
  const { db, config, clock } = context;
  const { ownerId, customerId, price } = wish;
  const stripe = stripeOf(config);
  const { data: subscriptions } = await stripe.subscriptions.list(
    { customer: customerId, status: 'all', limit: 20 },
    promptly,
  );
  const live = subscriptions.find(({ status }) => isLiveStatus(status));
  if (live) {
    const now = clock();
    const dedupeKey = live.id;
    await enqueue(db, syncSubscription, { subscriptionId: live.id }, { now, ownerId, dedupeKey });
    const [item] = live.items.data;
    const isChange = item !== undefined && item.price.id !== price.id;
    const change = { subscription: live.id, items: [{ id: item?.id ?? '', price: price.id, quantity: 1 }] };
    return portalAddress(context, {
      ownerId,
      customerId,
      flow: isChange
        ? { type: 'subscription_update_confirm', subscription_update_confirm: change }
        : undefined,
    });
  }
  const begun = subscriptions.find(({ status }) => status === 'incomplete');
  if (begun) {
    const address = await unfinishedAddress(context, begun, wish);
    if (address !== undefined) return address;
  }
  await recordCheckout(db, ownerId, clock());
  return sessionAddress(context, wish);
}

/** Where the first payment of what was begun is finished; undefined once it is put aside for another plan. */
async function unfinishedAddress({ config }: Context, begun: Stripe.Subscription, { price }: Wish) {
  const stripe = stripeOf(config);
  const invoice = typeof begun.latest_invoice === 'string' ? begun.latest_invoice : begun.latest_invoice?.id;
  if (begun.items.data[0]?.price.id === price.id && invoice !== undefined) {
    const { hosted_invoice_url: url } = await stripe.invoices.retrieve(invoice, {}, promptly);
    if (url != null) return url;
  }
  await stripe.subscriptions.cancel(begun.id, {}, promptly);
  return undefined;
}

const isNewer = (one: Stripe.Checkout.Session, other: Stripe.Checkout.Session) =>
  one.created - other.created || (one.id < other.id ? -1 : 1);

/**
 * The one open checkout of a customer. Two that are begun at the same time see each other here and both keep the newer, so that
 * two tabs have nothing to pay twice.
 */
async function sessionAddress(context: Context, wish: Wish): Promise<string> {
  const { customerId, plan, price } = wish;
  const stripe = stripeOf(context.config);
  const listOpen = async () =>
    (await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 20 }, promptly)).data;
  const endOthers = async (open: Stripe.Checkout.Session[], kept: string) => {
    for (const { id } of open) if (id !== kept) await expire(stripe, id);
  };

  const before = await listOpen();
  const same = before.find(
    ({ metadata, url }) => metadata?.plan === plan && metadata.price === price.id && url !== null,
  );
  if (same?.url) {
    await endOthers(before, same.id);
    return same.url;
  }
  await endOthers(before, '');
  for (let attempt = 0; attempt < maxKeys; attempt++) {
    const session = await createSession(context, wish, attempt);
    const open = await listOpen();
    // Under its key Stripe gives back a session that has ended meanwhile: that one cannot be paid any more.
    if (!session || !open.some(({ id }) => id === session.id)) continue;
    const newest = [...open].sort(isNewer).at(-1) ?? session;
    await endOthers(open, newest.id);
    return pageOf(newest);
  }
  throw new AppError('payments_unavailable', { retryAfterSeconds: 60 });
}

/** A session under the key of this account, plan and ten minutes; undefined where that key was used for another wish. */
async function createSession(
  { config, clock }: Context,
  { ownerId, customerId, plan, price }: Wish,
  attempt: number,
): Promise<Stripe.Checkout.Session | undefined> {
  const slot = Math.floor(clock().getTime() / slotMs);
  const metadata = { user_id: ownerId, plan };
  try {
    return await stripeOf(config).checkout.sessions.create(
      {
        mode: 'subscription',
        line_items: [{ price: price.id, quantity: 1 }],
        customer: customerId,
        client_reference_id: ownerId,
        success_url: `${config.publicUrl}/pricing?checkout=done&plan=${plan}`,
        cancel_url: `${config.publicUrl}/pricing?checkout=cancelled&plan=${plan}`,
        locale: 'auto',
        allow_promotion_codes: true,
        billing_address_collection: 'auto',
        tax_id_collection: { enabled: true },
        customer_update: { name: 'auto', address: 'auto' },
        metadata: { ...metadata, price: price.id },
        subscription_data: { metadata },
      },
      {
        ...promptly,
        idempotencyKey: `checkout-${ownerId}-${plan}-${slot}${attempt === 0 ? '' : `-${attempt}`}`,
      },
    );
  } catch (error) {
    if (error instanceof Stripe.errors.StripeIdempotencyError) return undefined;
    throw error;
  }
}

/** Ends an open checkout; one that was paid, or has ended, stays as it is. */
async function expire(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(id, {}, promptly);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}
