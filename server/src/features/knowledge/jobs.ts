import * as z from 'zod/mini';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { defineJob, enqueue, RetryLater } from '../../kit/jobs/jobs.ts';
import { analysisVersion } from '../reading/service.ts';
import { analyseAgain } from './passages/analysis.ts';
import { chatbotsAnalysedBefore } from './passages/analysis-queries.ts';
import { sortPendingTerms } from './passages/queries.ts';
import { chatbotsWithChanges, lockChatbotTermsIfThere, mergeChangeBatch } from './passages/term-counts.ts';

/** Others' turns come between the slices of one chatbot. */
const sliceMs = 10_000;

export const analyseChatbotAgain = defineJob({
  name: 'knowledge.analyse-chatbot-again',
  payload: z.object({ chatbotId: z.uuid() }),
  // A slice and what its last step may take; among the long jobs, which nobody waits for at a screen.
  timeoutMs: 2 * 60_000,
  async run(context, { chatbotId }, { signal }) {
    const end = performance.now() + sliceMs;
    while (await analyseAgain(context.db, chatbotId)) {
      signal.throwIfAborted();
      if (performance.now() > end) throw new RetryLater(0);
    }
  },
});

/** Each has its job; further ones come with the next look. */
const chatbotBatchSize = 500;

/** After an update that reads words in another way, each chatbot's passages are read again, in its owner's turn. */
export const findOlderAnalyses = defineJob({
  name: 'knowledge.find-older-analyses',
  payload: z.object({}),
  async run({ db, clock }) {
    for (const { chatbotId, ownerId } of await chatbotsAnalysedBefore(db, analysisVersion, chatbotBatchSize))
      await enqueue(db, analyseChatbotAgain, { chatbotId }, { now: clock(), ownerId, dedupeKey: chatbotId });
  },
});

/**
 * Words of new passages wait to be counted up and to be sorted into their index. A search reads all that wait, a few
 * milliseconds of it at most (the database sorts them itself from 4 MB on), and doing it takes as long as storing them, the
 * less the more there are.
 */
export const sortWords = defineJob({
  name: 'knowledge.sort-words',
  payload: z.object({}),
  async run({ db }, _, { signal }) {
    for (const chatbotId of await chatbotsWithChanges(db)) {
      const someAreLeft = () =>
        transaction(
          db,
          async (db) =>
            (await lockChatbotTermsIfThere(db, chatbotId)) && (await mergeChangeBatch(db, chatbotId)) > 0,
        );
      while (await someAreLeft()) signal.throwIfAborted();
    }
    await sortPendingTerms(db);
  },
});

/** What is uploaded together is sorted together. */
const sortedAfterMs = 10_000;

/** In the transaction that publishes new words. */
export const sortSoon = (db: Db, chatbotId: string, now: Date) =>
  enqueue(db, sortWords, {}, { now, runAt: new Date(now.getTime() + sortedAfterMs), dedupeKey: chatbotId });

export const knowledgeJobs = [findOlderAnalyses, analyseChatbotAgain, sortWords];
