import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { sourceErrorCodes } from '../errors.ts';
import { limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText, position, time } from '../shapes.ts';

export const sourceStatus = z.enum(['pending', 'processing', 'processed', 'ready', 'error']);
export type SourceStatus = z.output<typeof sourceStatus>;

const sourceErrorCode = z.enum(sourceErrorCodes);

/** What a reading has to say although it succeeded. */
export const sourceNotice = z.object({
  code: z.enum([
    /** Some pages of a PDF hold no text, and none could be recognised. */
    'pages_without_text',
    /** Some pages of a PDF are pictures, read by text recognition. */
    'pages_recognised',
    /** There were more pages that are pictures than the time for one document allows to recognise. */
    'pages_not_recognised',
    'hidden_sheets',
    /** The last reading found less than half of what is known; the earlier one goes on answering. */
    'kept_previous',
    /** The sitemap no longer names this page. */
    'missing_from_sitemap',
    /** The embedding model did not answer: the source is found by its words alone, and tried again. */
    'vectors_missing',
  ]),
  message: z.string(),
});
export type SourceNotice = z.output<typeof sourceNotice>;

export const syncSchedule = z.enum(['never', 'daily', 'weekly']);
export type SyncSchedule = z.output<typeof syncSchedule>;

export const source = z.object({
  id,
  chatbotId: id,
  kind: z.enum(['file', 'url', 'answer']),
  name: z.string(),
  url: z.optional(z.string()),
  mediaType: z.string(),
  /** Size in bytes. */
  size: count,
  status: sourceStatus,
  progress: z.optional(z.object({ done: count, total: count })),
  error: z.optional(z.object({ code: sourceErrorCode, message: z.string(), statusCode: z.optional(count) })),
  passages: count,
  storageTokens: count,
  language: z.nullable(z.enum(['fr', 'en'])),
  requiresAuthentication: z.boolean(),
  schedule: syncSchedule,
  ignoreHeader: z.boolean(),
  ignoreFooter: z.boolean(),
  /** The crawl that found this page. */
  crawlId: z.optional(id),
  notices: z.array(sourceNotice),
  createdAt: time,
  lastSyncAt: z.nullable(time),
});
export type Source = z.output<typeof source>;

export const passage = z.object({
  id,
  sourceId: id,
  sourceName: z.string(),
  text: z.string(),
  position,
  tokens: count,
  excluded: z.boolean(),
});
export type Passage = z.output<typeof passage>;

export const addedSources = z.object({
  accepted: z.array(source),
  rejected: z.array(z.object({ name: z.string(), code: sourceErrorCode, message: z.string() })),
  /** The crawl that was begun with it. */
  crawlId: z.optional(id),
});
export type AddedSources = z.output<typeof addedSources>;

const ofChatbot = z.object({ chatbotId: id });
const ofSource = z.object({ sourceId: id });

export const addFiles = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/files',
  summary: 'Upload files as sources (field `files`, at most 20); each is accepted or rejected on its own',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  upload: 'multipart',
  parts: { files: 'files' },
  answer: addedSources,
  status: 201,
  errors: ['not_found', 'payload_too_large', 'unsupported_media', 'storage_full'],
});

/** How a page is read. */
export const pageOptions = {
  ignoreHeader: z.optional(z.boolean()),
  ignoreFooter: z.optional(z.boolean()),
};
export const crawledPages = z.int().check(z.gte(1), z.lte(limits.pagesPerCrawl));

export const addUrls = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/urls',
  summary: 'Add web pages as sources',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  body: z
    .strictObject({
      urls: z.array(plainText(limits.urlLength, 1)).check(z.minLength(1), z.maxLength(limits.urlsPerRequest)),
      ...pageOptions,
      schedule: z.optional(syncSchedule),
      /** Follows links within the site of the one address given. */
      crawl: z.optional(z.strictObject({ maxPages: crawledPages })),
    })
    .check(
      z.refine(({ urls, crawl }) => crawl === undefined || urls.length === 1, {
        error: 'one_address',
        path: ['urls'],
      }),
    ),
  answer: addedSources,
  status: 201,
  errors: ['not_found'],
});

const sourceFilter = {
  kind: z.optional(z.enum(['file', 'url', 'answer'])),
  status: z.optional(sourceStatus),
  search: z.optional(plainText(100)),
  crawlId: z.optional(id),
};

export const sourceSorts = [
  'name',
  '-name',
  'createdAt',
  '-createdAt',
  'size',
  '-size',
  'passages',
  '-passages',
  'storageTokens',
  '-storageTokens',
  /** Sources that were never read come first, descending last. */
  'lastSyncAt',
  '-lastSyncAt',
] as const;
export type SourceSort = (typeof sourceSorts)[number];

