import {
  createCheck,
  deleteCheck,
  getCheckRun,
  listCheckRuns,
  listChecks,
  runChecks,
  stopCheckRun,
  updateCheck,
} from '@parlance/contract/endpoints/checks';
import { readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import { type Registration, route } from '../../../kit/http/route.ts';
import * as checks from './checks.ts';

export const checkRoutes: Registration[] = [
  route(listChecks, async ({ db }, { caller, params, query }) => {
    const page = { after: readCursor(query.cursor)?.id, limit: query.limit };
    const { items, last } = await checks.listChecks(db, caller.userId, params.chatbotId, page);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(createCheck, (context, { caller, params, body }) =>
    checks.createCheck(context, caller.userId, params.chatbotId, body),
  ),
  route(updateCheck, ({ db }, { caller, params, body }) =>
    checks.updateCheck(db, caller.userId, params.checkId, body),
  ),
  route(deleteCheck, ({ db }, { caller, params }) => checks.deleteCheck(db, caller.userId, params.checkId)),
  route(runChecks, (context, { caller, params, language }) =>
    checks.runChecks(context, caller.userId, params.chatbotId, language),
  ),
  route(listCheckRuns, async ({ db }, { caller, params, query, language }) => {
    const { cursor, limit, results } = query;
    const page = { before: readCursor(cursor)?.id, limit, withResults: results === 'true' };
    const { items, last } = await checks.listRuns(db, caller.userId, params.chatbotId, page, language);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(getCheckRun, ({ db }, { caller, params, language }) =>
    checks.getRun(db, caller.userId, params.runId, language),
  ),
  route(stopCheckRun, ({ db }, { caller, params, language }) =>
    checks.stopRun(db, caller.userId, params.runId, language),
  ),
];
