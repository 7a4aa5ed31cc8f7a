import { Readable } from 'node:stream';
import type { Crawl, CrawlPage } from '@parlance/contract/endpoints/crawls';
import type { AddedSources, SyncSchedule } from '@parlance/contract/endpoints/sources';
import { errors } from '@parlance/contract/errors';
import { type Language, speak } from '@parlance/contract/i18n';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import { inBatches, readBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError, requireFound } from '../../../kit/errors.ts';
import { parsePageAddress } from '../../../kit/fetch/page-address.ts';
import { writeCsvRow } from '../../../kit/formats/csv.ts';
import { takePage } from '../../../kit/http/cursor.ts';
import { newId } from '../../../kit/ids.ts';
import { lockOwner } from '../../auth/service.ts';
import { getChatbot, lockChatbot } from '../../chatbots/service.ts';
import { crawlPagesOf, failedPagesOf, waitingPagesOf } from '../crawling/crawl-page-queries.ts';
import { nextSyncOf } from '../crawling/crawl-pages.ts';
import {
  type CrawlRow,
  countCrawls,
  crawlsOf,
  deleteCrawlRow,
  findCrawl,
  findCrawlByUrl,
  insertCrawl,
  lockCrawls,
  updateCrawlRow,
} from '../crawling/crawl-queries.ts';
import { beginCrawl, continueCrawl, haltCrawl } from '../crawling/crawl-runs.ts';
import { sourceIdsOfCrawl } from '../crawling/crawl-source-queries.ts';
import { deleteSources } from '../crawling/page-queries.ts';
import { enqueueClearing } from '../queue.ts';
import { messages } from '../records/messages.ts';
import { presentCrawl, presentPage } from './presenter.ts';

/** Failed pages that a crawl itself shows. */
const maxFailedShown = 10;

const idsWhere = (rows: readonly CrawlRow[], is: (row: CrawlRow) => boolean) =>
  rows.filter(is).map(({ id }) => id);

async function presentCrawls(db: Db, rows: readonly CrawlRow[], language: Language): Promise<Crawl[]> {
  const failing = idsWhere(rows, ({ failed }) => failed > 0);
  const begun = idsWhere(rows, ({ status }) => status !== 'done');
  const facts = {
    failed: failing.length > 0 ? await failedPagesOf(db, failing, maxFailedShown) : [],
    waiting: begun.length > 0 ? await waitingPagesOf(db, begun) : new Map<string, number>(),
  };
  return rows.map((row) => presentCrawl(row, facts, language));
}

const presentOne = async (db: Db, row: CrawlRow, language: Language): Promise<Crawl> =>
  requireFound((await presentCrawls(db, [row], language))[0]);

export interface CrawlRequest {
  kind: 'sitemap' | 'site';
  url: string;
  maxPages?: number | undefined;
  schedule?: SyncSchedule | undefined;
  ignoreHeader?: boolean | undefined;
  ignoreFooter?: boolean | undefined;
}

/**
 * Begins to read a sitemap, or a site from one of its pages; a known one begins again with the settings asked for now.
 */
export async function addCrawl(
  context: Context,
  ownerId: string,
  chatbotId: string,
  wish: CrawlRequest,
  language: Language,
): Promise<AddedSources> {
  const { db, clock } = context;
  await getChatbot(db, ownerId, chatbotId);
  const url = parsePageAddress(wish.url);
  if (url === undefined) {
    const code = wish.kind === 'sitemap' ? 'invalid_sitemap' : 'address_refused';
    return {
      accepted: [],
      rejected: [{ name: wish.url, code, message: errors[code].title[language] }],
    };
  }
  const crawlId = await transaction(db, async (db) => {
    // Of those that are added at once each counts the ones before.
    await lockOwner(db, ownerId);
    if (!(await lockChatbot(db, ownerId, chatbotId))) throw new AppError('not_found');
    const isKnown = (await findCrawlByUrl(db, ownerId, chatbotId, wish.kind, url)) !== undefined;
    if (!isKnown && (await countCrawls(db, ownerId, chatbotId)) >= limits.crawlsPerChatbot) return undefined;
    const now = clock();
    const inserted = await insertCrawl(db, {
      id: newId(now),
      owner_id: ownerId,
      chatbot_id: chatbotId,
      kind: wish.kind,
      url,
      run: 0,
      max_pages: wish.maxPages ?? limits.pagesPerCrawl,
      schedule: wish.schedule ?? 'never',
      ignore_header: wish.ignoreHeader ?? false,
      ignore_footer: wish.ignoreFooter ?? false,
      created_at: now,
      updated_at: now,
    });
    const { id } = inserted ?? requireFound(await findCrawlByUrl(db, ownerId, chatbotId, wish.kind, url));
    if (!inserted) {
      await lockCrawls(db, [id]);
      await updateCrawlRow(
        db,
        { id, owner_id: ownerId },
        {
          ...(wish.maxPages === undefined ? {} : { max_pages: wish.maxPages }),
          ...optionsOf(wish),
          updated_at: now,
        },
      );
    }
    await beginCrawl(db, { id }, now);
    return id;
  });
  if (crawlId !== undefined) return { accepted: [], rejected: [], crawlId };
  const message = speak(messages, language).tooManyCrawls(limits.crawlsPerChatbot);
  return { accepted: [], rejected: [{ name: wish.url, code: 'limit_exceeded', message }] };
}

