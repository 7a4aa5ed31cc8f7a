import type { AnsweringDraft } from '@parlance/contract/endpoints/chatbots';
import type { Citation } from '@parlance/contract/endpoints/embed';
import type { TestEvent, TestMessage } from '@parlance/contract/endpoints/test-answers';
import type { FallbackReason } from '@parlance/contract/endpoints/usage';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { randomToken } from '../../../kit/ids.ts';
import { applyDraft, type ChatbotRow, getChatbot, refuseUnofferedModel } from '../../chatbots/service.ts';
import { detectLanguage } from '../../reading/service.ts';
import { getNamedPassages } from '../../sources/service.ts';
import { partsOfCauses, type TokenParts } from '../../usage/service.ts';
import { marksOf } from '../turns/marks.ts';
import { countRunningTests, testConversation, testMessagesOf } from '../turns/own-queries.ts';
import { causeOf, maxRunningAnswers, newTurn, type Turn } from '../turns/turn.ts';
import { answer } from './answer.ts';
import { explainPassage, presentConsidered } from './considered-passages.ts';

/** The passages that an answer uses: those that it cites. */
const usedIn = (citations: readonly Citation[]) => new Set(citations.map(({ passageId }) => passageId));

/**
 * Answers the owner of a chatbot as it would a visitor, also while it is paused, and tells which passages were
 * considered. Charged as an answer; it counts as no visitor's conversation, as no unanswered question and towards no
 * cap of the chatbot. With `draft` as if that had been saved.
 */
export async function* answerTest(
  context: Context,
  ownerId: string,
  chatbotId: string,
  question: { text: string; conversationId?: string | undefined; draft?: AnsweringDraft | undefined },
  signal: AbortSignal,
): AsyncGenerator<TestEvent> {
  const saved = await getChatbot(context.db, ownerId, chatbotId);
  await refuseUnofferedModel(context, context.db, saved, question.draft?.model);
  const chatbot = applyDraft(saved, question.draft);
  const turn = await newTestTurn(context, chatbot, question);
  yield* tellOwner(context, chatbot, turn, signal);
}

/** The events of an answer to the chatbot's owner, or to a program of theirs; only the owner is told what was considered. */
export async function* tellOwner(
  context: Context,
  chatbot: ChatbotRow,
  turn: Turn,
  signal: AbortSignal,
): AsyncGenerator<TestEvent> {
  let parts: TokenParts = [];
  let why: { fallback?: FallbackReason } = {};
  for await (const event of answer(context, { chatbot }, turn, signal)) {
    if (event.event === 'meta') {
      const { conversationId, messageId } = event.data;
      const { understood } = turn;
      yield {
        event: 'meta',
        data: { conversationId, messageId, ...(understood === undefined ? {} : { understood }) },
      };
    } else if (event.event === 'stored') {
      const { citations, passages, leftOut = [], fallback } = event.data.answer;
      parts = event.data.parts;
      if (fallback) why = { fallback };
      if (turn.askedBy === 'program') continue;
      const used = usedIn(citations);
      const considered = passages.map((passage) => presentConsidered(passage, explainPassage(passage), used));
      const notShown = leftOut.length > 0 ? { leftOut: [...leftOut] } : {};
      yield { event: 'passages', data: { passages: considered, ...notShown } };
    } else if (event.event === 'done')
      yield { event: 'done', data: { ...event.data, parts: [...parts], ...why } };
    else yield event;
  }
}

/** A test's turn in its conversation, whose visitor's token nobody holds: the account opens it. */
async function newTestTurn(
  context: Context,
  chatbot: ChatbotRow,
  question: { text: string; conversationId?: string | undefined },
): Promise<Turn> {
  const now = context.clock();
  const { conversationId: id, text } = question;
  const known = id === undefined ? undefined : requireFound(await testConversation(context.db, chatbot, id));
  if (known?.answering_until && known.answering_until > now) throw new AppError('conversation_busy');
  if ((await countRunningTests(context.db, chatbot, now)) >= maxRunningAnswers)
    throw new AppError('rate_limited', { retryAfterSeconds: 5 });
  const language = detectLanguage(text) ?? (known ?? chatbot).language;
  const turn = await newTurn(context, text, language, known);
  return { ...turn, askedBy: 'tester', visitorToken: randomToken(32) };
}

/**
 * Has a check's question answered as a test, in a conversation of its own and under ids that it was given beforehand:
 * whatever was charged for them is not charged again. Once begun, it is answered to its end.
 */
export async function answerCheck(
  context: Context,
  chatbot: ChatbotRow,
  check: { question: string; conversationId: string; messageId: string },
): Promise<void> {
  const { question, conversationId, messageId } = check;
  const language = detectLanguage(question) ?? chatbot.language;
  const turn: Turn = {
    ...(await newTurn(context, question, language, undefined)),
    conversation: { id: conversationId, isNew: true },
    messageId,
    askedBy: 'check',
    visitorToken: randomToken(32),
  };
  const { signal } = new AbortController();
  for await (const _ of answer(context, { chatbot }, turn, signal));
}

/** The newest messages of a chatbot's tests, with the passages that are still there. */
export async function listTests(
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { limit: number; before: string | undefined },
): Promise<{ items: TestMessage[]; last: { value: string; id: string } | undefined }> {
  const chatbot = await getChatbot(db, ownerId, chatbotId);
  const { shown, last } = await takePage(page, (page) => testMessagesOf(db, chatbot, page));
  const ids = new Set(shown.flatMap((row) => row.passages.map(({ id }) => id)));
  const passages = new Map((await getNamedPassages(db, ownerId, [...ids])).map((one) => [one.id, one]));
  const causes = shown.flatMap(({ id, mode }) => (mode === null ? [] : [causeOf('test', id)]));
  const parts = await partsOfCauses(db, ownerId, causes);
  const items = shown.map((row): TestMessage => {
    const { citations } = row;
    const used = usedIn(citations);
    return {
      id: row.id,
      conversationId: row.conversation_id,
      role: row.role,
      text: row.text,
      createdAt: row.created_at.toISOString(),
      ...(row.understood === null ? {} : { understood: row.understood }),
      ...(row.mode === null
        ? {}
        : {
            mode: row.mode,
            citations,
            ...marksOf(row.subjects, row.small_talk),
            tokens: row.tokens ?? 0,
            parts: parts.get(causeOf('test', row.id)) ?? [],
            passages: row.passages.flatMap(({ id, score, why }) => {
              const passage = passages.get(id);
              return passage && why ? [presentConsidered(passage, { score, why }, used)] : [];
            }),
            ...(row.left_out === null ? {} : { leftOut: row.left_out }),
            ...(row.fallback === null ? {} : { fallback: row.fallback }),
          }),
    };
  });
  return { items, last: last && { value: '', id: last.id } };
}
