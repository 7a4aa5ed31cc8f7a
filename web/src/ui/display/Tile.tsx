import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface TileProps {
  icon?: ReactNode;
  label: string;
  value: ReactNode;
  /** What the figure counts, where its name alone doesn't tell. */
  help?: string;
  /** Beside the name: what explains it. */
  tip?: ReactNode;
  current?: boolean;
  onClick?: () => void;
}

/** A figure with its name; pressable when it leads somewhere. */
export function Tile({ icon, label, value, help, tip, current, onClick }: TileProps) {
  const content = (
    <>
      <span className="flex items-center gap-2 text-sm text-text-2">
        {icon && <span className="shrink-0">{icon}</span>}
        {label}
        {tip}
      </span>
      <span className="display-type tabular text-xl text-text">{value}</span>
      {help && <span className="text-xs text-text-3">{help}</span>}
    </>
  );
  const classes = cx(
    'flex min-w-0 flex-col gap-0.5 rounded-3 border bg-surface px-4 py-3 text-start',
    current ? 'border-accent-strong ring-1 ring-accent-strong' : 'border-line',
  );
  return onClick ? (
    <button
      type="button"
      aria-pressed={current}
      onClick={onClick}
      className={cx(classes, 'motion-fast hover:bg-hover')}
    >
      {content}
    </button>
  ) : (
    <div className={classes}>{content}</div>
  );
}
