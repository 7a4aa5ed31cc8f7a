import { writeContactLine } from '@parlance/contract/display/unknown-reply';
import { errors } from '@parlance/contract/errors';
import { type Language, speak } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { newId } from '../../../kit/ids.ts';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { countAttempts } from '../../../kit/limits/rate-limit.ts';
import {
  answerOnChannel,
  type ChannelQuestion,
  findAnswer,
  hasConversation,
  keepQuestion,
  languageOfQuestion,
} from '../../conversations/service.ts';
import { PlatformError } from '../platforms/platform.ts';
import { updateChannelRow } from '../records/channels.ts';
import { type EventRow, markHandled, nameQuestion, updateChat } from '../records/chats.ts';
import { type ChatTask, languageOf, queueSaying, sendingTo, visitorIdOf } from './task.ts';
import { texts } from './texts.ts';
import { keepShowing } from './typing.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const maxADay = 100;
const busyMs = 2000;

/**
 * Has the events answered as one question, and its answer put behind what the chat waits for. Taken up again after a crash it finds
 * the answer that it has had; a question is asked under the same ids, so that it is stored and charged once.
 */
export async function askAbout(task: ChatTask, events: readonly EventRow[], text: string): Promise<void> {
  const { context, chat, found } = task;
  const { db, clock } = context;
  const externalIds = events.map(({ external_id }) => external_id);
  const named = events[0]?.question_id != null;
  if (!named && (await isTooMuch(task))) {
    await leaveUnanswered(task, externalIds, {
      text: speak(texts, languageOf(task)).tooMany,
      language: languageOf(task),
    });
    return;
  }
  const now = clock();
  const ids = {
    questionId: events[0]?.question_id ?? newId(now),
    answerId: events[0]?.answer_id ?? newId(now),
  };
  if (!named) await nameQuestion(db, chat, externalIds, ids);
  const conversationId = chat.conversation_id ?? ids.questionId;
  const isKnown = chat.conversation_id !== null || (await hasConversation(db, chat.owner_id, conversationId));
  const question: ChannelQuestion = {
    channel: task.platform.name,
    text: text.slice(0, limits.visitorText),
    ...ids,
    conversation: { id: conversationId, isNew: !isKnown },
    language: languageOf(task),
    visitor: {
      id: visitorIdOf(task).slice(0, 200),
      ...(chat.name === null ? {} : { name: chat.name }),
      ...(chat.origin === null ? {} : { origin: chat.origin }),
    },
  };
  const wasAnswered = (await findAnswer(db, found.chatbot.owner_id, ids.answerId)) !== undefined;
  const refusedIn = wasAnswered ? undefined : await ask(task, question, events.at(-1)?.message_ref ?? null);
  await keepConversation(task, conversationId);
  if (refusedIn !== undefined) {
    await leaveUnanswered(task, externalIds, unavailable(task, refusedIn));
    return;
  }
  const answered = await findAnswer(db, found.chatbot.owner_id, ids.answerId);
  if (!answered) throw new Error('the answer was not kept');
  await transaction(db, async (db) => {
    await queueSaying(
      task,
      db,
      {
        text: answered.text,
        language: languageOfQuestion(question.text, question.language),
        citations: answered.citations,
        buttons: answered.subjects.map((label, at) => ({ label, data: `m:${ids.answerId}:${at}` })),
        isAnswer: !answered.smallTalk,
      },
      ids.answerId,
    );
    await markHandled(db, chat, externalIds, clock());
  });
}

/** Asks, showing meanwhile that somebody writes; gives the language in which to say that nobody answers just now. */
async function ask(
  task: ChatTask,
  question: ChannelQuestion,
  messageRef: string | null,
): Promise<Language | undefined> {
  const { context, platform, channel, found, signal } = task;
  const to = sendingTo(task);
  const show = (call: () => Promise<void> | undefined) => void showUnlessHeld(task, call).catch(() => {});
  const endTyping = keepShowing(platform.typing, () =>
    show(() => platform.showTyping(context, channel, to, messageRef)),
  );
  let isStored = false;
  let written = '';
  try {
    for await (const event of answerOnChannel(context, found, question, signal)) {
      if (event.event === 'meta') {
        isStored = true;
        await keepConversation(task, question.conversation.id);
      }
      if (event.event === 'delta') {
        written += event.data.text;
        const draft = { id: question.answerId, text: written };
        show(() => platform.showDraft?.(context, channel, to, draft));
      }
    }
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Of an attempt whose process died: its turn ends by itself.
    if (error.code === 'conversation_busy') throw new RetryLater(busyMs);
    if (error.code !== 'temporarily_unavailable') throw error;
    if (!isStored) await keepQuestion(context, found, question);
    return languageOfQuestion(question.text, question.language);
  } finally {
    endTyping();
  }
}

/** Shows what may be dropped: not while the platform wants us to wait, and whatever else becomes of it is nobody's concern. */
async function showUnlessHeld(task: ChatTask, call: () => Promise<void> | undefined): Promise<void> {
  const { context, row } = task;
  const now = () => context.clock().getTime();
  if ((task.heldUntil ?? 0) > now()) return;
  try {
    await call();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.failure !== 'limited') return;
    const until = now() + (error.retryAfterMs ?? 0);
    task.heldUntil = Math.max(task.heldUntil ?? 0, until);
    if (error.isWholeAccount)
      await updateChannelRow(context.db, row.owner_id, row.id, { held_until: new Date(until) });
  }
}

async function keepConversation({ context, chat }: ChatTask, conversationId: string): Promise<void> {
  if (chat.conversation_id === conversationId) return;
  if (!(await hasConversation(context.db, chat.owner_id, conversationId))) return;
  await updateChat(context.db, chat, { conversation_id: conversationId });
  chat.conversation_id = conversationId;
}

/** Whether this person has written more than a visitor may (security S5.6). */
async function isTooMuch({ context, chat }: ChatTask): Promise<boolean> {
  const perMinute = context.config.embedMessagesPerMinute;
  if (perMinute === 0) return false;
  const of = `channel chat ${chat.id}`;
  const wait = await countAttempts(context, [
    { of, limit: perMinute, windowMs: minute },
    { of, limit: maxADay, windowMs: day },
  ]);
  return wait !== undefined;
}

/** What is said of a chatbot that does not answer: nothing of plans or quotas. */
function unavailable({ found }: ChatTask, language: Language) {
  const { tone, contact } = found.chatbot;
  const sentence = errors.temporarily_unavailable.title[language];
  const whom = writeContactLine(language, { tone, contact });
  return { text: whom === undefined ? sentence : `${sentence} ${whom}`, language };
}

/** Says of a chatbot that does not answer that it does not. */
export const sayUnavailable = (task: ChatTask, event: EventRow): Promise<void> =>
  leaveUnanswered(task, [event.external_id], unavailable(task, languageOf(task)));

/** Says why there is no answer, at most once an hour. */
async function leaveUnanswered(
  task: ChatTask,
  externalIds: readonly string[],
  say: { text: string; language: Language },
): Promise<void> {
  const { context, chat } = task;
  const now = context.clock();
  const isTold =
    chat.told_unavailable_at !== null && now.getTime() - chat.told_unavailable_at.getTime() < hour;
  await transaction(context.db, async (db) => {
    if (!isTold) {
      await queueSaying(task, db, say);
      await updateChat(db, chat, { told_unavailable_at: now });
    }
    await markHandled(db, chat, externalIds, now);
  });
  chat.told_unavailable_at = isTold ? chat.told_unavailable_at : now;
}
