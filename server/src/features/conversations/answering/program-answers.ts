import type { Citation } from '@parlance/contract/endpoints/embed';
import type { TestEvent, WholeAnswer } from '@parlance/contract/endpoints/test-answers';
import type { Context } from '../../../context.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { randomToken } from '../../../kit/ids.ts';
import { requireAttempts } from '../../../kit/limits/rate-limit.ts';
import { type ChatbotRow, getChatbot } from '../../chatbots/service.ts';
import { detectLanguage } from '../../reading/service.ts';
import { programConversation } from '../turns/own-queries.ts';
import { newTurn, type Turn } from '../turns/turn.ts';
import { unavailableError } from '../visitors/unavailable.ts';
import { tellOwner } from './test-answers.ts';

const minuteMs = 60_000;

/**
 * Answers a program that asks with its owner's API key, as it would a visitor: not while the chatbot is paused, within its caps, and
 * kept with the conversations. That the account's tokens are used up, and what they went to, it is told: it is the owner's.
 */
export async function* answerProgram(
  context: Context,
  ownerId: string,
  chatbotId: string,
  question: { text: string; conversationId?: string | undefined },
  signal: AbortSignal,
): AsyncGenerator<TestEvent> {
  const chatbot = await getChatbot(context.db, ownerId, chatbotId);
  await admitProgram(context, ownerId);
  const turn = await newProgramTurn(context, chatbot, question);
  yield* tellOwner(context, chatbot, turn, signal);
}

/** A program asks for many people, so that it has what an address of them has. */
async function admitProgram(context: Context, ownerId: string): Promise<void> {
  const limit = context.config.embedMessagesPerMinute * 10;
  if (limit === 0) return;
  const of = `answers to programs ${ownerId}`;
  await requireAttempts(context, [{ of, limit, windowMs: minuteMs }]);
}

async function newProgramTurn(
  context: Context,
  chatbot: ChatbotRow,
  { text, conversationId: id }: { text: string; conversationId?: string | undefined },
): Promise<Turn> {
  const spoken = detectLanguage(text);
  if (chatbot.status !== 'active') throw unavailableError(chatbot, spoken ?? chatbot.language);
  const known =
    id === undefined ? undefined : requireFound(await programConversation(context.db, chatbot, id));
  if (known?.answering_until && known.answering_until > context.clock())
    throw new AppError('conversation_busy');
  const language = spoken ?? (known ?? chatbot).language;
  const turn = await newTurn(context, text, language, known);
  // Its owner opens it: nobody holds the token.
  return { ...turn, askedBy: 'program', visitorToken: randomToken(32) };
}

/** An answer in one piece; throws what an `error` event would tell, and where it ended before its end. */
export async function gatherAnswer(events: AsyncGenerator<TestEvent>): Promise<WholeAnswer> {
  let text = '';
  let citations: Citation[] = [];
  let begun: Pick<WholeAnswer, 'conversationId' | 'messageId' | 'understood'> | undefined;
  for await (const { event, data } of events) {
    if (event === 'meta') begun = data;
    else if (event === 'delta') text += data.text;
    else if (event === 'citations') citations = data.citations;
    else if (event === 'done' && begun) return { ...begun, text, citations, ...data };
  }
  throw new AppError('unavailable', { retryAfterSeconds: 5 });
}
