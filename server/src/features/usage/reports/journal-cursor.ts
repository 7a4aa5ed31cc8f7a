import { createHash } from 'node:crypto';
import { readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import type { Range } from './ranges.ts';

/** Where a page ended, and the range that it showed: the pages of one list show the same, however long one reads. */
export interface JournalPlace extends Range {
  at: Date;
  id: string;
}

/** What a cursor belongs to, in a few letters. */
const digestOf = (query: object): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 12);

/** Throws `invalid_cursor` for one of another query. */
export function readJournalCursor(query: object, cursor: string | undefined): JournalPlace | undefined {
  const read = readCursor(cursor, (value) => placeOf.exec(value)?.[1] === digestOf(query));
  if (!read) return undefined;
  const [, , from, before, at] = placeOf.exec(read.value) ?? [];
  const dateOf = (ms: string | undefined) => new Date(Number(ms));
  return { from: dateOf(from), before: dateOf(before), at: dateOf(at), id: read.id };
}

const placeOf = /^([\w-]{12}) (\d{1,13}) (\d{1,13}) (\d{1,13})$/;

/** `query`: all that chose and ordered the page. */
export function writeJournalCursor(query: object, place: JournalPlace | undefined): string | null {
  if (!place) return null;
  const { from, before, at, id } = place;
  return writeCursor({ value: [digestOf(query), ...[from, before, at].map(Number)].join(' '), id });
}
