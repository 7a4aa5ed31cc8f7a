import { type ReactNode, useEffect, useState } from 'react';
import { ProgressBar } from './Meter.tsx';

/** Work on its way: its true share, what is written of it below, and its quarters announced. */
export function WorkUnderWay({
  label,
  done,
  total,
  said,
  children,
}: {
  label: string;
  done: number;
  total: number;
  /** How far it is, in words. */
  said: string;
  children: ReactNode;
}) {
  const share = total === 0 ? 0 : done / total;
  const quarter = Math.floor(share * 4);
  const [announced, setAnnounced] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each quarter once
  useEffect(() => setAnnounced(`${label}. ${said}`), [quarter]);
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar label={label} share={share} valueText={said} />
      {children}
      <p role="status" className="visually-hidden">
        {announced}
      </p>
    </div>
  );
}
