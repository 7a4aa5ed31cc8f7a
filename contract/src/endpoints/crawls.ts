import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { sourceErrorCodes } from '../errors.ts';
import { limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText, time } from '../shapes.ts';
import { addedSources, crawledPages, pageOptions, syncSchedule } from './sources.ts';

const failureCode = z.enum(sourceErrorCodes);

export const crawl = z.object({
  id,
  chatbotId: id,
  url: z.string(),
  kind: z.enum(['sitemap', 'site']),
  status: z.enum(['running', 'stopped', 'done', 'error']),
  /** Why the whole of it could not go on: the sitemap can't be read, the site refuses, the quota is reached. */
  error: z.optional(z.object({ code: failureCode, message: z.string(), statusCode: z.optional(count) })),
  /** Pages named by the sitemap or by links, up to the limit. */
  found: count,
  read: count,
  /** Of those found, the ones that are still to be read. */
  waiting: count,
  /** Pages left out: said by robots.txt, not a page, the same as another, beyond the limit. */
  skipped: count,
  failedCount: count,
  /** The first of those that could not be read; `listCrawlPages` has all. */
  failed: z.array(z.object({ url: z.string(), code: failureCode })),
  maxPages: count,
  ignoreHeader: z.boolean(),
  ignoreFooter: z.boolean(),
  schedule: syncSchedule,
  createdAt: time,
  /** When it last came to its end. */
  finishedAt: z.nullable(time),
});
export type Crawl = z.output<typeof crawl>;

export const crawlPage = z.object({
  url: z.string(),
  status: z.enum(['waiting', 'read', 'skipped', 'failed']),
  /** Why it was left out, or could not be read and what helps, in the caller's language. */
  reason: z.optional(z.string()),
  statusCode: z.optional(count),
  sourceId: z.optional(id),
});
export type CrawlPage = z.output<typeof crawlPage>;

const ofChatbot = z.object({ chatbotId: id });
const ofCrawl = z.object({ crawlId: id });

export const crawlEstimate = z.object({
  /** Pages that the sitemap names on its site, up to the limit; of a site, null: nobody knows before. */
  pages: z.nullable(count),
  /** Whether all sitemaps were counted; otherwise only some of the further ones, and `pages` goes on from them. */
  isWhole: z.boolean(),
  /** Storage tokens of the pages looked at, on average; null when none could be read. */
  tokensPerPage: z.nullable(count),
  /** Storage tokens that reading them all would cost at most, for pages that are not known yet. */
  storageTokens: z.nullable(count),
  /** Storage tokens that are left; null: unlimited. */
  remaining: z.nullable(count),
});
export type CrawlEstimate = z.output<typeof crawlEstimate>;

export const estimateCrawl = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/crawls/estimate',
  summary:
    'What a crawl would read and cost, from its sitemap and a few of its pages; nothing is stored or charged',
  access: 'user',
  scope: 'write',
  onlyLooks: true,
  params: ofChatbot,
  body: z.strictObject({
    kind: z.enum(['sitemap', 'site']),
    url: plainText(limits.urlLength, 1),
    maxPages: z.optional(crawledPages),
    ...pageOptions,
  }),
  answer: crawlEstimate,
  errors: ['not_found', 'rate_limited', ...sourceErrorCodes],
});

export const addSitemap = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/sitemaps',
  summary: 'Read all pages that a sitemap names; they appear as they are found',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  body: z.strictObject({
    url: plainText(limits.urlLength, 1),
    maxPages: z.optional(crawledPages),
    schedule: z.optional(syncSchedule),
    ...pageOptions,
  }),
  answer: addedSources,
  status: 201,
  errors: ['not_found'],
});

export const listCrawls = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/crawls',
  summary: 'Sitemaps and crawled sites of a chatbot, newest first',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object(page),
  answer: z.object({ items: z.array(crawl), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const getCrawl = endpoint({
  method: 'GET',
  path: '/api/v1/crawls/:crawlId',
  summary: 'Read a crawl',
  access: 'user',
  scope: 'read',
  params: ofCrawl,
  answer: crawl,
  errors: ['not_found'],
});

export const listCrawlPages = endpoint({
  method: 'GET',
  path: '/api/v1/crawls/:crawlId/pages',
  summary: 'What became of each page of a crawl (`Accept: text/csv`: all of them)',
  access: 'user',
  scope: 'read',
  params: ofCrawl,
  query: z.object({ ...page, status: z.optional(crawlPage.shape.status) }),
  answer: z.object({ items: z.array(crawlPage), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const updateCrawl = endpoint({
  method: 'PATCH',
  path: '/api/v1/crawls/:crawlId',
  summary: 'Change when a crawl begins again, and how its pages are read',
  access: 'user',
  scope: 'write',
  params: ofCrawl,
  body: z.strictObject({ schedule: z.optional(syncSchedule), ...pageOptions }),
  answer: crawl,
  errors: ['not_found'],
});

export const stopCrawl = endpoint({
  method: 'POST',
  path: '/api/v1/crawls/:crawlId/stop',
  summary: 'Stop a crawl; what was read stays',
  access: 'user',
  scope: 'write',
  params: ofCrawl,
  answer: crawl,
  errors: ['not_found'],
});

/** Begins a crawl that is done again, which reads what changed. */
export const resumeCrawl = endpoint({
  method: 'POST',
  path: '/api/v1/crawls/:crawlId/resume',
  summary: 'Go on with a stopped or failed crawl, or begin a finished one again',
  access: 'user',
  scope: 'write',
  params: ofCrawl,
  answer: crawl,
  status: 202,
  errors: ['not_found'],
});

export const deleteCrawl = endpoint({
  method: 'DELETE',
  path: '/api/v1/crawls/:crawlId',
  summary: 'Delete a crawl with all pages that it has read',
  access: 'user',
  scope: 'write',
  params: ofCrawl,
  status: 204,
  errors: ['not_found'],
});
