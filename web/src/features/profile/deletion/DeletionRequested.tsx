import { useMutation } from '@tanstack/react-query';
import { useFormat } from '../../../lib/language/format.ts';
import { useTexts } from '../../../lib/language/texts.ts';
import { signOut } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { texts } from '../texts.ts';

/** Says until when the request can be taken back; the only way on is signing out. */
export function DeletionRequested({ scheduledFor }: { scheduledFor: string }) {
  const t = useTexts(texts);
  const format = useFormat();
  const leave = useMutation({ mutationFn: signOut });
  return (
    <Dialog
      open
      dirty
      onOpenChange={() => {}}
      title={t.deletionRequested}
      description={t.deletionRequestedText(format.moment(scheduledFor))}
      size="sm"
      footer={
        <Button look="primary" busy={leave.isPending} onClick={() => leave.mutate()}>
          {t.deletionSignOut}
        </Button>
      }
    />
  );
}
