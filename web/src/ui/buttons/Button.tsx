import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { cx } from '../cx.ts';
import { Spinner } from './Spinner.tsx';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'sm' | 'md' | 'lg';

const looks: Record<Look, string> = {
  // Only what invites to act has the speech corner.
  primary:
    'speech bg-accent text-accent-ink hover:bg-accent-hover active:bg-accent-active shadow-1 forced-colors:border',
  secondary: 'rounded-2 border border-line-control bg-surface text-text hover:bg-hover active:bg-sunken',
  quiet: 'rounded-2 text-text-2 hover:bg-hover hover:text-text active:bg-sunken',
  danger: 'rounded-2 bg-danger text-danger-ink hover:bg-danger-hover forced-colors:border',
};
const sizes: Record<Size, string> = {
  sm: 'min-h-8 px-3 text-sm gap-1.5 [--speech-size:var(--radius-2)]',
  md: 'min-h-10 px-4 text-md gap-2 [--speech-size:var(--radius-3)]',
  lg: 'min-h-11 px-5 text-md gap-2 [--speech-size:var(--radius-3)]',
};

const classes = (look: Look, size: Size, wide?: boolean, className?: string) =>
  cx(
    'inline-flex select-none items-center justify-center py-1 text-center font-strong motion-fast active:translate-y-px',
    'touch-target aria-disabled:opacity-60 aria-disabled:active:translate-y-0',
    looks[look],
    sizes[size],
    wide && 'w-full',
    className,
  );

export interface ButtonContent {
  look?: Look;
  size?: Size;
  wide?: boolean;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}

export interface ButtonProps
  extends ButtonContent,
    Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  /** Keeps its width and words and turns; further presses do nothing. */
  busy?: boolean;
}

export function Button({
  look = 'secondary',
  size = 'md',
  wide,
  icon,
  busy,
  children,
  className,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classes(look, size, wide, className)}
    >
      {busy ? <Spinner size={18} /> : icon}
      <span>{children}</span>
    </button>
  );
}

/** A link that looks like a button: for going somewhere. */
export function ButtonLink({
  look = 'secondary',
  size = 'md',
  wide,
  icon,
  children,
  className,
  ...rest
}: ButtonContent & Omit<LinkProps, 'children'>) {
  return (
    <Link {...rest} className={classes(look, size, wide, className)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
