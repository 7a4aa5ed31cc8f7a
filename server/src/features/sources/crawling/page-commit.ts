import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { lockOwner } from '../../auth/service.ts';
import { getChatbot, lockChatbot, recordSync } from '../../chatbots/service.ts';
import {
  countNewTokens,
  indexReadings,
  publishReadings,
  type SourceReading,
  withdrawPassages,
} from '../../knowledge/service.ts';
import { balanceOf, charge, readingDetails, tokensLeft } from '../../usage/service.ts';
import type { Refusal } from '../fetching/page-error.ts';
import { enqueueEmbedding } from '../queue.ts';
import { depthsOf, endPages } from './crawl-page-queries.ts';
import { addFoundPages, failCrawl, newPage } from './crawl-pages.ts';
import { addCounts, type CrawlCounts, type CrawlRow, lockCrawls } from './crawl-queries.ts';
import {
  type AffordedJudgement,
  type AffordedPage,
  countEnds,
  endsOf,
  findLinks,
  findOtherAddresses,
  judgeQuota,
  judgeResults,
  nameOf,
  type ReadPageResult,
} from './page-judgement.ts';
import {
  confirmPages,
  delayPages,
  deleteSources,
  failPage,
  keepPage,
  keepSiteBlocks,
  listSourcesAt,
  lockPages,
  type PageResult,
  returnPages,
  storePages,
} from './page-queries.ts';
import type { ReadResult } from './page-reader.ts';

export interface PageBatch {
  ownerId: string;
  chatbotId: string;
  site: string;
  ended: ReadResult[];
  siteBlocks: Uint8Array;
  /** Crawls that can't go on, and why. */
  failing: ReadonlyMap<string, Refusal>;
}

/**
 * Takes in what was read of some pages, wholly or not at all: passages, what they cost, what became of each page and of
 * its crawl. What was deleted, stopped or begun anew meanwhile is passed over. Gives what the last page needed for
 * which the quota was too small.
 */
export function commitPages(
  context: Context,
  batch: PageBatch,
): Promise<{ tokensMissed?: number | undefined }> {
  return transaction(context.db, async (db) => {
    await lockOwner(db, batch.ownerId);
    if (!(await lockChatbot(db, batch.ownerId, batch.chatbotId))) return {};
    const crawls = await lockCrawlsOf(db, batch);
    const live = await lockPages(
      db,
      batch.ownerId,
      batch.ended.map(({ page }) => page),
    );
    const ended = batch.ended.filter(({ page }) => live.has(page.id));
    if (ended.length === 0) return {};
    const answeringStatus = context.models.embeddings === undefined ? 'ready' : 'processed';
    const commit: Commit = { context, db, batch, now: context.clock(), answeringStatus };
    const judgement = await judge(commit, ended);
    await apply(commit, judgement, crawls);
    return { tokensMissed: judgement.tokensMissed };
  });
}

async function lockCrawlsOf(db: Db, batch: PageBatch): Promise<Map<string, CrawlRow>> {
  const ids = new Set(batch.ended.flatMap(({ page }) => (page.crawl_id === null ? [] : [page.crawl_id])));
  return new Map((await lockCrawls(db, [...ids].sort())).map((row) => [row.id, row]));
}

/** What the application of a judgement writes with. */
interface Commit {
  context: Context;
  db: Db;
  batch: PageBatch;
  now: Date;
  /** The status of a page that answers: vectors may be still to come. */
  answeringStatus: 'ready' | 'processed';
}

async function judge({ context, db, batch }: Commit, ended: ReadResult[]): Promise<AffordedJudgement> {
  const { ownerId, chatbotId } = batch;
  const addresses = findOtherAddresses(ended);
  const known = addresses.length > 0 ? await listSourcesAt(db, ownerId, chatbotId, addresses) : [];
  const judgement = judgeResults(ended, known);
  const left = tokensLeft(await balanceOf(context, db, ownerId, 'storage'));
  return judgeQuota(judgement, await countNewTokens(db, ownerId, judgement.changed.map(readingOf)), left);
}

async function apply(commit: Commit, judgement: AffordedJudgement, crawls: Map<string, CrawlRow>) {
  const { db, batch, now, answeringStatus } = commit;
  const { ownerId, chatbotId, site, siteBlocks } = batch;
  const { delayed, returned, leftOut, kept, failed, changed, confirmed, read } = judgement;
  if (delayed.length > 0) await delayPages(db, ownerId, idsOf(delayed), now);
  for (const { page, notice, end } of kept) {
    const requiresAuthentication = end.reason === 'requires_authentication';
    await keepPage(
      db,
      ownerId,
      { id: page.id, status: answeringStatus, notice, requiresAuthentication },
      now,
    );
  }
  for (const { page, refusal } of failed) {
    await failPage(db, ownerId, { id: page.id, refusal }, now);
  }
  await index(commit, changed);
  if (confirmed.length > 0) {
    const answering = confirmed.map(({ page, ...seen }) => ({
      id: page.id,
      status: answeringStatus,
      ...seen,
    }));
    await confirmPages(db, ownerId, answering, now);
  }
  if (returned.length > 0) await returnPages(db, ownerId, idsOf(returned), now);
  for (const { page } of failed) await withdrawPassages(db, { chatbotId, sourceId: page.id });
  if (answeringStatus === 'processed') {
    const answering = [...kept, ...changed, ...confirmed].map(({ page }) => page);
    await enqueueEmbedding(db, answering, now);
  }
  if (leftOut.length > 0) await deleteSources(db, ownerId, idsOf(leftOut.map(({ page }) => page)));
  await tellCrawls(commit, judgement, crawls);
  await keepSiteBlocks(db, chatbotId, site, siteBlocks);
  if (read.length > 0) await recordSync(db, ownerId, chatbotId, now);
}

