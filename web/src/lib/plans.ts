import type { Usage } from '@parlance/contract/endpoints/usage';

/** As they are called in both languages. */
export const planNames: Record<Exclude<Usage['plan'], 'free'>, string> = {
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  enterprise: 'Enterprise',
};
