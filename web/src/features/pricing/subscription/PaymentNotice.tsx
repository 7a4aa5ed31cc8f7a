import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { usePlanName } from '../plan-name.ts';
import { billingQuery, useLeaving } from '../queries.ts';
import { usePortalFailure } from './portal-failure.ts';
import { troubleTexts } from './trouble-texts.ts';

/** A banner on every screen while a payment has failed, with the way to put it right. */
export function PaymentNotice() {
  const t = useTexts(troubleTexts);
  const format = useFormat();
  const nameOf = usePlanName();
  const { data: billing } = useQuery({ ...billingQuery, staleTime: 60_000 });
  const { leave, isBusy, error } = useLeaving();
  usePortalFailure(error);
  if (!billing) return null;
  const { status, plan, keptUntil } = billing;
  if (status !== 'past_due' && status !== 'incomplete' && status !== 'unpaid') return null;
  const title = { past_due: t.pastDue, incomplete: t.incomplete, unpaid: t.unpaid }[status];
  const isKept = status === 'past_due' && keptUntil !== null;
  const text = isKept ? t.pastDueUntil(nameOf(plan), format.date(keptUntil)) : t.pastDueOver;
  return (
    <div className="mx-auto w-full max-w-[calc(var(--size-content)+4.5rem)] px-4 pt-6 md:px-6 lg:px-9 lg:pt-7">
      <Alert
        tone={status === 'incomplete' ? 'warning' : 'danger'}
        live
        title={title}
        action={
          <Button size="sm" busy={isBusy} onClick={() => leave({ purpose: 'payment_method' })}>
            {t.update}
          </Button>
        }
      >
        {status === 'incomplete' ? t.incompleteText : text}
      </Alert>
    </div>
  );
}
