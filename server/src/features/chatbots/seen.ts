import type { Context } from '../../context.ts';
import type { ChatbotRow } from './queries.ts';
import { markSeen } from './queries.ts';

const restMs = 60_000;

/**
 * Remembers the customer's page that has just loaded the chatbot, at most once a minute. Not awaited: no visitor waits
 * for it, and what is lost is seen again with the next one.
 */
export function noteSeen(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  chatbot: Pick<ChatbotRow, 'id' | 'seen_at'>,
  origin: string | undefined,
  own: ReadonlySet<string>,
): void {
  if (origin === undefined || own.has(origin) || !URL.canParse(origin)) return;
  const { protocol, host } = new URL(origin);
  if ((protocol !== 'https:' && protocol !== 'http:') || host.length > 260) return;
  const now = clock();
  const before = new Date(now.getTime() - restMs);
  if (chatbot.seen_at !== null && chatbot.seen_at > before) return;
  markSeen(db, chatbot.id, { host, at: now, before }).catch((error) =>
    log.debug({ error, chatbotId: chatbot.id }, 'where the chatbot was seen was not written'),
  );
}
