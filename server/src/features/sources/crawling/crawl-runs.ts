import type { Context } from '../../../context.ts';
import { readBatches } from '../../../db/batches.ts';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { hostOf } from '../fetching/site.ts';
import { enqueueSitemaps, wakeHost } from '../queue.ts';
import { restartSource, type SourceRow, updateSource } from '../records/queries.ts';
import { noError } from '../records/refusals.ts';
import { awaitKnownPages, listWaitingPages } from './crawl-page-queries.ts';
import { addFoundPages, newPage, nextSyncOf, restPages } from './crawl-pages.ts';
import { addCounts, type CrawlRow, lockCrawls, updateCrawlRow } from './crawl-queries.ts';
import { activatePages } from './crawl-source-queries.ts';

const runs = {
  status: 'running',
  ...noError,
  next_sync_at: null,
} as const;

const activationBatchSize = 1_000;

/** Has all waiting pages of a crawl read. */
async function activate(db: Db, crawl: CrawlRow, now: Date) {
  const hosts = new Set<string>();
  let skipped = 0;
  const read = (after: { id: string } | undefined, limit: number) =>
    listWaitingPages(db, crawl.id, after?.id, limit);
  for await (const waiting of readBatches(activationBatchSize, read)) {
    const pages = waiting.map(({ id, url }) => ({ id, url, host: hostOf(url) }));
    skipped += (await activatePages(db, crawl, pages, now)).length;
    for (const { host } of pages) hosts.add(host);
  }
  if (skipped > 0) await addCounts(db, crawl, { found: 0, read: 0, skipped, failed: 0 }, now);
  // Also without any: the job is what finds that nothing waits.
  hosts.add(hostOf(crawl.url));
  for (const host of hosts) {
    await wakeHost(db, { ownerId: crawl.owner_id, chatbotId: crawl.chatbot_id, host }, now);
  }
}

/** Begins a crawl, or begins it again: what it has read answers meanwhile. */
export async function beginCrawl(db: Db, { id }: Pick<CrawlRow, 'id'>, now: Date): Promise<void> {
  const [before] = await lockCrawls(db, [id]);
  if (!before) return;
  const crawl = await updateCrawlRow(db, before, {
    ...runs,
    run: before.run + 1,
    found: 0,
    read: 0,
    skipped: 0,
    failed: 0,
    sitemaps_waiting: encodeJson(before.kind === 'sitemap' ? [{ url: before.url, depth: 0 }] : []),
    sitemaps_seen: before.kind === 'sitemap' ? [before.url] : [],
    finished_at: null,
    updated_at: now,
  });
  if (!crawl) return;
  if (crawl.kind === 'sitemap') return enqueueSitemaps(db, crawl, now);
  const found = await awaitKnownPages(db, crawl, ['read', 'failed', 'waiting', 'skipped']);
  await addCounts(db, crawl, { found, read: 0, skipped: 0, failed: 0 }, now);
  await activate(db, crawl, now);
  const first = newPage(crawl.url, 0, now);
  const add = await addFoundPages(db, { ...crawl, found }, [first], now);
  await addCounts(db, crawl, add, now);
}

/** Goes on where a crawl was stopped, or has failed: what failed is tried again. */
export async function continueCrawl(db: Db, crawl: CrawlRow, now: Date): Promise<void> {
  await updateCrawlRow(db, crawl, { ...runs, finished_at: null, updated_at: now });
  if (crawl.status === 'error') {
    const failed = await awaitKnownPages(db, crawl, ['failed']);
    await addCounts(db, crawl, { found: 0, read: 0, skipped: 0, failed: -failed }, now);
  }
  await activate(db, crawl, now);
  if (crawl.sitemaps_waiting.length > 0) await enqueueSitemaps(db, crawl, now);
}

export async function haltCrawl(context: Context, db: Db, crawl: CrawlRow): Promise<void> {
  const now = context.clock();
  await updateCrawlRow(db, crawl, {
    status: 'stopped',
    updated_at: now,
    next_sync_at: nextSyncOf(crawl.schedule, now),
  });
  await restPages(context, db, crawl);
}

/** Has a page read once more: what an earlier reading found goes on answering until then. */
export async function readPageAgain(
  db: Db,
  page: Pick<SourceRow, 'id' | 'owner_id' | 'accepts_loss'>,
  now: Date,
): Promise<SourceRow | undefined> {
  const restarted = await restartSource(db, page.owner_id, page.id, now);
  if (!restarted?.host) return restarted;
  const { owner_id: ownerId, chatbot_id: chatbotId, host } = restarted;
  const row = await updateSource(db, restarted, { accepts_loss: page.accepts_loss });
  await wakeHost(db, { ownerId, chatbotId, host }, now);
  return row;
}
