import type { SourceErrorCode } from '@parlance/contract/errors';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import type { Refusal } from '../fetching/page-error.ts';
import { hostOf, maxDepth, maxQueries } from '../fetching/site.ts';
import { wakeHost } from '../queue.ts';
import { embedLacking } from '../records/embedding.ts';
import { messages } from '../records/messages.ts';
import { errorColumnsOf } from '../records/refusals.ts';
import {
  countQueries,
  deletePageRows,
  findFirstFailedPage,
  leaveDeletedPages,
  leavePages,
  listMetPages,
  missPages,
  type NewPage,
  namePages,
} from './crawl-page-queries.ts';
import {
  addCounts,
  type CrawlKey,
  type CrawlRow,
  listIdleCrawls,
  lockCrawls,
  updateCrawlRow,
} from './crawl-queries.ts';
import { activatePages, parkPages } from './crawl-source-queries.ts';
import { deleteSources, setNotice } from './page-queries.ts';

/** Pages beyond the limit that are named one by one; of further ones there is only the number. */
const maxLeftOutPages = 1_000;

/**
 * The found pages that this run of the crawl has not met, with what keeps some of them from being read. Where there is room
 * for all of a sitemap, those that it has met may be among them: naming them again changes nothing.
 */
async function selectNewPages(db: Db, crawl: CrawlRow, found: NewPage[], room: number): Promise<NewPage[]> {
  const reachable = found.filter(({ depth }) => depth <= maxDepth);
  if (crawl.kind === 'sitemap' && reachable.length <= room) return reachable;
  const met = await listMetPages(
    db,
    crawl,
    reachable.map(({ url }) => url),
  );
  const fresh = reachable.filter(({ url }) => !met.has(url));
  if (crawl.kind === 'sitemap') return fresh;
  const pathOf = (url: string) => url.slice(0, url.indexOf('?'));
  const paths = new Set(fresh.filter(({ url }) => url.includes('?')).map(({ url }) => pathOf(url)));
  if (paths.size === 0) return fresh;
  const known = await countQueries(db, crawl.id, [...paths]);
  return fresh.filter(({ url }) => {
    if (!url.includes('?')) return true;
    const pages = (known.get(pathOf(url)) ?? 0) + 1;
    known.set(pathOf(url), pages);
    return pages <= maxQueries;
  });
}

/**
 * Takes pages into a running crawl, up to its limit, and has them read. `found` of the crawl's row is as the
 * transaction has locked it; what the pages add to its figures is the caller's to write.
 */
export async function addFoundPages(
  db: Db,
  crawl: CrawlRow,
  found: NewPage[],
  now: Date,
): Promise<{ found: number; read: number; skipped: number; failed: number }> {
  const add = { found: 0, read: 0, skipped: 0, failed: 0 };
  const room = Math.max(0, crawl.max_pages - crawl.found);
  const fresh = await selectNewPages(db, crawl, found, room);
  if (fresh.length === 0) return add;
  const readable = fresh.filter(({ skipped }) => !skipped);
  const beyond = readable.slice(room);
  const leftOut = beyond
    .slice(0, Math.max(0, maxLeftOutPages - crawl.skipped))
    .map((page) => ({ ...page, skipped: { reason: 'beyond_limit', detail: String(crawl.max_pages) } }));
  if (crawl.kind === 'sitemap') add.skipped += beyond.length - leftOut.length;
  const named = await namePages(db, crawl, [
    ...readable.slice(0, room),
    ...leftOut,
    ...fresh.filter(({ skipped }) => skipped),
  ]);
  const waiting = named.filter(({ status }) => status === 'waiting');
  const pages = waiting.map(({ id, url, misses }) => ({
    id,
    url,
    host: hostOf(url),
    isNew: misses === null,
  }));
  const known = pages.length === 0 ? [] : await activatePages(db, crawl, pages, now);
  const stillNamed = named.filter(({ misses }) => misses !== null && misses > 0).map(({ id }) => id);
  if (stillNamed.length > 0)
    await setNotice(db, crawl.owner_id, stillNamed, 'missing_from_sitemap', undefined, now);
  const isFound = new Set(readable.slice(0, room).map(({ url }) => url));
  for (const { url, status } of named) {
    if (isFound.has(url)) add.found++;
    if (status === 'read') add.read++;
    if (status === 'skipped') add.skipped++;
  }
  add.skipped += known.length;
  for (const host of new Set(pages.map(({ host }) => host))) {
    await wakeHost(db, { ownerId: crawl.owner_id, chatbotId: crawl.chatbot_id, host }, now);
  }
  return add;
}

