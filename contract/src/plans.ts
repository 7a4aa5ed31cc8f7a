import type { Plan } from './endpoints/usage.ts';

/** The plans' names, alike in both languages. */
export const planNames: Record<Exclude<Plan['id'], 'free'>, string> = {
  starter: 'Starter',
  growth: 'Growth',
  scale: 'Scale',
  enterprise: 'Enterprise',
};

/** What a plan bounds. */
export type PlanLimit = 'messageTokens' | 'storageTokens' | 'storageBytes' | 'chatbots';

/**
 * The smallest plan beyond `current` that allows more of something than that, and more than is used of it already;
 * undefined where none does. `plans`: the smallest first.
 */
export function planThatLifts<P extends Pick<Plan, 'id' | PlanLimit>>(
  plans: readonly P[],
  current: Plan['id'],
  limit: PlanLimit,
  used = 0,
): P | undefined {
  // Who is on a plan that is no longer sold has the first one.
  const at = Math.max(
    0,
    plans.findIndex(({ id }) => id === current),
  );
  const allowed = plans[at]?.[limit];
  if (allowed === undefined || allowed === null) return undefined;
  const least = Math.max(allowed, used);
  return plans.slice(at + 1).find((plan) => plan[limit] === null || plan[limit] > least);
}

/** The path of the screen of plans, on which one of them is pointed out. */
export const pricingPath = (plan?: Plan['id']): string =>
  plan === undefined ? '/pricing' : `/pricing?plan=${plan}`;