export const listSources = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/sources',
  summary: 'The sources of a chatbot, with statistics over all of them',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object({
    ...page,
    ...sourceFilter,
    sort: z._default(z.enum(sourceSorts), '-createdAt'),
  }),
  answer: z.object({
    items: z.array(source),
    nextCursor,
    /** The number of sources that the filter shows, over all pages. */
    total: count,
    statistics: z.object({
      files: count,
      urls: count,
      answers: count,
      byStatus: z.object({ pending: count, processing: count, processed: count, ready: count, error: count }),
      passages: count,
      storageTokens: count,
      /**
       * Seconds until all that waits is read, at the pace of the last readings; null when nothing waits or nothing is
       * known.
       */
      secondsLeft: z.nullable(count),
    }),
  }),
  errors: ['not_found', 'invalid_cursor'],
});

const sourceIds = z.array(id).check(z.minLength(1), z.maxLength(limits.sourcesPerCall));

/**
 * Some sources by name, or all that a filter of the list shows, `except` some. `agoMs`: how long ago they were chosen; what
 * has been added since, or has come to a filter's status since, was not.
 */
const chosenSources = z.union([
  z.strictObject({ ids: sourceIds }),
  z.strictObject({
    filter: z.strictObject(sourceFilter),
    except: z.optional(sourceIds),
    agoMs: z.optional(z.int().check(z.minimum(0), z.maximum(86_400_000))),
  }),
]);
export type ChosenSources = z.input<typeof chosenSources>;

export const deleteSources = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/sources/delete',
  summary: 'Delete several sources and their passages',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  body: chosenSources,
  answer: z.object({ count }),
  errors: ['not_found'],
});

export const syncSources = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/sources/sync',
  summary: 'Read several sources again',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  body: chosenSources,
  answer: z.object({ count }),
  status: 202,
  errors: ['not_found'],
});

export const getSource = endpoint({
  method: 'GET',
  path: '/api/v1/sources/:sourceId',
  summary: 'Read a source',
  access: 'user',
  scope: 'read',
  params: ofSource,
  answer: source,
  errors: ['not_found'],
});

export const updateSource = endpoint({
  method: 'PATCH',
  path: '/api/v1/sources/:sourceId',
  summary: 'Change how and when a source is read again',
  access: 'user',
  scope: 'write',
  params: ofSource,
  body: z.strictObject({
    schedule: z.optional(syncSchedule),
    ...pageOptions,
    /** For a page that its sitemap no longer names: it stays, on its own. */
    keep: z.optional(z.literal(true)),
  }),
  answer: source,
  errors: ['not_found'],
});

export const deleteSource = endpoint({
  method: 'DELETE',
  path: '/api/v1/sources/:sourceId',
  summary: 'Delete a source and its passages',
  access: 'user',
  scope: 'write',
  params: ofSource,
  status: 204,
  errors: ['not_found'],
});

export const syncSource = endpoint({
  method: 'POST',
  path: '/api/v1/sources/:sourceId/sync',
  summary: 'Read a source again; unchanged passages are not charged again',
  access: 'user',
  scope: 'write',
  params: ofSource,
  body: z.optional(
    z.strictObject({
      /** Whether to take what is read even when it is less than half of what was known. */
      accept: z.optional(z.boolean()),
    }),
  ),
  answer: source,
  status: 202,
  errors: ['not_found'],
});

export const listPassages = endpoint({
  method: 'GET',
  path: '/api/v1/sources/:sourceId/passages',
  summary: 'What was read from a source, in its order',
  access: 'user',
  scope: 'read',
  params: ofSource,
  query: z.object({
    ...page,
    search: z.optional(plainText(200)),
    /** The passage to begin at; the first where the source has no such passage. */
    from: z.optional(id),
  }),
  answer: z.object({ items: z.array(passage), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const updatePassage = endpoint({
  method: 'PATCH',
  path: '/api/v1/passages/:passageId',
  summary: 'Leave a passage out of answers, or take it back in',
  access: 'user',
  scope: 'write',
  params: z.object({ passageId: id }),
  body: z.strictObject({ excluded: z.boolean() }),
  answer: passage,
  errors: ['not_found'],
});

/** The original file, as an attachment: streamed by its route. */
export const getSourceContent = endpoint({
  method: 'GET',
  path: '/api/v1/sources/:sourceId/content',
  summary: 'Download the original of a file source',
  access: 'user',
  scope: 'read',
  params: ofSource,
  errors: ['not_found'],
});

export const searchPassages = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/search',
  summary: 'The passages that best match a question, best first',
  access: 'user',
  // It spends the tokens of a search, which a key for reading must not.
  scope: 'answer',
  onlyLooks: true,
  params: ofChatbot,
  body: z.strictObject({
    query: plainText(limits.visitorText, 1),
    limit: z._default(z.int().check(z.gte(1), z.lte(limits.searchLimit)), 10),
  }),
  answer: z.object({ passages: z.array(z.extend(passage, { score: z.number() })) }),
  errors: ['not_found', 'message_quota_exceeded'],
});
