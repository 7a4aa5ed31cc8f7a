import { setTimeout as sleep } from 'node:timers/promises';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { channelMessages } from '../../../kit/metrics.ts';
import { reportTrouble } from '../health/trouble.ts';
import { PlatformError } from '../platforms/platform.ts';
import { updateChannelRow } from '../records/channels.ts';
import { moveChats, updateChat } from '../records/chats.ts';
import { failQueued, markFailed, markSent, nextQueued, withholdQueued } from '../records/outgoing.ts';
import { shortWaitMs, takeTurn } from './pacing.ts';
import { type ChatTask, sendingTo } from './task.ts';

const defaultWaitMs = 3000;

/**
 * Sends what the chat waits for, one after the other. A crash between the platform's answer and our note of it sends one twice:
 * rather that than an answer that nobody gets. Throws `RetryLater` while the platform wants us to wait, and what it threw where it
 * can't be reached: the job is tried again, and goes on where it was.
 */
export async function sendQueued(task: ChatTask): Promise<void> {
  const { context, platform, channel, chat, row, signal } = task;
  const { db, clock } = context;
  const count = (outcome: string) => channelMessages.inc({ platform: platform.name, outcome });
  let hasMoved = false;
  for (;;) {
    signal.throwIfAborted();
    const next = await nextQueued(db, chat);
    if (!next?.body) return;
    if (chat.is_closed) return void (await failQueued(db, chat, 'visitor_left'));
    await takeTurn(task);
    try {
      const { externalId } = await platform.send(context, channel, sendingTo(task), {
        id: next.id,
        body: next.body,
      });
      await markSent(db, chat.owner_id, next.id, externalId, clock());
      count('sent');
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { failure, code, detail } = error;
      if (failure === 'limited') {
        count('put_off');
        const waitMs = error.retryAfterMs ?? defaultWaitMs;
        if (error.isWholeAccount) {
          const heldUntil = new Date(clock().getTime() + waitMs);
          await updateChannelRow(db, row.owner_id, row.id, { held_until: heldUntil });
        }
        if (waitMs > shortWaitMs) throw new RetryLater(waitMs);
        await sleep(waitMs, undefined, { signal });
      } else if (failure === 'unreachable') throw error;
      else if (error.move && !hasMoved) {
        hasMoved = true;
        await moveChats(db, { id: row.id, owner_id: row.owner_id }, error.move);
        chat.address = { ...chat.address, ...error.move.to };
      } else {
        count('failed');
        if (failure === 'signed_out') {
          await withholdQueued(db, chat, error);
          return void (await reportTrouble(context, row, error));
        }
        await markFailed(db, chat.owner_id, next.id, { code, detail });
        if (failure === 'gone') {
          await updateChat(db, chat, { is_closed: true });
          chat.is_closed = true;
        }
      }
    }
  }
}
