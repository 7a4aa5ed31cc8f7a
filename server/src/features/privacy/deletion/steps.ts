import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { enqueue, scheduleKey } from '../../../kit/jobs/enqueue.ts';
import { forgetJobsNaming } from '../../../kit/jobs/queue.ts';
import { forgetMails } from '../../../kit/mail/transport.ts';
import { accountOf, addressesOf, barAccount, deleteUser, lockOwner } from '../../auth/service.ts';
import { deleteChatbotsOf, hideChatbots } from '../../chatbots/service.ts';
import { deleteEntriesOf } from '../../usage/service.ts';
import { deleteAccount, mailDeleted, writeRegister } from '../queue.ts';

/**
 * What goes before the account's own row, in batches, each of which looks for what is left: broken off, it goes on where
 * it was. What must be told to an outside service (a channel's webhook) is told by one of these.
 */
export interface DeletionStep {
  name: string;
  run(context: Context, ownerId: string, signal: AbortSignal): Promise<unknown>;
}

/**
 * Begins what is due, unless a sign-in has taken it back: both hold the account's row. From here on nothing takes it back;
 * nobody is signed in, and the chatbots are off the web.
 */
export async function beginDeletion(db: Db, ownerId: string, now: Date): Promise<void> {
  await barAccount(db, ownerId, now);
  await hideChatbots(db, ownerId);
  await enqueue(db, deleteAccount, { accountId: ownerId }, { now, dedupeKey: ownerId });
}

/** Takes the account's row, and what is left that hangs on it. */
async function finishDeletion(
  { db, config, clock }: Context,
  ownerId: string,
  { isTold }: { isTold: boolean },
): Promise<void> {
  await transaction(db, async (db) => {
    await lockOwner(db, ownerId);
    const { email, language } = await accountOf(db, ownerId);
    const named = [ownerId, ...(await addressesOf(db, ownerId))];
    await deleteUser(db, ownerId);
    await forgetJobsNaming(db, named, deleteAccount.name);
    await forgetMails(db, named);
    const now = clock();
    // The register is not to wait a minute for an account.
    await enqueue(db, writeRegister, {}, { now, dedupeKey: scheduleKey });
    if (isTold) return;
    const recipients = [
      { to: 'person', address: email },
      { to: 'support', address: config.supportEmail },
    ] as const;
    // A single sign-on may vouch for no address.
    for (const { to, address } of recipients)
      if (address !== '') await enqueue(db, mailDeleted, { id: ownerId, address, language, to }, { now });
  });
}

/** Deletes an account whose deletion has begun; `isTold`: those whom it concerns know. */
export async function finishBegun(
  context: Context,
  accountId: string,
  { steps, signal, isTold }: { steps: readonly DeletionStep[]; signal: AbortSignal; isTold: boolean },
): Promise<void> {
  const all: DeletionStep[] = [
    ...steps,
    { name: 'chatbots', run: ({ db }) => deleteChatbotsOf(db, accountId, signal) },
    { name: 'ledger', run: ({ db }) => deleteEntriesOf(db, accountId, signal) },
  ];
  for (const step of all) {
    signal.throwIfAborted();
    try {
      await step.run(context, accountId, signal);
    } catch (error) {
      context.log.warn({ step: step.name, accountId }, 'a deletion did not get past this step');
      throw error;
    }
  }
  await finishDeletion(context, accountId, { isTold });
  context.log.info({ accountId }, 'an account was deleted');
}
