import type { FallbackReason } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { sentencesLeftOut } from '../../../kit/metrics.ts';
import type { ChatbotRow } from '../../chatbots/service.ts';
import type { ReservationOutcome, ReservationRequest } from '../../usage/service.ts';
import {
  type AnswerCharge,
  beginConversation,
  continueConversation,
  insertAnswer,
} from '../turns/queries.ts';
import { fullQuestionOf, isTest, type Turn } from '../turns/turn.ts';
import { hashVisitorToken, visitorTokenMs } from '../turns/visitor-token.ts';
import type { Answer, AnswerTask } from './answers.ts';
import { explainPassage } from './considered-passages.ts';

/**
 * How long a conversation's turn is taken, longer than any answer may take: that of a process that died ends by itself.
 */
const claimMs = 150_000;

const channelOf = (turn: Turn) =>
  isTest(turn) ? 'test' : turn.askedBy === 'program' ? 'api' : (turn.channel ?? 'website');

/**
 * Stores the question, takes its turn to be answered and sets its tokens aside, in one statement. Gives whether there were tokens
 * left: a question that is refused for them is stored all the same.
 */
export async function storeQuestion(
  { db }: Pick<Context, 'db'>,
  chatbot: ChatbotRow,
  turn: Turn,
  request: ReservationRequest,
): Promise<ReservationOutcome> {
  const { conversation, language, visitor } = turn;
  const message = { id: turn.questionId, text: turn.question, understood: turn.understood };
  const now = request.now.getTime();
  const until = new Date(now + claimMs);
  const row = { id: conversation.id, ownerId: chatbot.owner_id, language, visitor };
  if (conversation.isNew) {
    const begun = {
      ...row,
      chatbotId: chatbot.id,
      channel: channelOf(turn),
      tokenHash: hashVisitorToken(turn.visitorToken),
      tokenExpiresAt: new Date(now + visitorTokenMs),
    };
    return beginConversation(db, begun, message, request, until);
  }
  const outcome = await continueConversation(db, row, message, request, until);
  if (outcome === undefined) throw new AppError('conversation_busy');
  return outcome;
}

/**
 * Stores the answer, its unanswered question and its charge, in one statement, which gives the conversation's turn back, too.
 * Gives what the settlement has spent.
 */
export async function storeAnswer(
  { context, chatbot, turn }: AnswerTask,
  answer: Answer,
  charge: AnswerCharge,
  overcome: readonly FallbackReason[],
): Promise<number | null> {
  const { leftOut = [], fallback } = answer;
  // A test's asker has just seen that it was not answered.
  const isKept = answer.mode === 'unanswered' && !isTest(turn);
  const row = {
    id: turn.messageId,
    conversationId: turn.conversation.id,
    ownerId: chatbot.owner_id,
    chatbotId: chatbot.id,
    unansweredId: isKept ? newId(charge.now) : null,
    question: fullQuestionOf(turn),
    language: turn.language,
    text: answer.text,
    mode: answer.mode,
    citations: answer.citations,
    subjects: answer.subjects ?? [],
    smallTalk: answer.smallTalk ?? false,
    // Why a passage was considered is kept where its owner comes back to read it.
    passages: answer.passages.map(
      turn.askedBy === 'tester' ? explainPassage : ({ id, score }) => ({ id, score }),
    ),
    leftOut,
    fallback,
    overcome,
  };
  const spent = await insertAnswer(context.db, row, charge);
  for (const { reason } of leftOut) sentencesLeftOut.inc({ reason });
  return spent;
}
