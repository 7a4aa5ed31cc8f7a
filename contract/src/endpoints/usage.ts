import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, id, nextCursor, page, queryNumber, time } from '../shapes.ts';
import { chatbotCount, platform } from './chatbots.ts';

export const tokenType = z.enum(['message', 'storage']);
export type TokenType = z.output<typeof tokenType>;

export const operation = z.enum([
  'chat_completion',
  'file_upload',
  'reindex',
  'vector_search',
  'api_call',
  'summary_generation',
]);
export type Operation = z.output<typeof operation>;

/** `null` limits are unlimited. */
const balance = z.object({ used: count, remaining: z.nullable(count), limit: z.nullable(count) });

export const planId = z.enum(['free', 'starter', 'growth', 'scale', 'enterprise']);
export const plan = z.object({
  id: planId,
  priceEur: z.nullable(z.number().check(z.nonnegative())),
  messageTokens: z.nullable(count),
  storageTokens: z.nullable(count),
  /** Bytes that its files may take on disk. */
  storageBytes: z.nullable(count),
  chatbots: z.nullable(count),
  stripePriceId: z.optional(z.string()),
});
export type Plan = z.output<typeof plan>;

export const alertLevel = z.enum(['warning80', 'warning90', 'exceeded']);

export const usage = z.object({
  plan: planId,
  activeUntil: z.nullable(time),
  /** When the month began that its message tokens count in. */
  renewedAt: time,
  renewsAt: time,
  /** In which its days begin and its month renews. */
  timeZone: z.string(),
  message: balance,
  storage: balance,
  chatbots: chatbotCount,
  /** `putAway`: the person has seen this level of this month and wants it no more. */
  alerts: z.array(z.object({ tokenType, level: alertLevel, putAway: z.boolean() })),
});
export type Usage = z.output<typeof usage>;

export const ledgerEntry = z.object({
  id,
  at: time,
  operation,
  tokenType,
  tokens: count,
  chatbot: z.nullable(z.object({ id, name: z.string() })),
});

export const getUsage = endpoint({
  method: 'GET',
  path: '/api/v1/usage',
  summary: 'What is used and what remains of both token kinds',
  access: 'user',
  scope: 'read',
  answer: usage,
  errors: [],
});

export const putAlertAway = endpoint({
  method: 'POST',
  path: '/api/v1/usage/alerts/put-away',
  summary: 'Show this alert no more, until the next level or the next month',
  access: 'user',
  body: z.object({ tokenType, level: alertLevel }),
  status: 204,
  errors: [],
});

export const getUsageTrend = endpoint({
  method: 'GET',
  path: '/api/v1/usage/trend',
  summary: 'Tokens per day of the account’s time zone, the newest day last',
  access: 'user',
  scope: 'read',
  query: z.object({ days: z._default(queryNumber(1, 366), 30) }),
  answer: z.object({ items: z.array(z.object({ date: z.iso.date(), message: count, storage: count })) }),
  errors: [],
});

const named = z.nullable(z.object({ id, name: z.string() }));
const share = { message: count, storage: count };

export const listUsageByChatbot = endpoint({
  method: 'GET',
  path: '/api/v1/usage/by-chatbot',
  summary: 'Tokens of the last days by chatbot, the most used first; null: of no chatbot',
  access: 'user',
  scope: 'read',
  query: z.object({ days: z._default(queryNumber(1, 366), 30) }),
  answer: z.object({
    items: z.array(
      z.object({
        chatbot: named,
        /** Whether it is still there. */
        exists: z.boolean(),
        ...share,
        /** Its answers to visitors' questions, and what one cost on average; null without any. */
        answers: count,
        tokensPerAnswer: z.nullable(count),
      }),
    ),
  }),
  errors: [],
});

/** Until when a kind of token lasts at the pace of the last days; dates in the account's time zone. */
const forecast = z.object({
  /** Tokens of an ordinary day, over `days` whole days. */
  perDay: count,
  days: count,
  /** The day on which nothing is left; null: not before the renewal (message), or not within a year (storage). */
  endsOn: z.nullable(z.iso.date()),
  /** The same for days as busy, and as quiet, as the last ones were. */
  earliest: z.nullable(z.iso.date()),
  latest: z.nullable(z.iso.date()),
});

export const getForecast = endpoint({
  method: 'GET',
  path: '/api/v1/usage/forecast',
  summary: 'Until when the tokens last at this pace; null where there is too little to say',
  access: 'user',
  scope: 'read',
  answer: z.object({ message: z.nullable(forecast), storage: z.nullable(forecast) }),
  errors: [],
});

export const ledgerPeriod = z.enum(['24h', '7d', '1m', '6m', '1y']);
export type LedgerPeriod = z.output<typeof ledgerPeriod>;
const isoDate = z.union([time, z.iso.date()]);

/** Which entries: those of a period until now, or of a range, in which a day counts from its beginning and until its end. */
export const ledgerFilter = {
  period: z.optional(ledgerPeriod),
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  chatbotId: z.optional(z.union([id, z.literal('unassigned')])),
  tokenType: z.optional(tokenType),
  operation: z.optional(operation),
};

export const ledgerColumn = z.enum(['at', 'tokens', 'operation', 'tokenType', 'chatbot']);
export type LedgerColumn = z.output<typeof ledgerColumn>;
export const ledgerSort = z.enum(ledgerColumn.options.flatMap((column) => [column, `-${column}` as const]));
export type LedgerSort = z.output<typeof ledgerSort>;

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/v1/usage/ledger',
  summary: 'The append-only ledger, newest first (`Accept: text/csv`: all entries of the filter)',
  access: 'user',
  scope: 'read',
  query: z.object({ ...page, ...ledgerFilter, sort: z._default(ledgerSort, '-at') }),
  answer: z.object({ items: z.array(ledgerEntry), nextCursor }),
  errors: ['invalid_cursor'],
});

