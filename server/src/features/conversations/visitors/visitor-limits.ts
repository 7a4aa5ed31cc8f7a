import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { type RateLimit, requireAttempts } from '../../../kit/limits/rate-limit.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';
import type { KnownVisitor } from '../turns/queries.ts';
import { maxRunningAnswers } from '../turns/turn.ts';
import { identifyVisitor } from './visitor.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Who asks; counts the visitor's message (security S5.6) and throws `rate_limited` when it is one too many. An address has
 * ten times a visitor's share, since offices and schools have one. With the setting at 0 nothing is counted. A
 * token that nobody was given is a new visitor's.
 */
export async function admitVisitor(
  context: Context,
  chatbot: ChatbotRow,
  asker: { address: string; visitorToken?: string | undefined; conversationId?: string | undefined },
): Promise<KnownVisitor> {
  const visitor = await identifyVisitor(context, chatbot, asker);
  const perMinute = context.config.embedMessagesPerMinute;
  if (perMinute === 0) return visitor;
  const address = clientKeyOf(asker.address);
  const { visitorToken: token } = asker;
  const counts: RateLimit[] = [
    { of: `embed address ${address}`, limit: perMinute * 10, windowMs: minute },
    { of: `embed address ${address}`, limit: 2000, windowMs: day },
  ];
  // With a conversation its token is looked at before anything is answered.
  const isKnown = token !== undefined && (asker.conversationId !== undefined || visitor.isKnown);
  if (!isKnown) {
    counts.push({ of: `embed new visitors ${address}`, limit: 200, windowMs: hour });
  } else {
    const of = `embed visitor ${chatbot.id} ${token}`;
    counts.push({ of, limit: perMinute, windowMs: minute }, { of, limit: 100, windowMs: day });
  }
  await requireAttempts(context, counts);
  return visitor;
}

/** Counts a thumb of an address, which writes and tells its owner as a message does, apart from its messages. */
export async function admitRating(context: Context, address: string): Promise<void> {
  const perMinute = context.config.embedMessagesPerMinute;
  if (perMinute === 0) return;
  await requireAttempts(context, [
    { of: `embed thumbs ${clientKeyOf(address)}`, limit: perMinute * 10, windowMs: minute },
  ]);
}

/** Answers of this process, by who waits for them. */
const runningAnswers = new Map<string, number>();

/**
 * Runs an answer, unless as many run for who asks as one may wait for at a time. What is asked at the same moment is
 * not in the database yet, where those of other processes are counted.
 */
export async function* limitRunning<T>(
  who: string,
  answer: AsyncGenerator<T>,
  atOnce = maxRunningAnswers,
): AsyncGenerator<T> {
  const others = runningAnswers.get(who) ?? 0;
  if (others >= atOnce) throw new AppError('rate_limited', { retryAfterSeconds: 5 });
  runningAnswers.set(who, others + 1);
  try {
    yield* answer;
  } finally {
    const left = (runningAnswers.get(who) ?? 1) - 1;
    if (left > 0) runningAnswers.set(who, left);
    else runningAnswers.delete(who);
  }
}
