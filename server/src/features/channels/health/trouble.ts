import { errors } from '@parlance/contract/errors';
import type { Context } from '../../../context.ts';
import { transaction } from '../../../db/transaction.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { reportError, settleError } from '../../chatbots/service.ts';
import type { PlatformError } from '../platforms/platform.ts';
import { mailBroken } from '../queue.ts';
import { type ChannelRow, updateChannelRow } from '../records/channels.ts';

/**
 * A channel answers nobody until its owner does something about it: the chatbot says so, and a mail, once until it is well
 * again. What comes from a platform that merely fails for the moment is no such thing.
 */
export async function reportTrouble(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  channel: ChannelRow,
  trouble: PlatformError,
): Promise<void> {
  log.warn({ channel: channel.id, code: trouble.code }, 'a channel answers nobody');
  const now = clock();
  await transaction(db, async (db) => {
    await reportError(db, channel.owner_id, channel.id, errors[trouble.code].title, now);
    if (channel.told_broken_at !== null) return;
    const told = await updateChannelRow(db, channel.owner_id, channel.id, { told_broken_at: now });
    if (told)
      await enqueue(
        db,
        mailBroken,
        { channelId: channel.id },
        { now, ownerId: channel.owner_id, dedupeKey: channel.id },
      );
  });
}

/** It is well again: the chatbot answers, unless its owner has paused it. */
export const endTrouble = (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  channel: ChannelRow,
): Promise<void> =>
  transaction(db, async (db) => {
    await settleError(db, channel.owner_id, channel.id, clock());
    await updateChannelRow(db, channel.owner_id, channel.id, { told_broken_at: null });
  });
