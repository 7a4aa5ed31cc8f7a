import type { Transfer } from '@parlance/contract/endpoints/transfers';
import { limitOf } from '../../lib/calls/plan-limits.ts';
import { sentenceOf } from '../../lib/calls/refusal.ts';
import { useFormat } from '../../lib/language/format.ts';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { useQuery } from '../../lib/queries/query.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { PlanButton } from '../../ui/buttons/PlanLink.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Alert } from '../../ui/layout/Alert.tsx';
import { LoadFailure } from '../../ui/loading/LoadFailure.tsx';
import { AfterPause, Skeleton } from '../../ui/loading/Skeleton.tsx';
import { reportOutcome, showToast } from '../../ui/toasts/toasts.ts';
import { effectQuery, useDecide } from './queries.ts';
import { texts } from './texts.ts';

interface Amount {
  used: number;
  after: number;
  limit: number | null;
}

/** How much of the plan is used now, and would be. */
function Effect({ label, amount, show }: { label: string; amount: Amount; show: (value: number) => string }) {
  const t = useTexts(texts);
  const { used, after, limit } = amount;
  const isBeyond = limit !== null && after > limit;
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-text-2">{label}</dt>
      <dd className={`tabular ${isBeyond ? 'font-medium text-danger-text' : 'text-text'}`}>
        {used === after ? show(used) : t.change(show(used), show(after))}{' '}
        {limit !== null && <span className="text-text-3">{t.ofLimit(show(limit))}</span>}
      </dd>
    </div>
  );
}

/** Asks whether a chatbot is accepted, and says what that does to the plan. */
export function AcceptDialog({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const format = useFormat();
  const effect = useQuery(effectQuery(transfer.id));
  const accept = useDecide('accept');
  const { name } = transfer.chatbot;
  const limit = accept.isError ? limitOf(accept.error) : undefined;
  const confirm = () =>
    accept.mutate(transfer.id, {
      onSuccess: ({ chatbot }) => {
        reportOutcome(t.acceptFailed).succeeded();
        showToast({ tone: 'success', title: t.didAccept(chatbot.name) });
        onClose();
      },
    });
  const { data } = effect;
  const fullLimit =
    data && data.chatbots.limit !== null && data.chatbots.after > data.chatbots.limit
      ? 'chatbots'
      : 'storageBytes';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.acceptTitle(name)}
      description={t.acceptDescription(transfer.email)}
      closeLabel={w.close}
      footer={
        <>
          <Button onClick={onClose}>{w.cancel}</Button>
          <Button look="primary" busy={accept.isPending} disabled={!data?.isPossible} onClick={confirm}>
            {t.accept}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <section>
          <h3 className="text-md font-medium">{t.effect}</h3>
          {effect.isPending && (
            <AfterPause>
              <Skeleton className="mt-3 h-4 w-full" />
              <Skeleton className="mt-4 h-4 w-full" />
            </AfterPause>
          )}
          {effect.isError && (
            <LoadFailure title={t.effectFailed} error={effect.error} onRetry={() => void effect.refetch()} />
          )}
          {data && (
            <dl className="divide-y divide-line text-md">
              <Effect label={t.effectChatbots} amount={data.chatbots} show={format.number} />
              <Effect label={t.effectBytes} amount={data.bytes} show={format.size} />
            </dl>
          )}
        </section>
        {data && data.name !== name && <Alert>{t.renamed(data.name)}</Alert>}
        {data && !data.isPossible && (
          <Alert tone="warning" live action={<PlanButton size="sm" limit={fullLimit} />}>
            {t.noRoom}
          </Alert>
        )}
        {accept.isError && (
          <Alert
            tone="danger"
            live
            title={t.acceptFailed}
            action={limit && <PlanButton size="sm" limit={limit} />}
          >
            {sentenceOf(accept.error)}
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
