import { Readable } from 'node:stream';
import type {
  Conversation,
  FoundPassage,
  RecentMessage,
  TranscriptMessage,
} from '@parlance/contract/endpoints/conversations';
import { type Language, speak } from '@parlance/contract/i18n';
import { readBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/open.ts';
import { requireFound } from '../../../kit/errors.ts';
import { writeCsvRow } from '../../../kit/formats/csv.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { getChatbot } from '../../chatbots/service.ts';
import { presentPassage } from '../../knowledge/service.ts';
import { getNamedPassages } from '../../sources/service.ts';
import { partsOfCauses } from '../../usage/service.ts';
import { marksOf } from '../turns/marks.ts';
import { causeOf } from '../turns/turn.ts';
import {
  type ConversationsFilter,
  conversationIdsOfVisitor,
  conversationOf,
  conversationsOf,
  countOfVisitor,
  deleteOwned,
  deleteSomeOwned,
  type ExportedMessage,
  findSearchEnd,
  type ListedConversation,
  messagesInOrder,
  type PageCursor,
  recentMessagesOf,
  type TranscriptRow,
  transcriptOf,
} from './queries.ts';
import { deskTexts } from './texts.ts';

interface ConversationsQuery extends Omit<ConversationsFilter, 'id' | 'from' | 'before' | 'unanswered'> {
  from?: string | undefined;
  to?: string | undefined;
  unanswered?: 'true' | 'false' | undefined;
}

const dayMs = 86_400_000;
const isDay = (text: string) => text.length === 10;
/** The years that the database knows: who asks for others asks for all. */
const supportedTimes = { from: Date.parse('0001-01-01'), to: Date.parse('9999-12-31') };
const clampTime = (ms: number) => new Date(Math.min(Math.max(ms, supportedTimes.from), supportedTimes.to));

/** The filter as the database takes it: words that fold to nothing search nothing. */
export const filterOf = ({
  from,
  to,
  unanswered,
  search,
  ...rest
}: ConversationsQuery): ConversationsFilter => ({
  ...rest,
  search: search?.trim() || undefined,
  from: from === undefined ? undefined : clampTime(Date.parse(from)),
  // An instant is told to the millisecond, and belongs to what it ends.
  before: to === undefined ? undefined : clampTime(Date.parse(to) + (isDay(to) ? dayMs : 1)),
  unanswered: unanswered === undefined ? undefined : unanswered === 'true',
});

const present = (row: ListedConversation): Conversation => ({
  id: row.id,
  chatbotId: row.chatbot_id,
  chatbotName: row.chatbot_name,
  channel: row.channel,
  language: row.language,
  ...(row.visitor === null ? {} : { visitor: row.visitor }),
  messageCount: row.message_count,
  unanswered: row.unanswered,
  up: row.up,
  down: row.down,
  excerpt: row.excerpt,
  startedAt: row.started_at.toISOString(),
  lastMessageAt: row.last_message_at.toISOString(),
});

const placeOf = (row: ListedConversation): PageCursor => ({ at: row.last_message_at, id: row.id });

/** A page of what visitors and chatbots said to each other; `next` is where the following one begins, if there is more. */
export async function listConversations(
  db: Db,
  ownerId: string,
  filter: ConversationsFilter,
  page: { limit: number; after: PageCursor | undefined },
): Promise<{ items: Conversation[]; next: PageCursor | undefined }> {
  const { shown, last } = await takePage(page, (page) => conversationsOf(db, ownerId, filter, page));
  const searchedOn = () =>
    filter.search === undefined ? undefined : findSearchEnd(db, ownerId, filter, page.after);
  return {
    items: shown.map(present),
    next: last ? placeOf(last) : await searchedOn(),
  };
}

/** What visitors wrote last to a chatbot, the newest first. */
export async function listRecentMessages(
  db: Db,
  ownerId: string,
  chatbotId: string,
  limit: number,
): Promise<RecentMessage[]> {
  await getChatbot(db, ownerId, chatbotId);
  const rows = await recentMessagesOf(db, ownerId, chatbotId, limit);
  return rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    channel: row.channel,
    text: row.text,
    createdAt: row.created_at.toISOString(),
  }));
}

const exportBatchSizes = { conversations: 100, messages: 500 };

