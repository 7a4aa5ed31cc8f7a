import type { AnsweringDraft } from '@parlance/contract/endpoints/chatbots';
import type { ConsideredPassage, TestEvent, TestMessage } from '@parlance/contract/endpoints/test-answers';
import type { LeftOut } from '@parlance/contract/left-out';
import type { Context } from '../../../context.ts';
import type { PassageRecord } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { randomToken } from '../../../kit/ids.ts';
import { ModelError } from '../../../kit/models/request.ts';
import { applyDraft, type ChatbotRow, getChatbot, refuseUnofferedModel } from '../../chatbots/service.ts';
import { explain, getPassages, presentPassage, type RankedPassage } from '../../knowledge/service.ts';
import { detectLanguage } from '../../reading/service.ts';
import { findPassages } from '../retrieval/retrieval.ts';
import { countRunningTests, testConversation, testMessagesOf } from '../turns/queries.ts';
import { newTurn, type Turn } from '../turns/turn.ts';
import { answer, maxRunningAnswers } from './answer.ts';
import { marksOf } from './marks.ts';

type ExplainedPassage = Required<PassageRecord>;

function explainPassage(passage: RankedPassage): ExplainedPassage {
  const { words, together } = explain(passage);
  const held = new Set(words.map(({ word }) => word));
  const { id, score, rankByWords, rankByVectors, similarity } = passage;
  const missing = passage.asked.filter(({ text, terms }) => terms.length > 0 && !held.has(text));
  return {
    id,
    score,
    why: {
      rankByWords,
      rankByVectors,
      similarity,
      words,
      together,
      missing: [...new Set(missing.map(({ text }) => text))],
    },
  };
}

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
  const considered = new Map<string, ExplainedPassage>();
  const recordPassage = (passage: RankedPassage) => {
    const known = considered.get(passage.id) ?? explainPassage(passage);
    considered.set(passage.id, known);
    return known;
  };
  let leftOut: readonly LeftOut[] = [];
  const turn = await newTestTurn(context, chatbot, question, {
    recordPassage,
    onLeftOut(heard) {
      leftOut = heard;
    },
  });
  const retrieved = await findPassages(context, { chatbot }, turn, signal);
  let used = new Set<string>();
  for await (const told of answer(context, { chatbot }, turn, retrieved, signal)) {
    if (told.event === 'meta') {
      const { conversationId, messageId } = told.data;
      const { understood } = turn;
      yield {
        event: 'meta',
        data: { conversationId, messageId, ...(understood === undefined ? {} : { understood }) },
      };
      continue;
    }
    if (told.event === 'citations') used = new Set(told.data.citations.map(({ passageId }) => passageId));
    if (told.event === 'done') {
      const shown = retrieved.passages.map((passage) => present(passage, recordPassage(passage), used));
      const notShown = leftOut.length > 0 ? { leftOut: [...leftOut] } : {};
      yield { event: 'passages', data: { passages: shown, ...notShown } };
    }
    yield told;
  }
}

/** A test's turn in its conversation, whose visitor's token nobody holds: the account opens it. */
async function newTestTurn(
  context: Context,
  chatbot: ChatbotRow,
  question: { text: string; conversationId?: string | undefined },
  hearing: Pick<Turn, 'recordPassage' | 'onLeftOut'>,
): Promise<Turn> {
  const now = context.clock();
  const { conversationId: id, text } = question;
  const known = id === undefined ? undefined : requireFound(await testConversation(context.db, chatbot, id));
  if (known?.answering_until && known.answering_until > now) throw new AppError('conversation_busy');
  if ((await countRunningTests(context.db, chatbot, now)) >= maxRunningAnswers) {
    throw new AppError('rate_limited', { retryAfterSeconds: 5 });
  }
  const heard = detectLanguage(text) ?? (known ?? chatbot).language;
  const turn = await newTurn(context, text, heard, known);
  return {
    ...turn,
    language: turn.talk?.language ?? heard,
    ...asTest(chatbot),
    visitorToken: randomToken(32),
    ...hearing,
  };
}

const asTest = (chatbot: ChatbotRow) =>
  ({
    channel: 'test',
    keepsUnanswered: false,
    refuse(error) {
      throw error;
    },
    failureOf(error, model) {
      const isRefused = error instanceof ModelError && error.failure === 'refused';
      // The one that was chosen, not the default in its place.
      return isRefused && model !== undefined && model === chatbot.model
        ? new AppError('model_refused', { model })
        : undefined;
    },
  }) as const satisfies Partial<Turn>;

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
    language,
    ...asTest(chatbot),
    visitorToken: randomToken(32),
    recordPassage: ({ id, score }) => ({ id, score }),
  };
  const { signal } = new AbortController();
  const retrieved = await findPassages(context, { chatbot }, turn, signal);
  for await (const _ of answer(context, { chatbot }, turn, retrieved, signal));
}

const present = (
  passage: Parameters<typeof presentPassage>[0],
  { score, why }: Omit<ExplainedPassage, 'id'>,
  used: ReadonlySet<string>,
): ConsideredPassage => ({
  ...presentPassage(passage),
  score,
  used: used.has(passage.id),
  why,
});

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
  const passages = new Map((await getPassages(db, ownerId, [...ids])).map((one) => [one.id, one]));
  const items = shown.map((row): TestMessage => {
    const { citations } = row;
    const used = new Set(citations.map(({ passageId }) => passageId));
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
            passages: row.passages.flatMap(({ id, score, why }) => {
              const passage = passages.get(id);
              return passage && why ? [present(passage, { score, why }, used)] : [];
            }),
            ...(row.left_out === null ? {} : { leftOut: row.left_out }),
          }),
    };
  });
  return { items, last: last && { value: '', id: last.id } };
}
