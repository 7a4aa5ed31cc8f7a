import { useTexts } from '../../lib/language/texts.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { leaveTexts } from './leave-texts.ts';

/** Asks who signs out about what they typed and did not send: it leaves with them. */
export function LeaveQuestion({ onAnswer }: { onAnswer: (goes: boolean) => void }) {
  const t = useTexts(leaveTexts);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onAnswer(false)}
      title={t.title}
      description={t.text}
      size="sm"
      footer={
        <>
          <Button onClick={() => onAnswer(true)}>{t.leave}</Button>
          <Button look="primary" onClick={() => onAnswer(false)}>
            {t.stay}
          </Button>
        </>
      }
    />
  );
}
