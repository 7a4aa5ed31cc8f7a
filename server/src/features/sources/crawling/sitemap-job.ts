import type { Context } from '../../../context.ts';
import { encodeJson, type WaitingSitemap } from '../../../db/json.ts';
import { transaction } from '../../../db/transaction.ts';
import { Connections } from '../../../kit/fetch/safe-fetch.ts';
import { RetryLater, work } from '../../../kit/jobs/job.ts';
import { readSitemap, type SitemapEntry } from '../../reading/service.ts';
import { HostDelay, maxDelays, type Refusal } from '../fetching/page-error.ts';
import { refusalOf } from '../fetching/reading-refusal.ts';
import { filterToSite } from '../fetching/site.ts';
import { fetchSitemap } from '../fetching/sitemap.ts';
import { listSitemaps } from '../queue.ts';
import { endPages, hasUnreadSitemap, namePages } from './crawl-page-queries.ts';
import { addFoundPages, failCrawl, finishCrawls, leaveMissingPages, newPage } from './crawl-pages.ts';
import { addCounts, type CrawlRow, findCrawlForJob, lockCrawls, updateCrawlRow } from './crawl-queries.ts';

/** Bounds of security S4.11. */
const bounds = { depth: 2, files: 500 };
/** How long an index is read before others get the place. */
const sliceMs = 15_000;
/**
 * Entries that are taken in together; between two of these transactions come those of whoever reads the first pages.
 */
const entryBatchSize = 500;
/** Entries of other sites that are named one by one. */
const maxForeign = 100;

/** Reads a crawl's sitemaps, those that an index names included, one after the other, and has their pages read. */
export const listSitemapsWork = work(
  listSitemaps,
  async (context, { crawlId, run }, { signal }) => {
    const end = performance.now() + sliceMs;
    const connections = new Connections(1);
    try {
      for (;;) {
        const crawl = await findCrawlForJob(context.db, crawlId);
        if (crawl?.status !== 'running' || crawl.run !== run) return;
        const [next] = crawl.sitemaps_waiting;
        if (!next) break;
        if (performance.now() > end) throw new RetryLater(0);
        await listOne(context, crawl, next, connections, signal);
      }
      await transaction(context.db, async (db) => {
        const crawl = await findCrawlForJob(db, crawlId);
        if (crawl) await finishCrawls(context, db, { ownerId: crawl.owner_id, chatbotId: crawl.chatbot_id });
      });
    } finally {
      await connections.close();
    }
  },
  {
    async onDead(context, { crawlId, run }) {
      await transaction(context.db, async (db) => {
        const [crawl] = await lockCrawls(db, [crawlId]);
        if (crawl?.status !== 'running' || crawl.run !== run) return;
        await failCrawl(context, db, crawl, { code: 'fetch_failed' });
      });
    },
  },
);

async function listOne(
  context: Context,
  crawl: CrawlRow,
  next: WaitingSitemap,
  connections: Connections,
  signal: AbortSignal,
) {
  try {
    const body = await fetchSitemap(context, next.url, connections, signal);
    const { kind, entries } = await readSitemap(body, { ownerId: crawl.owner_id, signal });
    const { own, others } = await filterToSite(crawl.url, entries);
    if (kind === 'index') await takeIndex(context, crawl, next, own);
    else await takePages(context, crawl, next, own, others);
  } catch (error) {
    if (error instanceof HostDelay) return postponeSitemap(context, crawl, next, error);
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    await failSitemap(context, crawl, next, refusal);
  }
}

/** Postpones a sitemap, unless its host has asked for patience too often. */
async function postponeSitemap(
  context: Context,
  crawl: CrawlRow,
  next: WaitingSitemap,
  { ms, statusCode }: HostDelay,
) {
  const delays = (next.delays ?? 0) + 1;
  if (delays >= maxDelays) return failSitemap(context, crawl, next, { code: 'fetch_failed', statusCode });
  await transaction(context.db, async (db) => {
    const now = await lockRunningCrawl(db, crawl);
    if (!now) return;
    const [, ...others] = now.sitemaps_waiting;
    const waiting = [{ ...next, delays }, ...others];
    await updateCrawlRow(db, crawl, { sitemaps_waiting: encodeJson(waiting) });
  });
  throw new RetryLater(ms);
}

