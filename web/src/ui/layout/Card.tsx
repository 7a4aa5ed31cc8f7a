import type { HTMLAttributes, ReactNode } from 'react';
import { cx } from '../cx.ts';

export interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  as?: 'section' | 'div' | 'article' | 'li';
  /** A heading of the second level, with what stands at its end. */
  title?: ReactNode;
  /** Beside the heading: what explains it. */
  tip?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}

export function Card({ as: Tag = 'section', title, tip, aside, children, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={cx('@container rounded-3 border border-line bg-surface p-4 shadow-1 md:p-5', className)}
    >
      {(title || aside) && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          {title && (
            <div className="flex items-center gap-1">
              <h2 className="display-type text-lg">{title}</h2>
              {tip}
            </div>
          )}
          {aside}
        </div>
      )}
      {children}
    </Tag>
  );
}
