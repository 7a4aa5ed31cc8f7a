import type { Billing } from '@parlance/contract/endpoints/account/billing';
import type { PublicConfig } from '@parlance/contract/endpoints/operation';
import type { Plan } from '@parlance/contract/endpoints/usage';
import { useEffect } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import type { OfferedPlan } from '../../../lib/queries/plans.ts';
import { Button, ButtonLink } from '../../../ui/buttons/Button.tsx';
import { usePlanName } from '../plan-name.ts';
import { isSubscribed } from '../queries.ts';
import { texts } from '../texts.ts';
import { PlanCard } from './PlanCard.tsx';

/** A letter to who sells the plans, where they are not bought here. */
function Contact({ plan, email }: { plan: Plan['id']; email: string | null }) {
  const t = useTexts(texts);
  const nameOf = usePlanName();
  if (!email) return <p className="text-sm text-text-3">{t.noContact}</p>;
  return (
    <ButtonLink
      wide
      to={`mailto:${email}?subject=${encodeURIComponent(t.contactSubject(nameOf(plan)))}`}
      aria-label={t.contactAbout(nameOf(plan))}
    >
      {t.contact}
    </ButtonLink>
  );
}

/** The plans side by side, the account's own marked. */
export function PlanCards({
  plans,
  billing,
  config,
  pointedOut,
  isChoice,
  onChoose,
}: {
  plans: readonly OfferedPlan[];
  billing: Billing | undefined;
  config: PublicConfig;
  /** The plan that the address names: one that lifts a limit, or one that was chosen. */
  pointedOut: Plan['id'] | undefined;
  isChoice: boolean;
  onChoose: (plan: Plan['id']) => void;
}) {
  const t = useTexts(texts);
  const nameOf = usePlanName();
  useEffect(() => {
    if (pointedOut) document.getElementById(`plan-${pointedOut}`)?.scrollIntoView({ block: 'nearest' });
  }, [pointedOut]);
  const markOf = (id: Plan['id']) => {
    if (id === billing?.plan) return { text: t.current, isCurrent: true };
    if (id === billing?.nextPlan) return { text: t.next, isCurrent: false };
    if (id !== pointedOut) return undefined;
    return { text: isChoice ? t.chosen : t.suggested, isCurrent: false };
  };
  const actionOf = ({ id, isBuyable }: OfferedPlan) => {
    if (!billing || id === billing.plan) return null;
    const isFree = id === 'free';
    if (!config.payments || (isFree ? !isSubscribed(billing) : !isBuyable))
      return <Contact plan={id} email={config.supportEmail} />;
    return (
      <Button wide look={id === pointedOut ? 'primary' : 'secondary'} onClick={() => onChoose(id)}>
        {isFree ? t.backToFree : t.choose(nameOf(id))}
      </Button>
    );
  };
  return (
    <ul className="grid grid-cols-1 gap-4 md:grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))]">
      {plans.map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          mark={markOf(plan.id)}
          isPointedOut={plan.id === pointedOut}
          isQuoting={config.answers === 'quoted'}
          action={actionOf(plan)}
        />
      ))}
    </ul>
  );
}
