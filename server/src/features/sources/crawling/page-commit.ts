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
import { balanceOf, charge, tokensLeft } from '../../usage/service.ts';
import type { Refusal } from '../fetching/page-error.ts';
import { linksOfPage } from '../fetching/site.ts';
import { queueEmbedding } from '../queue.ts';
import { messages } from '../records/messages.ts';
import { wordRefusal } from '../records/refusals.ts';
import { type CrawlPageResult, depthsOf, endPages } from './crawl-page-queries.ts';
import { addFoundPages, failCrawl, newPage } from './crawl-pages.ts';
import { addCounts, type CrawlCounts, type CrawlRow, lockCrawls } from './crawl-queries.ts';
import {
  confirmPages,
  delayPages,
  deleteSources,
  failPage,
  keepPage,
  keepSiteBlocks,
  listSourcesAt,
  lockPages,
  returnPages,
  storePages,
} from './page-queries.ts';
import type { ReadResult } from './page-reader.ts';

type ReadPageResult = Extract<ReadResult, { kind: 'read' }>;

/** What a crawl leaves out without calling it a failure: it is no page to read, or may not be. */
const leftOutCodes = new Set<Refusal['code']>([
  'robots_disallowed',
  'unsupported_media_type',
  'no_page_text',
]);
const goneStatuses = new Set([404, 410]);

export interface PageBatch {
  ownerId: string;
  chatbotId: string;
  site: string;
  ended: ReadResult[];
  siteBlocks: Uint8Array;
  /** Crawls that can't go on, and why. */
  failing: Map<string, Refusal>;
}

