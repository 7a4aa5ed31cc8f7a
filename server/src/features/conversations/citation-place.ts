import type { Position } from '@parlance/contract/shapes';

/**
 * Where a quote stands in its passage's document. A passage of a table begins at a row and holds those that follow, a
 * line each, below the headings that it stands under: a quoted row is told by its own number.
 */
export function placeOf({ text, position }: { text: string; position: Position }, quote: string): Position {
  const { row, heading = '' } = position;
  if (row === undefined) return position;
  const titles = new Set(heading.split(' › '));
  const blocks = text.split('\n\n');
  // Beyond the first table there may be rows that became no line.
  const table = blocks.find((block) => !titles.has(block)) ?? '';
  const cells = (quote.split('\n')[0] ?? '').split(' | ');
  const at = table.split('\n').findIndex((line) => {
    const known = new Set(line.split(' | '));
    return line.startsWith(quote) || cells.every((cell) => known.has(cell));
  });
  return at > 0 ? { ...position, row: row + at } : position;
}
