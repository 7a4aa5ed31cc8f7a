import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { useTexts } from '../../lib/language/texts.ts';
import { Button } from '../buttons/Button.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { cx } from '../cx.ts';
import { useReturnOfFocus } from './return-focus.ts';
import { dialogTexts } from './texts.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The verb: what pressing the main button does. */
  title: string;
  description?: ReactNode;
  /** Without one there is no cross: the dialog must be answered. */
  closeLabel?: string;
  size?: 'sm' | 'md' | 'lg';
  /** Something typed is not sent: Escape and the backdrop then ask, or leave a dialog without a cross open. */
  dirty?: boolean;
  children?: ReactNode;
  /** The buttons, the main one last. */
  footer?: ReactNode;
  /** Where focus goes; the first field otherwise. Destructive dialogs name Cancel. */
  initialFocus?: () => HTMLElement | null | undefined;
}

const widths = {
  sm: 'sm:max-w-(--size-dialog-sm)',
  md: 'sm:max-w-(--size-dialog)',
  lg: 'sm:max-w-(--size-dialog-lg)',
};

/** A dialog; below 480 px a sheet that rises from the bottom. */
export function DialogPanel({
  open,
  onOpenChange,
  title,
  description,
  closeLabel,
  size = 'md',
  dirty = false,
  children,
  footer,
  initialFocus,
}: DialogProps) {
  const t = useTexts(dialogTexts);
  const focus = useReturnOfFocus();
  const [isAsking, setAsking] = useState(false);
  const left = useRef<Element | null>(null);
  const asks = isAsking && dirty;
  const ask = () => {
    if (!closeLabel || asks) return;
    left.current = document.activeElement;
    setAsking(true);
  };
  const stay = () => {
    setAsking(false);
    if (left.current instanceof HTMLElement) left.current.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="enter-fade fixed inset-0 z-(--z-overlay) flex items-end justify-center overflow-y-auto bg-scrim sm:items-center sm:p-6">
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            onEscapeKeyDown={(event) => {
              if (!dirty) return;
              event.preventDefault();
              if (asks) stay();
              else ask();
            }}
            onPointerDownOutside={(event) => {
              const onToast = (event.target as Element | null)?.closest?.('[data-toasts]');
              if (dirty && !onToast) ask();
            }}
            onInteractOutside={(event) => {
              const onToast = (event.target as Element | null)?.closest?.('[data-toasts]');
              if (dirty || onToast) event.preventDefault();
            }}
            onCloseAutoFocus={focus.giveBack}
            onOpenAutoFocus={(event) => {
              focus.remember();
              const content = event.currentTarget as HTMLElement;
              const target =
                initialFocus?.() ??
                content.querySelector<HTMLElement>(
                  'input:not([tabindex="-1"]):not(:disabled), textarea, select, [data-autofocus]',
                );
              if (!target) return;
              event.preventDefault();
              target.focus();
            }}
            className={cx(
              'relative z-(--z-dialog) flex max-h-[92dvh] w-full flex-col border border-line bg-raised shadow-3',
              'enter-sheet rounded-t-4 sm:enter-dialog sm:max-h-[calc(100dvh-3rem)] sm:rounded-4',
              widths[size],
            )}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-5 sm:px-6">
              <Radix.Title className="display-type min-w-0 text-xl [overflow-wrap:anywhere]">
                {title}
              </Radix.Title>
              {closeLabel && (
                <Radix.Close asChild>
                  <IconButton label={closeLabel} size="sm" tooltip={false} className="-me-2 -mt-1">
                    <X size={20} strokeWidth={1.75} aria-hidden="true" />
                  </IconButton>
                </Radix.Close>
              )}
            </div>
            {description && (
              <Radix.Description asChild>
                <div className="px-5 pt-1 text-md text-text-2 sm:px-6">{description}</div>
              </Radix.Description>
            )}
            {children && <div className="min-h-0 overflow-y-auto px-5 pt-4 pb-1 sm:px-6">{children}</div>}
            {asks ? (
              <div role="alert" className="mx-5 mt-4 border-t border-line pt-4 text-md sm:mx-6">
                <p className="font-strong">{t.discardTitle}</p>
                <p className="text-text-2">{t.discardText}</p>
              </div>
            ) : null}
            {footer || asks ? (
              <div className="flex flex-col-reverse gap-3 px-5 py-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6">
                {asks ? (
                  // Of its own: a button of the footer that only changes its words would not take the focus.
                  <Fragment key="asks">
                    <Button autoFocus onClick={stay}>
                      {t.stay}
                    </Button>
                    <Button look="danger" onClick={() => onOpenChange(false)}>
                      {t.discard}
                    </Button>
                  </Fragment>
                ) : (
                  footer
                )}
              </div>
            ) : (
              <div className="h-5" />
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
