import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '../errors.ts';

const shape = z.tuple([z.string().max(1000), z.uuid()]);

/** Where a page ended: the sort value and id of its last row, opaque to the caller. */
export const writeCursor = (last: { value: string; id: string } | undefined): string | null =>
  last ? Buffer.from(JSON.stringify([last.value, last.id])).toString('base64url') : null;

/** Throws `invalid_cursor` for anything that `writeCursor` has not made; `isValue` checks the sort value. */
export function readCursor(
  cursor: string | undefined,
  isValue: (value: string) => boolean = () => true,
): { value: string; id: string } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [value, id] = shape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    if (isValue(value) && !value.includes('\0') && value.isWellFormed()) return { value, id };
  } catch {
    // Refused below.
  }
  throw new AppError('invalid_cursor');
}

/** Whether a value is a time as `toISOString` writes it, of a year that the database knows. */
export const isTime = (value: string) =>
  /^(?!0000)\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));

/** Characters by which texts are sorted, lest a cursor be longer than an address may be. */
const sortPrefixLength = 100;

/** The beginning of a text, to be sorted by, in the database and here. */
export const sortPrefixIn = (column: RawBuilder<unknown>) =>
  sql<string>`left(${column}, ${sql.lit(sortPrefixLength)})`;
export const sortPrefixOf = (text: string) => Array.from(text).slice(0, sortPrefixLength).join('');

export interface SortedPage {
  /** The column of the order; with a `-` in front, descending. */
  sort: string;
  /** The sort value and id of the last row seen. */
  after?: { value: string; id: string } | undefined;
  limit: number;
}

/** The rows that follow the last one seen, by a column and then their ids; `isTimed` where the column holds times. */
export function selectPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  column: RawBuilder<unknown>,
  isTimed: boolean,
  { sort, after, limit }: SortedPage,
): SelectQueryBuilder<DB, TB, O> {
  const isFalling = sort.startsWith('-');
  const direction = isFalling ? 'desc' : 'asc';
  const sorted = query.orderBy(column, direction).orderBy(sql`id`, direction).limit(limit);
  if (after === undefined) return sorted;
  const value = isTimed ? new Date(after.value) : after.value;
  return sorted.where(sql<boolean>`(${column}, id) ${isFalling ? sql`<` : sql`>`} (${value}, ${after.id})`);
}

/** The rows of one page, read with one more than it shows; `last` is its last row where another page follows. */
export async function takePage<P extends { limit: number }, R>(
  page: P,
  read: (page: P) => Promise<R[]>,
): Promise<{ shown: R[]; last: R | undefined }> {
  const rows = await read({ ...page, limit: page.limit + 1 });
  const shown = rows.slice(0, page.limit);
  return { shown, last: rows.length > page.limit ? shown.at(-1) : undefined };
}
