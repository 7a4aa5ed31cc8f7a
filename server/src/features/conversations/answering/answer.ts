import type { AnswerEvent } from '@parlance/contract/endpoints/embed';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { getPublicChatbot, type PublicChatbot } from '../../chatbots/service.ts';
import {
  alertOfSpending,
  type Reservation,
  release,
  requestReservation,
  settle,
  sumParts,
  type TokenParts,
} from '../../usage/service.ts';
import { marksOf } from '../turns/marks.ts';
import { type KnownVisitor, releaseAnswer } from '../turns/queries.ts';
import { type Addressee, chargeOf, type Turn } from '../turns/turn.ts';
import { unavailableError } from '../visitors/unavailable.ts';
import { newVisitorTurn, type Question } from '../visitors/visitor.ts';
import type { Answer, AnswerTask } from './answers.ts';
import { decide } from './decision.ts';
import { fallBack, overcomeBy, recordFallback } from './fallback/fallback.ts';
import { type WrittenAnswer, writeAnswer } from './model-answer.ts';
import { findPassages, type Retrieved } from './retrieval/retrieval.ts';
import { storeAnswer, storeQuestion } from './storage.ts';

/** The events of `answer`: its asker's and, before the last, the whole answer as it was stored and what it was charged for. */
type AnsweringEvent = AnswerEvent | { event: 'stored'; data: { answer: Answer; parts: TokenParts } };

/**
 * Answers a visitor who was admitted. A chatbot that is handed over before the question is stored refuses it: then it is asked of
 * whose the chatbot has become.
 */
export async function* answerVisitor(
  context: Context,
  asked: PublicChatbot,
  visitor: KnownVisitor,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  let hasBegun = false;
  try {
    for await (const event of answerOnce(context, asked, visitor, question, signal)) {
      hasBegun = true;
      yield event;
    }
  } catch (error) {
    if (hasBegun || signal.aborted) throw error;
    const now = await getPublicChatbot(context.db, asked.chatbot.public_id).catch(() => undefined);
    if (!now || now.chatbot.owner_id === asked.chatbot.owner_id) throw error;
    const conversation = visitor.conversation && {
      ...visitor.conversation,
      owner_id: now.chatbot.owner_id,
    };
    yield* answerOnce(context, now, { ...visitor, conversation }, question, signal);
  }
}

async function* answerOnce(
  context: Context,
  { chatbot, account }: PublicChatbot,
  visitor: KnownVisitor,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const turn = await newVisitorTurn(context, chatbot, visitor, question);
  for await (const event of answer(context, { chatbot, account }, turn, signal))
    if (event.event !== 'stored') yield event;
}

/**
 * The way of every question, on whatever channel: what bears on it is retrieved, how it is answered decided, the question
 * stored with its tokens reserved, answered, by quotes where they are used up, and the answer stored with its charge. The
 * question is durable before `meta`, the answer and its charge before `done`; what is shown is stored. Ends early, charged for
 * what the provider has sold, when `signal` says that the asker left.
 */
export async function* answer(
  context: Context,
  addressee: Addressee,
  turn: Turn,
  signal: AbortSignal,
): AsyncGenerator<AnsweringEvent> {
  const { clock, db } = context;
  const { conversation, messageId, visitorToken } = turn;
  const task: AnswerTask = { context, ...addressee, turn, signal };
  const retrieved = await findPassages(context, addressee, turn, signal);
  const { decision, request, outcome } = await decideAndStore(task, retrieved).catch((error) =>
    giveUp(task, error),
  );
  let isClaimed = true;
  try {
    yield { event: 'meta', data: { conversationId: conversation.id, messageId, visitorToken } };
    let written: WrittenAnswer;
    let reservation: Reservation | undefined = request;
    if (outcome !== 'held') {
      const instead = fallBack(task, retrieved, decision, request, outcome);
      ({ written, reservation } = await instead.catch((error) => giveUp(task, error)));
    } else if (decision.kind === 'whole') {
      written = { answer: decision.answer, isShown: false, isProviderUp: false, details: decision.details };
    } else written = yield* writeAnswer(task, decision.request, retrieved, request);
    const { details } = written;
    const tokens = sumParts(details.parts);
    if (!written.answer) {
      await (tokens > 0 ? settle(context, db, request, details) : release(db, request));
      if (written.refusal) throw written.refusal;
      return;
    }
    const { text, citations, mode, subjects, smallTalk, fallback } = written.answer;
    // Before what its owner's page hears of, and looks for it then.
    if (fallback) await recordFallback(task, fallback, request);
    const now = clock();
    const overcome = outcome === 'held' ? overcomeBy(task, decision, written) : [];
    if (reservation) {
      const settlement = { reservation, details, now };
      const spent = await storeAnswer(task, written.answer, settlement, overcome);
      isClaimed = false;
      await alertOfSpending(db, settlement, spent);
    } else {
      await storeAnswer(task, written.answer, { reservation, now }, overcome);
      isClaimed = false;
    }
    if (!written.isShown) yield { event: 'delta', data: { text } };
    if (citations.length > 0) yield { event: 'citations', data: { citations } };
    yield { event: 'stored', data: { answer: written.answer, parts: details.parts } };
    yield { event: 'done', data: { mode, messageTokens: tokens, ...marksOf(subjects, smallTalk) } };
  } finally {
    if (isClaimed) await releaseAnswer(db, conversation.id);
  }
}

/** How the question is answered, what that asks of the quota, and what became of it when the question was stored. */
async function decideAndStore(task: AnswerTask, retrieved: Retrieved) {
  const { context, chatbot, account, turn } = task;
  const decision = await decide(task, retrieved);
  const { tokens, due } = decision;
  const work = { ...chargeOf({ chatbot, turn }), tokens, due };
  const request = await requestReservation(context, context.db, work, account);
  return { decision, request, outcome: await storeQuestion(context, chatbot, turn, request) };
}

/**
 * Gives back the tokens that were reserved for the search; throws why the question is not answered. That tokens are used up
 * is no visitor's business.
 */
async function giveUp({ context, chatbot, turn }: AnswerTask, error: unknown): Promise<never> {
  if (context.models.embeddings || context.models.chat)
    await release(context.db, chargeOf({ chatbot, turn }));
  const isQuota = error instanceof AppError && error.code === 'message_quota_exceeded';
  throw isQuota && turn.askedBy === 'visitor' ? unavailableError(chatbot, turn.language) : error;
}
