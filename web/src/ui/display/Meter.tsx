import { cx } from '../cx.ts';

export interface MeterProps {
  /** What it measures, for screen readers. */
  label: string;
  /** The filled share, 0 to 1; more is drawn full. */
  share: number;
  /** How it is read: "82% of 2M tokens". */
  valueText?: string;
  tone?: 'accent' | 'warning' | 'danger';
  size?: 'sm' | 'md';
  /** On the rail the ground is graphite in both themes. */
  onRail?: boolean;
  role?: 'meter' | 'progressbar';
}

const fills = { accent: 'bg-accent-strong', warning: 'bg-warning-strong', danger: 'bg-danger' };

/** A quantity of a known whole. */
export function Meter({
  label,
  share,
  valueText,
  tone = 'accent',
  size = 'md',
  onRail,
  role = 'meter',
}: MeterProps) {
  const percent = Math.max(0, Math.min(1, share)) * 100;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles of this bar take a name
    <div
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      aria-valuetext={valueText}
      className={cx(
        'w-full overflow-hidden rounded-full forced-colors:border',
        onRail ? 'bg-rail-active' : 'bg-sunken',
        size === 'sm' ? 'h-1.5' : 'h-2.5',
      )}
    >
      <div
        // The rail is graphite in both themes: the light theme's inks would drown on it.
        data-theme={onRail ? 'dark' : undefined}
        className={cx(
          'h-full origin-left rounded-full forced-color-adjust-none rtl:origin-right',
          fills[tone],
        )}
        style={{ width: `${percent}%`, minWidth: percent > 0 ? '0.375rem' : 0 }}
      />
    </div>
  );
}

/** A bar of work under way, with its true share, named as progress. */
export const ProgressBar = (props: Omit<MeterProps, 'role' | 'tone' | 'onRail'>) => (
  <Meter size="sm" {...props} role="progressbar" />
);

/** The tone of how near a quota is to its end, as the server says it (specification §9: 80 %, 90 %, exceeded). */
export const quotaTone = (level: 'warning80' | 'warning90' | 'exceeded' | undefined) =>
  level === 'exceeded' ? 'danger' : level ? 'warning' : 'accent';
