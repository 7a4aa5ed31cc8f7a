import { createWebsiteChannel, getChannel, listChannels } from '@parlance/contract/endpoints/channels';
import { isTime, readCursor, writeCursor } from '../../kit/http/cursor.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import * as service from './service.ts';

export const channelRoutes: Registration[] = [
  route(createWebsiteChannel, (context, { caller, body }) =>
    service.createWebsiteChannel(context, caller.userId, body),
  ),
  route(listChannels, async (context, { caller, query, language }) => {
    const page = { limit: query.limit, after: readCursor(query.cursor, isTime) };
    const { items, last } = await service.listChannels(context, caller.userId, page, language);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(getChannel, (context, { caller, params, language }) =>
    service.getChannel(context, caller.userId, params.channelId, language),
  ),
];
