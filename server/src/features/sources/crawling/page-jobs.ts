import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { Connections } from '../../../kit/fetch/safe-fetch.ts';
import { type JobRun, RetryLater, work } from '../../../kit/jobs/job.ts';
import { alertQuotaExceeded } from '../../usage/service.ts';
import { type Host, openHost } from '../fetching/host.ts';
import { fetchPage } from '../fetching/page.ts';
import { HostDelay, maxDelays, type Refusal } from '../fetching/page-error.ts';
import { refusalOf } from '../fetching/reading-refusal.ts';
import { siteOf } from '../fetching/site.ts';
import { type HostPayload, readHost } from '../queue.ts';
import { finishCrawls } from './crawl-pages.ts';
import { commitPages, type PageBatch } from './page-commit.ts';
import { type ClaimedPage, claimPages, hasWaitingSources, siteBlocksOf } from './page-queries.ts';
import { type FetchResult, type ReadResult, readFetched } from './page-reader.ts';

/** How long a host is read before others get the place. */
const sliceMs = 15_000;
/** Taken in at once: enough to share a transaction's cost among, few enough to ask for again after a crash. */
const pageBatchSize = 256;
const maxBatchBytes = 4 * 1_048_576;
/** While nothing is read or stored, so many don't wait for more. */
const firstBatchSize = 64;
/** Of a host that has a pace, some at a time are shown as in processing. */
const pacedBatchSize = 8;
/** What has come waits so long for company. */
const batchWaitMs = 1_000;
/** Requests at a time: two to a host that has a pace (security S4.13). */
const maxConcurrency = { paced: 2, unbounded: 8 };
/** Failures in a row after which a crawl stops asking: its site is down, or does not want us. */
const maxFailures = 10;

/** Before all ids. */
const nilId = '00000000-0000-0000-0000-000000000000';

/** Reads all waiting pages of a chatbot on one host, some seconds at a time. */
export const readHostWork = work(
  readHost,
  async (context, of, run) => {
    const later = await new HostReader(context, of, run).run();
    await transaction(context.db, (db) => finishCrawls(context, db, of.chatbotId));
    if (later !== undefined) throw new RetryLater(later);
  },
  {
    async onDead(context, { ownerId, chatbotId, host }) {
      const wait = { chatbotId, host, after: nilId, limit: pageBatchSize };
      for (;;) {
        const pages = await claimPages(context.db, { ...wait, now: context.clock() });
        if (pages.length === 0) break;
        const ended = pages.map(
          (page): ReadResult => ({ page, kind: 'refused', refusal: { code: 'timed_out' } }),
        );
        const site = siteOf(host);
        const siteBlocks = await siteBlocksOf(context.db, chatbotId, site);
        await commitPages(context, { ownerId, chatbotId, site, ended, siteBlocks, failing: new Map() });
      }
      await transaction(context.db, (db) => finishCrawls(context, db, chatbotId));
    },
  },
);

/** Whether a failure says something of the site rather than of the page. */
const isOfSite = ({ code, statusCode = 0 }: Refusal) =>
  code === 'bot_protection' || (code === 'fetch_failed' && (statusCode < 400 || statusCode >= 500));

/** What is under way: by a counter, for a race between eight promises costs more than asking a fast server. */
class PendingFetches {
  count = 0;
  #wake = () => {};
  #failure: { error: unknown } | undefined;

  add(asking: Promise<void>) {
    this.count++;
    asking
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => {
        this.count--;
        this.#wake();
      });
  }

  /** Until one more has ended, but not longer than this. Throws what one has thrown. */
  async next(maxMs: number) {
    if (!this.#failure) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, maxMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    if (this.#failure) throw this.#failure.error;
  }
}

class HostReader {
  readonly #context: Context;
  readonly #of: HostPayload;
  readonly #signal: AbortSignal;
  readonly #site: string;
  readonly #connections: Connections;
  readonly #waiting: FetchResult[] = [];
  #waitingBytes = 0;
  #waitingSince = 0;
  #siteBlocks: Uint8Array = new Uint8Array();
  /** Reading and storing go on while the next pages are fetched, each batch after the one before. */
  #reading: Promise<void> = Promise.resolve();
  #storing: Promise<void> = Promise.resolve();
  #batches = 0;
  #delayMs: number | undefined;
  /** When a host to which redirects have led may be asked. */
  #elsewhereMs: number | undefined;
  /** By a page for which the quota was too small. */
  #tokensMissed: number | undefined;
  readonly #failures = new Map<string, number>();
  readonly #failing = new Map<string, Refusal>();

