import type { StatedVisitor } from '@parlance/contract/endpoints/embed';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { randomToken } from '../../../kit/ids.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';
import { detectLanguage } from '../../reading/service.ts';
import { findVisitor, type KnownVisitor } from '../turns/queries.ts';
import { maxRunningAnswers, newTurn, type Turn } from '../turns/turn.ts';
import { hashVisitorToken } from '../turns/visitor-token.ts';
import { unavailableError } from './unavailable.ts';

/** What a visitor's page sends. */
export interface Question {
  text: string;
  conversationId?: string | undefined;
  visitorToken?: string | undefined;
  language?: Language | undefined;
  visitor?: StatedVisitor | undefined;
}

const newcomer: KnownVisitor = { isKnown: false, running: 0, conversation: undefined };

/** Who asks. A token that nobody was given, or that has ended, is a newcomer's. */
export async function identifyVisitor(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  chatbot: ChatbotRow,
  { visitorToken, conversationId }: Pick<Question, 'visitorToken' | 'conversationId'>,
): Promise<KnownVisitor> {
  if (visitorToken === undefined && conversationId === undefined) return newcomer;
  return findVisitor(db, chatbot.id, hashVisitorToken(visitorToken ?? ''), conversationId, clock());
}

/** The turn of a visitor's question, in the conversation that it names or in one to be begun; throws why it has none. */
export async function newVisitorTurn(
  context: Context,
  chatbot: ChatbotRow,
  visitor: KnownVisitor,
  question: Question,
): Promise<Turn> {
  const spoken = detectLanguage(question.text);
  const preferred = question.language ?? chatbot.language;
  if (chatbot.status !== 'active') throw unavailableError(chatbot, spoken ?? preferred);
  const conversation = question.conversationId === undefined ? undefined : requireFound(visitor.conversation);
  // What is taken at this moment is not worth a search.
  if (conversation?.answering_until && conversation.answering_until > context.clock())
    throw new AppError('conversation_busy');
  if (visitor.running >= maxRunningAnswers) throw new AppError('rate_limited', { retryAfterSeconds: 5 });
  const language = spoken ?? conversation?.language ?? preferred;
  return {
    ...(await newTurn(context, question.text, language, conversation)),
    askedBy: 'visitor',
    visitorToken: (visitor.isKnown && question.visitorToken) || randomToken(32),
    visitor: question.visitor,
  };
}
