import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';
import { usePageTitle } from '../../../ui/layout/PageHead.tsx';

export interface StateCardProps {
  icon: LucideIcon;
  tone?: 'success' | 'warning' | 'danger' | 'info';
  title: string;
  /** Whether it answers something that was just done: its heading takes the focus and is read. */
  focused?: boolean;
  children: ReactNode;
}

const tones = {
  success: 'bg-accent-soft text-accent-text',
  info: 'bg-info-soft text-info-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
};

/** One state: its glyph, its sentence, its action. */
export function StateCard({ icon: Icon, tone = 'success', title, focused, children }: StateCardProps) {
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title is a new state to read out
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused, title]);
  return (
    <div className="flex flex-col items-start gap-5">
      <span
        className={cx(
          'speech flex size-14 items-center justify-center [--speech-size:var(--radius-4)]',
          tones[tone],
        )}
      >
        <Icon size={28} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="display-type text-2xl">
        {title}
      </h1>
      <div className="flex w-full flex-col gap-4">{children}</div>
    </div>
  );
}
