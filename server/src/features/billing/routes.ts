import { getBilling, listPlans, previewPlan } from '@parlance/contract/endpoints/billing';
import { type Registration, route } from '../../kit/http/route.ts';
import { readBilling } from './billing.ts';
import { type Holdings, previewPlan as preview, toOffer } from './preview.ts';
import { isBuyable } from './stripe/prices.ts';

/** Plans, and how they are paid. */
export const billingRoutes = (holdings: Holdings): Registration[] => [
  route(listPlans, async ({ config }) => ({
    items: config.plans.map((plan) => ({ ...toOffer(plan), isBuyable: isBuyable(config, plan) })),
  })),
  route(getBilling, (context, { caller }) => readBilling(context, caller.userId)),
  route(previewPlan, (context, { caller, query }) => preview(context, holdings, caller.userId, query.plan)),
];
