import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { leftOut } from '../left-out.ts';
import { limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText, queryNumber, time } from '../shapes.ts';
import { conversationMessage, knownVisitor } from './embed.ts';
import { passage, source } from './sources.ts';
import { fallbackReason, ledgerPart } from './usage.ts';

/** What professionals see of their visitors' conversations, and of those that their programs hold with an API key. */
export const conversationChannel = z.enum(['website', 'telegram', 'whatsapp', 'api']);
export type ConversationChannel = z.output<typeof conversationChannel>;

export const conversation = z.object({
  id,
  chatbotId: id,
  chatbotName: z.string(),
  channel: conversationChannel,
  language: z.enum(['fr', 'en']),
  /** Who the page says the conversation is with: nobody has checked it. */
  visitor: z.optional(knownVisitor),
  messageCount: count,
  unanswered: count,
  /** Answers with a thumb up, and down. */
  up: count,
  down: count,
  /** The first question; with a search, the message that holds it. */
  excerpt: z.string(),
  startedAt: time,
  lastMessageAt: time,
});
export type Conversation = z.output<typeof conversation>;

/** A passage that was found for an answer; `used`: the answer cites it. */
export const foundPassage = z.extend(passage, { score: z.number(), used: z.boolean() });
export type FoundPassage = z.output<typeof foundPassage>;

export const transcriptMessage = z.extend(conversationMessage, {
  /** A visitor's question in full, where it goes on from what was said before it. */
  understood: z.optional(z.string()),
  tokens: z.optional(count),
  /** What an answer's tokens went to; they sum to them. */
  parts: z.optional(z.array(ledgerPart)),
  /** Passages of an answer that are still there, best first. */
  passages: z.optional(z.array(foundPassage)),
  /** Sentences that a model wrote and the visitor was not shown. */
  leftOut: z.optional(z.array(leftOut)),
  /** Why an answer quotes that would have been written, or charged. */
  fallback: z.optional(fallbackReason),
  /** Of an answer on Telegram or WhatsApp, how far it came: the worst of its parts. */
  delivery: z.optional(
    z.object({
      status: z.enum(['queued', 'sent', 'delivered', 'read', 'failed']),
      /** Why it did not arrive, in the reader's language, and in the platform's own words. */
      message: z.optional(z.string()),
      detail: z.optional(z.string()),
    }),
  ),
  /** The id of the unanswered question, while nobody has answered it yet. */
  unansweredId: z.optional(id),
});
export type TranscriptMessage = z.output<typeof transcriptMessage>;

const isoDate = z.union([time, z.iso.date()]);
const filter = {
  /** A text of up to what a visitor may have written. */
  search: z.optional(plainText(limits.visitorText)),
  channel: z.optional(conversationChannel),
  /** Days or instants: a day counts from its beginning, `to` until its end, both in UTC; an instant as it stands. */
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  feedback: z.optional(z.enum(['up', 'down', 'any'])),
  unanswered: z.optional(z.enum(['true', 'false'])),
  /** A conversation: those of its visitor alone, as `getVisitor` counts them. */
  visitorOf: z.optional(id),
};
const conversations = z.object({ items: z.array(conversation), nextCursor });
const ofChatbot = z.object({ chatbotId: id });
const ofConversation = z.object({ conversationId: id });

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations',
  summary: 'Visitors’ conversations with all chatbots, the latest first (`Accept: text/csv`: their messages)',
  access: 'user',
  scope: 'read',
  query: z.object({ ...page, ...filter, chatbotId: z.optional(id) }),
  answer: conversations,
  errors: ['invalid_cursor'],
});

export const listChatbotConversations = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/conversations',
  summary: 'Visitors’ conversations with a chatbot, the latest first (`Accept: text/csv`: their messages)',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object({ ...page, ...filter }),
  answer: conversations,
  errors: ['not_found', 'invalid_cursor'],
});

/** What a visitor wrote, in a list: its beginning. */
export const recentMessage = z.object({
  id,
  conversationId: id,
  channel: conversationChannel,
  text: z.string(),
  createdAt: time,
});
export type RecentMessage = z.output<typeof recentMessage>;

