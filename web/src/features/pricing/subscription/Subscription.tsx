import type { Billing } from '@parlance/contract/endpoints/account/billing';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { usePlanName } from '../plan-name.ts';
import { useLeaving } from '../queries.ts';
import { usePortalFailure } from './portal-failure.ts';
import { subscriptionTexts } from './texts.ts';

function useSentence({
  plan,
  status,
  activeUntil,
  endsAt,
  nextPlan,
  keptUntil,
}: Billing): string | undefined {
  const t = useTexts(subscriptionTexts);
  const format = useFormat();
  const nameOf = usePlanName();
  const name = nameOf(plan);
  switch (status) {
    case 'active':
    case 'trialing':
      if (endsAt) return t.ends(name, format.date(endsAt));
      if (!activeUntil) return t.active(name);
      if (nextPlan) return t.next(name, nameOf(nextPlan), format.date(activeUntil));
      return status === 'trialing'
        ? t.trial(name, format.date(activeUntil))
        : t.renews(name, format.date(activeUntil));
    case 'past_due':
      return keptUntil ? t.kept(name, format.date(keptUntil)) : t.awaiting;
    case 'incomplete':
    case 'unpaid':
      return t.awaiting;
    case 'paused':
      return t.paused;
    case 'canceled':
      return t.canceled;
    case 'free':
      return undefined;
  }
}

/** The subscription as it stands, and what can be done about it at the payment provider’s. */
export function Subscription({ billing, onCancel }: { billing: Billing; onCancel: () => void }) {
  const t = useTexts(subscriptionTexts);
  const nameOf = usePlanName();
  const state = useSentence(billing);
  const { leave, isBusy, error } = useLeaving();
  usePortalFailure(error);
  // Who only began to pay is known there as well.
  if (!billing.hasPortal || billing.status === 'free') return null;
  const isRunning = billing.status === 'active' || billing.status === 'trialing';
  const hasChange = billing.endsAt !== null || billing.nextPlan !== null;
  return (
    <Card title={t.title}>
      <div className="flex flex-col gap-4 @3xl:flex-row @3xl:items-center @3xl:justify-between">
        {state && <p className="text-md text-text-2">{state}</p>}
        <div className="flex shrink-0 flex-wrap gap-3 max-sm:*:grow">
          {isRunning && hasChange && (
            <Button look="primary" busy={isBusy} onClick={() => leave({ purpose: 'resume' })}>
              {billing.endsAt ? t.resume : t.stayOn(nameOf(billing.plan))}
            </Button>
          )}
          <Button busy={isBusy} onClick={() => leave({ purpose: undefined })}>
            {t.portal}
          </Button>
          {isRunning && !billing.endsAt && (
            <Button look="quiet" onClick={onCancel}>
              {t.cancel}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
