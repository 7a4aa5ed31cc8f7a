import type { Plan } from '@parlance/contract/endpoints/usage';
import { planNames } from '@parlance/contract/plans';
import { useTexts } from '../../lib/language/texts.ts';
import { texts } from './texts.ts';

/** The name of a plan as a person reads it. */
export function usePlanName(): (plan: Plan['id']) => string {
  const t = useTexts(texts);
  return (plan) => (plan === 'free' ? t.free : planNames[plan]);
}