/** Every message of the conversations that a filter shows, as CSV, read as it is sent. */
export function exportConversations(
  db: Db,
  ownerId: string,
  filter: ConversationsFilter,
  language: Language,
): Readable {
  const t = speak(deskTexts, language);
  const line = (conversation: Conversation, message: ExportedMessage) =>
    writeCsvRow([
      conversation.id,
      conversation.chatbotName,
      t[conversation.channel],
      conversation.language,
      [conversation.visitor?.name, conversation.visitor?.email, conversation.visitor?.id]
        .filter((part) => part !== undefined)
        .join(', '),
      message.created_at.toISOString(),
      t[message.role],
      message.text,
      message.mode === null ? '' : t[message.mode],
      message.feedback === null ? '' : t[message.feedback],
      message.tokens ?? '',
      [...new Set(message.citations.map(({ sourceName }) => sourceName))].join('; '),
    ]);
  return Readable.from(
    (async function* () {
      yield `${t.csvHeader}\r\n`;
      for (let after: PageCursor | undefined; ; ) {
        const page = { limit: exportBatchSizes.conversations, after };
        const { items, next } = await listConversations(db, ownerId, filter, page);
        yield* linesOf(items);
        if (!next) return;
        after = next;
      }
    })(),
  );

  async function* linesOf(conversations: Conversation[]) {
    const ids = conversations.map(({ id }) => id);
    if (ids.length === 0) return;
    const read = (after: ExportedMessage | undefined, limit: number) =>
      messagesInOrder(db, ownerId, ids, { limit, after });
    for await (const rows of readBatches(exportBatchSizes.messages, read))
      yield rows.map((row) => line(conversations[row.place - 1] as Conversation, row)).join('');
  }
}

/** A conversation with its latest messages, in their order; the page before them begins before the first. */
export async function getConversation(
  db: Db,
  ownerId: string,
  id: string,
  page: { limit: number; before: string | undefined },
): Promise<{ conversation: Conversation; messages: TranscriptMessage[]; hasMore: boolean }> {
  const [supportedTimes] = await conversationsOf(db, ownerId, { id }, { limit: 1, after: undefined });
  const conversation = present(requireFound(supportedTimes));
  const { shown, last } = await takePage(page, (page) => transcriptOf(db, ownerId, id, page));
  const ids = new Set(shown.flatMap(({ passages }) => passages.map((passage) => passage.id)));
  const passages = new Map((await getNamedPassages(db, ownerId, [...ids])).map((one) => [one.id, one]));
  const passagesFor = (row: TranscriptRow): FoundPassage[] => {
    const used = new Set(row.citations.map(({ passageId }) => passageId));
    return row.passages.flatMap((remembered) => {
      const passage = passages.get(remembered.id);
      return passage
        ? [{ ...presentPassage(passage), score: remembered.score, used: used.has(passage.id) }]
        : [];
    });
  };
  const causes = shown.flatMap(({ id, mode }) => (mode === null ? [] : [causeOf('visitor', id)]));
  const parts = await partsOfCauses(db, ownerId, causes);
  const messages = shown.reverse().map(
    (row): TranscriptMessage => ({
      id: row.id,
      role: row.role,
      text: row.text,
      createdAt: row.created_at.toISOString(),
      ...(row.understood === null ? {} : { understood: row.understood }),
      ...(row.mode === null
        ? {}
        : {
            mode: row.mode,
            citations: row.citations,
            ...marksOf(row.subjects, row.small_talk),
            tokens: row.tokens ?? 0,
            parts: parts.get(causeOf('visitor', row.id)) ?? [],
            passages: passagesFor(row),
          }),
      ...(row.feedback === null ? {} : { feedback: row.feedback }),
      ...(row.left_out === null ? {} : { leftOut: row.left_out }),
      ...(row.fallback === null ? {} : { fallback: row.fallback }),
      ...(row.unanswered_id === null ? {} : { unansweredId: row.unanswered_id }),
    }),
  );
  return { conversation, messages, hasMore: last !== undefined };
}

/** The id of the conversation that a message stands in, as long as its owner may read it. */
export const findConversationOf = async (db: Db, ownerId: string, messageId: string) =>
  (await conversationOf(db, ownerId, messageId))?.id;

/** Deletes a conversation; what it cost stays in the ledger. */
export async function deleteConversation(db: Db, ownerId: string, id: string): Promise<void> {
  requireFound(await deleteOwned(db, ownerId, id));
}

/** How many conversations the visitor of one has. */
export async function getVisitor(db: Db, ownerId: string, id: string): Promise<{ conversations: number }> {
  const conversations = await countOfVisitor(db, ownerId, id);
  return { conversations: requireFound(conversations || undefined) };
}

/** Conversations that one statement deletes: the embedded database answers nobody else meanwhile. */
const deletedAtOnce = 100;

/**
 * Deletes all conversations of the visitor of one, that one last: while it stands, the others are found by it, so that
 * what was broken off is done by asking again.
 */
export async function deleteVisitor(db: Db, ownerId: string, id: string): Promise<{ conversations: number }> {
  const ids = await conversationIdsOfVisitor(db, ownerId, id);
  requireFound(ids[0]);
  let conversations = 0;
  for (let from = 0; from < ids.length; from += deletedAtOnce)
    conversations += await deleteSomeOwned(db, ownerId, ids.slice(from, from + deletedAtOnce));
  return { conversations };
}
