import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../../../ui/cx.ts';

const edges = { going: 'border-line', stopped: 'border-danger-text', made: 'border-accent-strong' };

/** The frame of what is being made or was; its heading takes the focus when it comes, and when what had it is gone. */
export function Made({
  title,
  state,
  children,
}: {
  title: string;
  state: keyof typeof edges;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isDrawn = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus may go with the state before
  useEffect(() => {
    if (!isDrawn.current || document.activeElement === document.body) heading.current?.focus();
    isDrawn.current = true;
  }, [state]);
  return (
    <section
      className={cx(
        '@container flex flex-col gap-5 rounded-3 border bg-surface p-4 shadow-1 md:p-5',
        edges[state],
      )}
    >
      <h2 ref={heading} tabIndex={-1} className="display-type text-lg [overflow-wrap:anywhere]">
        {title}
      </h2>
      {children}
    </section>
  );
}
