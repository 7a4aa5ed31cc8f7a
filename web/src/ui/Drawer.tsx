import * as Radix from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
  className?: string;
}

/** Slides in from the start and takes the page until it is closed. */
export function Drawer({ open, onOpenChange, title, children, className }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="enter-fade fixed inset-0 z-(--z-overlay) bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          className={cx(
            'enter-drawer fixed inset-y-0 start-0 z-(--z-dialog) flex max-w-[88vw] flex-col overflow-y-auto',
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
