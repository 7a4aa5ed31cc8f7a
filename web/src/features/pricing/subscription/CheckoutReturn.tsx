import type { Billing } from '@parlance/contract/endpoints/billing';
import type { Plan } from '@parlance/contract/endpoints/usage';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { usePlanName } from '../plan-name.ts';
import { billingQuery, hasPlan } from '../queries.ts';
import { subscriptionTexts } from './texts.ts';

/** Milliseconds that a page waits for the payment provider’s word before it says that it has not come. */
const waitForWordMs = 30_000;
const pollMs = 1500;
/** Once it has said so it still looks, in no hurry. */
const slowPollMs = 15_000;

/** What a checkout came to as far as our own server knows: the way back from one proves nothing. */
export function CheckoutDone({ plan, waitMs = waitForWordMs }: { plan: Plan['id']; waitMs?: number }) {
  const t = useTexts(subscriptionTexts);
  const format = useFormat();
  const nameOf = usePlanName();
  const queryClient = useQueryClient();
  const [isLate, setLate] = useState(false);
  const { data: billing, refetch } = useQuery({
    ...billingQuery,
    refetchInterval: ({ state: { data } }) =>
      data && hasPlan(data, plan) ? false : isLate ? slowPollMs : pollMs,
  });
  const hasArrived = billing !== undefined && hasPlan(billing, plan);
  useEffect(() => {
    if (hasArrived)
      void queryClient.invalidateQueries({ predicate: ({ queryKey: [of] }) => of !== 'billing' });
  }, [hasArrived, queryClient]);
  useEffect(() => {
    if (hasArrived || isLate) return;
    const timer = setTimeout(() => setLate(true), waitMs);
    return () => clearTimeout(timer);
  }, [hasArrived, isLate, waitMs]);
  const isScheduled = (known: Billing) => known.plan !== plan && known.activeUntil !== null;

  if (hasArrived)
    return isScheduled(billing) ? (
      <Alert tone="success" live title={t.arrivedLater(nameOf(plan))}>
        {billing.activeUntil && t.arrivedLaterText(format.date(billing.activeUntil))}
      </Alert>
    ) : (
      <Alert tone="success" live title={t.arrived(nameOf(plan))}>
        {t.arrivedText}
      </Alert>
    );
  if (isLate)
    return (
      <Alert
        tone="warning"
        live
        title={t.late}
        action={
          <Button
            size="sm"
            onClick={() => {
              setLate(false);
              void refetch();
            }}
          >
            {t.lookAgain}
          </Button>
        }
      >
        {t.lateText}
      </Alert>
    );
  return (
    <Alert live title={t.waiting(nameOf(plan))}>
      {t.waitingText}
    </Alert>
  );
}

/** After a checkout that was left, or whose card was refused: what was chosen is still chosen. */
export function CheckoutLeft({ plan, onAgain }: { plan: Plan['id'] | undefined; onAgain: () => void }) {
  const t = useTexts(subscriptionTexts);
  const nameOf = usePlanName();
  return (
    <Alert
      live
      title={t.cancelled}
      action={
        plan && (
          <Button size="sm" onClick={onAgain}>
            {t.again}
          </Button>
        )
      }
    >
      {plan && t.cancelledChoice(nameOf(plan))}
    </Alert>
  );
}
