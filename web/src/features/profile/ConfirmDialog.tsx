import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';

/** Asks before something that can't be undone; Cancel has the focus. */
export function ConfirmDialog({
  title,
  children,
  action,
  busy,
  look = 'danger',
  onConfirm,
  onClose,
}: {
  title: string;
  children: ReactNode;
  action: string;
  busy: boolean;
  look?: 'danger' | 'primary';
  onConfirm: () => void;
  onClose: () => void;
}) {
  const w = useTexts(words);
  const cancel = useRef<HTMLDivElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={children}
      size="sm"
      initialFocus={() => cancel.current?.querySelector('button')}
      footer={
        <>
          <div ref={cancel} className="contents">
            <Button onClick={onClose}>{w.cancel}</Button>
          </div>
          <Button look={look} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    />
  );
}
