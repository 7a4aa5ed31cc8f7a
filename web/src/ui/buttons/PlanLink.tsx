import type { Usage } from '@parlance/contract/endpoints/usage';
import { type PlanLimit, planNames, pricingPath } from '@parlance/contract/plans';
import { Link } from 'react-router';
import { useTexts } from '../../lib/language/texts.ts';
import { usePlanThatLifts } from '../../lib/queries/plans.ts';
import { prefetch } from '../../lib/queries/prefetch.ts';
import { type ButtonContent, ButtonLink } from './Button.tsx';
import { planTexts } from './plan-texts.ts';

interface LiftedLimit {
  limit?: PlanLimit;
  /** The plan itself, where something else than a limit tells it. */
  plan?: Usage['plan'];
}

function useWay({ limit, plan }: LiftedLimit) {
  const t = useTexts(planTexts);
  const lifting = usePlanThatLifts(limit);
  const wanted = plan ?? lifting;
  const ahead = () => prefetch('/pricing');
  return {
    to: pricingPath(wanted),
    children: wanted === undefined || wanted === 'free' ? t.plans : t.plan(planNames[wanted]),
    onPointerEnter: ahead,
    onFocus: ahead,
  };
}

/** What leads from a limit that is reached to the plan that lifts it; to all plans where none does. */
export const PlanButton = ({ look, size, ...lifted }: LiftedLimit & Pick<ButtonContent, 'look' | 'size'>) => (
  <ButtonLink look={look} size={size} {...useWay(lifted)} />
);

/** The same within a sentence. */
export const PlanLink = (lifted: LiftedLimit) => (
  <Link {...useWay(lifted)} className="rounded-1 font-medium text-accent-text underline underline-offset-4" />
);
