import { useTexts } from '../../../lib/language/texts.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { texts } from '../texts.ts';

/** Asks once before typed text is left behind. */
export function LeaveDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const t = useTexts(texts);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={t.leaveTitle}
      description={t.leaveText}
      size="sm"
      footer={
        <>
          <Button onClick={onLeave}>{t.leave}</Button>
          <Button look="primary" onClick={onStay}>
            {t.stay}
          </Button>
        </>
      }
    />
  );
}
