import type { RankedPassage } from '../passages/ranked.ts';
import { type Line, wordsSaid, wordsSaidBy } from './lines.ts';

interface Row {
  line: Line;
  passage: RankedPassage;
}

const between = ' | ';
/** Cells of a row that are quoted: of a larger one, those that the question is about. */
const maxCellsQuoted = 8;

/**
 * Rows in the order of their value, without those that tell of other things: besides the first only rows that match as
 * well, and rows whose first cell names something else that the question names too.
 */
export function selectAnsweringRows<R extends Row>(rows: readonly R[]): R[] {
  const first = rows[0];
  if (first === undefined) return [];
  const told = new Set(wordsSaidBy(first.line.said, first.passage).keys());
  return rows.filter((row) => {
    if (row.line.signs.line >= first.line.signs.line) return true;
    const named = [...wordsSaid(row.line.text.split(between)[0] ?? '', row.passage).keys()];
    if (named.every((word) => told.has(word))) return false;
    for (const word of named) told.add(word);
    return true;
  });
}

/**
 * The number of words of a column's name that the question says, and their share: no rarity tells, each row says them.
 */
function naming(column: string, passage: RankedPassage): { said: number; share: number } {
  const said = wordsSaid(column, passage).size;
  return { said, share: said / Math.max(1, column.split(/[^\p{L}\p{N}]+/u).length) };
}

/**
 * A wide row by its first cell, which names it, the cell that says most of what the question says, and those of the
 * columns that it asks for, the most precisely named ones first. When none of the columns is asked for by its name, the
 * cells that follow are told as well: one of them will be meant.
 */
export function narrowRow({ line: { text }, passage }: Row): string {
  const cells = text.split(between);
  if (cells.length <= maxCellsQuoted) return text;
  const weighed = cells.map((cell, at) => {
    const weight = [...wordsSaid(cell, passage).values()].reduce((sum, weight) => sum + weight, 0);
    const column = /^(.*?): /.exec(cell)?.[1] ?? '';
    return { cell, at, weight, named: naming(column, passage) };
  });
  const [first, ...others] = weighed;
  if (first === undefined) return text;
  const isColumnKnown = others.some(({ named }) => named.said > 0);
  const best = others.reduce((most, one) => (one.weight > most.weight ? one : most));
  const told = others
    .filter((one) => one !== best && (!isColumnKnown || one.weight > 0))
    .sort(
      (a, b) =>
        b.named.said - a.named.said || b.named.share - a.named.share || b.weight - a.weight || a.at - b.at,
    );
  return [first, best, ...told]
    .slice(0, maxCellsQuoted)
    .sort((a, b) => a.at - b.at)
    .map(({ cell }) => cell)
    .join(between);
}
