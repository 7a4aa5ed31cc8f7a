import { cx } from '../cx.ts';

export function Logo({ size = 30 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="shrink-0">
      <path
        className="logo-ground"
        d="M10 0h12a10 10 0 0 1 10 10v12a10 10 0 0 1-10 10H3a3 3 0 0 1-3-3V10A10 10 0 0 1 10 0Z"
      />
      <path className="logo-letter" d="M9.5 10.5h8.25a4.25 4.25 0 0 1 0 8.5H13.5v4" />
    </svg>
  );
}

const kinds: Record<string, string> = {
  pdf: 'border-chart-3 bg-[color-mix(in_oklab,var(--color-chart-3)_18%,var(--color-surface))]',
  docx: 'border-chart-2 bg-[color-mix(in_oklab,var(--color-chart-2)_18%,var(--color-surface))]',
  xlsx: 'border-chart-1 bg-[color-mix(in_oklab,var(--color-chart-1)_18%,var(--color-surface))]',
  csv: 'border-chart-5 bg-[color-mix(in_oklab,var(--color-chart-5)_18%,var(--color-surface))]',
  txt: 'border-chart-6 bg-[color-mix(in_oklab,var(--color-chart-6)_18%,var(--color-surface))]',
  'Q&A': 'border-chart-1 bg-[color-mix(in_oklab,var(--color-chart-1)_18%,var(--color-surface))]',
  url: 'border-chart-4 bg-[color-mix(in_oklab,var(--color-chart-4)_18%,var(--color-surface))]',
};

/** A tile for a file's kind; the word is the name, the colour only helps. */
export function FileKind({ kind }: { kind: string }) {
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={cx(
        'flex size-9 shrink-0 items-center justify-center rounded-2 border-b-3 text-[0.6875rem] font-strong text-text',
        kinds[kind] ?? kinds.txt,
      )}
    >
      {kind}
    </span>
  );
}
