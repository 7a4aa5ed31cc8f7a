import { setTimeout as sleep } from 'node:timers/promises';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { takeSlot } from '../../../kit/limits/rate-limit.ts';
import type { ChannelRow } from '../records/channels.ts';
import type { ChatRow } from '../records/chats.ts';
import type { ChatTask } from './task.ts';

type Turn = Pick<ChatTask, 'context' | 'platform' | 'signal'> & {
  row: Pick<ChannelRow, 'id'>;
  chat: Pick<ChatRow, 'address'>;
};

/** Waits that a job bears in its place; after longer ones it comes back. */
export const shortWaitMs = 2000;

/**
 * Waits until a message may be sent, over all processes: no faster than the platform takes them from this account, and in this chat.
 * The chat's turn comes first: what waits for that keeps nobody else waiting.
 */
export async function takeTurn({ context, platform, row, chat, signal }: Turn): Promise<void> {
  for (const { of, ...pace } of platform.pacesOf(chat.address)) {
    const slot = await takeSlot(context, { of: `channel ${row.id} ${of}`, patienceMs: shortWaitMs, ...pace });
    if (!slot.isTaken) throw new RetryLater(slot.waitMs);
    if (slot.waitMs > 0) await sleep(slot.waitMs, undefined, { signal });
  }
}