/** What a part of an entry's tokens went to. */
export const ledgerPart = z.object({
  name: z.enum(['instructions', 'passages', 'history', 'question', 'answer', 'query', 'conversations']),
  tokens: count,
});
export type LedgerPart = z.output<typeof ledgerPart>;

export const getLedgerEntry = endpoint({
  method: 'GET',
  path: '/api/v1/usage/ledger/:entryId',
  summary: 'What an entry paid for; its parts sum to its tokens',
  access: 'user',
  scope: 'read',
  params: z.object({ entryId: id }),
  answer: z.extend(ledgerEntry, {
    parts: z.array(ledgerPart),
    /** Where they still exist. */
    conversationId: z.optional(id),
    sourceId: z.optional(id),
    /** The source that was read, as it was called, and which reading of it. */
    source: z.optional(
      z.object({
        name: z.string(),
        version: count,
        /** The number of other pages of its site that were charged with it. */
        others: z.optional(count),
      }),
    ),
    /** The number of conversations that a summary told of. */
    conversations: z.optional(count),
    /** The model that answered, where it counts otherwise than once. */
    model: z.optional(z.object({ id: z.string(), factor: z.number() })),
  }),
  errors: ['not_found'],
});

export const bucket = z.enum(['hour', 'day', 'month']);
export type Bucket = z.output<typeof bucket>;

export const getUsageHistory = endpoint({
  method: 'GET',
  path: '/api/v1/usage/history',
  summary: 'Tokens of the filter in hours, days or months of the account’s time zone, empty ones included',
  access: 'user',
  scope: 'read',
  query: z.object({ ...ledgerFilter, bucket: z.optional(bucket) }),
  answer: z.object({
    /** The first and the last instant that it tells of: `/usage/ledger` from here to there lists the very same entries. */
    from: time,
    to: time,
    bucket,
    /** Each by the instant at which it begins, the newest last. */
    items: z.array(z.object({ at: time, ...share })),
    total: count,
    /** Per bucket, rounded. */
    average: count,
    peak: z.nullable(z.object({ at: time, tokens: count })),
    /** The number of entries. */
    entries: count,
    distribution: z.object({
      chatbots: z.array(z.object({ chatbot: named, tokens: count })),
      operations: z.array(z.object({ operation, tokens: count })),
      tokenTypes: z.array(z.object({ tokenType, tokens: count })),
    }),
  }),
  errors: [],
});

/** Why a chatbot quotes its sources instead of writing. */
export const fallbackReason = z.enum(['quota', 'daily_cap', 'monthly_cap', 'provider']);
export type FallbackReason = z.output<typeof fallbackReason>;

export const listFallbacks = endpoint({
  method: 'GET',
  path: '/api/v1/usage/fallbacks',
  summary: 'Chatbots that quote their sources just now because something is used up or fails, and since when',
  access: 'user',
  scope: 'read',
  answer: z.object({
    items: z.array(
      z.object({
        chatbot: z.object({ id, name: z.string() }),
        reason: fallbackReason,
        since: time,
        /** Questions that it has answered so meanwhile. */
        answers: count,
        /** Whether it has quoted as often today as it may for nothing, and now says that it is unavailable. */
        isSilent: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

export const listModels = endpoint({
  method: 'GET',
  path: '/api/v1/models',
  summary:
    'The language models that a chatbot may answer with, the default first; none where answers are quotes',
  access: 'user',
  scope: 'read',
  answer: z.object({
    items: z.array(
      z.object({
        id: z.string(),
        /** Its tokens are multiplied by this before they are charged. */
        factor: z.number(),
        /** The plan it begins with. */
        plan: planId,
        /** Whether the account's plan has it. */
        available: z.boolean(),
      }),
    ),
  }),
  errors: [],
});

export const activity = z.object({
  at: time,
  kind: z.enum(['source_ready', 'source_error', 'conversation', 'chatbot_created']),
  chatbot: z.nullable(z.object({ id, name: z.string() })),
  conversationId: z.optional(id),
  /** What it is about: a source's name, a question's first words. */
  text: z.string(),
});

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/v1/activity',
  summary: 'What happened lately',
  access: 'user',
  scope: 'read',
  answer: z.object({ items: z.array(activity) }),
  errors: [],
});

/** What a chatbot has and lacks, as far as advice depends on it. */
export const setup = z.object({
  id,
  publicId: z.string(),
  name: z.string(),
  platform,
  hasSource: z.boolean(),
  /** Whether a sitemap or a site was followed for it. */
  hasCrawl: z.boolean(),
  /** The kind of the newest of its latest sources that could not be read; null without any. */
  failedSource: z.nullable(z.enum(['file', 'url', 'answer'])),
  hasContact: z.boolean(),
  hasCap: z.boolean(),
  hasChecks: z.boolean(),
  /** Whether its owner has asked it something. */
  isTested: z.boolean(),
  /** Whether a visitor has. */
  hasVisitors: z.boolean(),
  /** Whether a page of its owner's has loaded it. */
  isInstalled: z.boolean(),
});
export type Setup = z.output<typeof setup>;

export const listSetups = endpoint({
  method: 'GET',
  path: '/api/v1/activity/setups',
  summary: 'What each chatbot has and lacks so far, the oldest first; at most 50',
  access: 'user',
  scope: 'read',
  answer: z.object({ items: z.array(setup) }),
  errors: [],
});
