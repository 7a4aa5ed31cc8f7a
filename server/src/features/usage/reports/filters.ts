import type { QueryOf } from '@parlance/contract/endpoint';
import type { getUsageHistory, Operation, TokenType } from '@parlance/contract/endpoints/usage';
import { type RawBuilder, sql } from 'kysely';
import { type Range, rangeOf } from './ranges.ts';

/** Which entries. */
interface EntryFilter {
  /** Null: of no chatbot. */
  chatbotId?: string | null | undefined;
  tokenType?: TokenType | undefined;
  operation?: Operation | undefined;
}

/** And whose, of which time. */
export interface LedgerFilter extends EntryFilter, Range {
  ownerId: string;
}

/** Who asks, and by which clocks. */
export interface Reader {
  ownerId: string;
  timeZone: string;
  now: Date;
}

export const filterOf = (
  query: Omit<QueryOf<typeof getUsageHistory>, 'bucket'>,
  { ownerId, timeZone, now }: Reader,
): LedgerFilter => ({
  ...rangeOf(query, timeZone, now),
  ownerId,
  chatbotId: query.chatbotId === 'unassigned' ? null : query.chatbotId,
  tokenType: query.tokenType,
  operation: query.operation,
});

/** Whether more than the range is asked for. */
export const isSelective = ({ chatbotId, tokenType, operation }: EntryFilter): boolean =>
  chatbotId !== undefined || tokenType !== undefined || operation !== undefined;

/** What holds for the rows of a filter, besides their owner and time: of the ledger, and of the sums of its hours and days alike. */
export function matches(
  row: 'e' | 'h' | 'd',
  { chatbotId, tokenType, operation }: EntryFilter,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${row}.${name}`);
  const conditions = [sql`true`];
  if (chatbotId === null) conditions.push(sql`${column('chatbot_id')} is null`);
  if (typeof chatbotId === 'string') conditions.push(sql`${column('chatbot_id')} = ${chatbotId}::uuid`);
  if (tokenType) conditions.push(sql`${column('token_type')} = ${tokenType}`);
  if (operation) conditions.push(sql`${column('operation')} = ${operation}`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
