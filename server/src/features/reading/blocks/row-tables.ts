import type { Block, Position } from './block.ts';
import { isFigure, looksLikeHeader } from './table-header.ts';

export interface TableRow {
  number: number;
  cells: string[];
}

const countFilled = (row: readonly string[]) => row.filter((text) => text !== '').length;
const isFilledAt = (row: readonly string[], at: number) => (row[at] ?? '') !== '';
/** Whether a row holds nothing beside the columns that have a name. */
const isWithin = (row: readonly string[], header: readonly string[]) =>
  row.every((text, at) => text === '' || isFilledAt(header, at));

/** Words over figures: this can only be a header. */
const standsOverFigures = (names: readonly string[], row: readonly string[]) =>
  names.every((name) => !isFigure(name)) && row.some((cell, at) => isFilledAt(names, at) && isFigure(cell));

/** Two rows of names as one: what stands over several columns ("2023") is said in each ("2023 Quantité"). */
function joinHeaderNames(upper: readonly string[], lower: readonly string[]): string[] {
  let over = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => {
    over = isFilledAt(upper, at) ? (upper[at] as string) : isFilledAt(lower, at) ? over : '';
    return [...new Set([over, lower[at] ?? ''])].filter((text) => text !== '').join(' ');
  });
}

/** Whether the upper of two rows has gaps that the lower fills, so that both together name the columns. */
const isUpperHeader = (upper: readonly string[], lower: readonly string[]) =>
  lower.every((cell) => !isFigure(cell)) &&
  countFilled(lower) > 1 &&
  lower.some(
    (_, at) =>
      isFilledAt(lower, at) && !isFilledAt(upper, at) && upper.slice(0, at).some((text) => text !== ''),
  );

/** Whether the lower of two rows goes on with the names of the upper: their units, the rest of them. */
const isLowerHeader = (upper: readonly string[], lower: readonly string[]) =>
  !isFilledAt(lower, 0) &&
  countFilled(lower) > 0 &&
  lower.every((cell) => !isFigure(cell)) &&
  isWithin(lower, upper);

const questionColumnName = /^(?:questions?|q|demandes?)$/i;
const answerColumnName = /^(?:r[ée]ponses?|answers?|r|a)$/i;

interface PairColumns {
  questionColumn: number;
  answerColumn: number;
}

function pairColumns(header: readonly string[]): PairColumns | undefined {
  const questionColumn = header.findIndex((name) => questionColumnName.test(name.trim()));
  const answerColumn = header.findIndex((name) => answerColumnName.test(name.trim()));
  return questionColumn < 0 || answerColumn < 0 ? undefined : { questionColumn, answerColumn };
}

/** A row of a list of questions and answers: the pair, then what its other columns say. Undefined where one is missing. */
function pairOf(
  { questionColumn, answerColumn }: PairColumns,
  header: readonly string[],
  cells: readonly string[],
  position: Position,
): Block[] | undefined {
  const text = cells[questionColumn]?.trim() ?? '';
  const answer = cells[answerColumn]?.trim() ?? '';
  if (!/\p{L}/u.test(text) || answer === '' || text.length > maxQuestionLength) return undefined;
  const others = cells.map((cell, at) => (at === questionColumn || at === answerColumn ? '' : cell));
  const pair: Block[] = [
    { kind: 'heading', level: 6, text, position },
    { kind: 'paragraph', text: answer, position },
  ];
  return countFilled(others) === 0
    ? pair
    : [...pair, { kind: 'row', header: [...header], cells: others, position }];
}
const maxQuestionLength = 300;

/**
 * Tables among rows, each row with the names of its columns. A table begins after a gap, under its
 * title, and its header may take two rows; rows after a gap that have no header of their own go on under the last.
 */
export class RowTables {
  readonly #sheet: string | undefined;
  readonly #waiting: TableRow[] = [];
  /** The header of the table that goes on; undefined while the next one is looked for. */
  #header: string[] | undefined;
  /** The columns of its questions and answers, if it is a list of them. */
  #pairs: PairColumns | undefined;
  /** The header of the table before the gap. */
  #before: string[] | undefined;
  /** Whether a line stood alone since then: a title, mostly of another table. */
  #hadLine = false;
  #last = 0;

  /** Without a sheet the rows are a program's, which merges no cells and names its columns in one row. */
  constructor(sheet?: string) {
    this.#sheet = sheet;
  }