  constructor(context: Context, of: HostPayload, { signal }: JobRun) {
    this.#context = context;
    this.#of = of;
    this.#signal = signal;
    this.#site = siteOf(of.host);
    this.#connections = new Connections(maxConcurrency.unbounded);
  }

  /** When to go on; undefined once nothing waits. */
  async run(): Promise<number | undefined> {
    const { db } = this.#context;
    const { chatbotId, host } = this.#of;
    try {
      // Together: beside whoever lists its pages, each question waits its turn.
      const [siteBlocks, isWaiting] = await Promise.all([
        siteBlocksOf(db, chatbotId, this.#site),
        hasWaitingSources(db, chatbotId, host),
      ]);
      this.#siteBlocks = siteBlocks;
      if (isWaiting) await this.#slice();
    } finally {
      await this.#connections.close();
    }
    if (this.#tokensMissed !== undefined) {
      const { ownerId } = this.#of;
      await alertQuotaExceeded(this.#context, db, {
        ownerId,
        tokenType: 'storage',
        tokens: this.#tokensMissed,
      });
    }
    if (!(await hasWaitingSources(db, chatbotId, host))) return undefined;
    return this.#delayMs ?? 0;
  }

  async #slice() {
    const end = performance.now() + sliceMs;
    const isOver = () => performance.now() > end || this.#delayMs !== undefined || this.#signal.aborted;
    const running = new PendingFetches();
    let isThrough = false;
    try {
      const host = await this.#open();
      const isPaced = 'intervalMs' in host && host.intervalMs > 0;
      for (let pages = isOver() ? [] : await this.#claim(nilId, isPaced); pages.length > 0; ) {
        const last = pages.at(-1)?.id ?? nilId;
        // The next ones are looked up while these are asked for.
        const isMore = pages.length === pageBatchSize && !isOver();
        const next = isMore ? this.#claim(last, isPaced) : undefined;
        next?.catch(() => {});
        for (const page of pages) {
          if (host instanceof HostDelay) this.#putOff(page, host);
          else if (isOver()) this.#take({ page, kind: 'returned' });
          else await this.#begin(page, host, running);
        }
        if (next) pages = await next;
        else pages = isOver() ? [] : await this.#claim(last, isPaced);
      }
      isThrough = !isOver();
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error;
      this.#delayMs = error.afterMs;
    }
    while (running.count > 0) await this.#oneOf(running);
    await this.#flush(true);
    await this.#storing;
    if (isThrough) this.#delayMs ??= this.#elsewhereMs;
  }

  async #begin(page: ClaimedPage, host: Host | Refusal, running: PendingFetches) {
    if ('code' in host) this.#take({ page, kind: 'refused', refusal: host });
    else {
      try {
        await host.turn(this.#signal);
      } catch (error) {
        if (!(error instanceof RetryLater)) throw error;
        this.#delayMs = error.afterMs;
        this.#take({ page, kind: 'returned' });
        return;
      }
      running.add(this.#ask(page, host));
      const most = host.intervalMs > 0 ? maxConcurrency.paced : maxConcurrency.unbounded;
      while (running.count >= most) await this.#oneOf(running);
    }
    await this.#flush();
  }

  /** Waits for an answer, but not with what has come: a server that takes its time delays its own page alone. */
  async #oneOf(running: PendingFetches) {
    await running.next(batchWaitMs);
    await this.#flush();
  }

  #claim(after: string, isPaced: boolean) {
    const { chatbotId, host } = this.#of;
    return claimPages(this.#context.db, {
      chatbotId,
      host,
      after,
      limit: isPaced ? pacedBatchSize : pageBatchSize,
      now: this.#context.clock(),
    });
  }

  async #open(): Promise<Host | Refusal | HostDelay> {
    try {
      return await openHost(this.#context, this.#of.host, {
        connections: this.#connections,
        signal: this.#signal,
      });
    } catch (error) {
      if (error instanceof HostDelay) return error;
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      return refusal;
    }
  }

  async #ask(page: ClaimedPage, host: Host): Promise<void> {
    try {
      const known = page.last_sync_at !== null && page.passages > 0 ? page : undefined;
      const answer = await fetchPage(this.#context, page.url, {
        host,
        known,
        connections: this.#connections,
        signal: this.#signal,
      });
      this.#take(answer ? { page, kind: 'fetched', answer } : { page, kind: 'same' });
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof HostDelay) {
        if (this.#putOff(page, error)) await (error.host ?? host).delay(error.ms);
        return;
      }
      // Where its redirect leads it is not our turn; this host has others meanwhile.
      if (error instanceof RetryLater) {
        this.#elsewhereMs = Math.min(this.#elsewhereMs ?? error.afterMs, error.afterMs);
        this.#take({ page, kind: 'returned' });
        return;
      }
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      this.#take({ page, kind: 'refused', refusal });
    }
  }

  /** False when its host has asked for patience too often. */
  #putOff(page: ClaimedPage, { ms, statusCode }: HostDelay): boolean {
    if (page.delays + 1 >= maxDelays) {
      this.#take({ page, kind: 'refused', refusal: { code: 'fetch_failed', statusCode } });
      return false;
    }
    this.#delayMs = Math.max(this.#delayMs ?? 0, ms);
    this.#take({ page, kind: 'delayed' });
    return true;
  }

  #take(fetched: FetchResult) {
    if (this.#waiting.length === 0) this.#waitingSince = performance.now();
    this.#waiting.push(fetched);
    if (fetched.kind === 'fetched') this.#waitingBytes += fetched.answer.body.length;
    this.#countFailure(fetched);
  }

  /** A site that fails ten times in a row is left alone. */
  #countFailure({ page, ...outcome }: FetchResult) {
    if (page.crawl_id === null || outcome.kind === 'returned' || outcome.kind === 'delayed') return;
    const isFailure = outcome.kind === 'refused' && isOfSite(outcome.refusal);
    const failures = isFailure ? (this.#failures.get(page.crawl_id) ?? 0) + 1 : 0;
    this.#failures.set(page.crawl_id, failures);
    if (outcome.kind === 'refused' && failures >= maxFailures)
      this.#failing.set(page.crawl_id, outcome.refusal);
  }

  /** Hands on what has come, when it is enough or has waited long enough. */
  async #flush(isEnd = false) {
    const isDue =
      isEnd ||
      this.#waiting.length >= (this.#batches === 0 ? firstBatchSize : pageBatchSize) ||
      this.#waitingBytes >= maxBatchBytes ||
      performance.now() - this.#waitingSince > batchWaitMs;
    if (this.#waiting.length === 0 || !isDue) return;
    const fetched = this.#waiting.splice(0);
    this.#waitingBytes = 0;
    // One batch may be read while another is stored; a third waits here, and the pages after it with their servers.
    await this.#reading;
    const before = this.#storing;
    let ended: ReadResult[] = [];
    let siteBlocks = this.#siteBlocks;
    this.#reading = (async () => {
      const { ownerId } = this.#of;
      ({ ended, siteBlocks } = await readFetched(fetched, this.#siteBlocks, {
        ownerId,
        signal: this.#signal,
      }));
      this.#siteBlocks = siteBlocks;
      await before;
    })();
    this.#batches++;
    this.#storing = this.#reading
      .then(() => this.#store(ended, siteBlocks))
      .finally(() => {
        this.#batches--;
      });
    // Told where it is awaited; until then it is nobody's surprise.
    this.#reading.catch(() => {});
    this.#storing.catch(() => {});
  }

  async #store(ended: ReadResult[], siteBlocks: Uint8Array) {
    const { ownerId, chatbotId } = this.#of;
    const batch: PageBatch = {
      ownerId,
      chatbotId,
      site: this.#site,
      ended,
      siteBlocks,
      failing: new Map(this.#failing),
    };
    const { tokensMissed } = await commitPages(this.#context, batch);
    this.#tokensMissed ??= tokensMissed;
  }
}
