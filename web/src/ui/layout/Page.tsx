import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

/** The measure and gutters of an ordinary page. */
export const Page = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div
    className={cx(
      'mx-auto flex w-full max-w-[calc(var(--size-content)+4.5rem)] flex-col gap-5 px-4 py-6 md:px-6 lg:px-9 lg:py-7',
      className,
    )}
  >
    {children}
  </div>
);
