import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../lib/language/texts.ts';
import { words } from '../../lib/language/words.ts';
import { cx } from '../cx.ts';

/** A still block where something will stand. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx('skeleton', className)} />
);

/**
 * Holds its content back for 200 ms: what comes sooner needs no announcement. `isSaid`: to everybody, not to screen
 * readers alone.
 */
export function AfterPause({
  children,
  ms = 200,
  isSaid = false,
}: {
  children: ReactNode;
  ms?: number;
  isSaid?: boolean;
}) {
  const t = useTexts(words);
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return (
    <>
      <p role="status" className={isSaid ? 'text-md text-text-2' : 'visually-hidden'}>
        {due && t.loading}
      </p>
      {due && children}
    </>
  );
}

/** A placeholder of a table: its head and rows, cards on phones. */
export const TableSkeleton = ({ rows = 5 }: { rows?: number }) => (
  <AfterPause>
    <div
      aria-hidden="true"
      className="flex flex-col gap-3 md:gap-0 md:overflow-hidden md:rounded-3 md:border md:border-line md:bg-surface"
    >
      <div className="hidden h-10 bg-sunken md:block" />
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without a content
          key={row}
          className="flex h-38 flex-col justify-between gap-3 rounded-3 border border-line bg-surface p-4 md:h-14 md:flex-row md:items-center md:rounded-none md:border-x-0 md:border-b-0"
        >
          <Skeleton className="h-4 w-3/5 md:w-1/4" />
          <Skeleton className="h-3 md:w-1/8" />
          <Skeleton className="h-3 md:w-1/8" />
          <Skeleton className="h-3 md:w-1/12" />
        </div>
      ))}
    </div>
  </AfterPause>
);
