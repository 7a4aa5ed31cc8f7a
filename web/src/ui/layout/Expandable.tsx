import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

/** A line that opens what it names. */
export const Expandable = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <details className="group flex flex-col">
    <summary className="flex min-h-8 cursor-pointer list-none items-center gap-1 rounded-1 text-sm font-medium text-text-2 touch-target hover:text-text">
      <ChevronRight
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="motion-fast group-open:rotate-90 rtl:rotate-180"
      />
      {title}
    </summary>
    <div className="pt-1">{children}</div>
  </details>
);
