import * as z from 'zod/mini';
import type { Db } from '../../db/open.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { defineJob } from '../../kit/jobs/job.ts';

export const analyseChatbotAgain = defineJob({
  name: 'knowledge.analyse-chatbot-again',
  payload: z.object({ chatbotId: z.uuid() }),
  // A slice and what its last step may take; among the long jobs, which nobody waits for at a screen.
  timeoutMs: 2 * 60_000,
});

export const findOlderAnalyses = defineJob({
  name: 'knowledge.find-older-analyses',
  payload: z.object({}),
  everyMs: 60_000,
});

export const sortWords = defineJob({ name: 'knowledge.sort-words', payload: z.object({}) });

/** How long words wait to be sorted: what is uploaded together is sorted together. */
const sortedAfterMs = 10_000;

/** Has words sorted soon, in the transaction that publishes new ones. */
export const sortSoon = (db: Db, chatbotId: string, now: Date) =>
  enqueue(db, sortWords, {}, { now, runAt: new Date(now.getTime() + sortedAfterMs), dedupeKey: chatbotId });
