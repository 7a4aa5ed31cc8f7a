import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { useReturnOfFocus } from './return-focus.ts';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  side?: 'start' | 'end';
  className?: string;
}

/** Slides in from a side and takes the page until it is closed. */
export function DrawerPanel({ open, onOpenChange, title, children, side = 'start', className }: DrawerProps) {
  const focus = useReturnOfFocus();
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
            'fixed inset-y-0 z-(--z-dialog) flex max-w-[88vw] flex-col overflow-y-auto',
            side === 'start' ? 'enter-drawer start-0' : 'enter-drawer-end end-0',
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
