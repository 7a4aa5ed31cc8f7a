import {
  addSitemap,
  deleteCrawl,
  estimateCrawl,
  getCrawl,
  listCrawlPages,
  listCrawls,
  resumeCrawl,
  stopCrawl,
  updateCrawl,
} from '@parlance/contract/endpoints/crawls';
import { isTime, readCursor, writeCursor } from '../../../kit/http/cursor.ts';
import { type Registration, route } from '../../../kit/http/route.ts';
import * as service from './crawl-service.ts';
import * as estimate from './estimate.ts';

export const crawlRoutes: Registration[] = [
  route(addSitemap, (context, { caller, params, body, language }) =>
    service.addCrawl(context, caller.userId, params.chatbotId, { kind: 'sitemap', ...body }, language),
  ),
  route(estimateCrawl, (context, { caller, params, body }) =>
    estimate.estimateCrawl(context, caller.userId, params.chatbotId, body),
  ),
  route(listCrawls, async ({ db }, { caller, params, query, language }) => {
    const after = readCursor(query.cursor, isTime);
    const page = { after, limit: query.limit };
    const { items, last } = await service.listCrawls(db, caller.userId, params.chatbotId, page, language);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(getCrawl, ({ db }, { caller, params, language }) =>
    service.getCrawl(db, caller.userId, params.crawlId, language),
  ),
  route(listCrawlPages, async ({ db }, { caller, params, query, request, reply, language }) => {
    const { status, limit } = query;
    if (/\btext\/csv\b/i.test(request.headers.accept ?? '')) {
      const csv = await service.exportCrawlPages(db, caller.userId, params.crawlId, status, language);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="pages.csv"')
        .send(csv) as never;
    }
    const after = readCursor(query.cursor)?.id;
    const page = { status, after, limit };
    const { items, last } = await service.listCrawlPages(db, caller.userId, params.crawlId, page, language);
    return { items, nextCursor: writeCursor(last) };
  }),
  route(updateCrawl, (context, { caller, params, body, language }) =>
    service.updateCrawl(context, caller.userId, params.crawlId, body, language),
  ),
  route(stopCrawl, (context, { caller, params, language }) =>
    service.stopCrawl(context, caller.userId, params.crawlId, language),
  ),
  route(resumeCrawl, (context, { caller, params, language }) =>
    service.resumeCrawl(context, caller.userId, params.crawlId, language),
  ),
  route(deleteCrawl, (context, { caller, params }) =>
    service.deleteCrawl(context, caller.userId, params.crawlId),
  ),
];
