import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { count, id, nextCursor, page, time } from '../shapes.ts';

/** What visitors said to a chatbot in a period, told in one page. */
export const summaryPeriod = z.enum(['24h', '7d', '30d']);
export type SummaryPeriod = z.output<typeof summaryPeriod>;

/** `error`: nothing was charged. */
export const summaryStatus = z.enum(['pending', 'running', 'done', 'error']);

/** `generated`: a model wrote its sentences; `counted`: made of figures and of visitors' own questions alone. */
export const summaryMode = z.enum(['generated', 'counted']);

/** A claim, and the conversations that bear it out: every one of them is the owner's own. */
const summaryItem = z.object({
  text: z.string(),
  /** The conversations that it is about: counted, never written by a model. */
  conversations: count,
  /** Some of them, to be opened; those that were deleted since are left out. */
  conversationIds: z.array(id),
  /** Questions as visitors asked them, personal data masked. */
  examples: z.array(z.string()),
});
export type SummaryItem = z.output<typeof summaryItem>;

/** What a summary says, in the order in which it is read; a section without items is left out. */
export const summarySection = z.enum(['themes', 'answered', 'unanswered', 'missing', 'tone']);
export type SummarySection = z.output<typeof summarySection>;

/** Figures of the period, counted. */
const summaryFigures = z.object({
  conversations: count,
  /** Visitors' messages. */
  messages: count,
  answered: count,
  unanswered: count,
  up: count,
  down: count,
  /** Visitors' messages by hour of the day, 24 of them, in the account's time zone. */
  hours: z.array(count).check(z.length(24)),
  languages: z.object({ fr: count, en: count }),
  /** Passages' sources that answers cited most: what visitors came for. */
  sources: z.array(z.object({ name: z.string(), answers: count })),
});
export type SummaryFigures = z.output<typeof summaryFigures>;

export const summary = z.object({
  id,
  chatbotId: id,
  period: summaryPeriod,
  from: time,
  to: time,
  status: summaryStatus,
  mode: z.nullable(summaryMode),
  language: z.enum(['fr', 'en']),
  /** Conversations read so far, of all: only while it runs. */
  progress: z.nullable(z.object({ done: count, total: count })),
  /** The whole as plain text, for copying; empty until it is done. */
  text: z.string(),
  sections: z.array(z.object({ kind: summarySection, items: z.array(summaryItem) })),
  figures: z.nullable(summaryFigures),
  conversations: count,
  messages: count,
  tokens: count,
  /** Why it failed, in the reader's language. */
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  createdAt: time,
  finishedAt: z.nullable(time),
});
export type Summary = z.output<typeof summary>;

const ofChatbot = z.object({ chatbotId: id });

export const createSummary = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/summaries',
  summary: 'Summarise what visitors said in a period; one that runs for it already is given back',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  body: z.strictObject({ period: summaryPeriod }),
  status: 202,
  answer: summary,
  errors: ['not_found', 'nothing_to_summarise', 'message_quota_exceeded'],
});

export const listSummaries = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/summaries',
  summary: 'Summaries of a chatbot’s conversations, the newest first',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object(page),
  answer: z.object({ items: z.array(summary), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const estimateSummary = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/summaries/estimate',
  summary: 'What a summary would read, and about what it would cost',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object({ period: summaryPeriod }),
  answer: z.object({ conversations: count, messages: count, tokens: count, mode: summaryMode }),
  errors: ['not_found'],
});

export const getSummary = endpoint({
  method: 'GET',
  path: '/api/v1/summaries/:summaryId',
  summary: 'Read a summary',
  access: 'user',
  scope: 'read',
  params: z.object({ summaryId: id }),
  answer: summary,
  errors: ['not_found'],
});

export const deleteSummary = endpoint({
  method: 'DELETE',
  path: '/api/v1/summaries/:summaryId',
  summary: 'Delete a summary, or stop one that runs; what it cost stays in the ledger',
  access: 'user',
  scope: 'write',
  params: z.object({ summaryId: id }),
  status: 204,
  errors: ['not_found'],
});
