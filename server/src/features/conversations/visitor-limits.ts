import type { Context } from '../../context.ts';
import { AppError } from '../../kit/errors.ts';
import { type Count, takeTurn } from '../../kit/rate-limit.ts';
import type { ChatbotRow } from '../chatbots/service.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** IPv6 visitors change their address within their /64. */
const networkOf = (address: string) =>
  address.includes(':') && !address.includes('.') ? address.split(':').slice(0, 4).join(':') : address;

/**
 * Counts a visitor's message (security S5.6); throws `rate_limited` when it is one too many. An address has
 * ten times a visitor's share, since offices and schools have one. With the setting at 0 nothing is counted.
 */
export async function admitVisitor(
  context: Context,
  chatbot: ChatbotRow,
  visitor: { address: string; visitorToken?: string | undefined },
): Promise<void> {
  const perMinute = context.config.embedMessagesPerMinute;
  if (perMinute === 0) return;
  const address = networkOf(visitor.address);
  const counts: Count[] = [
    { of: `embed address ${address}`, limit: perMinute * 10, windowMs: minute },
    { of: `embed address ${address}`, limit: 2000, windowMs: day },
  ];
  if (visitor.visitorToken === undefined) {
    counts.push({ of: `embed new visitors ${address}`, limit: 200, windowMs: hour });
  } else {
    const of = `embed visitor ${chatbot.id} ${visitor.visitorToken}`;
    counts.push({ of, limit: perMinute, windowMs: minute }, { of, limit: 100, windowMs: day });
  }
  const retryAfterSeconds = await takeTurn(context, counts);
  if (retryAfterSeconds !== undefined) throw new AppError('rate_limited', { retryAfterSeconds });
}