  *add(row: TableRow): Generator<Block> {
    if (row.number > this.#last + 1 && this.#last > 0) {
      yield* this.#settle(true);
      this.#before = this.#header ?? this.#before;
      this.#header = undefined;
      this.#hadLine = false;
    }
    this.#last = row.number;
    if (this.#header) yield* this.#tell(row, this.#header);
    else {
      this.#waiting.push(row);
      yield* this.#settle(false);
    }
  }

  *end(): Generator<Block> {
    yield* this.#settle(true);
  }

  #position(row: TableRow): Position {
    return this.#sheet === undefined ? { row: row.number } : { sheet: this.#sheet, row: row.number };
  }

  *#tell(row: TableRow, header: string[]): Generator<Block> {
    // A name of a group, or a line below the table.
    if (this.#sheet !== undefined && countFilled(row.cells) === 1 && countFilled(header) > 2)
      yield this.#line(row);
    else {
      const position = this.#position(row);
      const pair = this.#pairs && pairOf(this.#pairs, header, row.cells, position);
      yield* pair ?? [{ kind: 'row', header, cells: row.cells, position }];
    }
  }

  #line(row: TableRow): Block {
    const text = row.cells.filter((cell) => cell !== '').join(' ');
    return { kind: 'paragraph', text, position: this.#position(row) };
  }

  /** Finds the header among the rows that wait, as soon as enough of them do; `isLast`: no more will come. */
  *#settle(isLast: boolean): Generator<Block> {
    while (this.#header === undefined) {
      const [first, second, third] = this.#waiting as [TableRow?, TableRow?, TableRow?];
      if (!first) return;
      if (!second) {
        if (!isLast) return;
        const header = this.#before && this.#goesOn(this.#before, first.cells) ? this.#before : [];
        this.#waiting.length = 0;
        if (countFilled(first.cells) > 1)
          yield { kind: 'row', header, cells: first.cells, position: this.#position(first) };
        else yield this.#line(first);
        return;
      }
      // Lines above a table (its title, a date) have one cell or two; the header has the table's width.
      if (countFilled(first.cells) < 2 || countFilled(first.cells) * 2 < countFilled(second.cells)) {
        yield this.#line(first);
        this.#hadLine = true;
        this.#waiting.shift();
        continue;
      }
      const isOver = isUpperHeader(first.cells, second.cells);
      const isUnder = isLowerHeader(first.cells, second.cells);
      const isWide = this.#sheet !== undefined && (isOver || isUnder);
      if (isWide && !third && !isLast) return;
      const isNamed =
        third !== undefined &&
        ((isOver && looksLikeHeader(second.cells, third.cells)) ||
          (isFilledAt(third.cells, 0) && standsOverFigures(second.cells, third.cells)));
      if (isWide && isNamed) {
        const header = joinHeaderNames(first.cells, second.cells);
        yield { kind: 'row', header: [], cells: header, position: this.#position(first) };
        yield* this.#begin(header, 2);
        return;
      }
      if (this.#before && this.#goesOn(this.#before, first.cells, second.cells)) {
        yield* this.#begin(this.#before, 0);
        return;
      }
      // The header is given once, as a row by itself: a column may have a name and no values.
      yield { kind: 'row', header: [], cells: first.cells, position: this.#position(first) };
      yield* this.#begin(this.#isHeader(first.cells, second.cells) ? first.cells : [], 1);
    }
  }

  /** Whether rows after a gap belong to the table before it. */
  #goesOn(header: readonly string[], first: readonly string[], second: readonly string[] = []): boolean {
    if (!isWithin(first, header) || standsOverFigures(first, second)) return false;
    return !this.#hadLine || first.some(isFigure);
  }

  /** Whether a row is a header: two columns of words are as often names and their values, row by row. */
  #isHeader(first: readonly string[], second: readonly string[]): boolean {
    const isPair = this.#sheet !== undefined && countFilled(first) === 2 && !pairColumns(first);
    if (isPair && countFilled(second) === 2 && !standsOverFigures(first, second)) return false;
    return looksLikeHeader(first, second);
  }

  *#begin(header: string[], told: number): Generator<Block> {
    this.#header = header;
    this.#pairs = pairColumns(header);
    for (const row of this.#waiting.splice(0).slice(told)) yield* this.#tell(row, header);
  }
}
