import { entryFile } from '../../../db/entries.ts';
import { runChild } from '../../../kit/child/child.ts';
import { Semaphore } from '../../../kit/limits/semaphore.ts';
import { ReadingError } from '../files/reading-error.ts';
import type { Sitemap } from '../web/sitemap.ts';
import { limitsFor, toRefusal } from './document.ts';
import type { PageInput, PagesMessage, PagesTask, ReadingRefusal, ReadPage } from './pages-messages.ts';

interface Reader {
  /** The account: its pages may be read by one process, one after the other. */
  ownerId: string;
  signal: AbortSignal;
}

/** What one of several pages of a site says, or why it can't be read. */
export type PageOutcome = ReadPage | { refusal: ReadingRefusal };

const childFile = () => entryFile('features/reading/processes/pages-child');

/** Processes that read at a time, over all sites: each takes its memory. */
const childSlots = new Semaphore(2);

async function* runPagesChild(
  [first, ...more]: [PagesTask, ...PagesTask[]],
  size: number,
  reader: Reader,
): AsyncGenerator<PagesMessage> {
  await childSlots.acquire();
  try {
    yield* runChild(
      childFile(),
      first,
      { ...limitsFor(size), youngHeapMb: 32 },
      reader.signal,
      reader.ownerId,
      more,
    ) as AsyncGenerator<PagesMessage>;
  } catch (error) {
    throw toRefusal(error, reader.signal);
  } finally {
    childSlots.release();
  }
}

/**
 * Pages that are read together: enough to see what they have in common, few enough for what is made of them to be gone
 * before the engine's collector has copied it around. Each part travels while the one before it is read.
 */
const pageBatchSize = 64;

function splitIntoBatches({
  pages,
  siteBlocks,
}: {
  pages: PageInput[];
  siteBlocks: Uint8Array;
}): [PagesTask, ...PagesTask[]] {
  const part = (from: number, siteBlocks?: Uint8Array): PagesTask => ({
    kind: 'pages',
    pages: pages.slice(from, from + pageBatchSize),
    siteBlocks,
    isLast: from + pageBatchSize >= pages.length,
  });
  const parts: [PagesTask, ...PagesTask[]] = [part(0, siteBlocks)];
  for (let from = pageBatchSize; from < pages.length; from += pageBatchSize) parts.push(part(from));
  return parts;
}

/**
 * Reads pages of one site in a process of its own. `siteBlocks` is what was learned from its earlier pages (nothing at
 * first), and what to hand in with the next. A page that brings the process down is refused alone.
 */
export async function readPages(
  input: { pages: PageInput[]; siteBlocks: Uint8Array },
  reader: Reader,
): Promise<{ pages: PageOutcome[]; siteBlocks: Uint8Array }> {
  const read: PageOutcome[] = [];
  let { siteBlocks } = input;
  const size = input.pages.reduce((sum, { body }) => sum + body.length, 0);
  try {
    for await (const message of runPagesChild(splitIntoBatches(input), size, reader)) {
      if (message.type === 'pages') read.push(...message.pages);
      else if (message.type === 'site') siteBlocks = message.siteBlocks;
    }
    return { pages: read, siteBlocks };
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    if (input.pages.length === 1) {
      return {
        pages: [{ refusal: { code: error.code, ...(error.detail ? { detail: error.detail } : {}) } }],
        siteBlocks,
      };
    }
  }
  const alone: PageOutcome[] = [];
  ({ siteBlocks } = input);
  for (const page of input.pages) {
    const one = await readPages({ pages: [page], siteBlocks }, reader);
    alone.push(...one.pages);
    siteBlocks = one.siteBlocks;
  }
  return { pages: alone, siteBlocks };
}

/** A sitemap's entries. Throws `ReadingError`: `invalid_sitemap`, or the bound that it passes. */
export async function readSitemap(body: Uint8Array, reader: Reader): Promise<Sitemap> {
  let sitemap: Sitemap | undefined;
  // Runs to its end, so that the process is kept for the pages that follow.
  for await (const message of runPagesChild([{ kind: 'sitemap', body }], body.length, reader)) {
    if (message.type === 'sitemap') ({ sitemap } = message);
    else if (message.type === 'refusal') throw new ReadingError(message.refusal.code, message.refusal.detail);
  }
  if (!sitemap) throw new ReadingError('invalid_sitemap');
  return sitemap;
}
