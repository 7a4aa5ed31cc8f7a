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

/** Refetches what a plan bounds, all over the page, once another one is on. */
function useRefreshOnceOn(isOn: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (isOn) void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind !== 'billing' });
  }, [isOn, queryClient]);
}

/**
 * What a checkout came to as far as our own server knows: the way back from one proves nothing. `plan`: what was paid for,
 * where the address says so.
 */
export function CheckoutDone({
  plan,
  waitMs = waitForWordMs,
}: {
  plan: Plan['id'] | undefined;
  waitMs?: number;
}) {
  const t = useTexts(subscriptionTexts);
  const format = useFormat();
  const nameOf = usePlanName();
  const [isLate, setLate] = useState(false);
  const { data: billing, refetch } = useQuery({
    ...billingQuery,
    refetchInterval: ({ state: { data } }) =>
      data && hasPlan(data, plan) ? false : isLate ? slowPollMs : pollMs,
  });
  const isOn = billing !== undefined && hasPlan(billing, plan);
  useRefreshOnceOn(isOn);
  useEffect(() => {
    if (isOn || isLate) return;
    const timer = setTimeout(() => setLate(true), waitMs);
    return () => clearTimeout(timer);
  }, [isOn, isLate, waitMs]);

  if (isOn && plan !== undefined && billing.nextPlan === plan)
    return (
      <Alert tone="success" live title={t.scheduled(nameOf(plan))}>
        {billing.activeUntil && t.scheduledText(format.date(billing.activeUntil))}
      </Alert>
    );
  if (isOn)
    return (
      <Alert tone="success" live title={t.arrived(nameOf(billing.plan))}>
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
    <Alert live title={plan === undefined ? t.waitingForPayment : t.waiting(nameOf(plan))}>
      {t.waitingText}
    </Alert>
  );
}

/** After the payment provider’s own pages: what was changed there comes in by itself. */
export function PortalLeft() {
  const t = useTexts(subscriptionTexts);
  const [isWatching, setWatching] = useState(true);
  const { data: billing } = useQuery({ ...billingQuery, refetchInterval: isWatching && pollMs });
  const [before, setBefore] = useState<string | null>();
  useEffect(() => {
    if (billing && before === undefined) setBefore(billing.syncedAt);
  }, [billing, before]);
  useRefreshOnceOn(billing !== undefined && before !== undefined && billing.syncedAt !== before);
  useEffect(() => {
    const timer = setTimeout(() => setWatching(false), waitForWordMs);
    return () => clearTimeout(timer);
  }, []);
  return <Alert>{t.fromPortal}</Alert>;
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
