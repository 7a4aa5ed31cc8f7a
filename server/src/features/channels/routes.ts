import {
  createTelegramChannel,
  createWebsiteChannel,
  createWhatsAppChannel,
  deleteChannel,
  getChannel,
  listChannels,
  reconnectChannel,
  retryChannel,
  updateChannel,
} from '@parlance/contract/endpoints/channels';
import type { Context } from '../../context.ts';
import { isTime, readCursor, writeCursor } from '../../kit/http/cursor.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import { requireAttempts } from '../../kit/limits/rate-limit.ts';
import { platforms } from './all-platforms.ts';
import { channelWebhooks } from './inbound/webhooks.ts';
import * as service from './service.ts';

/** Each asks a platform several times, with credentials that may be anybody's. */
const maxAsksPerMinute = 20;

async function countAsk(context: Context, ownerId: string): Promise<void> {
  await requireAttempts(context, [{ of: `channels ${ownerId}`, limit: maxAsksPerMinute, windowMs: 60_000 }]);
}

export const channelRoutes: Registration[] = [
  route(createWebsiteChannel, (context, { caller, body }) =>
    service.createWebsiteChannel(context, caller.userId, body),
  ),
  route(createTelegramChannel, async (context, { caller, body, language }) => {
    await countAsk(context, caller.userId);
    return service.createTelegramChannel(context, platforms, caller.userId, body, language);
  }),
  route(createWhatsAppChannel, async (context, { caller, body, language }) => {
    await countAsk(context, caller.userId);
    return service.createWhatsAppChannel(context, platforms, caller.userId, body, language);
  }),
  route(listChannels, async (context, { caller, query, language }) => {
    const page = { limit: query.limit, after: readCursor(query.cursor, isTime) };
    const { items, last } = await service.listChannels(context, caller.userId, page, language);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(getChannel, (context, { caller, params, language }) =>
    service.getChannel(context, caller.userId, params.channelId, language),
  ),
  route(updateChannel, async (context, { caller, params, body, language }) => {
    await countAsk(context, caller.userId);
    return service.updateChannel(context, platforms, caller.userId, params.channelId, body, language);
  }),
  route(retryChannel, async (context, { caller, params, language }) => {
    await countAsk(context, caller.userId);
    return service.retryChannel(context, caller.userId, params.channelId, language);
  }),
  route(reconnectChannel, async (context, { caller, params, language }) => {
    await countAsk(context, caller.userId);
    return service.reconnectChannel(context, caller.userId, params.channelId, language);
  }),
  route(deleteChannel, (context, { caller, params }) =>
    service.deleteChannel(context, caller.userId, params.channelId),
  ),
  channelWebhooks(platforms),
];
