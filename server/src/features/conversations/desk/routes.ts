import {
  deleteConversation,
  deleteVisitor,
  getConversation,
  getVisitor,
  listChatbotConversations,
  listConversations,
  listRecentMessages,
  type TranscriptMessage,
} from '@parlance/contract/endpoints/conversations';
import type { Language } from '@parlance/contract/i18n';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../../db/open.ts';
import { isTime, readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import { type Registration, route } from '../../../kit/http/route.ts';
import { getChatbot } from '../../chatbots/service.ts';
import * as service from './conversations.ts';

interface Listing {
  ownerId: string;
  query: { limit: number; cursor?: string | undefined } & Parameters<typeof service.filterOf>[0];
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A page of conversations, or all their messages as CSV. */
async function answerList(db: Db, { ownerId, query, language, request, reply }: Listing) {
  const { limit, cursor, ...wish } = query;
  const filter = service.filterOf(wish);
  if (/\btext\/csv\b/i.test(request.headers.accept ?? '')) {
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="conversations.csv"')
      .send(service.exportConversations(db, ownerId, filter, language)) as never;
  }
  const place = readCursor(cursor, isTime);
  const after = place && { at: new Date(place.value), id: place.id };
  const { items, next } = await service.listConversations(db, ownerId, filter, { limit, after });
  return { items, nextCursor: writeCursor(next && { value: next.at.toISOString(), id: next.id }) };
}

/** How answers reached a messenger, by their ids; of a website's, none. */
export type FindDeliveries = (
  db: Db,
  ownerId: string,
  messageIds: readonly string[],
  language: Language,
) => Promise<ReadonlyMap<string, NonNullable<TranscriptMessage['delivery']>>>;

/** Owners reading what visitors said to their chatbots. */
export const deskRoutes = (findDeliveries: FindDeliveries): Registration[] => [
  route(listConversations, ({ db }, { caller, ...call }) =>
    answerList(db, { ownerId: caller.userId, ...call }),
  ),
  route(listChatbotConversations, async ({ db }, { caller, params, query, ...call }) => {
    const { id: chatbotId } = await getChatbot(db, caller.userId, params.chatbotId);
    return answerList(db, { ownerId: caller.userId, query: { ...query, chatbotId }, ...call });
  }),
  route(listRecentMessages, async ({ db }, { caller, params, query }) => ({
    items: await service.listRecentMessages(db, caller.userId, params.chatbotId, query.limit),
  })),
  route(getConversation, async ({ db }, { caller, params, query, language }) => {
    const page = { limit: query.limit, before: readCursor(query.cursor)?.id };
    const { conversation, messages, hasMore } = await service.getConversation(
      db,
      caller.userId,
      params.conversationId,
      page,
    );
    const [first] = messages;
    const isOnMessenger = conversation.channel === 'telegram' || conversation.channel === 'whatsapp';
    const answers = messages.flatMap(({ id, role }) => (isOnMessenger && role === 'chatbot' ? [id] : []));
    const deliveries = await findDeliveries(db, caller.userId, answers, language);
    return {
      ...conversation,
      messages: messages.map((message) => {
        const delivery = deliveries.get(message.id);
        return delivery ? { ...message, delivery } : message;
      }),
      nextCursor: writeCursor(hasMore && first ? { value: '', id: first.id } : undefined),
    };
  }),
  route(deleteConversation, ({ db }, { caller, params }) =>
    service.deleteConversation(db, caller.userId, params.conversationId),
  ),
  route(getVisitor, ({ db }, { caller, params }) =>
    service.getVisitor(db, caller.userId, params.conversationId),
  ),
  route(deleteVisitor, ({ db }, { caller, params }) =>
    service.deleteVisitor(db, caller.userId, params.conversationId),
  ),
];