/** The crawl as it stands, if this run of it still goes on: locked. */
async function lockRunningCrawl(db: Context['db'], crawl: CrawlRow): Promise<CrawlRow | undefined> {
  const [now] = await lockCrawls(db, [crawl.id]);
  return now?.status === 'running' && now.run === crawl.run ? now : undefined;
}

/** Ends the reading of a sitemap: it waits no longer, and those that it names do. */
async function finishSitemap(
  db: Context['db'],
  crawl: CrawlRow,
  { url }: WaitingSitemap,
  further: WaitingSitemap[],
  now: Date,
): Promise<void> {
  const seen = new Set(crawl.sitemaps_seen);
  const waiting = crawl.sitemaps_waiting.filter((one) => one.url !== url);
  for (const sitemap of further) {
    if (seen.has(sitemap.url) || seen.size > bounds.files) continue;
    seen.add(sitemap.url);
    waiting.push(sitemap);
  }
  const updated = await updateCrawlRow(db, crawl, {
    sitemaps_waiting: encodeJson(waiting),
    sitemaps_seen: [...seen],
    updated_at: now,
  });
  if (updated && waiting.length === 0 && !(await hasUnreadSitemap(db, updated)))
    await leaveMissingPages(db, updated, now);
}

const takeIndex = (context: Context, crawl: CrawlRow, next: WaitingSitemap, entries: SitemapEntry[]) =>
  transaction(context.db, async (db) => {
    const now = await lockRunningCrawl(db, crawl);
    if (!now) return;
    const further =
      next.depth >= bounds.depth ? [] : entries.map(({ url }) => ({ url, depth: next.depth + 1 }));
    await finishSitemap(db, now, next, further, context.clock());
  });

async function takePages(
  context: Context,
  crawl: CrawlRow,
  next: WaitingSitemap,
  entries: SitemapEntry[],
  others: string[],
) {
  const take = (some: SitemapEntry[], foreign: string[], isLast: boolean) =>
    transaction(context.db, async (db) => {
      const current = await lockRunningCrawl(db, crawl);
      if (!current) return;
      const now = context.clock();
      const pages = some.map(({ url, lastmod }) => ({ ...newPage(url, 0, now), lastmod }));
      const skipped = foreign.map((url) => ({ ...newPage(url, 0, now), skipped: { reason: 'other_site' } }));
      const add = await addFoundPages(db, current, [...uniqueByUrl(pages), ...uniqueByUrl(skipped)], now);
      if (isLast) add.skipped += others.length - Math.min(others.length, maxForeign);
      await addCounts(db, crawl, add, now);
      if (isLast) await finishSitemap(db, current, next, [], now);
    });
  for (let from = 0; from < entries.length - entryBatchSize; from += entryBatchSize) {
    await take(entries.slice(from, from + entryBatchSize), [], false);
  }
  const rest = Math.max(0, Math.ceil(entries.length / entryBatchSize) - 1) * entryBatchSize;
  await take(entries.slice(rest), others.slice(0, maxForeign), true);
}

/** Pages each once: a statement inserts a row once. */
const uniqueByUrl = <T extends { url: string }>(pages: T[]): T[] => [
  ...new Map(pages.map((page) => [page.url, page])).values(),
];

/** Fails a sitemap: the whole crawl can't go on without its first one; a further one is shown as a page that failed. */
const failSitemap = (context: Context, crawl: CrawlRow, next: WaitingSitemap, refusal: Refusal) =>
  transaction(context.db, async (db) => {
    const current = await lockRunningCrawl(db, crawl);
    if (!current) return;
    const now = context.clock();
    if (next.depth === 0) return failCrawl(context, db, current, refusal);
    const { code: reason, statusCode } = refusal;
    const named = await namePages(db, current, [newPage(next.url, 0, now)]);
    await endPages(
      db,
      named.map(({ id }) => ({ id, status: 'failed', reason, statusCode })),
    );
    await addCounts(db, crawl, { found: 0, read: 0, skipped: 0, failed: named.length }, now);
    await finishSitemap(db, current, next, [], now);
  });
