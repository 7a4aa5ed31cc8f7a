import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { Caller } from '../../kit/http/route.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { endOtherSessions, lockOwner, recordSecurityEvent } from '../auth/service.ts';
import { isArchivePart } from './exports/queries.ts';
import { isDeletionCancelled, scheduleDeletion, scheduledDeletion } from './queries.ts';
import { mailDeletion, recipients } from './queue.ts';

export { isArchivePart };

// Twenty-four hours are promised; the last one is for doing it.
const delayMs = 23 * 3_600_000;

/**
 * Asks for the account to be deleted, once: who asks again gets the same answer. Other sessions end, so that whoever
 * goes on using the account signs in, and thereby takes the request back.
 */
export async function requestDeletion(context: Context, caller: Caller): Promise<Date> {
  const { userId } = caller;
  return transaction(context.db, async (db) => {
    await lockOwner(db, userId);
    const scheduled = await scheduledDeletion(db, userId);
    if (scheduled) return scheduled;
    const now = context.clock();
    const scheduledFor = new Date(now.getTime() + delayMs);
    await scheduleDeletion(db, userId, now, scheduledFor);
    await endOtherSessions(db, caller);
    await recordSecurityEvent(context, db, { userId, event: 'account_deletion_requested' });
    for (const to of recipients) {
      const payload = { ownerId: userId, to, scheduledFor: scheduledFor.toISOString() };
      await enqueue(db, mailDeletion, payload, { now, ownerId: userId });
    }
    return scheduledFor;
  });
}

/** Whether the person has just kept their account by signing in. */
export const wasDeletionCancelled = (context: Context, { userId }: Caller) =>
  isDeletionCancelled(context.db, userId);

/** When the account is to go, while a request for it stands. */
export const deletionOf = (context: Context, { userId }: Caller) => scheduledDeletion(context.db, userId);
