import type { Position } from '@parlance/contract/shapes';

/**
 * Where a quote stands in its passage's document. A passage of a table begins at a row and holds those that follow, a
 * line each: a quoted row is told by its own number.
 */
export function placeOf({ text, position }: { text: string; position: Position }, quote: string): Position {
  const { row } = position;
  if (row === undefined) return position;
  const cells = (quote.split('\n')[0] ?? '').split(' | ');
  const rows = text.split('\n').filter((line) => line !== '');
  const at = rows.findIndex((line) => {
    const known = new Set(line.split(' | '));
    return line.startsWith(quote) || cells.every((cell) => known.has(cell));
  });
  return at > 0 ? { ...position, row: row + at } : position;
}
