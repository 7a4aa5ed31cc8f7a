import type { ReactNode } from 'react';

/** A glyph of two bubbles talking, for where nothing is yet. */
export function SpeechGlyph({ size = 88 }: { size?: number }) {
  return (
    <svg width={size} height={(size * 72) / 88} viewBox="0 0 88 72" aria-hidden="true" className="shrink-0">
      <path
        className="fill-accent-strong opacity-40"
        d="M14 0h38a14 14 0 0 1 14 14v20a14 14 0 0 1-14 14H3a3 3 0 0 1-3-3V14A14 14 0 0 1 14 0Z"
      />
      <path
        className="fill-text"
        d="M36 24h38a14 14 0 0 1 14 14v31a3 3 0 0 1-3 3H36a14 14 0 0 1-14-14V38a14 14 0 0 1 14-14Z"
      />
      <path className="stroke-accent" strokeWidth="4" strokeLinecap="round" d="M36 42h34M36 54h20" />
    </svg>
  );
}

export interface EmptyStateProps {
  /** One sentence: what one gains. */
  title: string;
  children?: ReactNode;
  /** One action. */
  action?: ReactNode;
  glyph?: ReactNode;
}

export function EmptyState({ title, children, action, glyph = <SpeechGlyph /> }: EmptyStateProps) {
  return (
    <div
      data-empty-state=""
      className="speech flex flex-col items-center gap-5 border border-dashed border-line-control px-5 py-12 text-center [--speech-size:var(--radius-4)]"
    >
      {glyph}
      <div className="flex max-w-md flex-col gap-1.5">
        <p className="text-lg font-medium text-text text-balance">{title}</p>
        {children && <div className="text-md text-text-2">{children}</div>}
      </div>
      {action}
    </div>
  );
}
