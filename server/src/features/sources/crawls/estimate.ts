import type { CrawlEstimate } from '@parlance/contract/endpoints/crawls';
import { limits } from '@parlance/contract/limits';
import type { Context } from '../../../context.ts';
import { AppError } from '../../../kit/errors.ts';
import { parsePageAddress } from '../../../kit/fetch/page-address.ts';
import { Connections } from '../../../kit/fetch/safe-fetch.ts';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { requireAttempts } from '../../../kit/limits/rate-limit.ts';
import { countChatbots, getChatbot } from '../../chatbots/service.ts';
import { readPages, readSitemap } from '../../reading/service.ts';
import { getUsage } from '../../usage/service.ts';
import { openHost } from '../fetching/host.ts';
import { type FetchedPage, fetchPage } from '../fetching/page.ts';
import { HostDelay } from '../fetching/page-error.ts';
import { refusalOf } from '../fetching/reading-refusal.ts';
import { filterToSite, hostOf } from '../fetching/site.ts';
import { fetchSitemap } from '../fetching/sitemap.ts';
import type { CrawlRequest } from './crawl-service.ts';

/** Milliseconds in which further sitemaps, then pages, are looked at, at the host's pace: somebody waits for it. */
const countingMs = 12_000;
const samplingMs = 8_000;
const sampleSize = 3;
const maxEstimatesPerMinute = 10;

interface EstimateRun {
  ownerId: string;
  connections: Connections;
  signal: AbortSignal;
}

/** Looks at a sitemap, or at a site's first page, and says what reading it all would cost. Throws why it can't be read. */
export async function estimateCrawl(
  context: Context,
  ownerId: string,
  chatbotId: string,
  wish: Omit<CrawlRequest, 'schedule'>,
): Promise<CrawlEstimate> {
  await getChatbot(context.db, ownerId, chatbotId);
  const url = parsePageAddress(wish.url);
  if (url === undefined) throw new AppError(wish.kind === 'sitemap' ? 'invalid_sitemap' : 'address_refused');
  await requireAttempts(context, [
    { of: `crawl estimates ${ownerId}`, limit: maxEstimatesPerMinute, windowMs: 60_000 },
  ]);
  const connections = new Connections(1);
  try {
    const asking = { ownerId, connections, signal: AbortSignal.timeout(60_000) };
    const most = wish.maxPages ?? limits.pagesPerCrawl;
    const { urls, pages, isWhole } =
      wish.kind === 'sitemap'
        ? await countPages(context, url, most, asking)
        : { urls: [url], pages: null, isWhole: false };
    const tokensPerPage = await samplePages(context, urls, wish, asking);
    const { remaining } = (await getUsage(context, ownerId, countChatbots)).storage;
    const storageTokens = tokensPerPage === null ? null : tokensPerPage * (pages ?? most);
    return { pages, isWhole, tokensPerPage, storageTokens, remaining };
  } catch (error) {
    throw toAppError(error);
  } finally {
    await connections.close();
  }
}

function toAppError(error: unknown): unknown {
  if (error instanceof RetryLater)
    return new AppError('rate_limited', { retryAfterSeconds: Math.ceil(error.afterMs / 1000) });
  if (error instanceof HostDelay)
    return new AppError('rate_limited', { retryAfterSeconds: Math.ceil(error.ms / 1000) });
  const refusal = refusalOf(error);
  if (!refusal) return error;
  const { code, statusCode } = refusal;
  return new AppError(code, statusCode === undefined ? {} : { statusCode });
}

/** Counts the pages of a sitemap; of an index the first ones are counted, and the others taken to be like them. */
async function countPages(context: Context, url: string, most: number, asking: EstimateRun) {
  const end = performance.now() + countingMs;
  const read = async (address: string) => {
    const body = await fetchSitemap(context, address, asking.connections, asking.signal);
    const { kind, entries } = await readSitemap(body, asking);
    return { kind, own: (await filterToSite(url, entries)).own.map((entry) => entry.url) };
  };
  const first = await read(url);
  const urls = new Set<string>();
  const add = (more: string[]) => {
    for (const one of more) urls.add(one);
  };
  let counted = 1;
  let named = 1;
  if (first.kind === 'pages') add(first.own);
  else {
    counted = 0;
    named = first.own.length;
    for (const address of first.own) {
      if (performance.now() > end || urls.size >= most) break;
      const further = await read(address).catch((error: unknown) => {
        if (refusalOf(error) || error instanceof HostDelay || error instanceof RetryLater) return undefined;
        throw error;
      });
      counted += 1;
      if (further?.kind === 'pages') add(further.own);
    }
  }
  const expected = counted === 0 ? 0 : Math.round((urls.size * named) / counted);
  return { urls: [...urls], pages: Math.min(most, expected), isWhole: counted === named };
}

/** Storage tokens of a page: the mean of the first, the middle and the last, as far as they can be read. */
async function samplePages(
  context: Context,
  urls: readonly string[],
  wish: Omit<CrawlRequest, 'schedule'>,
  { ownerId, connections, signal }: EstimateRun,
): Promise<number | null> {
  const places = Array.from({ length: sampleSize }, (_, at) =>
    Math.round((at * (urls.length - 1)) / (sampleSize - 1)),
  );
  const chosen = [...new Set(places)].flatMap((at) => urls[at] ?? []);
  const end = performance.now() + samplingMs;
  const fetched: FetchedPage[] = [];
  let failure: unknown;
  for (const address of chosen) {
    if (performance.now() > end) break;
    try {
      const host = await openHost(context, hostOf(address), { connections, signal });
      await host.turn(signal);
      const page = await fetchPage(context, address, { host, connections, signal });
      if (page?.format === 'html') fetched.push(page);
    } catch (error) {
      failure = error;
      if (!refusalOf(error) && !(error instanceof HostDelay) && !(error instanceof RetryLater)) throw error;
    }
  }
  // A site is refused with its first page; a sitemap's pages may each have reasons of their own.
  if (fetched.length === 0 && wish.kind === 'site' && failure) throw failure;
  if (fetched.length === 0) return null;
  const { pages } = await readPages(
    {
      pages: fetched.map(({ url, body, charset }) => ({
        url,
        body,
        charset,
        ignoreHeader: wish.ignoreHeader ?? false,
        ignoreFooter: wish.ignoreFooter ?? false,
        wantsLinks: false,
      })),
      siteBlocks: new Uint8Array(),
    },
    { ownerId, signal },
  );
  const tokens = pages.flatMap((page) =>
    'refusal' in page ? [] : [page.passages.reduce((sum, { tokens }) => sum + tokens, 0)],
  );
  if (tokens.length === 0) return null;
  return Math.ceil(tokens.reduce((sum, one) => sum + one, 0) / tokens.length);
}
