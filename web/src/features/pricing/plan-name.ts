import type { Plan } from '@parlance/contract/endpoints/usage';
import { useTexts } from '../../lib/language/texts.ts';
import { planNames } from '../../lib/plans.ts';
import { texts } from './texts.ts';

/** The name of a plan as a person reads it. */
export function usePlanName(): (plan: Plan['id']) => string {
  const t = useTexts(texts);
  return (plan) => (plan === 'free' ? t.free : planNames[plan]);
}