const optionsOf = ({ schedule, ignoreHeader, ignoreFooter }: Omit<CrawlRequest, 'kind' | 'url'>) => ({
  ...(schedule === undefined ? {} : { schedule }),
  ...(ignoreHeader === undefined ? {} : { ignore_header: ignoreHeader }),
  ...(ignoreFooter === undefined ? {} : { ignore_footer: ignoreFooter }),
});

export async function listCrawls(
  db: Db,
  ownerId: string,
  chatbotId: string,
  page: { after: { value: string; id: string } | undefined; limit: number },
  language: Language,
): Promise<{ items: Crawl[]; last: { value: string; id: string } | undefined }> {
  await getChatbot(db, ownerId, chatbotId);
  const { shown, last } = await takePage(page, (page) => crawlsOf(db, ownerId, chatbotId, page));
  return {
    items: await presentCrawls(db, shown, language),
    last: last && { value: last.created_at.toISOString(), id: last.id },
  };
}

export const getCrawl = async (db: Db, ownerId: string, id: string, language: Language) =>
  presentOne(db, requireFound(await findCrawl(db, ownerId, id)), language);

export async function listCrawlPages(
  db: Db,
  ownerId: string,
  crawlId: string,
  page: { status?: CrawlPage['status'] | undefined; after: string | undefined; limit: number },
  language: Language,
): Promise<{ items: CrawlPage[]; last: { value: string; id: string } | undefined }> {
  const crawl = requireFound(await findCrawl(db, ownerId, crawlId));
  const { shown, last } = await takePage(page, (page) => crawlPagesOf(db, crawl, page));
  return { items: shown.map((row) => presentPage(row, language)), last: last && { value: '', id: last.id } };
}

const exportBatchSize = 1_000;

/** All pages of a crawl as CSV, read as it is sent. */
export async function exportCrawlPages(
  db: Db,
  ownerId: string,
  crawlId: string,
  status: CrawlPage['status'] | undefined,
  language: Language,
): Promise<Readable> {
  const crawl = requireFound(await findCrawl(db, ownerId, crawlId));
  const texts = speak(messages, language);
  return Readable.from(
    (async function* () {
      yield `${texts.csvHeader}\r\n`;
      const read = (after: { id: string } | undefined, limit: number) =>
        crawlPagesOf(db, crawl, { status, after: after?.id, limit });
      for await (const rows of readBatches(exportBatchSize, read)) {
        yield rows
          .map((row) => presentPage(row, language))
          .map((page) =>
            writeCsvRow([page.url, texts[page.status], page.reason ?? '', page.statusCode ?? '']),
          )
          .join('');
      }
    })(),
  );
}

export async function updateCrawl(
  { db, clock }: Context,
  ownerId: string,
  id: string,
  change: Omit<CrawlRequest, 'kind' | 'url' | 'maxPages'>,
  language: Language,
): Promise<Crawl> {
  const row = await transaction(db, async (db) => {
    const before = requireFound(await findCrawl(db, ownerId, id));
    const now = clock();
    const schedule = change.schedule ?? before.schedule;
    const isNew = schedule !== before.schedule && before.status !== 'running';
    return updateCrawlRow(db, before, {
      ...optionsOf(change),
      ...(isNew ? { next_sync_at: nextSyncOf(schedule, before.finished_at ?? now) } : {}),
      updated_at: now,
    });
  });
  return presentOne(db, requireFound(row), language);
}

async function changeCrawl(
  { db }: Context,
  ownerId: string,
  id: string,
  language: Language,
  change: (db: Db, crawl: CrawlRow) => Promise<void>,
): Promise<Crawl> {
  const row = await transaction(db, async (db) => {
    requireFound(await findCrawl(db, ownerId, id));
    const [crawl] = await lockCrawls(db, [id]);
    await change(db, requireFound(crawl));
    return requireFound(await findCrawl(db, ownerId, id));
  });
  return presentOne(db, row, language);
}

export const stopCrawl = (context: Context, ownerId: string, id: string, language: Language) =>
  changeCrawl(context, ownerId, id, language, async (db, crawl) => {
    if (crawl.status === 'running') await haltCrawl(context, db, crawl);
  });

export const resumeCrawl = (context: Context, ownerId: string, id: string, language: Language) =>
  changeCrawl(context, ownerId, id, language, async (db, crawl) => {
    if (crawl.status === 'done') await beginCrawl(db, crawl, context.clock());
    else if (crawl.status !== 'running') await continueCrawl(db, crawl, context.clock());
  });

const deleteBatchSize = 1_000;

/**
 * Deletes a crawl with all pages that it has read, some at a time: nobody else waits long. Their passages follow in a
 * job.
 */
export async function deleteCrawl(context: Context, ownerId: string, id: string): Promise<void> {
  await changeCrawl(context, ownerId, id, 'fr', async (db, crawl) => {
    if (crawl.status === 'running') await haltCrawl(context, db, crawl);
  });
  await inBatches(context.db, deleteBatchSize, async (db, size) => {
    const crawl = await findCrawl(db, ownerId, id);
    if (!crawl) return 0;
    await lockCrawls(db, [id]);
    const sourceIds = await sourceIdsOfCrawl(db, crawl, size);
    if (sourceIds.length > 0) await deleteSources(db, ownerId, sourceIds);
    await enqueueClearing(db, context.clock());
    if (sourceIds.length < size) await deleteCrawlRow(db, ownerId, id);
    return sourceIds.length;
  });
}
