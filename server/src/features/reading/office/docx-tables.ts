import type { Block } from '../blocks/block.ts';
import { hasNameWithoutValues, isFigure, isNamedColumn, looksLikeHeader } from '../blocks/table-header.ts';

export interface WordCell {
  texts: string[];
  /** Columns that the cell takes. */
  span: number;
  /** Whether it goes on with the cell above it. */
  isMerged: boolean;
}

export interface WordTable {
  rows: WordCell[][];
  cell: WordCell | undefined;
  headerRows: number;
}

/** Fewer lines that stand beside each other in cells of one row may be so by chance. */
const minLinesBeside = 3;
const maxCellLengthBeside = 80;

/** The rows in a row that somebody set as one: in each cell a line for each of them, figures in one column at least. */
function rowsIn(row: WordCell[]): WordCell[][] {
  const filled = row.map(({ texts }) => texts.join('\n').trimEnd().split('\n'));
  const told = filled.filter((lines) => lines.some((line) => line.trim() !== ''));
  const count = told[0]?.length ?? 0;
  const isMany =
    told.length > 1 &&
    count >= minLinesBeside &&
    told.every(
      (lines) => lines.length === count && lines.every(({ length }) => length <= maxCellLengthBeside),
    ) &&
    told.some((lines) => lines.filter(isFigure).length * 2 > count);
  if (!isMany) return [row];
  return Array.from({ length: count }, (_, at) =>
    row.map((cell, column) => ({ ...cell, texts: [filled[column]?.[at]?.trim() ?? ''] })),
  );
}

/** A table's texts by column: a merged cell's text stands in each row and header that it covers. */
export function cellsOf({ rows, headerRows }: WordTable): string[][] {
  const above: string[] = [];
  const apart = rows.flatMap((row, at) => (at < headerRows ? [row] : rowsIn(row)));
  return apart.map((row, at) => {
    const texts: string[] = [];
    for (const { texts: own, span, isMerged } of row) {
      const text = isMerged
        ? (above[texts.length] ?? '')
        : own
            .filter((line) => line !== '')
            .join('\n')
            .trim();
      for (let column = 0; column < span; column++) {
        above[texts.length] = text;
        texts.push(column === 0 || at < headerRows ? text : '');
      }
    }
    return texts;
  });
}

const isFilled = (cell: string | undefined) => cell !== undefined && cell !== '';

/** The number of a table's first rows that name its columns. */
function headerRows(rows: readonly string[][], declared: number): number {
  const [first = [], ...below] = rows;
  // Units may stand between the names and the first row that has one.
  const second = below.find(([name]) => name !== '') ?? below[0];
  if (!second) return 0;
  if (declared > 0) return Math.min(declared, rows.length - 1);
  if (!looksLikeHeader(first, second)) return 0;
  // Two columns are as often names and their values, row by row, as a table: figures below a word tell.
  const isPairs = Math.max(...rows.map((row) => row.length)) === 2;
  return isPairs && !isNamedColumn(rows.map((row) => row[1] ?? '')) ? 0 : 1;
}

/** Several rows of names as one: "Tarifs" over "Réduit" is "Tarifs Réduit". */
function namesOf(rows: readonly string[][]): string[] {
  const [first = []] = rows;
  return first.map((_, column) => [...new Set(rows.map((row) => row[column]).filter(isFilled))].join(' '));
}

/** A table's texts row by row with the names of their columns; what only frames a text is paragraphs. */
export function blocksOfTable(rows: readonly string[][], declaredHeaderRows: number): Block[] {
  // A frame around text, not a table.
  if (rows.every((row) => row.length === 1))
    return rows.map(([text = '']) => ({ kind: 'paragraph', text, position: {} }));
  const named = headerRows(rows, declaredHeaderRows);
  const header = named === 0 ? [] : namesOf(rows.slice(0, named));
  const blocks: Block[] = [];
  if (hasNameWithoutValues(header, rows.slice(named)))
    blocks.push({ kind: 'row', header: [], cells: header, position: { row: 1 } });
  for (const [at, cells] of rows.entries()) {
    if (at >= named) blocks.push({ kind: 'row', header, cells, position: { row: at + 1 } });
  }
  return blocks;
}
