import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { Connections } from '../../../kit/fetch/safe-fetch.ts';
import { nilId } from '../../../kit/ids.ts';
import { type JobRun, RetryLater, work } from '../../../kit/jobs/job.ts';
import { alertQuotaExceeded } from '../../usage/service.ts';
import { type Host, openHost } from '../fetching/host.ts';
import { fetchPage } from '../fetching/page.ts';
import { HostDelay, type Refusal } from '../fetching/page-error.ts';
import { refusalOf } from '../fetching/reading-refusal.ts';
import { siteOf } from '../fetching/site.ts';
import { type HostPayload, readHost } from '../queue.ts';
import { finishCrawls } from './crawl-pages.ts';
import { initialState, judgeTurn, pauseAfter, type TurnResult } from './host-judgement.ts';
import { batchWaitMs, PageBatches, pageBatchSize } from './page-batches.ts';
import { commitPages } from './page-commit.ts';
import { type ClaimedPage, claimPages, hasWaitingSources, siteBlocksOf } from './page-queries.ts';
import type { FetchResult, ReadResult } from './page-reader.ts';

/** How long a host is read before others get the place. */
const sliceMs = 15_000;
/** Pages that are shown as in processing at a time, of a host that has a pace. */
const pacedBatchSize = 8;
/** Requests at a time: two to a host that has a pace (security S4.13). */
const maxConcurrency = { paced: 2, unbounded: 8 };

/** Reads all waiting pages of a chatbot on one host, some seconds at a time. */
export const readHostWork = work(
  readHost,
  async (context, of, run) => {
    const later = await new HostReader(context, of, run).run();
    await transaction(context.db, (db) => finishCrawls(context, db, of));
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
      await transaction(context.db, (db) => finishCrawls(context, db, { ownerId, chatbotId }));
    },
  },
);

/** Fetches under way, known by a counter: a race between eight promises costs more than asking a fast server. */
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

  /** Waits until one more has ended, but not longer than this. Throws what one has thrown. */
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

/** Reads the waiting pages of a host for a slice of time: asks for each as `host-judgement` says, and hands on what comes. */
class HostReader {
  readonly #context: Context;
  readonly #of: HostPayload;
  readonly #signal: AbortSignal;
  readonly #connections = new Connections(maxConcurrency.unbounded);
  #state = initialState;

  constructor(context: Context, of: HostPayload, { signal }: JobRun) {
    this.#context = context;
    this.#of = of;
    this.#signal = signal;
  }

  /** Reads a slice; gives when to go on, undefined once nothing waits. */
  async run(): Promise<number | undefined> {
    const { db } = this.#context;
    const { ownerId, chatbotId, host } = this.#of;
    let pauseMs: number | undefined;
    let tokens: number | undefined;
    try {
      // Together: beside whoever lists its pages, each question waits its turn.
      const [siteBlocks, isWaiting] = await Promise.all([
        siteBlocksOf(db, chatbotId, siteOf(host)),
        hasWaitingSources(db, chatbotId, host),
      ]);
      const signal = this.#signal;
      const failing = () => this.#state.failing;
      const batches = new PageBatches(this.#context, this.#of, { siteBlocks, signal, failing });
      if (isWaiting) pauseMs = await this.#slice(batches);
      tokens = batches.tokensMissed;
    } finally {
      await this.#connections.close();
    }
    if (tokens !== undefined)
      await alertQuotaExceeded(this.#context, db, { ownerId, tokenType: 'storage', tokens });
    if (!(await hasWaitingSources(db, chatbotId, host))) return undefined;
    return pauseMs ?? 0;
  }

  /** Asks for the slice's pages; gives when the host may be asked again, where it must be left alone until then. */
  async #slice(batches: PageBatches): Promise<number | undefined> {
    const end = performance.now() + sliceMs;
    const isOver = () => performance.now() > end || this.#state.delayMs !== undefined || this.#signal.aborted;
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
          if (host instanceof HostDelay) this.#take(batches, page, patienceOf(host));
          else if (isOver()) this.#take(batches, page, { kind: 'unasked' });
          else await this.#begin(batches, page, host, running);
        }
        if (next) pages = await next;
        else pages = isOver() ? [] : await this.#claim(last, isPaced);
      }
      isThrough = !isOver();
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error;
      this.#state = { ...this.#state, delayMs: error.afterMs };
    }
    while (running.count > 0) await awaitOne(running, batches);
    await batches.end();
    return pauseAfter(this.#state, isThrough);
  }

  async #begin(batches: PageBatches, page: ClaimedPage, host: Host | Refusal, running: PendingFetches) {
    if ('code' in host) this.#take(batches, page, { kind: 'refused', refusal: host });
    else {
      try {
        await host.turn(this.#signal);
      } catch (error) {
        if (!(error instanceof RetryLater)) throw error;
        const { afterMs } = error;
        return this.#take(batches, page, { kind: 'not our turn', afterMs, isElsewhere: false });
      }
      running.add(this.#ask(batches, page, host));
      const most = host.intervalMs > 0 ? maxConcurrency.paced : maxConcurrency.unbounded;
      while (running.count >= most) await awaitOne(running, batches);
    }
    await batches.flushIfDue();
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

  async #ask(batches: PageBatches, page: ClaimedPage, host: Host): Promise<void> {
    try {
      const known = page.last_sync_at !== null && page.passages > 0 ? page : undefined;
      const answer = await fetchPage(this.#context, page.url, {
        host,
        known,
        connections: this.#connections,
        signal: this.#signal,
      });
      this.#take(batches, page, answer ? { kind: 'fetched', answer } : { kind: 'same' });
    } catch (error) {
      this.#signal.throwIfAborted();
      if (error instanceof HostDelay) {
        const { kind } = this.#take(batches, page, patienceOf(error));
        if (kind === 'delayed') await (error.host ?? host).delay(error.ms);
        return;
      }
      // Where its redirect leads it is not our turn; this host has others meanwhile.
      if (error instanceof RetryLater) {
        this.#take(batches, page, { kind: 'not our turn', afterMs: error.afterMs, isElsewhere: true });
        return;
      }
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      this.#take(batches, page, { kind: 'refused', refusal });
    }
  }

  #take(batches: PageBatches, page: ClaimedPage, turn: TurnResult): FetchResult {
    const { state, result } = judgeTurn(this.#state, page, turn);
    this.#state = state;
    batches.add(result);
    return result;
  }
}

const patienceOf = ({ ms, statusCode }: HostDelay): TurnResult => ({ kind: 'patience', ms, statusCode });

/** Waits for an answer, while batches go on: a server that takes its time delays its own page alone. */
async function awaitOne(running: PendingFetches, batches: PageBatches) {
  await running.next(batchWaitMs);
  await batches.flushIfDue();
}
