import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@parlance/contract/limits';
import {
  type PageOutcome,
  ReadingError,
  type ReadPassage,
  readDocument,
  readPages,
} from '../../reading/service.ts';
import type { FetchedPage } from '../fetching/page.ts';
import type { Refusal } from '../fetching/page-error.ts';
import { siteOf } from '../fetching/site.ts';
import type { ClaimedPage } from './page-queries.ts';

/** What came of asking for a page. */
export type FetchResult =
  | { page: ClaimedPage; kind: 'fetched'; answer: FetchedPage }
  | { page: ClaimedPage; kind: 'same' }
  | { page: ClaimedPage; kind: 'refused'; refusal: Refusal }
  /** The host wants patience. */
  | { page: ClaimedPage; kind: 'delayed' }
  /** The page was not asked for after all. */
  | { page: ClaimedPage; kind: 'returned' };

export interface PageText {
  title: string | undefined;
  /** The address by which the site knows the page. */
  identity: string;
  links: string[];
  passages: ReadPassage[];
  textHash: Buffer;
}

/** The result of reading a page. */
export type ReadResult =
  | Exclude<FetchResult, { kind: 'fetched' }>
  | { page: ClaimedPage; kind: 'read'; answer: FetchedPage; text: PageText };

/**
 * The address that a page is known by: what it calls itself, else where its redirects led, within its site. A start
 * page named by a page that is none is a mistake of many templates.
 */
function identityOf(page: ClaimedPage, answer: FetchedPage, canonical: string | undefined): string {
  if (answer.url === page.url && (canonical ?? page.url) === page.url) return page.url;
  for (const address of [canonical, answer.url]) {
    if (address === undefined || !URL.canParse(address)) continue;
    const url = new URL(address);
    if (!/^https?:$/.test(url.protocol) || siteOf(url.href) !== siteOf(page.url)) continue;
    if (address === canonical && url.pathname === '/' && new URL(answer.url).pathname !== '/') continue;
    url.hash = '';
    if (url.href.length <= limits.urlLength) return url.href;
  }
  return page.url;
}

function toReadResult(page: ClaimedPage, answer: FetchedPage, reading: PageOutcome): ReadResult {
  if ('refusal' in reading) {
    // To a page's owner, what can't be parsed is a page that can't be read.
    const code = reading.refusal.code === 'corrupt_file' ? 'fetch_failed' : reading.refusal.code;
    return { page, kind: 'refused', refusal: { ...reading.refusal, code } };
  }
  const { title, canonical, links, passages, textHash } = reading;
  const identity = identityOf(page, answer, canonical);
  return {
    page,
    kind: 'read',
    answer,
    text: { title, identity, links, passages, textHash: Buffer.from(textHash) },
  };
}

interface Reader {
  ownerId: string;
  signal: AbortSignal;
}

/** A PDF or a text at a page's address, by the reader of files. */
async function readAsFile(answer: FetchedPage, { ownerId, signal }: Reader): Promise<PageOutcome> {
  const path = join(tmpdir(), `parlance-page-${randomUUID()}`);
  const passages: ReadPassage[] = [];
  try {
    await writeFile(path, answer.body, { mode: 0o600 });
    const kind = answer.format === 'pdf' ? 'pdf' : 'txt';
    for await (const batch of readDocument({ path, kind, ownerId, signal })) passages.push(...batch);
  } catch (error) {
    if (!(error instanceof ReadingError)) throw error;
    return { refusal: { code: error.code, ...(error.detail ? { detail: error.detail } : {}) } };
  } finally {
    await rm(path, { force: true });
  }
  const textHash = createHash('sha256').update(answer.body).digest().subarray(0, 16);
  return { links: [], passages, textHash };
}

/** Reads what was fetched of one site, in other processes. */
export async function readFetched(
  fetched: FetchResult[],
  siteBlocks: Uint8Array,
  reader: Reader,
): Promise<{ ended: ReadResult[]; siteBlocks: Uint8Array }> {
  const pages = fetched.flatMap((one) =>
    one.kind === 'fetched' && one.answer.format === 'html' ? [{ page: one.page, answer: one.answer }] : [],
  );
  const read =
    pages.length === 0
      ? { pages: [], siteBlocks }
      : await readPages(
          {
            pages: pages.map(({ page, answer }) => ({
              url: answer.url,
              body: answer.body,
              charset: answer.charset,
              ignoreHeader: page.ignore_header,
              ignoreFooter: page.ignore_footer,
              wantsLinks: page.crawl_kind === 'site',
            })),
            siteBlocks,
          },
          reader,
        );
  const readings = new Map(pages.map(({ page }, at) => [page.id, read.pages[at] as PageOutcome]));
  const all: ReadResult[] = [];
  for (const one of fetched) {
    if (one.kind !== 'fetched') all.push(one);
    else {
      const reading = readings.get(one.page.id) ?? (await readAsFile(one.answer, reader));
      all.push(toReadResult(one.page, one.answer, reading));
    }
  }
  return { ended: all, siteBlocks: read.siteBlocks };
}
