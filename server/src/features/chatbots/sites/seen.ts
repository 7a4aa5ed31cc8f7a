import type { Context } from '../../../context.ts';
import type { ChatbotRow } from '../queries.ts';
import { markPage } from '../queries.ts';

const restMs = 60_000;

type Noted = [
  context: Pick<Context, 'db' | 'clock' | 'log'>,
  chatbot: Pick<ChatbotRow, 'id' | 'seen_at' | 'refused_at'>,
  origin: string | undefined,
  own: ReadonlySet<string>,
];

/**
 * Remembers the customer's page that has just loaded the chatbot, at most once a minute. Not awaited: no visitor waits
 * for it, and what is lost is seen again with the next one.
 */
export const noteSeen = (...noted: Noted) => note('seen', ...noted);

/** The same of a page that asked for the chatbot in vain, since its domain is not allowed. */
export const noteRefused = (...noted: Noted) => note('refused', ...noted);

function note(what: 'seen' | 'refused', ...[{ db, clock, log }, chatbot, origin, own]: Noted): void {
  if (origin === undefined || own.has(origin) || !URL.canParse(origin)) return;
  const { protocol, host } = new URL(origin);
  if ((protocol !== 'https:' && protocol !== 'http:') || host.length > 260) return;
  const now = clock();
  const before = new Date(now.getTime() - restMs);
  const last = chatbot[`${what}_at`];
  if (last !== null && last > before) return;
  markPage(db, chatbot.id, what, { host, at: now, before }).catch((error) =>
    log.debug({ error, chatbotId: chatbot.id, what }, 'where the chatbot was loaded was not written'),
  );
}
