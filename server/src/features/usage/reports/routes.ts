import {
  getForecast,
  getLedgerEntry,
  getUsageHistory,
  getUsageTrend,
  listLedger,
  listUsageByChatbot,
  type TokenType,
} from '@parlance/contract/endpoints/usage';
import type { Context } from '../../../context.ts';
import { type Registration, route } from '../../../kit/http/route.ts';
import { planOf } from '../../billing/service.ts';
import { listByChatbot } from './by-chatbot.ts';
import { type FindOrigin, getEntry } from './entry.ts';
import type { Reader } from './filters.ts';
import { forecastUse, type Left } from './forecast.ts';
import { type FindChatbotNames, getHistory, getTrend } from './history.ts';
import { exportEntries, listEntries } from './journal.ts';

/** What stands right of usage, and is looked up for its reports. */
export interface ReportLookUps {
  findChatbotNames: FindChatbotNames;
  findOrigin: FindOrigin;
}

async function readerOf({ db, config, clock }: Context, ownerId: string): Promise<Reader> {
  const { timeZone } = await planOf(db, config.plans, ownerId);
  return { ownerId, timeZone, now: clock() };
}

/** What an account used, told from its ledger. */
export const reportRoutes = (
  { findChatbotNames, findOrigin }: ReportLookUps,
  leftOf: (context: Context, ownerId: string) => Promise<Record<TokenType, Left>>,
): Registration[] => [
  route(listLedger, async (context, { caller, query, language, request, reply }) => {
    const reader = await readerOf(context, caller.userId);
    if (!/\btext\/csv\b/i.test(request.headers.accept ?? '')) return listEntries(context.db, query, reader);
    const { cursor: _, limit: __, ...wish } = query;
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="tokens.csv"')
      .send(exportEntries(context.db, wish, reader, language)) as never;
  }),
  route(getLedgerEntry, ({ db }, { caller, params }) =>
    getEntry(db, caller.userId, params.entryId, findOrigin),
  ),
  route(getUsageHistory, async (context, { caller, query }) =>
    getHistory(context.db, query, await readerOf(context, caller.userId), findChatbotNames),
  ),
  route(getUsageTrend, async (context, { caller, query }) => ({
    items: await getTrend(context.db, query.days, await readerOf(context, caller.userId)),
  })),
  route(listUsageByChatbot, async (context, { caller, query }) => {
    const reader = await readerOf(context, caller.userId);
    return { items: await listByChatbot(context.db, query.days, reader, findChatbotNames) };
  }),
  route(getForecast, async (context, { caller }) => {
    const left = await leftOf(context, caller.userId);
    return forecastUse(context.db, left, await readerOf(context, caller.userId));
  }),
];
