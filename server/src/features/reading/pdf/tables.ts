import type { Block, Position } from '../blocks/block.ts';
import { hasNameWithoutValues, looksLikeHeader } from '../blocks/table-header.ts';
import type { Line } from './lines.ts';
import { areCounted, headerAbove, isRowOfValues, nameLines } from './table-names.ts';
import { columnsOf, placeCells, type Row, rowsFrom, type Table, widestOf } from './table-rows.ts';

const topOf = ({ rows: [row] }: Table) => (row as Row).first.y;

/** Whether what stands in some columns may stand in others. */
const haveSameColumns = (a: Table['columns'], b: Table['columns']) =>
  a.length === b.length && a.every(({ x, end }, at) => x < (b[at]?.end ?? 0) && (b[at]?.x ?? end) < end);

/** The rows that begin with a line: two at least, or one in the columns of a table that is there already. */
function tableFrom(lines: readonly Line[], at: number, like: Table | undefined): Table | undefined {
  const rows = (lines[at] as Line).cells.length > 1 ? rowsFrom(lines, at) : [];
  const [first] = rows;
  if (!first) return undefined;
  const widest = widestOf(rows).cells;
  const own = columnsOf(rows, widest);
  const to = at + rows.reduce((count, { lines }) => count + lines, 0);
  // Names over some of the columns, right above the first row.
  const isOver = rows.length > 2 && first.cells.length < widest.length - 1 && !isRowOfValues(first.cells);
  if (isOver) return undefined;
  if (rows.length > 1) return { to, rows, columns: own, header: undefined, isFirst: false };
  const columns = like?.columns ?? [];
  const isLike =
    widest.length > 2 &&
    isRowOfValues(widest) &&
    widest.length >= columns.length - 1 &&
    haveSameColumns(columns.slice(columns.length - widest.length), own);
  return isLike ? { to, rows, columns, header: undefined, isFirst: false } : undefined;
}

/** The tables of a page by their first line, in their order. */
function findTables(lines: readonly Line[]): Map<number, Table> {
  const tables = new Map<number, Table>();
  const taken = new Set<number>();
  // From the end, and a row before its table's others stands alone too.
  for (const isBackwards of [false, true]) {
    let like: Table | undefined;
    for (let step = 0; step < lines.length; step++) {
      const at = isBackwards ? lines.length - 1 - step : step;
      const known = tables.get(at);
      const table = known ?? (taken.has(at) ? undefined : tableFrom(lines, at, like));
      if (!table) continue;
      tables.set(at, table);
      for (let line = at; line < table.to; line++) taken.add(line);
      like = table;
      if (!isBackwards) step = table.to - 1;
    }
  }
  return new Map([...tables].sort(([a], [b]) => a - b));
}

/** A page's tables by their first line, and the lines beside and above them that are names of theirs. */
export interface PageTables {
  tables: Map<number, Table>;
  named: Set<number>;
  /** The lowest table, which may go on on the next page. */
  last: Table | undefined;
}

/**
 * The tables of a page. `before` is the last table of the page before: its names are those of one that goes on here.
 */
export function tablesOf(lines: readonly Line[], before?: Table): PageTables {
  const named = new Set<number>();
  if (lines.every(({ cells }) => cells.length < 2)) return { tables: new Map(), named, last: undefined };
  const tables = findTables(lines);
  const others = new Map(lines.entries());
  const name = (line: number) => {
    named.add(line);
    others.delete(line);
  };
  let after = 0;
  for (const [from, table] of tables) {
    for (const line of nameLines(lines, from, after, table)) name(line);
    for (let line = from; line < table.to; line++) others.delete(line);
    after = table.to;
  }
  const topDown = [...tables.values()].sort((a, b) => topOf(a) - topOf(b));
  for (const [at, table] of topDown.entries()) {
    const [first, second] = table.rows as [Row, Row | undefined];
    const widest = widestOf(table.rows).cells;
    const own = placeCells(first, widest);
    table.isFirst =
      second !== undefined &&
      (areCounted(own) || looksLikeHeader(own, placeCells(second, widest))) &&
      first.cells.length >= widest.length - 1;
    const above = table.isFirst ? undefined : headerAbove(others, table);
    for (const line of above?.from ?? []) name(line);
    const last = topDown[at - 1] ?? before;
    const isSame = last !== undefined && haveSameColumns(last.columns, table.columns);
    table.header = table.isFirst ? own : (above?.header ?? (isSame ? last.header : undefined));
  }
  return { tables, named, last: topDown.at(-1) };
}

/** A table row by row, each with the names of its columns. */
export function blocksOfRows({ rows, columns, header = [], isFirst }: Table, position: Position): Block[] {
  const blocks: Block[] = [];
  const valued = isFirst ? rows.slice(1) : rows;
  const values = valued.map((row) =>
    header.length > 0 ? placeCells(row, columns) : row.cells.map(({ text }) => text),
  );
  if (hasNameWithoutValues(header, values)) blocks.push({ kind: 'row', header: [], cells: header, position });
  for (const cells of values) blocks.push({ kind: 'row', header, cells, position });
  return blocks;
}
