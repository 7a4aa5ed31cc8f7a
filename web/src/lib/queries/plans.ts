import type { AnswerOf } from '@parlance/contract/endpoint';
import { listPlans } from '@parlance/contract/endpoints/account/billing';
import type { Usage } from '@parlance/contract/endpoints/usage';
import { type PlanLimit, planThatLifts } from '@parlance/contract/plans';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../calls/api.ts';
import { usageQuery } from './usage.ts';

export type OfferedPlan = AnswerOf<typeof listPlans>['items'][number];

/** The operator's plans, the smallest first. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async ({ signal }) => (await call(listPlans, { signal })).items,
  staleTime: Number.POSITIVE_INFINITY,
});

const usedOf = (usage: Usage, limit: PlanLimit) => {
  if (limit === 'chatbots') return usage.chatbots.used;
  if (limit === 'messageTokens') return usage.message.used;
  // Nothing tells how many bytes the files take.
  return limit === 'storageTokens' ? usage.storage.used : 0;
};

/** The plan that would lift a limit of this account; undefined while that is not known, and where none does. */
export function usePlanThatLifts(limit: PlanLimit | undefined): Usage['plan'] | undefined {
  const { data: plans } = useQuery(plansQuery);
  const { data: usage } = useQuery(usageQuery);
  if (!limit || !plans || !usage) return undefined;
  return planThatLifts(plans, usage.plan, limit, usedOf(usage, limit))?.id;
}
