import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText, position, problem, time } from '../shapes.ts';
import { appearance, imageSlots } from './chatbots.ts';

/** What a visitor's widget knows and calls. Public, cross-origin by allowed domains, rate-limited. */
const publicId = z.string().check(z.regex(/^[A-Za-z0-9_-]{16,40}$/));
const visitorToken = z.string().check(z.maxLength(200));
/** Who the page says its visitor is: nobody has checked it, and no model reads it. */
export const statedVisitor = z.strictObject({
  id: z.optional(plainText(200)),
  name: z.optional(plainText(200)),
  email: z.optional(plainText(200)),
});
export type StatedVisitor = z.output<typeof statedVisitor>;
/** A visitor as their chatbot's owner is told of them. */
export const knownVisitor = z.strictObject({
  ...statedVisitor.shape,
  /** What the link by which they came to a bot said of itself. */
  origin: z.optional(z.string()),
});
export type KnownVisitor = z.output<typeof knownVisitor>;
export const answerMode = z.enum(['generated', 'quoted', 'unanswered']);
export type AnswerMode = z.output<typeof answerMode>;

export const embedConfig = z.object({
  name: z.string(),
  language: z.enum(['fr', 'en']),
  welcomeMessage: z.string(),
  suggestions: z.array(z.string()),
  avatarUrl: z.nullable(z.string()),
  appearance,
  contact: z.string(),
  privacyUrl: z.nullable(z.string()),
  answers: z.enum(['generated', 'quoted']),
});
export type EmbedConfig = z.output<typeof embedConfig>;

export const citation = z.object({
  number: count,
  passageId: id,
  sourceName: z.string(),
  url: z.optional(z.string()),
  position,
  quote: z.string(),
});
export type Citation = z.output<typeof citation>;

/** Beside the mode of an answer, where it is so. */
const answerMarks = {
  /**
   * Questions offered by an answer that found nothing: what the chatbot knows that is nearest, each to be asked as it
   * stands.
   */
  subjects: z.optional(z.array(z.string())),
  /** Whether it was asked nothing that sources could answer. */
  smallTalk: z.optional(z.boolean()),
};

export const conversationMessage = z.object({
  id,
  role: z.enum(['visitor', 'chatbot']),
  text: z.string(),
  createdAt: time,
  mode: z.optional(answerMode),
  citations: z.optional(z.array(citation)),
  ...answerMarks,
  feedback: z.optional(z.enum(['up', 'down'])),
});
export type ConversationMessage = z.output<typeof conversationMessage>;

export const answerEvents = {
  meta: z.object({ conversationId: id, messageId: id, visitorToken: z.string() }),
  delta: z.object({ text: z.string() }),
  citations: z.object({ citations: z.array(citation) }),
  done: z.object({ mode: answerMode, messageTokens: count, ...answerMarks }),
  error: problem,
};
export type AnswerEvent = {
  [K in keyof typeof answerEvents]: { event: K; data: z.output<(typeof answerEvents)[K]> };
}[keyof typeof answerEvents];

export const getEmbedConfig = endpoint({
  method: 'GET',
  path: '/embed/v1/:publicId',
  summary: 'What the widget shows before the first question',
  access: 'public',
  params: z.object({ publicId }),
  answer: embedConfig,
  errors: ['not_found', 'domain_not_allowed'],
});

/** An image's bytes, streamed by the route; never other ones at the address that a chatbot names. */
export const getEmbedImage = endpoint({
  method: 'GET',
  path: '/embed/v1/:publicId/images/:slot',
  summary: 'An image of the chatbot',
  access: 'public',
  params: z.object({ publicId, slot: z.enum(imageSlots) }),
  errors: ['not_found', 'domain_not_allowed'],
});

export const askChatbot = endpoint({
  method: 'POST',
  path: '/embed/v1/:publicId/messages',
  summary: 'Ask the chatbot; the answer is streamed',
  access: 'public',
  params: z.object({ publicId }),
  body: z.strictObject({
    text: plainText(limits.visitorText, 1),
    conversationId: z.optional(id),
    visitorToken: z.optional(visitorToken),
    language: z.optional(z.enum(['fr', 'en'])),
    visitor: z.optional(statedVisitor),
  }),
  events: answerEvents,
  errors: ['not_found', 'domain_not_allowed', 'rate_limited', 'conversation_busy', 'temporarily_unavailable'],
});

export const getEmbedConversation = endpoint({
  method: 'GET',
  path: '/embed/v1/:publicId/conversations/:conversationId',
  summary: 'Resume a conversation, its latest messages first (visitor token in X-Visitor-Token)',
  access: 'public',
  params: z.object({ publicId, conversationId: id }),
  query: z.object(page),
  answer: z.object({
    id,
    /** Messages in their order; the next page holds those before them. */
    messages: z.array(conversationMessage),
    nextCursor,
  }),
  errors: ['not_found', 'domain_not_allowed', 'invalid_cursor'],
});

export const eraseEmbedConversation = endpoint({
  method: 'DELETE',
  path: '/embed/v1/:publicId/conversations/:conversationId',
  summary: 'Erase a conversation (visitor token in X-Visitor-Token)',
  access: 'public',
  params: z.object({ publicId, conversationId: id }),
  status: 204,
  errors: ['not_found', 'domain_not_allowed'],
});

export const rateAnswer = endpoint({
  method: 'POST',
  path: '/embed/v1/:publicId/messages/:messageId/feedback',
  summary: 'Thumbs up or down for an answer',
  access: 'public',
  params: z.object({ publicId, messageId: id }),
  body: z.strictObject({ value: z.enum(['up', 'down']), visitorToken: z.optional(visitorToken) }),
  status: 204,
  errors: ['not_found', 'domain_not_allowed', 'rate_limited'],
});
