import type { SummaryPeriod } from '@parlance/contract/endpoints/summaries';
import type { SummaryRow } from '../queries.ts';
import type { Span } from './queries.ts';

const hourMs = 3_600_000;
export const periodMs: Record<SummaryPeriod, number> = {
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
};

/** The conversations that a summary tells of. */
export const spanOf = (row: SummaryRow): Span => ({
  ownerId: row.owner_id,
  chatbotId: row.chatbot_id,
  from: row.starts_at,
  to: row.ends_at,
});
