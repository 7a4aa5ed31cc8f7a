import { speak } from '@parlance/contract/i18n';
import * as z from 'zod/mini';
import { encodeJson, type InboundContent } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { welcomeIn } from '../../chatbots/service.ts';
import {
  deleteConversationsOfVisitor,
  findAnswer,
  rewriteMessage,
  setThumb,
} from '../../conversations/service.ts';
import type { Say } from '../platforms/platform.ts';
import {
  type EventRow,
  eventOfMessage,
  isAlone,
  markHandled,
  rewriteEvent,
  updateChat,
} from '../records/chats.ts';
import { failQueued, messageSentAs } from '../records/outgoing.ts';
import { askAbout, sayUnavailable } from './asking.ts';
import { remember, suggestionButtons, suggestionNamed } from './suggestions.ts';
import { type ChatTask, languageOf, queueSaying, visitorIdOf } from './task.ts';
import { texts } from './texts.ts';

/** Who writes in pieces is answered once a moment has passed without another, but not put off for ever. */
const quietMs = 1000;
const longestQuietMs = 5000;
/** What is no text may come by the dozen: it is said once. */
const unreadableMs = 60_000;

/** Handles what comes first of the waiting events; what is said is put behind what the chat waits for. */
export async function handleNext(task: ChatTask, events: readonly EventRow[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const { content } = first;
  if (!content) return finish(task, [first]);
  const correction = correctionIn(events);
  if (correction) return edit(task, correction.event, correction.text);
  if (task.chat.is_closed && content.kind !== 'blocked') await reopen(task);
  if (content.kind === 'text') return handleTexts(task, first, events);
  const asked = content.kind === 'pressed' ? await questionBehind(task, content) : undefined;
  if (asked !== undefined) {
    await acknowledge(task, first);
    return askAbout(task, [first], asked);
  }
  return handleOther(task, first, content);
}

/** What changes a message that nobody has read yet: it is asked as it reads now. */
function correctionIn(events: readonly EventRow[]): { event: EventRow; text: string } | undefined {
  const unread = new Set(
    events.flatMap((event) => (isText(event) && event.question_id === null ? [event.message_ref] : [])),
  );
  for (const event of events)
    if (event.content?.kind === 'edited' && unread.has(event.message_ref))
      return { event, text: event.content.text };
  return undefined;
}

/** Takes the spinner off a button; that it goes on for a moment is nobody's concern. */
const acknowledge = ({ platform, context, channel }: ChatTask, { message_ref }: EventRow) =>
  message_ref === null ? undefined : platform.acknowledge?.(context, channel, message_ref).catch(() => {});

const isText = (event: EventRow) => event.content?.kind === 'text';
const textOf = ({ content }: EventRow) => (content?.kind === 'text' ? content.text : '');

/** Texts that came one after the other are one question; those that were asked already stay apart from what came since. */
async function handleTexts(task: ChatTask, first: EventRow, events: readonly EventRow[]): Promise<void> {
  const end = events.findIndex((event) => !isText(event) || event.question_id !== first.question_id);
  const together = end === -1 ? events : events.slice(0, end);
  if (first.question_id === null && end === -1) {
    const now = task.context.clock().getTime();
    const newest = Math.max(...together.map(({ received_at }) => received_at.getTime()));
    const rest = Math.min(newest + quietMs, first.received_at.getTime() + longestQuietMs) - now;
    // A clock that was set back waits no longer than one that was not.
    if (rest > 0) throw new RetryLater(Math.min(rest, quietMs));
  }
  const text = together.map(textOf).join('\n').trim();
  if (text === '') return finish(task, together);
  return askAbout(task, together, text);
}

/** The question that a button stands for; none for one that is no question, or is not there any more. */
async function questionBehind(
  { context, chat, found }: ChatTask,
  { data, title }: Extract<InboundContent, { kind: 'pressed' }>,
): Promise<string | undefined> {
  const [kind, ...rest] = data.split(':');
  // Its words, where it was changed since: never what stands in its place now.
  if (kind === 's') {
    const [name = ''] = rest;
    return suggestionNamed(found.chatbot.suggestions, name) ?? chat.offered?.[name] ?? title;
  }
  if (kind === 'm') {
    // Whoever writes a client of their own may send what we never offered.
    const id = z.uuid().safeParse(rest[0]);
    const answer = id.success ? await findAnswer(context.db, chat.owner_id, id.data) : undefined;
    const isHere = answer !== undefined && answer.conversationId === chat.conversation_id;
    return (isHere ? answer.subjects[Number(rest[1])] : undefined) ?? title;
  }
  return kind === 'd' || kind === 'l' ? undefined : title;
}

async function handleOther(task: ChatTask, event: EventRow, content: InboundContent): Promise<void> {
  const { context, chat, found } = task;
  const { db } = context;
  const t = speak(texts, languageOf(task));
  const say = (text: string, buttons: Say['buttons'] = []) =>
    finish(task, [event], (db) => queueSaying(task, db, { text, buttons, language: languageOf(task) }));
  switch (content.kind) {
    case 'pressed': {
      await acknowledge(task, event);
      if (content.data === 'd:yes') return erase(task, event);
      if (content.data === 'd:no') return say(t.kept);
      if (content.data === 'l:fr' || content.data === 'l:en')
        return choose(task, event, content.data.slice(2));
      return finish(task, [event]);
    }
    case 'opened':
      return welcome(task, event);
    case 'command':
      switch (content.name) {
        case 'start':
          return welcome(task, event);
        case 'new':
          await updateChat(db, chat, { conversation_id: null });
          chat.conversation_id = null;
          return say(t.fresh);
        case 'delete':
          return say(t.confirmDeletion, [
            { label: t.deleteYes, data: 'd:yes' },
            { label: t.deleteNo, data: 'd:no' },
          ]);
        case 'language':
          if (/^(?:fr|en)\b/i.test(content.argument))
            return choose(task, event, content.argument.slice(0, 2));
          return say(t.chooseLanguage, [
            { label: 'Français', data: 'l:fr' },
            { label: 'English', data: 'l:en' },
          ]);
        default:
          return say(t.help(found.chatbot.name));
      }
    case 'unreadable': {
      const now = context.clock();
      const told = chat.told_unreadable_at;
      if (told !== null && now.getTime() - told.getTime() < unreadableMs) return finish(task, [event]);
      await updateChat(db, chat, { told_unreadable_at: now });
      chat.told_unreadable_at = now;
      return say(t.onlyText);
    }
    case 'edited':
      return edit(task, event, content.text);
    case 'rated':
      return rate(task, event, content.value);
    case 'blocked':
      await updateChat(db, chat, { is_closed: true });
      chat.is_closed = true;
      await failQueued(db, chat, 'visitor_left');
      return finish(task, [event]);
    default:
      return finish(task, [event]);
  }
}

/** Marks events as handled, together with what they had for a consequence. */
const finish = (
  { context, chat }: ChatTask,
  events: readonly EventRow[],
  consequence?: (db: Db) => Promise<unknown>,
): Promise<void> =>
  transaction(context.db, async (db) => {
    await consequence?.(db);
    await markHandled(
      db,
      chat,
      events.map(({ external_id }) => external_id),
      context.clock(),
    );
  });

async function reopen({ context, chat }: ChatTask): Promise<void> {
  await updateChat(context.db, chat, { is_closed: false });
  chat.is_closed = false;
}

function welcome(task: ChatTask, event: EventRow): Promise<void> {
  const { chatbot } = task.found;
  if (chatbot.status !== 'active') return sayUnavailable(task, event);
  const language = languageOf(task);
  const buttons = suggestionButtons(chatbot.suggestions);
  const offered = remember(task.chat.offered, chatbot.suggestions);
  return finish(task, [event], async (db) => {
    await queueSaying(task, db, { text: welcomeIn(chatbot, language), buttons, language });
    await updateChat(db, task.chat, { offered: encodeJson(offered) });
  });
}

async function choose(task: ChatTask, event: EventRow, wanted: string): Promise<void> {
  const language = wanted.toLowerCase() === 'en' ? 'en' : 'fr';
  await finish(task, [event], async (db) => {
    await updateChat(db, task.chat, { language });
    await queueSaying(task, db, { text: speak(texts, language).languageSet, language });
  });
  task.chat.language = language;
}

/** Deletes all that this person and the chatbot said to each other. */
async function erase(task: ChatTask, event: EventRow): Promise<void> {
  const { context, chat } = task;
  await finish(task, [event], async (db) => {
    const visitorId = visitorIdOf(task).slice(0, 200);
    await deleteConversationsOfVisitor(db, chat.owner_id, chat.chatbot_id, visitorId, chat.conversation_id);
    await updateChat(db, chat, { conversation_id: null, name: null, origin: null });
    const language = languageOf(task);
    await queueSaying(task, db, { text: speak(texts, language).deleted, language });
  });
  chat.conversation_id = null;
  context.log.info({ chatbotId: chat.chatbot_id }, 'a visitor has deleted what was said');
}

/**
 * What was changed before anybody read it is asked as it reads now; afterwards only what is kept changes, where the message was a
 * question by itself.
 */
async function edit(task: ChatTask, event: EventRow, text: string): Promise<void> {
  const { context, chat } = task;
  const original =
    event.message_ref === null
      ? undefined
      : await eventOfMessage(context.db, chat, event.message_ref, event.external_id);
  if (original?.handled_at === null && original.question_id === null)
    await rewriteEvent(context.db, chat, original.external_id, text);
  else if (original?.question_id != null && (await isAlone(context.db, chat, original.question_id)))
    await rewriteMessage(context.db, chat.owner_id, original.question_id, text);
  await finish(task, [event]);
}

async function rate(task: ChatTask, event: EventRow, value: 'up' | 'down' | null): Promise<void> {
  const { context, chat } = task;
  const sent =
    event.message_ref === null ? undefined : await messageSentAs(context.db, chat, event.message_ref);
  if (sent?.message_id && chat.conversation_id !== null) {
    const rated = { id: sent.message_id, conversationId: chat.conversation_id, ownerId: chat.owner_id };
    await setThumb(context.db, rated, value);
  }
  await finish(task, [event]);
}
