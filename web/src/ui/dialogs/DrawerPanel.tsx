import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { useMedia } from '../../lib/browser/use-media.ts';
import { cx } from '../cx.ts';
import { useReturnOfFocus } from './return-focus.ts';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  side?: 'start' | 'end';
  /** On phones it rises from below and leaves some of the page in sight. */
  isSheetOnPhones?: boolean;
  className?: string;
}

/** Slides in from a side and takes the page until it is closed. */
export function DrawerPanel({
  open,
  onOpenChange,
  title,
  children,
  side = 'start',
  isSheetOnPhones = false,
  className,
}: DrawerProps) {
  const focus = useReturnOfFocus();
  const isPhone = useMedia('(max-width: 29.99rem)');
  const slides =
    side === 'start'
      ? 'inset-y-0 max-w-[88vw] enter-drawer start-0'
      : 'inset-y-0 max-w-[88vw] enter-drawer-end end-0';
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="enter-fade fixed inset-0 z-(--z-overlay) bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focus.giveBack}
          onOpenAutoFocus={(event) => {
            focus.remember();
            const field = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-autofocus]');
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          className={cx(
            'fixed z-(--z-dialog) flex flex-col overflow-y-auto',
            isSheetOnPhones && isPhone ? 'enter-sheet inset-x-0 bottom-0 max-h-[88dvh] rounded-t-4' : slides,
            className,
          )}
        >
          <Radix.Title className="visually-hidden">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
