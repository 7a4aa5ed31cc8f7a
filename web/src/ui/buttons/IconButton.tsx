import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** Its name, for those who can't see it and in the tooltip. */
  label: string;
  children: ReactNode;
  size?: 'sm' | 'md';
  /** On graphite, whatever the theme. */
  onRail?: boolean;
  tooltip?: boolean;
}

export function IconButton({
  label,
  children,
  size = 'md',
  onRail,
  tooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-2 motion-fast touch-target aria-disabled:opacity-60',
        onRail
          ? 'text-rail-text-2 hover:bg-rail-active hover:text-rail-text active:bg-rail-hover'
          : 'text-text-2 hover:bg-hover hover:text-text active:bg-sunken',
        size === 'sm' ? 'size-8' : 'size-10',
        className,
      )}
    >
      {children}
    </button>
  );
  return tooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
