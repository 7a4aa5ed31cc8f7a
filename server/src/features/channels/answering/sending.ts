import { setTimeout as sleep } from 'node:timers/promises';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { channelMessages } from '../../../kit/metrics.ts';
import { noteTrouble, reportTrouble } from '../health/trouble.ts';
import { isOfAccount, PlatformError } from '../platforms/platform.ts';
import { channelOfJob, updateChannelRow } from '../records/channels.ts';
import { moveChats, updateChat } from '../records/chats.ts';
import {
  countTry,
  failQueued,
  markFailed,
  markSent,
  nextQueued,
  type QueuedMessage,
  withholdQueued,
} from '../records/outgoing.ts';
import { shortWaitMs, takeTurn } from './pacing.ts';
import { type ChatTask, sendingTo } from './task.ts';

const longestGuessMs = 15 * 60_000;

/** A little later than one must, so that what was stopped together does not go on together. */
const late = (ms: number) => Math.ceil(ms * (1 + Math.random() / 10));

/**
 * How long a message waits that the platform did not take: as it says, else four times as long each time, or as its platform is tried
 * again while it is out of reach. Undefined: so often that it has failed.
 */
async function putOff(
  { context: { db, clock }, platform, row }: ChatTask,
  { id, owner_id: ownerId, tries }: QueuedMessage,
  { failure, isGuess, retryAfterMs: first = 1000, isWholeAccount }: PlatformError,
): Promise<number | undefined> {
  const isGone = failure === 'unreachable';
  const again = isGone ? platform.retriesMs[tries] : isGuess ? Math.max(first, 1000 * 4 ** tries) : first;
  if (again === undefined) return undefined;
  if (isGone || isGuess) await countTry(db, ownerId, id);
  const waitMs = late(isGuess ? Math.min(again, longestGuessMs) : again);
  if (isWholeAccount && !isGone) {
    const heldUntil = new Date(clock().getTime() + waitMs);
    await updateChannelRow(db, row.owner_id, row.id, { held_until: heldUntil });
  }
  return waitMs;
}

/**
 * Sends what the chat waits for, one after the other. A crash between the platform's answer and our note of it sends one twice:
 * rather that than an answer that nobody gets. Throws `RetryLater` while the platform wants us to wait, or can't be reached: the job
 * comes back and goes on where it was.
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
    const heldMs = Math.max(next.held_until?.getTime() ?? 0, task.heldUntil ?? 0) - clock().getTime();
    if (heldMs > 0) throw new RetryLater(heldMs);
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
      if (failure === 'limited' || failure === 'unreachable') {
        const waitMs = await putOff(task, next, error);
        if (waitMs === undefined) {
          count('failed');
          return void (await failQueued(db, chat, code));
        }
        count('put_off');
        if (waitMs > shortWaitMs) throw new RetryLater(waitMs);
        await sleep(waitMs, undefined, { signal });
      } else if (error.move && !hasMoved) {
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
        const told = isOfAccount(code) ? await channelOfJob(db, row.id) : undefined;
        if (told) await noteTrouble(context, told, error);
        if (failure === 'gone') {
          await updateChat(db, chat, { is_closed: true });
          chat.is_closed = true;
        }
      }
    }
  }
}
