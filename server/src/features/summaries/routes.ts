import {
  createSummary,
  deleteSummary,
  estimateSummary,
  getSummary,
  listSummaries,
} from '@parlance/contract/endpoints/summaries';
import { readCursor, writeCursor } from '../../kit/http/cursor.ts';
import { type Registration, route } from '../../kit/http/route.ts';
import * as summaries from './summaries.ts';

export const summaryRoutes: Registration[] = [
  route(estimateSummary, (context, { caller, params, query }) =>
    summaries.estimateOf(context, caller.userId, params.chatbotId, query.period),
  ),
  route(createSummary, (context, { caller, params, body, language }) =>
    summaries.createSummary(context, caller.userId, params.chatbotId, body.period, language),
  ),
  route(listSummaries, async ({ db }, { caller, params, query, language }) => {
    const page = { before: readCursor(query.cursor)?.id, limit: query.limit };
    const { items, last } = await summaries.listSummaries(
      db,
      caller.userId,
      params.chatbotId,
      page,
      language,
    );
    return { items, nextCursor: writeCursor(last) };
  }),
  route(getSummary, ({ db }, { caller, params, language }) =>
    summaries.getSummary(db, caller.userId, params.summaryId, language),
  ),
  route(deleteSummary, ({ db }, { caller, params }) =>
    summaries.deleteSummary(db, caller.userId, params.summaryId),
  ),
];
