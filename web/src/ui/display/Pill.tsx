import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export type Tone = 'neutral' | 'success' | 'info' | 'warning' | 'danger';

const toneClasses: Record<Tone, string> = {
  neutral: 'bg-sunken text-text-2',
  success: 'bg-accent-soft text-accent-text',
  info: 'bg-info-soft text-info-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
};

/** A state in words, with its icon: colour alone never says it. */
export function Pill({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex min-h-6 w-fit max-w-full items-center whitespace-nowrap gap-1.5 rounded-full px-2 text-sm font-medium forced-colors:border',
        toneClasses[tone],
      )}
    >
      {icon}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}

/** A dot with a halo, for what is live or connected. */
export function Dot({ tone = 'success' }: { tone?: 'success' | 'warning' | 'neutral' }) {
  const colours = {
    success: 'bg-accent-strong ring-accent-soft',
    warning: 'bg-warning-strong ring-warning-soft',
    neutral: 'bg-text-3 ring-sunken',
  };
  return (
    <span
      aria-hidden="true"
      className={cx('inline-block size-2 shrink-0 rounded-full ring-3', colours[tone])}
    />
  );
}
