import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, id, nextCursor, page, queryNumber, time } from '../shapes.ts';
import { chatbotCount } from './chatbots.ts';

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

export const usage = z.object({
  plan: planId,
  activeUntil: z.nullable(time),
  renewsAt: time,
  message: balance,
  storage: balance,
  chatbots: chatbotCount,
  alerts: z.array(z.object({ tokenType, level: z.enum(['warning80', 'warning90', 'exceeded']) })),
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
  answer: usage,
  errors: [],
});

export const getUsageTrend = endpoint({
  method: 'GET',
  path: '/api/v1/usage/trend',
  summary: 'Tokens per day, the newest day last',
  access: 'user',
  query: z.object({ days: z._default(queryNumber(1, 366), 30) }),
  answer: z.object({ items: z.array(z.object({ date: z.iso.date(), message: count, storage: count })) }),
  errors: [],
});

export const listLedger = endpoint({
  method: 'GET',
  path: '/api/v1/usage/ledger',
  summary: 'The append-only ledger, newest first',
  access: 'user',
  query: z.object({
    ...page,
    tokenType: z.optional(tokenType),
    operation: z.optional(operation),
    chatbotId: z.optional(id),
  }),
  answer: z.object({ items: z.array(ledgerEntry), nextCursor }),
  errors: ['invalid_cursor'],
});

export const listModels = endpoint({
  method: 'GET',
  path: '/api/v1/models',
  summary:
    'The language models that a chatbot may answer with, the default first; none where answers are quotes',
  access: 'user',
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
  answer: z.object({ items: z.array(activity) }),
  errors: [],
});
