import type { Context } from '../../../context.ts';
import type { Refusal } from '../fetching/page-error.ts';
import { siteOf } from '../fetching/site.ts';
import type { HostPayload } from '../queue.ts';
import { commitPages } from './page-commit.ts';
import { type FetchResult, type ReadResult, readFetched } from './page-reader.ts';

/** Pages taken in together: enough to share a transaction's cost among, few enough to ask for again after a crash. */
export const pageBatchSize = 256;
const maxBatchBytes = 4 * 1_048_576;
/** Pages that don't wait for more while nothing is read or stored. */
const firstBatchSize = 64;
/** How long what was fetched waits for a batch to fill. */
export const batchWaitMs = 1_000;

export interface PendingBatch {
  pages: number;
  bytes: number;
  waitedMs: number;
  /** Whether nothing is read or stored meanwhile. */
  isFirst: boolean;
}

/** Whether what was fetched is enough, or has waited long enough, to be read and stored. */
export const isBatchDue = ({ pages, bytes, waitedMs, isFirst }: PendingBatch): boolean =>
  pages > 0 &&
  (pages >= (isFirst ? firstBatchSize : pageBatchSize) || bytes >= maxBatchBytes || waitedMs > batchWaitMs);

/** Reads and stores a host's pages in batches while the next ones are fetched, each batch after the one before. */
export class PageBatches {
  readonly #context: Context;
  readonly #of: HostPayload;
  readonly #signal: AbortSignal;
  /** The failing crawls as they are when a batch is stored. */
  readonly #failing: () => ReadonlyMap<string, Refusal>;
  #siteBlocks: Uint8Array;
  #waiting: FetchResult[] = [];
  #waitingBytes = 0;
  #waitingSince = 0;
  #reading: Promise<void> = Promise.resolve();
  #storing: Promise<void> = Promise.resolve();
  #unfinished = 0;
  #tokensMissed: number | undefined;

  constructor(
    context: Context,
    of: HostPayload,
    options: {
      siteBlocks: Uint8Array;
      signal: AbortSignal;
      failing: () => ReadonlyMap<string, Refusal>;
    },
  ) {
    this.#context = context;
    this.#of = of;
    this.#signal = options.signal;
    this.#failing = options.failing;
    this.#siteBlocks = options.siteBlocks;
  }

  /** The tokens that a page needed for which the quota was too small. */
  get tokensMissed() {
    return this.#tokensMissed;
  }

  add(fetched: FetchResult) {
    if (this.#waiting.length === 0) this.#waitingSince = performance.now();
    this.#waiting.push(fetched);
    if (fetched.kind === 'fetched') this.#waitingBytes += fetched.answer.body.length;
  }

  async flushIfDue() {
    const pending = {
      pages: this.#waiting.length,
      bytes: this.#waitingBytes,
      waitedMs: performance.now() - this.#waitingSince,
      isFirst: this.#unfinished === 0,
    };
    if (isBatchDue(pending)) await this.#flush();
  }

  /** Waits until all is stored. Throws what reading or storing has thrown. */
  async end() {
    if (this.#waiting.length > 0) await this.#flush();
    await this.#storing;
  }

  async #flush() {
    const fetched = this.#waiting;
    this.#waiting = [];
    this.#waitingBytes = 0;
    // One batch may be read while another is stored; a third waits here, and the pages after it with their servers.
    await this.#reading;
    const before = this.#storing;
    let ended: ReadResult[] = [];
    let siteBlocks = this.#siteBlocks;
    this.#reading = (async () => {
      const { ownerId } = this.#of;
      const reader = { ownerId, signal: this.#signal };
      ({ ended, siteBlocks } = await readFetched(fetched, this.#siteBlocks, reader));
      this.#siteBlocks = siteBlocks;
      await before;
    })();
    this.#unfinished++;
    this.#storing = this.#reading
      .then(() => this.#store(ended, siteBlocks))
      .finally(() => {
        this.#unfinished--;
      });
    // Rejected where it is awaited; until then it must not count as unhandled.
    this.#reading.catch(() => {});
    this.#storing.catch(() => {});
  }

  async #store(ended: ReadResult[], siteBlocks: Uint8Array) {
    const { ownerId, chatbotId, host } = this.#of;
    const failing = this.#failing();
    const batch = { ownerId, chatbotId, site: siteOf(host), ended, siteBlocks, failing };
    const { tokensMissed } = await commitPages(this.#context, batch);
    this.#tokensMissed ??= tokensMissed;
  }
}
