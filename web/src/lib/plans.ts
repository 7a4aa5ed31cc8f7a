import type { Usage } from '@parlance/contract/endpoints/usage';

/** The plans' names, alike in both languages. */
export const planNames: Record<Exclude<Usage['plan'], 'free'>, string> = {
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  enterprise: 'Enterprise',
};
