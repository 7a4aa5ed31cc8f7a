import { transaction } from '../../db/transaction.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { RetryLater, work } from '../../kit/jobs/job.ts';
import { analysisVersion } from '../reading/service.ts';
import { analyseAgain } from './passages/analysis.ts';
import { chatbotsAnalysedBefore } from './passages/analysis-queries.ts';
import { sortPendingTerms } from './passages/queries.ts';
import { chatbotsWithChanges, lockChatbotTermsIfThere, mergeChangeBatch } from './passages/term-counts.ts';
import { analyseChatbotAgain, findOlderAnalyses, sortWords } from './queue.ts';

/** Milliseconds of a slice of one chatbot, between which others' turns come. */
const sliceMs = 10_000;

const analyseChatbotAgainWork = work(analyseChatbotAgain, async (context, { chatbotId }, { signal }) => {
  const end = performance.now() + sliceMs;
  while (await analyseAgain(context.db, chatbotId)) {
    signal.throwIfAborted();
    if (performance.now() > end) throw new RetryLater(0);
  }
});

/** Chatbots that get their job in one look; further ones come with the next. */
const chatbotBatchSize = 500;

/** Has each chatbot's passages read again, in its owner's turn, after an update that reads words in another way. */
const findOlderAnalysesWork = work(findOlderAnalyses, async ({ db, clock }) => {
  for (const { chatbotId, ownerId } of await chatbotsAnalysedBefore(db, analysisVersion, chatbotBatchSize))
    await enqueue(db, analyseChatbotAgain, { chatbotId }, { now: clock(), ownerId, dedupeKey: chatbotId });
});

/**
 * Counts up the words of new passages and sorts them into their index. A search reads all that wait for it, a few
 * milliseconds of it at most (the database sorts them itself from 4 MB on), and doing it takes as long as storing them,
 * the less the more there are.
 */
const sortWordsWork = work(sortWords, async ({ db }, _, { signal }) => {
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
});

export const knowledgeWork = [findOlderAnalysesWork, analyseChatbotAgainWork, sortWordsWork];
