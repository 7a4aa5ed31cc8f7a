import type { Context } from '../../../context.ts';
import type { ChatbotRow } from '../queries.ts';
import { markPage } from '../queries.ts';

const minIntervalMs = 60_000;

type PageLoad = [
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  chatbot: Pick<ChatbotRow, 'id' | 'seen_at' | 'refused_at'>,
  origin: string | undefined,
  own: ReadonlySet<string>,
];

/**
 * Remembers the customer's page that has just loaded the chatbot, at most once a minute. Not awaited: no visitor waits
 * for it, and what is lost is seen again with the next one.
 */
export const recordPageSeen = (...noted: PageLoad) => recordPage('seen', ...noted);

/** Remembers, as `recordPageSeen` does, a page that asked for the chatbot in vain, since its domain is not allowed. */
export const recordPageRefused = (...noted: PageLoad) => recordPage('refused', ...noted);

function recordPage(what: 'seen' | 'refused', ...[{ db, clock, log }, chatbot, origin, own]: PageLoad): void {
  if (origin === undefined || own.has(origin) || !URL.canParse(origin)) return;
  const { protocol, host } = new URL(origin);
  if ((protocol !== 'https:' && protocol !== 'http:') || host.length > 260) return;
  const now = clock();
  const before = new Date(now.getTime() - minIntervalMs);
  const last = chatbot[`${what}_at`];
  if (last !== null && last > before) return;
  markPage(db, chatbot.id, what, { host, at: now, before }).catch((error) =>
    log.debug({ error, chatbotId: chatbot.id, what }, 'where the chatbot was loaded was not written'),
  );
}
