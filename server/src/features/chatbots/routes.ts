import { keepChatbots } from '@parlance/contract/endpoints/account/billing';
import {
  checkInstall,
  createChatbot,
  deleteChatbot,
  getChatbot,
  listChatbots,
  listVersions,
  restoreVersion,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import { isTime, readCursor, writeCursor } from '../../kit/http/cursor.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import { keepChatbots as keep } from './plan/fit.ts';
import { sortOf } from './queries.ts';
import * as service from './service.ts';
import { checkInstallation } from './sites/install-check.ts';
import { restoreVersion as restore, listVersions as versionsOf } from './versions/versions.ts';

export const chatbotRoutes: Registration[] = [
  route(listChatbots, async ({ db }, { caller, query, language }) => {
    const after = readCursor(query.cursor, sortOf(query.sort).isTimed ? isTime : undefined);
    const { items, last } = await service.listChatbots(db, caller.userId, { ...query, after }, language);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(createChatbot, (context, { caller, body }) => service.createChatbot(context, caller.userId, body)),
  route(getChatbot, async ({ db }, { caller, params, language }) =>
    service.presentChatbot(await service.getChatbot(db, caller.userId, params.chatbotId), language),
  ),
  route(updateChatbot, (context, { caller, params, body, language }) =>
    service.updateChatbot(context, caller.userId, params.chatbotId, body, language),
  ),
  route(deleteChatbot, (context, { caller, params }) =>
    service.deleteChatbot(context, caller.userId, params.chatbotId),
  ),
  route(checkInstall, (context, { caller, params, body, language }) =>
    checkInstallation(context, caller.userId, params.chatbotId, body.url, language),
  ),
  route(keepChatbots, (context, { caller, body }) => keep(context, caller.userId, body.chatbotIds)),
  route(listVersions, async ({ db }, { caller, params, query }) => {
    const before = readCursor(query.cursor, (value) => /^\d{1,9}$/.test(value));
    const page = { limit: query.limit, before: before && Number(before.value) };
    const { items, last } = await versionsOf(db, caller.userId, params.chatbotId, page);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(restoreVersion, (context, { caller, params, language }) =>
    restore(context, caller.userId, params.chatbotId, params.version, language),
  ),
];
