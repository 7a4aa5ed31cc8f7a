import {
  getBilling,
  listPlans,
  openPortal,
  previewPlan,
  startCheckout,
} from '@parlance/contract/endpoints/billing';
import { type Registration, route } from '../../kit/http/route.ts';
import { readBilling } from './payments/billing.ts';
import { startCheckout as checkout } from './payments/checkout.ts';
import { openPortal as portal } from './payments/portal.ts';
import { type Holdings, previewPlan as preview, toOffer } from './payments/preview.ts';
import { isBuyable } from './stripe/prices.ts';
import { stripeWebhook } from './syncing/webhook.ts';

/** Plans, and how they are paid. */
export const billingRoutes = (holdings: Holdings): Registration[] => [
  route(listPlans, async ({ config }) => ({
    items: config.plans.map((plan) => ({ ...toOffer(plan), isBuyable: isBuyable(config, plan) })),
  })),
  route(getBilling, (context, { caller }) => readBilling(context, caller.userId)),
  route(previewPlan, (context, { caller, query }) => preview(context, holdings, caller.userId, query.plan)),
  route(startCheckout, (context, { caller, body }) => checkout(context, caller.userId, body.plan)),
  route(openPortal, (context, { caller, body }) => portal(context, caller.userId, body)),
  stripeWebhook,
];
