import { getUsage, listModels, putAlertAway } from '@parlance/contract/endpoints/usage';
import type { Db } from '../../db/open.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import { modelsFor, planOf } from '../billing/service.ts';
import { type ReportLookUps, reportRoutes } from './reports/routes.ts';
import * as service from './service.ts';

/** What stands right of usage, and is looked up for it. */
interface UsageLookUps extends ReportLookUps {
  countChatbots: (db: Db, ownerId: string) => Promise<number>;
}

/** What an account has used and may use. */
export const usageRoutes = ({ countChatbots, ...lookUps }: UsageLookUps): Registration[] => [
  route(getUsage, (context, { caller }) => service.getUsage(context, caller.userId, countChatbots)),
  route(putAlertAway, async (context, { caller, body }) => {
    await service.putAlertAway(context, context.db, caller.userId, body);
  }),
  route(listModels, async ({ db, config }, { caller }) => {
    const { plan } = await planOf(db, config.plans, caller.userId);
    return { items: modelsFor(config, plan) };
  }),
  ...reportRoutes(lookUps, service.tokensLeftOf),
];
