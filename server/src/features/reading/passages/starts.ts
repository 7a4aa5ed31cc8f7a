import type { Position } from '../blocks/block.ts';
import type { Span } from './sentences.ts';

/** A text that stands in no row, such as a heading above a table. */
const none = 0;

/**
 * Where pages, or rows, begin in a passage's text: an offset and a number in turn, in the text's order. A passage has
 * one or the other. Numbers need not ascend: a footnote of a page follows a paragraph that goes on on the next.
 */
export class StartsInText {
  readonly #starts: number[] = [];

  add(at: number, number = none): void {
    if (this.#starts.at(-1) !== number) this.#starts.push(at, number);
  }

  /** The starts; nothing, where all of the text has the one place that its position names. */
  list(): number[] {
    return this.#starts.length > 2 ? this.#starts : [];
  }

  /** The last page or row of a text, where its position names the first only. */
  ends({ page, row }: Position): Position {
    const numbers = this.#starts.filter((number, at) => at % 2 === 1 && number !== none);
    const last = numbers.at(-1) ?? none;
    if (page !== undefined) {
      const furthest = Math.max(page, ...numbers);
      return furthest > page ? { pageEnd: furthest } : {};
    }
    // Of several tables each counts its own rows.
    const isOneTable = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? none));
    return row !== undefined && isOneTable && last > row ? { rowEnd: last } : {};
  }
}

/** The page or row in which a part of a passage begins and the last that it reaches; undefined where it has none. */
export function numbersAt(
  starts: readonly number[],
  { start, end }: Span,
): { first: number; last: number } | undefined {
  const met: number[] = [];
  for (let at = 0; at < starts.length; at += 2) {
    const begins = starts[at] as number;
    const ends = starts[at + 2] ?? Number.POSITIVE_INFINITY;
    const number = starts[at + 1] as number;
    if (begins < end && start < ends && number !== none) met.push(number);
  }
  const [first] = met;
  return first === undefined ? undefined : { first, last: Math.max(...met) };
}
