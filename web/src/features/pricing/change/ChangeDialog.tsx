import { paidPlanId } from '@parlance/contract/endpoints/account/billing';
import type { Plan } from '@parlance/contract/endpoints/usage';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { words } from '../../../lib/language/words.ts';
import { useQuery } from '../../../lib/queries/query.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { Alert } from '../../../ui/layout/Alert.tsx';
import { LoadFailure } from '../../../ui/loading/LoadFailure.tsx';
import { AfterPause, Skeleton } from '../../../ui/loading/Skeleton.tsx';
import { usePlanName } from '../plan-name.ts';
import { previewQuery, useLeaving, type Wish } from '../queries.ts';
import { Changes } from './Changes.tsx';
import { KeptChatbots } from './KeptChatbots.tsx';
import { changeTexts } from './texts.ts';

/** What choosing a plan would do, and the way to the page where it is paid or confirmed. */
export function ChangeDialog({ plan, onClose }: { plan: Plan['id']; onClose: () => void }) {
  const t = useTexts(changeTexts);
  const w = useTexts(words);
  const nameOf = usePlanName();
  const { data: preview, error, refetch } = useQuery(previewQuery(plan));
  const { leave, isBusy, error: refusal } = useLeaving();
  const [chosen, setChosen] = useState<readonly string[]>();

  const max = preview?.to.chatbots ?? Number.POSITIVE_INFINITY;
  const asksWhich = preview !== undefined && preview.chatbots.length > 0;
  const kept = chosen ?? preview?.chatbots.filter(({ staysOn }) => staysOn).map(({ id }) => id) ?? [];
  const confirm = () => {
    if (!preview || kept.length > max) return;
    const paid = paidPlanId.safeParse(plan);
    const keptChatbots = asksWhich ? kept : undefined;
    const wish: Wish = paid.success ? { plan: paid.data, keptChatbots } : { purpose: 'cancel', keptChatbots };
    leave(wish);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={plan === 'free' ? t.backTitle : t.title(nameOf(plan))}
      description={t.description}
      closeLabel={w.close}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          {preview && (
            <Button
              look="primary"
              busy={isBusy}
              icon={<ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" />}
              onClick={confirm}
            >
              {preview.at === null ? t.toPayment : t.toConfirmation}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-5 pb-1">
        {error && !preview && (
          <LoadFailure title={t.loadFailed} error={error} onRetry={() => void refetch()} />
        )}
        {!preview && !error && (
          <AfterPause>
            <Skeleton className="h-56 w-full rounded-3" />
          </AfterPause>
        )}
        {preview && <Changes preview={preview} />}
        {asksWhich && <KeptChatbots chatbots={preview.chatbots} max={max} kept={kept} onChange={setChosen} />}
        {refusal && (
          <Alert tone="danger" live title={t.failed}>
            {sentenceOf(refusal)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
