import * as z from 'zod/mini';
import { defineJob } from '../../../kit/jobs/jobs.ts';
import { deleteOutdated } from './queries.ts';

/** A statement over all that has aged since would hold up everybody. */
const deletionBatchSize = 200;

/** What is older than its chatbot keeps conversations goes; what it cost stays in the ledger. */
export const forgetConversations = defineJob({
  name: 'conversations.forget-old',
  payload: z.object({}),
  async run({ db, clock }, _payload, { signal }) {
    while ((await deleteOutdated(db, clock(), deletionBatchSize)) === deletionBatchSize)
      signal.throwIfAborted();
  },
});

export const conversationJobs = [forgetConversations];
