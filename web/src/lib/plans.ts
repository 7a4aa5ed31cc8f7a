import type { Usage } from '@parlance/contract/endpoints/usage';
import type { PlanLimit } from '@parlance/contract/plans';

/** The plans' names, alike in both languages. */
export const planNames: Record<Exclude<Usage['plan'], 'free'>, string> = {
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  enterprise: 'Enterprise',
};

const limits: Partial<Record<string, PlanLimit>> = {
  chatbot_limit_reached: 'chatbots',
  message_quota_exceeded: 'messageTokens',
  storage_quota_exceeded: 'storageTokens',
  file_space_exceeded: 'storageBytes',
};

/** The limit of the plan that a refusal with this code is about. */
export const limitOf = (code: string): PlanLimit | undefined => limits[code];
