import {
  createChatbot,
  deleteChatbot,
  getChatbot,
  listChatbots,
  updateChatbot,
} from '@parlance/contract/chatbots';
import { isTime, readCursor, writeCursor } from '../../kit/cursor.ts';
import { type Registration, route } from '../../kit/http.ts';
import * as service from './service.ts';

export const chatbotRoutes: Registration[] = [
  route(listChatbots, async ({ db }, { caller, query }) => {
    const after = readCursor(query.cursor, query.sort.endsWith('createdAt') ? isTime : undefined);
    const { items, last } = await service.listChatbots(db, caller.userId, { ...query, after });
    return { items, nextCursor: writeCursor(last) };
  }),
  route(createChatbot, (context, { caller, body }) => service.createChatbot(context, caller.userId, body)),
  route(getChatbot, async ({ db }, { caller, params }) =>
    service.presentChatbot(await service.getChatbot(db, caller.userId, params.chatbotId)),
  ),
  route(updateChatbot, (context, { caller, params, body }) =>
    service.updateChatbot(context, caller.userId, params.chatbotId, body),
  ),
  route(deleteChatbot, ({ db }, { caller, params }) =>
    service.deleteChatbot(db, caller.userId, params.chatbotId),
  ),
];
