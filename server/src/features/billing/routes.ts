import {
  getBilling,
  listPlans,
  openPortal,
  previewPlan,
  startCheckout,
} from '@parlance/contract/endpoints/account/billing';
import type { Context } from '../../context.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import { requireAttempts } from '../../kit/limits/rate-limit.ts';
import { readBilling } from './payments/billing.ts';
import { startCheckout as checkout } from './payments/checkout.ts';
import { openPortal as portal } from './payments/portal.ts';
import { type Holdings, previewPlan as preview, toOffer } from './payments/preview.ts';
import { isBuyable } from './stripe/prices.ts';
import { stripeWebhook } from './syncing/webhook.ts';

/** Each asks Stripe several times, which bears some dozens of calls a second for all accounts together. */
const maxAsksPerMinute = 20;

async function countAsk(context: Context, ownerId: string): Promise<void> {
  await requireAttempts(context, [{ of: `payments ${ownerId}`, limit: maxAsksPerMinute, windowMs: 60_000 }]);
}

/** Plans, and how they are paid. */
export const billingRoutes = (holdings: Holdings): Registration[] => [
  route(listPlans, async ({ config }) => ({
    items: config.plans.map((plan) => ({ ...toOffer(plan), isBuyable: isBuyable(config, plan) })),
  })),
  route(getBilling, (context, { caller }) => readBilling(context, caller.userId)),
  route(previewPlan, async (context, { caller, query }) => {
    await countAsk(context, caller.userId);
    return preview(context, holdings, caller.userId, query.plan);
  }),
  route(startCheckout, async (context, { caller, body }) => {
    await countAsk(context, caller.userId);
    return checkout(context, caller.userId, body.plan);
  }),
  route(openPortal, async (context, { caller, body }) => {
    await countAsk(context, caller.userId);
    return portal(context, caller.userId, body);
  }),
  stripeWebhook,
];
