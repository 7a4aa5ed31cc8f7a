import { createHash } from 'node:crypto';
import type { BodyOf } from '@parlance/contract/endpoint';
import type { openPortal as endpoint } from '@parlance/contract/endpoints/account/billing';
import Stripe from 'stripe';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { accountLanguage } from '../../auth/service.ts';
import { customerOf } from '../queries/customers.ts';
import { subscriptionsOf } from '../queries/subscriptions.ts';
import { currentOf, isLive } from '../standing.ts';
import { describeFailure, orUnavailable, pageOf, promptly, stripeOf } from '../stripe/client.ts';
import { findPrice, isBuyable } from '../stripe/prices.ts';

type Flow = Stripe.BillingPortal.SessionCreateParams.FlowData;

const configurations = new WeakMap<Config, string>();

/**
 * What the portal lets people do: an upgrade is charged at once, a downgrade waits for the end of what is paid, and so does a
 * cancellation (ADR 39). Made by ourselves, so that no dashboard has to be set right; found again by a digest of what it says.
 */
async function configurationId(config: Config): Promise<string> {
  const known = configurations.get(config);
  if (known !== undefined) return known;
  const stripe = stripeOf(config);
  const prices = await Promise.all(
    config.plans.filter((plan) => isBuyable(config, plan)).map((plan) => findPrice(config, plan)),
  );
  const products = prices
    .filter((price) => price !== undefined)
    .map(({ id, product }) => ({
      product: typeof product === 'string' ? product : product.id,
      prices: [id],
    }));
  const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
    customer_update: { enabled: true, allowed_updates: ['name', 'address', 'tax_id'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
    subscription_update: {
      enabled: true,
      default_allowed_updates: ['price', 'promotion_code'],
      proration_behavior: 'always_invoice',
      schedule_at_period_end: { conditions: [{ type: 'decreasing_item_amount' }] },
      products,
    },
  };
  const digest = createHash('sha256').update(JSON.stringify(features)).digest('hex').slice(0, 32);
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 }, promptly);
  const { id } =
    data.find(({ metadata }) => metadata?.parlance === digest) ??
    (await stripe.billingPortal.configurations.create(
      { features, metadata: { parlance: digest } },
      { ...promptly, idempotencyKey: `portal-${digest}` },
    ));
  configurations.set(config, id);
  return id;
}

/** The portal as it was set up in the dashboard, where ours cannot be made. */
async function findConfiguration({ config, log }: Context): Promise<{ configuration?: string }> {
  try {
    return { configuration: await configurationId(config) };
  } catch (error) {
    log.warn(describeFailure(error), 'the portal is the one that was set up in the dashboard of Stripe');
    return {};
  }
}

/** The portal of a customer; where Stripe does not offer the way that was wished for, its first page. */
export async function portalAddress(
  context: Context,
  { ownerId, customerId, flow }: { ownerId: string; customerId: string; flow?: Flow | undefined },
): Promise<string> {
  const { config, db, log } = context;
  const stripe = stripeOf(config);
  const return_url = `${config.publicUrl}/pricing?from=portal`;
  const wish = {
    customer: customerId,
    return_url,
    locale: await accountLanguage(db, ownerId),
    ...(await findConfiguration(context)),
  };
  if (flow) {
    const after_completion: Flow['after_completion'] = { type: 'redirect', redirect: { return_url } };
    try {
      const flow_data = { after_completion, ...flow };
      return pageOf(await stripe.billingPortal.sessions.create({ ...wish, flow_data }, promptly));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      log.warn({ flow: flow.type, ...describeFailure(error) }, 'the portal opens on its first page');
    }
  }
  return pageOf(await stripe.billingPortal.sessions.create(wish, promptly));
}

/** The address of an account's portal, which holds for some minutes. */
export async function openPortal(
  context: Context,
  ownerId: string,
  { purpose }: BodyOf<typeof endpoint>,
): Promise<{ url: string }> {
  const { db, config, log } = context;
  if (!config.stripe) throw new AppError('payments_unavailable');
  const current = currentOf(await subscriptionsOf(db, ownerId));
  const live = current && isLive(current) ? current : undefined;
  const customerId = live?.customer_id ?? (await customerOf(db, ownerId))?.customer_id;
  if (customerId == null || (purpose === 'cancel' && !live)) throw new AppError('no_subscription');
  const flow: Flow | undefined =
    purpose === 'payment_method'
      ? { type: 'payment_method_update' }
      : purpose === 'cancel' && live
        ? { type: 'subscription_cancel', subscription_cancel: { subscription: live.id } }
        : undefined;
  const url = await orUnavailable(log, 'portal', () => portalAddress(context, { ownerId, customerId, flow }));
  return { url };
}
