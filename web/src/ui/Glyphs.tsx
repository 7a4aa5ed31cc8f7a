import { cx } from './cx.ts';

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

interface GlyphProps {
  size?: number;
  className?: string;
}

export const TelegramGlyph = ({ size = 20, className }: GlyphProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={cx('shrink-0', className)}
  >
    <path d="M21 4.5 2.8 11.6c-.6.2-.6 1 0 1.2l4.6 1.5 1.8 5.5c.2.5.8.6 1.2.3l2.6-2.2 4.6 3.4c.5.3 1.1.1 1.2-.5L22 5.3c.1-.6-.4-1-1-.8Z" />
    <path d="m7.6 14.2 9-6.2-6.6 7.8-.5 4" />
  </svg>
);

export const WhatsAppGlyph = ({ size = 20, className }: GlyphProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={cx('shrink-0', className)}
  >
    <path d="M12 3a9 9 0 0 0-7.7 13.6L3 21l4.5-1.2A9 9 0 1 0 12 3Z" />
    <path d="M9.2 8c-.7.3-1.2 1.2-.9 2.3.7 2.6 2.6 4.6 5.3 5.3 1.1.3 2-.3 2.2-1 .1-.4 0-.6-.3-.8l-1.5-.8c-.3-.1-.5-.1-.7.2l-.5.6a4.8 4.8 0 0 1-2.6-2.6l.6-.5c.3-.2.3-.5.2-.8L10.1 8.3c-.2-.3-.5-.4-.9-.3Z" />
  </svg>
);

const kinds: Record<string, string> = {
  pdf: 'border-chart-3 bg-[color-mix(in_oklab,var(--color-chart-3)_18%,var(--color-surface))]',
  docx: 'border-chart-2 bg-[color-mix(in_oklab,var(--color-chart-2)_18%,var(--color-surface))]',
  xlsx: 'border-chart-1 bg-[color-mix(in_oklab,var(--color-chart-1)_18%,var(--color-surface))]',
  csv: 'border-chart-5 bg-[color-mix(in_oklab,var(--color-chart-5)_18%,var(--color-surface))]',
  txt: 'border-chart-6 bg-[color-mix(in_oklab,var(--color-chart-6)_18%,var(--color-surface))]',
  url: 'border-chart-4 bg-[color-mix(in_oklab,var(--color-chart-4)_18%,var(--color-surface))]',
};

/** A file's kind as a small tile; the word is the name, the colour only helps. */
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
