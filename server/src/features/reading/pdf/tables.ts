import type { Block, Position } from '../blocks/block.ts';
import { hasNameWithoutValues, isDash, isFigure, isYear, looksLikeHeader } from '../blocks/table-header.ts';
import type { Line } from './lines.ts';

/** Rows of a table: at least two neighbours of two or more cells whose columns stand under each other. */
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
interface Row {
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
function rowsFrom(lines: readonly Line[], from: number): Row[] {
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

type Cell = Line['cells'][number];

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

const widestOf = (rows: readonly Row[]) =>
  rows.reduce((best, row) => (row.cells.length > best.cells.length ? row : best));

/** Each cell of a row in the column of the widest one that it stands under. */
function placeCells({ cells }: Row, columns: readonly Omit<Cell, 'text'>[]): string[] {
  const texts = columns.map(() => '');
  for (const cell of cells) {
    const at = columnOf(cell, columns);
    texts[at] = texts[at] ? `${texts[at]} ${cell.text}` : cell.text;
  }
  return texts;
}

function columnsOf(rows: readonly Row[], widest: readonly Cell[]): { x: number; end: number }[] {
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

/** So far above a table, in heights of its letters, its columns' names are looked for. */
const headerReach = 9;
const maxNameLength = 40;
/** The lines of one name stand as close as this, in heights of their letters; a name over several columns a little less. */
const sameName = 1.4;
const nameOverNames = 3;
/** Lines between a table and its columns' names: titles of its parts, names over several columns. */
const maxLinesBetween = 4;

/** The middle between two columns parts what belongs to them. */
const boundsOf = (columns: Table['columns'], size: number) =>
  columns.map(({ x, end }, at) => ({
    from: ((columns[at - 1]?.end ?? x - 8 * size) + x) / 2,
    to: (end + (columns[at + 1]?.x ?? end + 8 * size)) / 2,
  }));

/** The column in whose bounds a text stands; -1 for one that is wider than any or stands between two. */
const placeIn = (bounds: ReturnType<typeof boundsOf>, { x, end }: Cell) =>
  bounds.findIndex(({ from, to }) => {
    const middle = (x + end) / 2;
    return middle >= from && middle <= to && end - x <= 1.2 * (to - from);
  });

/** What is no name of a column. */
const isValue = ({ text }: Cell) => (isFigure(text) && !isYear(text)) || isDash(text);

/** Figures that count on name columns too: grades, months, floors. */
function areCounted(names: readonly string[]): boolean {
  const figures = names.filter((name) => isFigure(name)).map(Number);
  return (
    figures.length > 2 && figures.every((figure, at) => at === 0 || figure === (figures[at - 1] ?? 0) + 1)
  );
}

const isRowOfValues = (cells: readonly Cell[]) =>
  cells.some(isValue) && !areCounted(cells.map(({ text }) => text));

/** Whether names stand over the middles of as many columns each: of others nobody knows which they name. */
function standOverMiddles(cells: readonly Cell[], [, ...columns]: Table['columns']): boolean {
  const each = columns.length / cells.length;
  return (
    Number.isInteger(each) &&
    cells.every(({ x, end }, at) => {
      const from = columns[at * each]?.x ?? 0;
      const to = columns[(at + 1) * each - 1]?.end ?? 0;
      return Math.abs(x + end - from - to) < (to - from) / 2;
    })
  );
}

/** The names of some columns as they are put together, each from the lines that stand over its column. */
class ColumnNames {
  readonly #columns: Table['columns'];
  readonly #names: { y: number; text: string }[][];

  constructor(columns: Table['columns']) {
    this.#columns = columns;
    this.#names = columns.map(() => []);
  }

  /** Each column of values has one. */
  get areWhole() {
    return this.#names.every((lines, column) => column === 0 || lines.length > 0);
  }

  /** Where a column's name begins; nowhere yet, for one without. */
  topOf(column: number): number | undefined {
    const lines = this.#names[column] ?? [];
    return lines.length === 0 ? undefined : Math.min(...lines.map(({ y }) => y));
  }

  get top() {
    return Math.min(...this.#columns.map((_, column) => this.topOf(column) ?? Number.POSITIVE_INFINITY));
  }

  add(column: number, y: number, text: string) {
    this.#names[column]?.push({ y, text });
  }

  /** Names over several columns, each of which has its own: the nearest is each one's. */
  addOver({ cells, y }: Line) {
    for (const [column, { x, end }] of this.#columns.entries()) {
      if (column === 0) continue;
      const away = cells.map((cell) => Math.abs(cell.x + cell.end - x - end));
      this.add(column, y, cells[away.indexOf(Math.min(...away))]?.text ?? '');
    }
  }

  /** Undefined, unless they are names and tell the columns apart. */
  header(): string[] | undefined {
    const header = this.#names.map((lines) =>
      lines
        .sort((a, b) => a.y - b.y)
        .map(({ text }) => text)
        .join(' '),
    );
    const values = header.slice(1);
    const areWords = areCounted(values) || values.every((name) => !isFigure(name) || isYear(name));
    return areWords && this.areWhole && new Set(header).size > header.length / 2 ? header : undefined;
  }
}

/**
 * Names of a table's columns from what stands over them, in as many lines as they take, with those lines. Nothing, unless
 * each column of values gets a name.
 */
function headerAbove(
  lines: ReadonlyMap<number, Line>,
  { rows: [row], columns }: Table,
): { header: string[]; from: number[] } | undefined {
  const { y: below, size } = (row as Row).first;
  const bounds = boundsOf(columns, size);
  const names = new ColumnNames(columns);
  const from: number[] = [];
  let between = 0;
  const above = [...lines]
    .filter(([, { y, x, end }]) => {
      const isNear = y < below && below - y <= headerReach * size;
      return isNear && end > (bounds[0]?.from ?? 0) && x < (bounds.at(-1)?.to ?? 0);
    })
    .sort(([, a], [, b]) => b.y - a.y);
  for (const [at, line] of above) {
    const { cells, y } = line;
    const places = cells.map((cell) => placeIn(bounds, cell));
    const isTitle = cells.length === 1 && places[0] === 0;
    const isText = !isTitle && cells.some(({ text }) => text.length > maxNameLength);
    if (isRowOfValues(cells) || isText || line.size > size * 1.3) break;
    const isOver = names.areWhole && cells.length > 1 && cells.length * 2 <= columns.length;
    const isApart = places.some((place) => (names.topOf(place) ?? y) - y > size * sameName);
    if (isOver && standOverMiddles(cells, columns) && names.top - y <= nameOverNames * size)
      names.addOver(line);
    else if (isTitle || isApart || isOver || places.includes(-1)) {
      between++;
      if (between > maxLinesBetween) break;
      continue;
    } else for (const [index, place] of places.entries()) names.add(place, y, cells[index]?.text ?? '');
    from.push(at);
  }
  const header = names.header();
  return header && { header, from };
}

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

/** The first row's name where it takes lines of its own beside or above its values: those lines. */
function nameLines(lines: readonly Line[], from: number, after: number, { rows, columns }: Table): number[] {
  const [row] = rows;
  const begin = row?.cells[0];
  if (!row || !begin || columns.length < 2) return [];
  const { size } = row.first;
  const all = boundsOf(columns, size);
  const [bounds] = all;
  const isNamed = placeIn(all, begin) === 0;
  if (!bounds || (isNamed && !/^[\p{Ll}(]/u.test(begin.text))) return [];
  const named: number[] = [];
  for (let at = from - 1; at >= after && named.length < 3; at--) {
    const { cells, y, x, end, size: height, text } = lines[at] as Line;
    const isBeside = Math.abs(row.first.y - y) <= size * (isNamed ? 1.4 : 1.1) * (named.length + 1);
    const isName = cells.length === 1 && x >= bounds.from && end <= bounds.to && !/[.:;]$/.test(text);
    if (!isName || !isBeside || Math.abs(height - size) > 1) break;
    named.unshift(at);
  }
  const text = named.map((at) => (lines[at] as Line).text).join(' ');
  if (text !== '') {
    const name = { ...begin, x: bounds.from, end: columns[0]?.end ?? bounds.to };
    row.cells = isNamed
      ? [{ ...begin, text: `${text} ${begin.text}` }, ...row.cells.slice(1)]
      : [{ ...name, text }, ...row.cells];
  }
  return named;
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
  /** The lowest, which may go on on the next page. */
  last: Table | undefined;
}

/** `before` is the last table of the page before: its names are those of one that goes on here. */
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
