import {
  getUsage,
  getUsageTrend,
  listLedger,
  listModels,
  putAlertAway,
} from '@parlance/contract/endpoints/usage';
import type { Db } from '../../db/open.ts';
import { isTime, readCursor, writeCursor } from '../../kit/http/cursor.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import { modelsFor, planOf } from '../billing/service.ts';
import * as service from './service.ts';

/** What an account has used and may use. */
export const usageRoutes = (countChatbots: (db: Db, ownerId: string) => Promise<number>): Registration[] => [
  route(getUsage, (context, { caller }) => service.getUsage(context, caller.userId, countChatbots)),
  route(putAlertAway, async (context, { caller, body }) => {
    await service.putAlertAway(context, context.db, caller.userId, body);
  }),
  route(listModels, async ({ db, config }, { caller }) => {
    const { plan } = await planOf(db, config.plans, caller.userId);
    return { items: modelsFor(config, plan) };
  }),
  route(getUsageTrend, async (context, { caller, query }) => ({
    items: await service.getUsageTrend(context, caller.userId, query.days),
  })),
  route(listLedger, async ({ db }, { caller, query }) => {
    const { cursor, limit, tokenType, operation } = query;
    const chatbotId = query.chatbotId === 'unassigned' ? undefined : query.chatbotId;
    const filter = { limit, tokenType, operation, chatbotId };
    const after = readCursor(cursor, isTime);
    const before = after && { at: new Date(after.value), id: after.id };
    const { items, last } = await service.listLedger(db, caller.userId, { ...filter, before });
    return { items, nextCursor: writeCursor(last) };
  }),
];
