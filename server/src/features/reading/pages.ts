import { entryFile } from '../../db/entries.ts';
import { runChild } from '../../kit/child.ts';
import { Places } from '../../kit/places.ts';
import { asRefusal, limitsFor } from './document.ts';
import type { PageInput, PagesInput, PagesMessage, ReadingRefusal, ReadPage } from './pages-messages.ts';
import { ReadingError } from './reading-error.ts';
import type { Sitemap } from './sitemap.ts';

interface Reader {
  /** Pages of one account may be read by one process, one after the other. */
  ownerId: string;
  signal: AbortSignal;
}

/** What one of several pages of a site says, or why it can't be read. */
export type PageReading = ReadPage | { refusal: ReadingRefusal };

const childFile = () => entryFile('features/reading/pages-child');

/** Read at a time, over all sites: each takes a process and its memory. */
const places = new Places(2);

async function* ask(input: PagesInput, size: number, reader: Reader): AsyncGenerator<PagesMessage> {
  await places.take();
  try {
    yield* runChild(
      childFile(),
      input,
      { ...limitsFor(size), youngHeapMb: 32 },
      reader.signal,
      reader.ownerId,
    ) as AsyncGenerator<PagesMessage>;
  } catch (error) {
    throw asRefusal(error, reader.signal);
  } finally {
    places.leave();
  }
}

/**
 * Reads pages of one site in a process of its own. `siteBlocks` is what was learned from its earlier pages (nothing at
 * first), and what to hand in with the next. A page that brings the process down is refused alone.
 */
export async function readPages(
  input: { pages: PageInput[]; siteBlocks: Uint8Array },
  reader: Reader,
): Promise<{ pages: PageReading[]; siteBlocks: Uint8Array }> {
  const read: PageReading[] = [];
  let { siteBlocks } = input;
  const size = input.pages.reduce((sum, { body }) => sum + body.length, 0);
  try {
    for await (const message of ask({ kind: 'pages', ...input }, size, reader)) {
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
  const alone: PageReading[] = [];
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
  for await (const message of ask({ kind: 'sitemap', body }, body.length, reader)) {
    if (message.type === 'sitemap') return message.sitemap;
    if (message.type === 'refusal') throw new ReadingError(message.refusal.code, message.refusal.detail);
  }
  throw new ReadingError('invalid_sitemap');
}