/**
 * Takes in what was read of some pages, wholly or not at all: passages, what they cost, what became of each page and of
 * its crawl. What was deleted, stopped or begun anew meanwhile is passed over. Tells what the last page needed for which the quota was too small.
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
      batch.ended.map(({ page }) => page),
    );
    const ended = batch.ended.filter(({ page }) => live.has(page.id));
    if (ended.length === 0) return {};
    return new Commit(context, db, batch, crawls).run(ended);
  });
}

async function lockCrawlsOf(db: Db, batch: PageBatch): Promise<Map<string, CrawlRow>> {
  const ids = new Set(batch.ended.flatMap(({ page }) => (page.crawl_id === null ? [] : [page.crawl_id])));
  return new Map((await lockCrawls(db, [...ids].sort())).map((row) => [row.id, row]));
}

class Commit {
  readonly #context: Context;
  readonly #db: Db;
  readonly #batch: PageBatch;
  readonly #crawls: Map<string, CrawlRow>;
  readonly #now: Date;
  readonly #ends: CrawlPageResult[] = [];
  readonly #deleted: string[] = [];
  readonly #silenced: string[] = [];
  readonly #unembedded: ReadResult['page'][] = [];
  readonly #quotaReachedAt = new Map<string, string>();

  constructor(context: Context, db: Db, batch: PageBatch, crawls: Map<string, CrawlRow>) {
    this.#context = context;
    this.#db = db;
    this.#batch = batch;
    this.#crawls = crawls;
    this.#now = context.clock();
  }

  async run(ended: ReadResult[]): Promise<{ tokensMissed?: number | undefined }> {
    const db = this.#db;
    const returned = ended.filter(({ kind }) => kind === 'returned').map(({ page }) => page.id);
    const delayed = ended.filter(({ kind }) => kind === 'delayed').map(({ page }) => page.id);
    if (delayed.length > 0) await delayPages(db, delayed, this.#now);
    for (const one of ended) if (one.kind === 'refused') await this.#refuse(one.page, one.refusal);

    const read = await this.#withoutTwins(ended.filter((one) => one.kind === 'read'));
    const isSame = ({ page, text }: ReadPageResult) =>
      page.text_hash?.equals(text.textHash) && page.passages > 0;
    const changed: ReadPageResult[] = [];
    for (const one of read) {
      if (isSame(one)) continue;
      // Read for its links alone.
      if (one.text.passages.length === 0 && (one.page.passages === 0 || one.page.accepts_loss)) {
        await this.#refuse(one.page, { code: 'no_page_text' });
      } else if (isLoss(one)) await this.#keepAfterLoss(one);
      else changed.push(one);
    }
    const { affordable, tokensMissed } = await this.#afford(changed, returned);
    await this.#index(affordable);
    await this.#confirm(ended, read.filter(isSame));
    if (returned.length > 0) await returnPages(db, returned, this.#now);
    for (const sourceId of this.#silenced) {
      await withdrawPassages(db, { chatbotId: this.#batch.chatbotId, sourceId });
    }
    if (this.#statusOnceRead() === 'processed') {
      await queueEmbedding(db, this.#unembedded, this.#now);
    }
    if (this.#deleted.length > 0) await deleteSources(db, this.#deleted);
    await this.#tellCrawls(read);
    await keepSiteBlocks(db, this.#batch.chatbotId, this.#batch.site, this.#batch.siteBlocks);
    const { ownerId, chatbotId } = this.#batch;
    if (read.length > 0) await recordSync(db, ownerId, chatbotId, this.#now);
    return { tokensMissed };
  }

  #statusOnceRead() {
    return this.#context.models.embeddings === undefined ? 'ready' : 'processed';
  }

  /** Deleted with what it has said: a page of a crawl that is left out. */
  #leaveOut(page: ReadResult['page'], reason: string, detail?: string, statusCode?: number) {
    this.#ends.push({ id: page.id, status: 'skipped', reason, detail, statusCode });
    this.#deleted.push(page.id);
  }

  async #refuse(page: ReadResult['page'], refusal: Refusal) {
    const { code, statusCode } = refusal;
    const isGone = code === 'fetch_failed' && statusCode !== undefined && goneStatuses.has(statusCode);
    const isKnown = page.last_sync_at !== null && page.passages > 0;
    if (page.crawl_id !== null && !isKnown && leftOutCodes.has(code)) {
      return this.#leaveOut(page, code, undefined, statusCode);
    }
    this.#ends.push({ id: page.id, status: 'failed', reason: code, statusCode });
    if (isKnown && !isGone && !page.accepts_loss) {
      const notice = {
        code: 'kept_previous' as const,
        fr: messages.keptAfterRefusal.fr(wordRefusal(refusal, 'fr')),
        en: messages.keptAfterRefusal.en(wordRefusal(refusal, 'en')),
      };
      const requiresAuthentication = code === 'requires_authentication';
      await keepPage(
        this.#db,
        { id: page.id, status: this.#statusOnceRead(), notice, requiresAuthentication },
        this.#now,
      );
      this.#unembedded.push(page);
      return;
    }
    await failPage(this.#db, { id: page.id, refusal }, this.#now);
    this.#silenced.push(page.id);
  }

  async #keepAfterLoss({ page, text }: ReadPageResult) {
    this.#ends.push({ id: page.id, status: 'read' });
    const [now, before] = [text.passages.length, page.passages];
    const notice = {
      code: 'kept_previous' as const,
      fr: messages.keptAfterLoss.fr(now, before),
      en: messages.keptAfterLoss.en(now, before),
    };
    await keepPage(
      this.#db,
      { id: page.id, status: this.#statusOnceRead(), notice, requiresAuthentication: false },
      this.#now,
    );
    this.#unembedded.push(page);
  }

  /** Of a crawl's pages with one canonical address, one is read. */
  async #withoutTwins(read: ReadPageResult[]): Promise<ReadPageResult[]> {
    const asked = read.filter(({ page, text }) => page.crawl_id !== null && text.identity !== page.url);
    if (asked.length === 0) return read;
    const identities = [...new Set(asked.map(({ text }) => text.identity))];
    const known = await listSourcesAt(this.#db, this.#batch.chatbotId, identities);
    const left = new Set<string>();
    const first = new Map<string, string>();
    return read.filter(({ page, text }) => {
      const { identity } = text;
      if (page.crawl_id === null || identity === page.url) return true;
      const twin = known.find(
        (row) =>
          row.id !== page.id && !left.has(row.id) && (row.url === identity || row.canonical_url === identity),
      );
      const of = twin?.url ?? first.get(identity);
      if (of === undefined) {
        first.set(identity, page.url);
        return true;
      }
      left.add(page.id);
      this.#leaveOut(page, 'same_as', of);
      return false;
    });
  }

  /** What the quota still holds, in order. A crawl ends with the first page that it doesn't. */
  async #afford(changed: ReadPageResult[], returned: string[]) {
    const { ownerId } = this.#batch;
    const balance = await balanceOf(this.#context, this.#db, ownerId, 'storage');
    const room = tokensLeft(balance);
    const tokens = await countNewTokens(this.#db, changed.map(readingOf));
    const affordable: (ReadPageResult & { newTokens: number })[] = [];
    let sum = 0;
    let tokensMissed: number | undefined;
    for (const [at, one] of changed.entries()) {
      const newTokens = tokens[at] ?? 0;
      const { crawl_id: crawlId, id, url } = one.page;
      if (crawlId !== null && this.#quotaReachedAt.has(crawlId)) returned.push(id);
      else if (sum + newTokens <= room) {
        sum += newTokens;
        affordable.push({ ...one, newTokens });
      } else {
        tokensMissed = newTokens;
        if (crawlId === null) await this.#refuse(one.page, { code: 'storage_quota_exceeded' });
        else {
          returned.push(id);
          this.#quotaReachedAt.set(crawlId, url);
        }
      }
    }
    return { affordable, tokensMissed };
  }

  async #index(affordable: (ReadPageResult & { newTokens: number })[]) {
    if (affordable.length === 0) return;
    const { ownerId, chatbotId } = this.#batch;
    const chatbotName = (await getChatbot(this.#db, ownerId, chatbotId)).name;
    for (const operation of ['file_upload', 'reindex'] as const) {
      const charged = affordable.filter(
        ({ page, newTokens }) =>
          newTokens > 0 && (page.last_sync_at === null) === (operation === 'file_upload'),
      );
      const [first] = charged;
      if (!first) continue;
      await charge(this.#context, this.#db, {
        ownerId,
        tokenType: 'storage',
        operation,
        tokens: charged.reduce((sum, { newTokens }) => sum + newTokens, 0),
        chatbotId,
        chatbotName,
        // A page's version is read once, so no other batch begins with it.
        cause: `pages:${first.page.id}:${first.page.version}`,
      });
    }
    const readings = affordable.map(readingOf);
    for (const some of splitIntoBatches(readings)) {
      await indexReadings(this.#db, { ownerId, chatbotId, readings: some, now: this.#now });
    }
    await publishReadings(this.#db, { chatbotId, readings, now: this.#now });
    await storePages(
      this.#db,
      affordable.map(({ page, answer, text: { title, identity, passages, textHash } }) => ({
        id: page.id,
        status: this.#statusOnceRead(),
        name: title?.slice(0, 300) ?? null,
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
      })),
      this.#now,
    );
    for (const { page } of affordable) {
      this.#ends.push({ id: page.id, status: 'read' });
      this.#unembedded.push(page);
    }
  }

  /** What was as before: nothing is charged, nothing indexed, and it is up to date. */
  async #confirm(ended: ReadResult[], same: ReadPageResult[]) {
    const unsent = ended.filter(({ kind }) => kind === 'same');
    const confirmed = [
      ...unsent.map(({ page }) => ({ page, name: null, etag: page.etag, lastModified: page.last_modified })),
      ...same.map(({ page, answer, text }) => ({
        page,
        name: text.title?.slice(0, 300) ?? null,
        etag: answer.etag,
        lastModified: answer.lastModified,
      })),
    ];
    if (confirmed.length === 0) return;
    await confirmPages(
      this.#db,
      confirmed.map(({ page, ...now }) => ({ id: page.id, status: this.#statusOnceRead(), ...now })),
      this.#now,
    );
    for (const { page } of confirmed) {
      this.#ends.push({ id: page.id, status: 'read' });
      this.#unembedded.push(page);
    }
  }

  async #tellCrawls(read: ReadPageResult[]) {
    const ends = new Map(this.#ends.map((end) => [end.id, end]));
    const figures = new Map<string, CrawlCounts>();
    const figuresOf = (crawlId: string) => {
      const known = figures.get(crawlId) ?? { found: 0, read: 0, skipped: 0, failed: 0 };
      figures.set(crawlId, known);
      return known;
    };
    for (const { id, crawl_id, before } of await endPages(this.#db, this.#ends)) {
      const of = figuresOf(crawl_id);
      const after = ends.get(id)?.status;
      if (after) of[after]++;
      if (before === 'read' || before === 'skipped' || before === 'failed') of[before]--;
    }
    await this.#follow(read, figuresOf);
    for (const [crawlId, add] of figures) await addCounts(this.#db, crawlId, add, this.#now);
    for (const [crawlId, url] of this.#quotaReachedAt) {
      const crawl = this.#crawls.get(crawlId);
      if (crawl)
        await failCrawl(this.#context, this.#db, crawl, {
          code: 'storage_quota_exceeded',
          detail: { reason: 'first_page_left_out', url },
        });
    }
    for (const [crawlId, refusal] of this.#batch.failing) {
      const crawl = this.#crawls.get(crawlId);
      if (crawl?.status === 'running') await failCrawl(this.#context, this.#db, crawl, refusal);
    }
  }

  /** Pages that the read ones lead to, for crawls that follow links. */
  async #follow(read: ReadPageResult[], figuresOf: (crawlId: string) => CrawlCounts) {
    const leading = read.filter(({ text }) => text.links.length > 0);
    if (leading.length === 0) return;
    const depths = await depthsOf(
      this.#db,
      leading.map(({ page }) => page.id),
    );
    for (const crawl of this.#crawls.values()) {
      if (crawl.kind !== 'site' || crawl.status !== 'running') continue;
      const found = new Map<string, number>();
      for (const { page, answer, text } of leading) {
        if (page.crawl_id !== crawl.id) continue;
        const depth = (depths.get(page.id) ?? 0) + 1;
        for (const url of linksOfPage(answer.url, text.links)) {
          found.set(url, Math.min(depth, found.get(url) ?? depth));
        }
      }
      const pages = [...found].map(([url, depth]) => newPage(url, depth, this.#now));
      const add = await addFoundPages(this.#db, crawl, pages, this.#now);
      const of = figuresOf(crawl.id);
      of.found += add.found;
      of.skipped += add.skipped;
    }
  }
}

const readingOf = ({ page, text }: ReadPageResult): SourceReading => ({
  sourceId: page.id,
  version: page.version,
  passages: text.passages,
});

/** "More than half of a source's passages": what a broken template or a message of the server leaves. */
const isLoss = ({ page, text }: ReadPageResult) =>
  !page.accepts_loss && text.passages.length < page.passages / 2;

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
