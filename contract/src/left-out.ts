import * as z from 'zod/mini';

/** Why a sentence that a model wrote was not shown: what in it the passages that it cites don't say. */
export const leftOutReason = z.enum([
  'figure',
  'hour',
  'date',
  'amount',
  'name',
  'address',
  'claim',
  'words',
  'uncited',
  'endless',
]);
export type LeftOutReason = z.output<typeof leftOutReason>;

export const leftOut = z.object({ text: z.string(), reason: leftOutReason });
export type LeftOut = z.output<typeof leftOut>;
