import type { Block, Span } from '../writing/spans.ts';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] as string);

const tags = { bold: 'b', italic: 'i', code: 'code' } as const;

const printSpan = ({ text, style }: Span): string =>
  style === undefined ? escapeHtml(text) : `<${tags[style]}>${escapeHtml(text)}</${tags[style]}>`;

function printBlock({ kind, lines }: Block): string {
  if (kind === 'code')
    return `<pre>${lines.map((line) => line.map(({ text }) => escapeHtml(text)).join('')).join('\n')}</pre>`;
  const text = lines.map((line) => line.map(printSpan).join('')).join('\n');
  return kind === 'quotation' ? `<blockquote>${text}</blockquote>` : text;
}

/** Telegram's HTML: of its tags only those that are balanced within each message, and nothing else unescaped. */
export const printHtml = (blocks: readonly Block[]): string => blocks.map(printBlock).join('\n\n');
