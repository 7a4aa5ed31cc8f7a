import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { sourceErrorCodes } from './errors.ts';
import { limits } from './limits.ts';
import { count, id, nextCursor, page, plainText, position, time } from './shapes.ts';

export const sourceStatus = z.enum(['pending', 'processing', 'processed', 'ready', 'error']);
export type SourceStatus = z.output<typeof sourceStatus>;

const sourceErrorCode = z.enum(sourceErrorCodes);

export const source = z.object({
  id,
  chatbotId: id,
  kind: z.enum(['file', 'url', 'answer']),
  name: z.string(),
  url: z.optional(z.string()),
  mediaType: z.string(),
  /** Bytes. */
  size: count,
  status: sourceStatus,
  progress: z.optional(z.object({ done: count, total: count })),
  error: z.optional(z.object({ code: sourceErrorCode, message: z.string(), statusCode: z.optional(count) })),
  passages: count,
  storageTokens: count,
  language: z.nullable(z.enum(['fr', 'en'])),
  requiresAuthentication: z.boolean(),
  schedule: z.enum(['never', 'daily', 'weekly']),
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

const added = z.object({
  accepted: z.array(source),
  rejected: z.array(z.object({ name: z.string(), code: sourceErrorCode, message: z.string() })),
});
export type AddedSources = z.output<typeof added>;

const ofChatbot = z.object({ chatbotId: id });
const ofSource = z.object({ sourceId: id });

export const addFiles = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/files',
  summary: 'Upload files as sources (field `files`, at most 20); each is accepted or rejected on its own',
  access: 'user',
  params: ofChatbot,
  upload: 'multipart',
  answer: added,
  status: 201,
  errors: ['not_found', 'payload_too_large', 'unsupported_media', 'storage_full'],
});

export const addUrls = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/urls',
  summary: 'Add web pages as sources',
  access: 'user',
  params: ofChatbot,
  body: z.strictObject({
    urls: z.array(plainText(limits.urlLength, 1)).check(z.minLength(1), z.maxLength(limits.urlsPerRequest)),
  }),
  answer: added,
  status: 201,
  errors: ['not_found'],
});

export const listSources = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/sources',
  summary: 'The sources of a chatbot, with statistics over all of them',
  access: 'user',
  params: ofChatbot,
  query: z.object({
    ...page,
    kind: z.optional(z.enum(['file', 'url', 'answer'])),
    status: z.optional(sourceStatus),
    search: z.optional(plainText(100)),
    sort: z._default(z.enum(['name', '-name', 'createdAt', '-createdAt']), '-createdAt'),
  }),
  answer: z.object({
    items: z.array(source),
    nextCursor,
    statistics: z.object({
      files: count,
      urls: count,
      byStatus: z.object({ pending: count, processing: count, processed: count, ready: count, error: count }),
      passages: count,
      storageTokens: count,
    }),
  }),
  errors: ['not_found', 'invalid_cursor'],
});

export const getSource = endpoint({
  method: 'GET',
  path: '/api/v1/sources/:sourceId',
  summary: 'Read a source',
  access: 'user',
  params: ofSource,
  answer: source,
  errors: ['not_found'],
});

export const deleteSource = endpoint({
  method: 'DELETE',
  path: '/api/v1/sources/:sourceId',
  summary: 'Delete a source and its passages',
  access: 'user',
  params: ofSource,
  status: 204,
  errors: ['not_found'],
});

export const syncSource = endpoint({
  method: 'POST',
  path: '/api/v1/sources/:sourceId/sync',
  summary: 'Read a source again; unchanged passages are not charged again',
  access: 'user',
  params: ofSource,
  answer: source,
  status: 202,
  errors: ['not_found'],
});

export const listPassages = endpoint({
  method: 'GET',
  path: '/api/v1/sources/:sourceId/passages',
  summary: 'What was read from a source, in its order',
  access: 'user',
  params: ofSource,
  query: z.object({ ...page, search: z.optional(plainText(200)) }),
  answer: z.object({ items: z.array(passage), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

/** The original file, as an attachment: streamed by its route. */
export const getSourceContent = endpoint({
  method: 'GET',
  path: '/api/v1/sources/:sourceId/content',
  summary: 'Download the original of a file source',
  access: 'user',
  params: ofSource,
  errors: ['not_found'],
});

export const searchPassages = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/search',
  summary: 'The passages that best match a question, best first',
  access: 'user',
  params: ofChatbot,
  body: z.strictObject({
    query: plainText(limits.searchQuery, 1),
    limit: z._default(z.int().check(z.gte(1), z.lte(limits.searchLimit)), 10),
  }),
  answer: z.object({ passages: z.array(z.extend(passage, { score: z.number() })) }),
  errors: ['not_found', 'message_quota_exceeded'],
});
