import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { clientKeyOf } from '../../../kit/http/server/client-address.ts';
import { countAttempts, type RateLimit } from '../../../kit/rate-limit.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';
import { hashToken, maxRunningAnswers } from '../answering/answer.ts';
import { isVisitorKnown } from '../turns/queries.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Counts a visitor's message (security S5.6); throws `rate_limited` when it is one too many. An address has
 * ten times a visitor's share, since offices and schools have one. With the setting at 0 nothing is counted. A
 * token that nobody was given is a new visitor's.
 */
export async function admitVisitor(
  context: Context,
  chatbot: ChatbotRow,
  visitor: { address: string; visitorToken?: string | undefined; conversationId?: string | undefined },
): Promise<void> {
  const perMinute = context.config.embedMessagesPerMinute;
  if (perMinute === 0) return;
  const address = clientKeyOf(visitor.address);
  const { visitorToken: token } = visitor;
  const counts: RateLimit[] = [
    { of: `embed address ${address}`, limit: perMinute * 10, windowMs: minute },
    { of: `embed address ${address}`, limit: 2000, windowMs: day },
  ];
  const isKnown =
    token !== undefined &&
    // With a conversation its token is looked at before anything is answered.
    (visitor.conversationId !== undefined ||
      (await isVisitorKnown(context.db, chatbot.id, hashToken(token), context.clock())));
  if (!isKnown) {
    counts.push({ of: `embed new visitors ${address}`, limit: 200, windowMs: hour });
  } else {
    const of = `embed visitor ${chatbot.id} ${token}`;
    counts.push({ of, limit: perMinute, windowMs: minute }, { of, limit: 100, windowMs: day });
  }
  const retryAfterSeconds = await countAttempts(context, counts);
  if (retryAfterSeconds !== undefined) throw new AppError('rate_limited', { retryAfterSeconds });
}

/** Counts a thumb of an address, which writes and tells its owner as a message does, apart from its messages. */
export async function admitRating(context: Context, address: string): Promise<void> {
  const perMinute = context.config.embedMessagesPerMinute;
  if (perMinute === 0) return;
  const retryAfterSeconds = await countAttempts(context, [
    { of: `embed thumbs ${clientKeyOf(address)}`, limit: perMinute * 10, windowMs: minute },
  ]);
  if (retryAfterSeconds !== undefined) throw new AppError('rate_limited', { retryAfterSeconds });
}

/** Answers of this process, by who waits for them. */
const runningAnswers = new Map<string, number>();

/**
 * An answer, unless as many run for who asks as one may wait for at once. What is asked at the same moment is not in the
 * database yet, where those of other processes are counted.
 */
export async function* limitRunning<T>(who: string, answer: AsyncGenerator<T>): AsyncGenerator<T> {
  const others = runningAnswers.get(who) ?? 0;
  if (others >= maxRunningAnswers) throw new AppError('rate_limited', { retryAfterSeconds: 5 });
  runningAnswers.set(who, others + 1);
  try {
    yield* answer;
  } finally {
    const left = (runningAnswers.get(who) ?? 1) - 1;
    if (left > 0) runningAnswers.set(who, left);
    else runningAnswers.delete(who);
  }
}