const idsOf = (pages: readonly { id: string }[]) => pages.map(({ id }) => id);

async function index({ context, db, batch, now, answeringStatus }: Commit, changed: AffordedPage[]) {
  if (changed.length === 0) return;
  const { ownerId, chatbotId } = batch;
  const chatbotName = (await getChatbot(db, ownerId, chatbotId)).name;
  for (const operation of ['file_upload', 'reindex'] as const) {
    const charged = changed.filter(
      ({ page, newTokens }) =>
        newTokens > 0 && (page.last_sync_at === null) === (operation === 'file_upload'),
    );
    const [first] = charged;
    if (!first) continue;
    await charge(context, db, {
      ownerId,
      tokenType: 'storage',
      operation,
      details: readingDetails(
        charged.reduce((sum, { newTokens }) => sum + newTokens, 0),
        {
          name: nameOf(first) ?? first.page.url,
          version: first.page.version,
          ...(charged.length === 1 ? {} : { others: charged.length - 1 }),
        },
      ),
      chatbotId,
      chatbotName,
      // A page's version is read once, so no other batch begins with it.
      cause: `pages:${first.page.id}:${first.page.version}`,
    });
  }
  const readings = changed.map(readingOf);
  for (const some of splitIntoBatches(readings)) {
    await indexReadings(db, { ownerId, chatbotId, readings: some, now });
  }
  await publishReadings(db, { chatbotId, readings, now });
  const results = changed.map((one): PageResult => {
    const { page, answer, text } = one;
    const { identity, passages, textHash } = text;
    return {
      id: page.id,
      status: answeringStatus,
      name: nameOf(one),
      format: answer.format,
      mediaType: answer.mediaType,
      size: answer.body.length,
      passages: passages.length,
      storageTokens: passages.reduce((sum, { tokens }) => sum + tokens, 0),
      language: languageOf(passages),
      etag: answer.etag,
      lastModified: answer.lastModified,
      textHash,
      canonicalUrl: identity === page.url ? null : identity,
      notices: [],
    };
  });
  await storePages(db, ownerId, results, now);
}

async function tellCrawls(
  commit: Commit,
  judgement: AffordedJudgement,
  crawls: Map<string, CrawlRow>,
): Promise<void> {
  const { context, db, batch, now } = commit;
  const ends = endsOf(judgement);
  const counts = countEnds(ends, await endPages(db, ends));
  await follow(commit, judgement.read, crawls, counts);
  for (const [id, add] of counts) await addCounts(db, { id, owner_id: batch.ownerId }, add, now);
  for (const [crawlId, url] of judgement.quotaReachedAt) {
    const crawl = crawls.get(crawlId);
    const detail = { reason: 'first_page_left_out', url } as const;
    if (crawl) await failCrawl(context, db, crawl, { code: 'storage_quota_exceeded', detail });
  }
  for (const [crawlId, refusal] of batch.failing) {
    const crawl = crawls.get(crawlId);
    if (crawl?.status === 'running') await failCrawl(context, db, crawl, refusal);
  }
}

/** Takes in the pages that the read ones lead to, for crawls that follow links. */
async function follow(
  { db, now }: Commit,
  read: ReadPageResult[],
  crawls: Map<string, CrawlRow>,
  counts: Map<string, CrawlCounts>,
): Promise<void> {
  const leading = read.filter(({ text }) => text.links.length > 0);
  if (leading.length === 0) return;
  const depths = await depthsOf(db, idsOf(leading.map(({ page }) => page)));
  for (const crawl of crawls.values()) {
    if (crawl.kind !== 'site' || crawl.status !== 'running') continue;
    const pages = [...findLinks(crawl, leading, depths)].map(([url, depth]) => newPage(url, depth, now));
    const add = await addFoundPages(db, crawl, pages, now);
    const of = counts.get(crawl.id) ?? { found: 0, read: 0, skipped: 0, failed: 0 };
    counts.set(crawl.id, { ...of, found: of.found + add.found, skipped: of.skipped + add.skipped });
  }
}

const readingOf = ({ page, text }: ReadPageResult): SourceReading => ({
  sourceId: page.id,
  version: page.version,
  passages: text.passages,
});

function languageOf(passages: ReadPageResult['text']['passages']): 'fr' | 'en' | null {
  if (passages.length === 0) return null;
  const french = passages.filter(({ language }) => language === 'fr').length;
  return french * 2 > passages.length ? 'fr' : 'en';
}

/** Passages that one statement takes at most. */
const readingBatchSize = 1_000;

function* splitIntoBatches(readings: SourceReading[]): Generator<SourceReading[]> {
  let part: SourceReading[] = [];
  let passages = 0;
  for (const reading of readings) {
    for (let from = 0; from < reading.passages.length; ) {
      const some = reading.passages.slice(from, from + readingBatchSize - passages);
      part.push({ ...reading, passages: some });
      from += some.length;
      passages += some.length;
      if (passages < readingBatchSize) continue;
      yield part;
      part = [];
      passages = 0;
    }
  }
  if (part.length > 0) yield part;
}
