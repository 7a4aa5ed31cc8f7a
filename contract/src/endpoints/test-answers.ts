import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { leftOut } from '../left-out.ts';
import { limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText } from '../shapes.ts';
import { answeringDraft } from './chatbots.ts';
import { answerEvents, citation, conversationMessage } from './embed.ts';
import { passage } from './sources.ts';
import { fallbackReason, ledgerPart } from './usage.ts';

/** Why a passage ranked where it did. */
export const rankReason = z.object({
  /** The rank among passages found by words, and by vectors: 1 is the best; absent where it was not found that way. */
  rankByWords: z.optional(count),
  rankByVectors: z.optional(count),
  /** Cosine with the question. */
  similarity: z.optional(z.number()),
  /** The question's words that it holds, each with its share of what they say together; the first says most. */
  words: z.array(
    z.object({
      word: z.string(),
      share: z.number(),
      inHeading: z.boolean(),
      /** The words that stand there in its place: a relative, another name for it, the other language's word. */
      heldAs: z.optional(z.array(z.string())),
    }),
  ),
  /** Neighbouring words of the question that stand close together in it. */
  together: z.optional(z.array(z.string())),
  /** The question's words that it does not hold. */
  missing: z.array(z.string()),
});
export type RankReason = z.output<typeof rankReason>;

export const consideredPassage = z.extend(passage, {
  score: z.number(),
  /** Whether the answer cites it. */
  used: z.boolean(),
  why: rankReason,
});
export type ConsideredPassage = z.output<typeof consideredPassage>;

export const testMessage = z.extend(conversationMessage, {
  conversationId: id,
  /** A question in full, where it goes on from what was said before it. */
  understood: z.optional(z.string()),
  tokens: z.optional(count),
  /** What an answer's tokens went to; they sum to them. */
  parts: z.optional(z.array(ledgerPart)),
  /** Passages of an answer that are still there, best first. */
  passages: z.optional(z.array(consideredPassage)),
  /** Sentences that a model wrote and that no visitor would be shown. */
  leftOut: z.optional(z.array(leftOut)),
  /** Why an answer quotes that would have been written, or charged. */
  fallback: z.optional(fallbackReason),
});
export type TestMessage = z.output<typeof testMessage>;

export const testEvents = {
  ...answerEvents,
  /** The ids of the test, without a visitor's token: the account opens its tests. */
  meta: z.object({ conversationId: id, messageId: id, understood: z.optional(z.string()) }),
  passages: z.object({ passages: z.array(consideredPassage), leftOut: z.optional(z.array(leftOut)) }),
  /** What its tokens went to is its owner's to know, no visitor's. */
  done: z.extend(answerEvents.done, {
    parts: z.array(ledgerPart),
    /** Why it quotes where it would have been written, or charged. */
    fallback: z.optional(fallbackReason),
  }),
};
export type TestEvent = {
  [K in keyof typeof testEvents]: { event: K; data: z.output<(typeof testEvents)[K]> };
}[keyof typeof testEvents];

/** An answer in one piece: what its events tell, for programs that do not stream. */
export const wholeAnswer = z.extend(z.omit(testEvents.done, { messageTokens: true }), {
  conversationId: id,
  messageId: id,
  understood: z.optional(z.string()),
  text: z.string(),
  citations: z.array(citation),
  messageTokens: count,
});
export type WholeAnswer = z.output<typeof wholeAnswer>;

const ofChatbot = z.object({ chatbotId: id });

export const listTestMessages = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/messages',
  summary: 'Recent tests of a chatbot by its owner, the newest message first',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object(page),
  answer: z.object({ items: z.array(testMessage), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const testChatbot = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/messages',
  summary:
    'Ask as a visitor would: with an API key an answer like theirs, in a session a test that shows which passages were considered and counts as none. In events, or whole for `Accept: application/json`',
  access: 'user',
  scope: 'answer',
  params: ofChatbot,
  body: z.strictObject({
    text: plainText(limits.visitorText, 1),
    conversationId: z.optional(id),
    /** Settings to answer by, as if they had been saved: in a session only. */
    draft: z.optional(answeringDraft),
  }),
  answer: wholeAnswer,
  events: testEvents,
  errors: [
    'not_found',
    'rate_limited',
    'conversation_busy',
    'message_quota_exceeded',
    'model_refused',
    'temporarily_unavailable',
  ],
});
