import { transaction } from '../../../db/transaction.ts';
import { work } from '../../../kit/jobs/job.ts';
import { syncDue } from '../queue.ts';
import { listDueCrawls } from './crawl-queries.ts';
import { beginCrawl, readPageAgain } from './crawl-runs.ts';
import { listDueSources } from './page-queries.ts';

const syncBatchSize = 100;

/** Begins again what is due by its schedule: pages, sitemaps and crawled sites. */
export const syncDueWork = work(syncDue, async ({ db, clock }, _, { signal }) => {
  for (;;) {
    const [crawls, sources] = [
      await listDueCrawls(db, clock(), syncBatchSize),
      await listDueSources(db, clock(), syncBatchSize),
    ];
    for (const crawl of crawls) {
      await transaction(db, (db) => beginCrawl(db, crawl, clock()));
    }
    for (const source of sources) {
      await transaction(db, (db) => readPageAgain(db, source, clock()));
    }
    if (signal.aborted || crawls.length + sources.length < syncBatchSize) return;
  }
});