export const listRecentMessages = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/recent-messages',
  summary: 'What visitors wrote last to a chatbot, the newest first',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object({ limit: z._default(queryNumber(1, limits.pageSize.max), 10) }),
  answer: z.object({ items: z.array(recentMessage) }),
  errors: ['not_found'],
});

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId',
  summary: 'A conversation, its latest messages, each answer with its passages',
  access: 'user',
  scope: 'read',
  params: ofConversation,
  query: z.object(page),
  answer: z.extend(conversation, {
    /** Messages in their order; the next page holds those before them. */
    messages: z.array(transcriptMessage),
    nextCursor,
  }),
  errors: ['not_found', 'invalid_cursor'],
});

export const deleteConversation = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:conversationId',
  summary: 'Delete a conversation; what it cost stays in the ledger',
  access: 'user',
  scope: 'write',
  params: ofConversation,
  status: 204,
  errors: ['not_found'],
});

const ofVisitor = z.object({ conversations: count });

export const getVisitor = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:conversationId/visitor',
  summary:
    'How many conversations are this visitor’s: from one browser, with one stated id on the chatbot, or one stated email address',
  access: 'user',
  scope: 'read',
  params: ofConversation,
  answer: ofVisitor,
  errors: ['not_found'],
});

export const deleteVisitor = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:conversationId/visitor',
  summary: 'Delete all conversations of this visitor; what they cost stays in the ledger',
  access: 'user',
  scope: 'write',
  params: ofConversation,
  answer: ofVisitor,
  errors: ['not_found'],
});

/** Questions that mean the same and had no answer; the group bears the id of its latest. */
export const unansweredGroup = z.object({
  id,
  chatbotId: id,
  question: z.string(),
  language: z.enum(['fr', 'en']),
  /** The number of times that it was asked. */
  count,
  /** Some of the other wordings. */
  examples: z.array(z.string()),
  /** The conversation of the latest. */
  conversationId: id,
  lastAt: time,
});
export type UnansweredGroup = z.output<typeof unansweredGroup>;

export const listUnanswered = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/unanswered',
  summary: 'Questions without an answer, grouped by what they mean, the most asked first',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  answer: z.object({
    items: z.array(unansweredGroup),
    /** Whether all questions are grouped: of the latest, only so many are. */
    isWhole: z.boolean(),
  }),
  errors: ['not_found'],
});

export const listAllUnanswered = endpoint({
  method: 'GET',
  path: '/api/v1/unanswered',
  summary: 'Of all chatbots, the questions without an answer that were asked most',
  access: 'user',
  scope: 'read',
  query: z.object({ limit: z._default(queryNumber(1, 20), 3) }),
  answer: z.object({
    items: z.array(z.extend(unansweredGroup, { chatbotName: z.string() })),
    /** Times that questions without an answer were asked, each chatbot's counted up to 1,000. */
    total: count,
  }),
  errors: [],
});

export const dismissUnanswered = endpoint({
  method: 'DELETE',
  path: '/api/v1/chatbots/:chatbotId/unanswered/:unansweredId',
  summary: 'Take a question and those that mean the same off the list',
  access: 'user',
  scope: 'write',
  params: z.object({ chatbotId: id, unansweredId: id }),
  status: 204,
  errors: ['not_found'],
});

const written = (max: number) =>
  z.pipe(
    z.pipe(
      plainText(max, 1),
      z.transform((text: string) => text.trim()),
    ),
    z.string().check(z.minLength(1)),
  );
const writtenAnswer = { question: written(limits.visitorText), answer: written(limits.answerText) };

export const answerQuestion = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/answers',
  summary:
    'Write the answer to a question: a source of its own, used at once, with first rank for that question',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  body: z.strictObject({
    ...writtenAnswer,
    /** The unanswered question that it answers, which leaves their list with those that mean the same. */
    unansweredId: z.optional(id),
  }),
  answer: source,
  status: 201,
  errors: ['not_found', 'storage_quota_exceeded'],
});

export const updateAnswer = endpoint({
  method: 'PATCH',
  path: '/api/v1/sources/:sourceId/answer',
  summary: 'Change a written answer; only what is new in it is charged',
  access: 'user',
  scope: 'write',
  params: z.object({ sourceId: id }),
  body: z.strictObject(writtenAnswer),
  answer: source,
  errors: ['not_found', 'storage_quota_exceeded'],
});

export const getAnswer = endpoint({
  method: 'GET',
  path: '/api/v1/sources/:sourceId/answer',
  summary: 'A written answer as its owner wrote it',
  access: 'user',
  scope: 'read',
  params: z.object({ sourceId: id }),
  answer: z.object({ question: z.string(), answer: z.string() }),
  errors: ['not_found'],
});
