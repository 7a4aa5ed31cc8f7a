import * as z from 'zod';
import { AppError } from './errors.ts';

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
    // Told below.
  }
  throw new AppError('invalid_cursor');
}

export const isTime = (value: string) => !Number.isNaN(Date.parse(value));
