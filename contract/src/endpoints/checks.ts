import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { count, id, nextCursor, page, plainText, time } from '../shapes.ts';
import { answerMode } from './embed.ts';

/** Questions with what their answers must contain: the regression test of people who don't code. */
const mustContain = z
  .array(plainText(limits.checkTexts.length, 1))
  .check(z.minLength(1), z.maxLength(limits.checkTexts.count));

export const check = z.object({
  id,
  question: z.string(),
  /**
   * Texts that must each stand in the answer, whatever its case, accents, apostrophes and spaces: "1 200 €" is "1200€".
   * What begins or ends with a digit is a whole number: "12" does not stand in "120" or "12,5".
   */
  mustContain: z.array(z.string()),
  /** The result when it was asked last, as it stands now; null before. */
  passed: z.nullable(z.boolean()),
  createdAt: time,
});
export type Check = z.output<typeof check>;

export const checkResult = z.object({
  checkId: id,
  question: z.string(),
  passed: z.boolean(),
  /** The result when it was asked last before; null where it never was, or was changed since. */
  before: z.nullable(z.boolean()),
  mode: answerMode,
  answer: z.string(),
  /** The answer before that, where it reads otherwise. */
  answerBefore: z.optional(z.string()),
  missing: z.array(z.string()),
});
export type CheckResult = z.output<typeof checkResult>;

export const checkRun = z.object({
  id,
  at: time,
  /**
   * `error`: it ended early; `error` says why, the results so far stand. `done` with fewer than `total`: it was
   * stopped, and so do they.
   */
  status: z.enum(['running', 'done', 'error']),
  error: z.optional(z.string()),
  done: count,
  total: count,
  passed: count,
  /** Checks that passed before and fail now; `mended` the other way round. */
  broken: count,
  mended: count,
  /** Message tokens that it cost. */
  tokens: count,
  /** Results in the checks' order, of those asked so far. */
  results: z.array(checkResult),
});
export type CheckRun = z.output<typeof checkRun>;

const ofChatbot = z.object({ chatbotId: id });
const ofCheck = z.object({ checkId: id });

export const listChecks = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/checks',
  summary: 'The checks of a chatbot, in the order they were made',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object(page),
  answer: z.object({ items: z.array(check), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const createCheck = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/checks',
  summary: 'Add a check',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  body: z.strictObject({ question: plainText(limits.visitorText, 1), mustContain }),
  answer: check,
  status: 201,
  errors: ['not_found', 'check_limit_reached'],
});

export const updateCheck = endpoint({
  method: 'PATCH',
  path: '/api/v1/checks/:checkId',
  summary: 'Change a check',
  access: 'user',
  scope: 'write',
  params: ofCheck,
  body: z.strictObject({
    question: z.optional(plainText(limits.visitorText, 1)),
    mustContain: z.optional(mustContain),
  }),
  answer: check,
  errors: ['not_found'],
});

export const deleteCheck = endpoint({
  method: 'DELETE',
  path: '/api/v1/checks/:checkId',
  summary: 'Delete a check',
  access: 'user',
  scope: 'write',
  params: ofCheck,
  status: 204,
  errors: ['not_found'],
});

export const listCheckRuns = endpoint({
  method: 'GET',
  path: '/api/v1/chatbots/:chatbotId/check-runs',
  summary: 'Runs of a chatbot’s checks, the newest first; the last 20 are kept',
  access: 'user',
  scope: 'read',
  params: ofChatbot,
  query: z.object({
    ...page,
    /** `false` leaves `results` empty; with them a page holds five runs at most. */
    results: z._default(z.enum(['true', 'false']), 'true'),
  }),
  answer: z.object({ items: z.array(checkRun), nextCursor }),
  errors: ['not_found', 'invalid_cursor'],
});

export const runChecks = endpoint({
  method: 'POST',
  path: '/api/v1/chatbots/:chatbotId/check-runs',
  summary: 'Ask all checks now; each answer is charged as a test',
  access: 'user',
  scope: 'write',
  params: ofChatbot,
  answer: checkRun,
  status: 202,
  errors: ['not_found', 'check_run_running', 'message_quota_exceeded'],
});

export const getCheckRun = endpoint({
  method: 'GET',
  path: '/api/v1/check-runs/:runId',
  summary: 'One run with its results',
  access: 'user',
  scope: 'read',
  params: z.object({ runId: id }),
  answer: checkRun,
  errors: ['not_found'],
});

export const stopCheckRun = endpoint({
  method: 'POST',
  path: '/api/v1/check-runs/:runId/stop',
  summary: 'Ask no further questions; the results so far stand',
  access: 'user',
  scope: 'write',
  params: z.object({ runId: id }),
  answer: checkRun,
  errors: ['not_found'],
});
