import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

type AlertTone = 'info' | 'success' | 'warning' | 'danger';

const looks = {
  info: { icon: Info, ground: 'bg-info-soft', ink: 'text-info-text' },
  success: { icon: CircleCheck, ground: 'bg-accent-soft', ink: 'text-accent-text' },
  warning: { icon: TriangleAlert, ground: 'bg-warning-soft', ink: 'text-warning-text' },
  danger: { icon: CircleAlert, ground: 'bg-danger-soft', ink: 'text-danger-text' },
};

export interface AlertProps {
  tone?: AlertTone;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Read out when it appears: for what answers an action. */
  live?: boolean;
}

export function Alert({ tone = 'info', title, children, action, live }: AlertProps) {
  const { icon: Icon, ground, ink } = looks[tone];
  return (
    <div
      role={live ? (tone === 'danger' ? 'alert' : 'status') : undefined}
      className={cx('@container rounded-3 px-4 py-3 forced-colors:border', ground)}
    >
      <div className="flex flex-col gap-3 @md:flex-row @md:items-center">
        <div className="flex flex-1 gap-3">
          <Icon size={20} strokeWidth={1.75} aria-hidden="true" className={cx('mt-px shrink-0', ink)} />
          <div className="min-w-0 text-md text-text-2 [overflow-wrap:anywhere]">
            {title && <strong className="text-text">{title}</strong>} {children}
          </div>
        </div>
        {action && <div className="flex shrink-0 flex-wrap gap-2 ps-8 @md:ps-0">{action}</div>}
      </div>
    </div>
  );
}
