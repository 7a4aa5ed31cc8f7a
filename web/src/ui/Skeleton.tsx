import { type ReactNode, useEffect, useState } from 'react';
import { cx } from './cx.ts';

/** A still block where something will stand. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={cx('skeleton', className)} />
);

/** Holds back for 200 ms: what comes at once needs no announcement. */
export function AfterPause({ children, ms = 200 }: { children: ReactNode; ms?: number }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due ? children : null;
}
