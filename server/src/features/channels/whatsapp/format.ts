import type { Block, Span } from '../writing/spans.ts';

const marks = { bold: '*', italic: '_', code: '`' } as const;

/** WhatsApp knows no escaping: a mark stands only around words that do not hold it, and end in no blank. */
function printSpan({ text, style }: Span): string {
  const mark = style === undefined ? '' : marks[style];
  if (mark === '' || text.includes(mark) || text.includes('\n')) return text;
  const words = text.trim();
  if (words === '') return text;
  const start = text.indexOf(words);
  return `${text.slice(0, start)}${mark}${words}${mark}${text.slice(start + words.length)}`;
}

function printBlock({ kind, lines }: Block): string {
  if (kind === 'code')
    return `\`\`\`\n${lines.map((line) => line.map(({ text }) => text).join('')).join('\n')}\n\`\`\``;
  const printed = lines.map((line) => line.map(printSpan).join(''));
  return (kind === 'quotation' ? printed.map((line) => `> ${line}`) : printed).join('\n');
}

/** WhatsApp's own marks. */
export const printMarked = (blocks: readonly Block[]): string => blocks.map(printBlock).join('\n\n');
