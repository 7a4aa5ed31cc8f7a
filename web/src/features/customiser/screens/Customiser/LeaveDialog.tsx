import { useTexts } from '../../../../lib/language/texts.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../../ui/dialogs/Dialog.tsx';
import { texts } from '../../texts.ts';

/** Asks once before unsaved changes are left behind. */
export function LeaveDialog({
  isSaving,
  onStay,
  onLeave,
  onSave,
}: {
  isSaving: boolean;
  onStay: () => void;
  onLeave: () => void;
  onSave: () => void;
}) {
  const t = useTexts(texts);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onStay()}
      title={t.leaveTitle}
      description={t.leaveText}
      footer={
        <>
          <Button onClick={onLeave}>{t.leave}</Button>
          <Button onClick={onStay}>{t.stay}</Button>
          <Button look="primary" busy={isSaving} onClick={onSave}>
            {t.saveAndLeave}
          </Button>
        </>
      }
    />
  );
}
