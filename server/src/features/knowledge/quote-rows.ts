import { type Line, saidIn } from './quote-lines.ts';
import type { RankedPassage } from './search.ts';

interface Row {
  line: Line;
  passage: RankedPassage;
}

const between = ' | ';
/** A row of more cells than this is told by those that the question is about. */
const cellsTold = 8;

/**
 * Rows in the order of their value, without those that tell of other things: besides the first only rows that match as
 * well, and rows whose first cell names something else that the question names too.
 */
export function rowsThatAnswer<R extends Row>(rows: readonly R[]): R[] {
  const first = rows[0];
  if (first === undefined) return [];
  const told = new Set(saidIn(first.line.text, first.passage).keys());
  return rows.filter((row) => {
    if (row.line.own >= first.line.own) return true;
    const named = [...saidIn(row.line.text.split(between)[0] ?? '', row.passage).keys()];
    if (named.every((word) => told.has(word))) return false;
    for (const word of named) told.add(word);
    return true;
  });
}

/**
 * A wide row by its first cell, which names it, and the cells that the question's words weigh most in. When none of
 * their columns is asked for by its name, the cells that follow are told as well: one of them will be meant.
 */
export function narrowRow({ line: { text }, passage }: Row): string {
  const cells = text.split(between);
  if (cells.length <= cellsTold) return text;
  const weighed = cells.map((cell, at) => {
    const weights = [...saidIn(cell, passage).values()];
    const column = /^(.*?): /.exec(cell)?.[1] ?? '';
    return {
      cell,
      at,
      weight: weights.reduce((sum, weight) => sum + weight, at === 0 ? Number.POSITIVE_INFINITY : 0),
      isAskedFor: at > 0 && saidIn(column, passage).size > 0,
    };
  });
  const isColumnKnown = weighed.some(({ isAskedFor }) => isAskedFor);
  return weighed
    .filter(({ weight }) => !isColumnKnown || weight > 0)
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, cellsTold)
    .sort((a, b) => a.at - b.at)
    .map(({ cell }) => cell)
    .join(between);
}
