import { isDash, isFigure, isYear } from '../blocks/table-header.ts';
import type { Line } from './lines.ts';
import type { Cell, Row, Table } from './table-rows.ts';

/** The reach above a table, in heights of its letters, in which its columns' names are looked for. */
const headerReach = 9;
const maxNameLength = 40;
/** The lines of one name stand as close as this, in heights of their letters; a name over several columns a little less. */
const sameName = 1.4;
const nameOverNames = 3;
/** The lines that may stand between a table and its columns' names: titles of its parts, names over several columns. */
const maxLinesBetween = 4;

/** The bounds of columns: the middle between two of them parts what belongs to them. */
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

/** Whether the names are figures that count on: grades, months, floors. */
export function areCounted(names: readonly string[]): boolean {
  const figures = names.filter((name) => isFigure(name)).map(Number);
  return (
    figures.length > 2 && figures.every((figure, at) => at === 0 || figure === (figures[at - 1] ?? 0) + 1)
  );
}

export const isRowOfValues = (cells: readonly Cell[]) =>
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

/** The names of columns as they are put together, each from the lines that stand over its column. */
class ColumnNames {
  readonly #columns: Table['columns'];
  readonly #names: { y: number; text: string }[][];

  constructor(columns: Table['columns']) {
    this.#columns = columns;
    this.#names = columns.map(() => []);
  }

  /** Whether each column of values has a name. */
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

  /** Adds names over several columns, each of which has its own: the nearest is each one's. */
  addOver({ cells, y }: Line) {
    for (const [column, { x, end }] of this.#columns.entries()) {
      if (column === 0) continue;
      const away = cells.map((cell) => Math.abs(cell.x + cell.end - x - end));
      this.add(column, y, cells[away.indexOf(Math.min(...away))]?.text ?? '');
    }
  }

  /** The names in their order; undefined, unless they are names and tell the columns apart. */
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
export function headerAbove(
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

/** The first row's name where it takes lines of its own beside or above its values: those lines. */
export function nameLines(
  lines: readonly Line[],
  from: number,
  after: number,
  { rows, columns }: Table,
): number[] {
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
