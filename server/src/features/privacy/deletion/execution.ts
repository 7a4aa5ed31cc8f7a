import { transaction } from '../../../db/transaction.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { work } from '../../../kit/jobs/job.ts';
import { lockOwner } from '../../auth/service.ts';
import { dueDeletions, hasBegun } from '../queries.ts';
import { deleteAccount, deleteDueAccounts } from '../queue.ts';
import { beginDeletion, type DeletionStep, finishBegun } from './steps.ts';

export const deleteDueAccountsWork = work(deleteDueAccounts, async ({ db, clock }) => {
  for (const { id } of await dueDeletions(db, clock()))
    await transaction(db, async (db) => {
      await lockOwner(db, id);
      const due = (await dueDeletions(db, clock())).find((deletion) => deletion.id === id);
      if (!due) return;
      if (due.leaving_since === null) await beginDeletion(db, id, clock());
      // One that has failed for good is begun anew, as often as it takes.
      else await enqueue(db, deleteAccount, { accountId: id }, { now: clock(), dedupeKey: id });
    });
});

export const deleteAccountWork = (steps: readonly DeletionStep[]) =>
  work(deleteAccount, async (context, { accountId }, { signal }) => {
    if (await hasBegun(context.db, accountId))
      await finishBegun(context, accountId, { steps, signal, isTold: false });
  });