export const newPage = (url: string, depth: number, now: Date): NewPage => ({ id: newId(now), url, depth });

const dayMs = 86_400_000;

/** The time at which a crawl that ends now begins again. */
export function nextSyncOf(schedule: string, from: Date): Date | null {
  if (schedule === 'daily') return new Date(from.getTime() + dayMs);
  return schedule === 'weekly' ? new Date(from.getTime() + 7 * dayMs) : null;
}

/**
 * Rests a crawl's pages: what was read stays; what waits is as if it had not been found yet. A page may still lack
 * vectors of its last reading.
 */
export async function restPages(context: Context, db: Db, crawl: CrawlKey): Promise<void> {
  await embedLacking(context, db, await parkPages(db, crawl, context.clock()));
}

/** Ends a crawl that can't go on. What waits is taken up again when it is resumed. */
export async function failCrawl(context: Context, db: Db, crawl: CrawlRow, refusal: Refusal): Promise<void> {
  const now = context.clock();
  await updateCrawlRow(db, crawl, {
    status: 'error',
    ...errorColumnsOf(refusal),
    finished_at: now,
    updated_at: now,
    next_sync_at: nextSyncOf(crawl.schedule, now),
  });
  await restPages(context, db, crawl);
}

/** Ends the crawls of a chatbot that have nothing more to read. Within a transaction of its own. */
export async function finishCrawls(
  context: Context,
  db: Db,
  chatbot: { ownerId: string; chatbotId: string },
): Promise<void> {
  const now = context.clock();
  const idle = await listIdleCrawls(db, chatbot);
  for (const crawl of await lockCrawls(db, idle)) {
    if (crawl.status !== 'running' || !(await listIdleCrawls(db, chatbot)).includes(crawl.id)) continue;
    const deleted = await leaveDeletedPages(db, crawl.id);
    if (deleted > 0) {
      await addCounts(db, crawl, { found: 0, read: 0, skipped: deleted, failed: 0 }, now);
    }
    const failed = crawl.read === 0 && crawl.failed > 0 ? await findFirstFailedPage(db, crawl.id) : undefined;
    if (failed?.reason) {
      const code = failed.reason as SourceErrorCode;
      await failCrawl(context, db, crawl, { code, statusCode: failed.status_code ?? undefined });
      continue;
    }
    await updateCrawlRow(db, crawl, {
      status: 'done',
      finished_at: now,
      updated_at: now,
      next_sync_at: nextSyncOf(crawl.schedule, now),
    });
  }
}

/** Runs in a row that do not name a page after which it leaves the index. */
const missesToLeave = 2;

/** Marks what a sitemap that was read to its end no longer names, and at last removes it. */
export async function leaveMissingPages(db: Db, crawl: CrawlRow, now: Date): Promise<void> {
  const missed = await missPages(db, crawl);
  const idsWhere = (is: (misses: number) => boolean) =>
    missed.filter(({ misses }) => is(misses)).map(({ id }) => id);
  const once = idsWhere((misses) => misses < missesToLeave);
  const leaving = idsWhere((misses) => misses === missesToLeave);
  const forgotten = idsWhere((misses) => misses > missesToLeave);
  const { missingFromSitemap } = messages;
  if (once.length > 0) {
    await setNotice(
      db,
      crawl.owner_id,
      once,
      'missing_from_sitemap',
      { code: 'missing_from_sitemap', ...missingFromSitemap },
      now,
    );
  }
  if (leaving.length > 0) {
    await deleteSources(db, crawl.owner_id, leaving);
    await leavePages(db, leaving);
    await addCounts(db, crawl, { found: 0, read: 0, skipped: leaving.length, failed: 0 }, now);
  }
  if (forgotten.length > 0) await deletePageRows(db, forgotten);
}
