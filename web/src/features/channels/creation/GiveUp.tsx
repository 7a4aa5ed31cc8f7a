import type { Channel } from '@parlance/contract/endpoints/channels';
import { useState } from 'react';
import { isAbsent } from '../../../lib/calls/refusal.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { onDemand } from '../../../ui/loading/OnDemand.tsx';
import { outcomeHandlers } from '../../../ui/toasts/outcome.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useGiveUpChannel } from '../queries.ts';
import { creationTexts } from './texts.ts';

const ConfirmDialog = onDemand(() =>
  import('../../profile/ConfirmDialog.tsx').then((file) => file.ConfirmDialog),
);

/** Gives up a channel whose chatbot was not created, once that is confirmed. */
export function GiveUp({ channel, onGone }: { channel: Channel; onGone: () => void }) {
  const t = useTexts(creationTexts);
  const [isAsking, setAsking] = useState(false);
  const giveUp = useGiveUpChannel(channel.id);
  const outcome = outcomeHandlers(t.giveUpFailed);
  const end = () => {
    outcome.onSuccess();
    showToast({ tone: 'success', title: t.gaveUp(channel.name) });
    setAsking(false);
    onGone();
  };
  return (
    <>
      <Button size="sm" look="quiet" onClick={() => setAsking(true)}>
        {t.giveUp}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t.giveUpTitle(channel.name)}
          action={t.giveUp}
          busy={giveUp.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            giveUp.mutate(undefined, {
              onSuccess: end,
              onError: (error) => (isAbsent(error) ? end() : outcome.onError(error)),
            })
          }
        >
          {t.giveUpText}
        </ConfirmDialog>
      )}
    </>
  );
}
