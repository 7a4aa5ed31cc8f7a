import * as z from 'zod/mini';
import { inBatches } from '../../../db/batches.ts';
import type { Db } from '../../../db/open.ts';
import { defineJob, work } from '../../../kit/jobs/job.ts';
import { deleteOutdated, deleteSomeOf } from './queries.ts';

/** Conversations deleted in one statement: one over all that has aged would hold up everybody. */
const deletionBatchSize = 200;

export const forgetConversations = defineJob({
  name: 'conversations.forget-old',
  payload: z.object({}),
  everyMs: 3_600_000,
});

/** Deletes what is older than its chatbot keeps conversations; what it cost stays in the ledger. */
export const forgetConversationsWork = work(
  forgetConversations,
  async ({ db, clock }, _payload, { signal }) => {
    await inBatches(db, deletionBatchSize, (db, size) => deleteOutdated(db, clock(), size), signal);
  },
);

/** Deletes all conversations of an account that leaves. */
export const deleteConversationsOf = (db: Db, ownerId: string, signal: AbortSignal) =>
  inBatches(db, deletionBatchSize, (db, size) => deleteSomeOf(db, ownerId, size), signal);
