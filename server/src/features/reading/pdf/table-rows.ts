import type { Line } from './lines.ts';

/** Whether two lines are rows of a table: neighbours of two or more cells whose columns stand under each other. */
function areRows(a: Line, b: Line): boolean {
  if (a.cells.length < 2 || b.cells.length < 2) return false;
  if (Math.abs(a.size - b.size) > 1.5) return false;
  const gap = b.y - a.y;
  if (gap <= 0 || gap > 4 * Math.max(a.size, b.size)) return false;
  const [few, many] = a.cells.length <= b.cells.length ? [a, b] : [b, a];
  const aligned = few.cells.filter((cell) =>
    many.cells.some(
      (other) =>
        Math.abs(other.x - cell.x) < a.size ||
        Math.abs(other.end - cell.end) < a.size ||
        Math.abs((other.x + other.end) / 2 - (cell.x + cell.end) / 2) < a.size,
    ),
  ).length;
  return aligned >= 2 && aligned >= few.cells.length * 0.6;
}

/** A row of a table; its cells' text may take several lines. */
export interface Row {
  first: Line;
  last: Line;
  cells: Line['cells'];
  lines: number;
}

/** Whether a line holds nothing but what is left over of a row's cells, right under them and not under the first. */
function isRowContinuation(row: Row, line: Line, next: Line | undefined): boolean {
  const gap = line.y - row.last.y;
  if (Math.abs(line.size - row.first.size) > 0.5 || gap <= 0 || gap > line.size * 1.5) return false;
  const isUnder = line.cells.every(({ x, end }) =>
    row.cells
      .slice(1)
      .some((cell) => Math.abs(cell.x - x) < line.size / 2 || (x >= cell.x && end <= cell.end)),
  );
  // Lines of one cell stand closer together than rows.
  return isUnder && line.cells.length < row.cells.length && (!next || next.y - line.y > gap * 1.15);
}

/** The rows of the table that begins with a line; one where there is none. */
export function rowsFrom(lines: readonly Line[], from: number): Row[] {
  const rows: Row[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as Line;
    const row = rows.at(-1);
    if (row && isRowContinuation(row, line, lines[at + 1])) {
      row.cells = row.cells.map((cell, column) => {
        const rest = line.cells.filter(
          (other) =>
            column > 0 &&
            (Math.abs(other.x - cell.x) < line.size / 2 || (other.x >= cell.x && other.end <= cell.end)),
        );
        return { ...cell, text: [cell.text, ...rest.map(({ text }) => text)].join(' ') };
      });
      row.last = line;
      row.lines++;
      continue;
    }
    // A row whose cells go on below it is compared with the next as if it took one line.
    if (row && !areRows({ ...row.first, y: row.last.y }, line)) break;
    rows.push({ first: line, last: line, cells: line.cells, lines: 1 });
  }
  // What hangs below a line alone is a paragraph of its own.
  const [only] = rows;
  return rows.length === 1 && only ? [{ ...only, lines: 1, cells: only.first.cells }] : rows;
}

export type Cell = Line['cells'][number];

/** A table's rows, one after the other on a page, from a line to before another. */
export interface Table {
  to: number;
  rows: Row[];
  /** Where its columns stand, from the widest row and all that stands under its cells. */
  columns: { x: number; end: number }[];
  /** A name for each column. */
  header: string[] | undefined;
  /** Whether the header is the first of the rows. */
  isFirst: boolean;
}

/** The column that a cell stands under: by its left, its right, or its middle. */
function columnOf(cell: Omit<Cell, 'text'>, columns: readonly Omit<Cell, 'text'>[]): number {
  const middle = (cell.x + cell.end) / 2;
  let best = 0;
  let distance = Number.POSITIVE_INFINITY;
  for (const [at, { x, end }] of columns.entries()) {
    const away = Math.min(Math.abs(x - cell.x), Math.abs(end - cell.end), Math.abs((x + end) / 2 - middle));
    if (away < distance) {
      best = at;
      distance = away;
    }
  }
  return best;
}

export const widestOf = (rows: readonly Row[]) =>
  rows.reduce((best, row) => (row.cells.length > best.cells.length ? row : best));

/** The texts of a row's cells, each in the column of the widest row under which it stands. */
export function placeCells({ cells }: Row, columns: readonly Omit<Cell, 'text'>[]): string[] {
  const texts = columns.map(() => '');
  for (const cell of cells) {
    const at = columnOf(cell, columns);
    texts[at] = texts[at] ? `${texts[at]} ${cell.text}` : cell.text;
  }
  return texts;
}

export function columnsOf(rows: readonly Row[], widest: readonly Cell[]): { x: number; end: number }[] {
  const columns = widest.map(({ x, end }) => ({ x, end }));
  for (const { cells } of rows) {
    for (const { x, end } of cells) {
      const column = columns[columnOf({ x, end }, widest)];
      if (!column) continue;
      column.x = Math.min(column.x, x);
      column.end = Math.max(column.end, end);
    }
  }
  return columns;
}
