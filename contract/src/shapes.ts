import * as z from 'zod/mini';
import { limits } from './limits.ts';

export const id = z.uuid();
/** An instant, in ISO 8601 and UTC. */
export const time = z.iso.datetime();
export const count = z.int().check(z.nonnegative());

/** A character that can be seen. */
const visible = /[^\s\p{Cc}\p{Cf}]/u;

/** Text from outside: bounded, without the characters that PostgreSQL refuses; blanks alone are no text of one letter. */
export const plainText = (max: number, min = 0) =>
  z.string().check(
    z.refine((text) => !text.includes('\0') && text.isWellFormed(), { error: 'invalid_characters' }),
    z.minLength(min),
    z.maxLength(max),
    z.refine((text) => min === 0 || text === '' || visible.test(text), { error: 'too_short' }),
  );

/** A whole number in a query string. */
export const queryNumber = (min: number, max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  );

export const page = {
  limit: z._default(queryNumber(limits.pageSize.min, limits.pageSize.max), limits.pageSize.default),
  cursor: z.optional(z.string().check(z.maxLength(1024))),
};
export const nextCursor = z.nullable(z.string());

export const position = z.object({
  page: z.optional(count),
  /** The last page or row, where what it tells of goes on over several. */
  pageEnd: z.optional(count),
  heading: z.optional(z.string()),
  sheet: z.optional(z.string()),
  row: z.optional(count),
  rowEnd: z.optional(count),
});
export type Position = z.output<typeof position>;

/** RFC 9457, as `design/api` shapes it. */
export const problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }))),
});
export type Problem = z.output<typeof problem>;
