import type { Context } from '../../../context.ts';
import type { ChatbotRow } from '../queries.ts';

/** The time of an edit, later than any before: two of one millisecond must not look alike to who has seen the first. */
export const nextEditTime = ({ clock }: Pick<Context, 'clock'>, row: Pick<ChatbotRow, 'updated_at'>) =>
  new Date(Math.max(clock().getTime(), row.updated_at.getTime() + 1));
