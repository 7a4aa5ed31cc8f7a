import { work } from '../../../kit/jobs/job.ts';
import { keepHealth } from '../health/health.ts';
import { endTrouble, reportTrouble } from '../health/trouble.ts';
import { PlatformError, type Platforms } from '../platforms/platform.ts';
import { closeChannels, createChannel, reconnectChannel, sweepChannels } from '../queue.ts';
import {
  channelOfJob,
  channelsSharing,
  closuresOf,
  deleteClosure,
  deleteUnfinished,
  markClosureTried,
} from '../records/channels.ts';
import { deleteForgottenChats, deleteHandledEvents } from '../records/chats.ts';
import { openChannel } from '../records/credentials.ts';
import { forgetWithheld } from '../records/outgoing.ts';
import { enqueueReconnect, register } from './registering.ts';
import { keepStep, mayPass, runSteps } from './steps.ts';

const day = 86_400_000;
/** Senders repeat what was not acknowledged for up to a week. */
const repeatedForMs = 8 * day;
const forgottenAfterMs = 30 * day;
const closuresAtOnce = 20;

export const creationWork = (platforms: Platforms) => [
  work(createChannel, async (context, { channelId }, { attempt }) => {
    const row = await channelOfJob(context.db, channelId);
    // Somebody watches: what is out of reach a second time is told, and tried again when they say so.
    if (row) await runSteps(context, platforms[row.platform], channelId, attempt > 1);
  }),

  work(reconnectChannel, async (context, { channelId }) => {
    const row = await channelOfJob(context.db, channelId);
    if (!row?.account_id) return;
    const platform = platforms[row.platform];
    try {
      const warning = await register(context, platform, row);
      await keepStep(context.db, row, 'credentials', warning ? 'warning' : 'done', warning);
      await endTrouble(context, platform, row);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      if (error.failure === 'signed_out') await reportTrouble(context, row, error);
      if (mayPass(error)) {
        // Told at once, and tried again.
        await keepHealth(context, platform, row);
        throw error;
      }
    }
    await keepHealth(context, platform, row);
  }),

  work(closeChannels, async (context) => {
    const { db, clock, secrets, log } = context;
    for (const closure of await closuresOf(db, closuresAtOnce)) {
      const mayWait = clock().getTime() - closure.created_at.getTime() < day;
      // Its channel is amid a change, and may go on with the same business account.
      const mayBeShared = closure.facts.businessId !== undefined;
      if (mayWait && mayBeShared && (await channelOfJob(db, closure.id))?.account_id === null) {
        await markClosureTried(db, closure.id, clock());
        continue;
      }
      const sharing = await channelsSharing(db, closure);
      const isStillUsed = sharing.length > 0;
      try {
        await platforms[closure.platform].disconnect(context, openChannel(secrets, closure), isStillUsed);
        const [next] = sharing;
        // It may have been delivered to by the address of what goes.
        if (next && sharing.every(({ id }) => id !== closure.id)) await enqueueReconnect(db, next, clock());
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        if (mayWait) {
          await markClosureTried(db, closure.id, clock());
          continue;
        }
        log.warn({ platform: closure.platform, code: error.code }, 'an account could not be let go of');
      }
      await deleteClosure(db, closure.id);
    }
  }),

  work(sweepChannels, async ({ db, clock }) => {
    const ago = (ms: number) => new Date(clock().getTime() - ms);
    await deleteUnfinished(db, ago(day));
    await deleteHandledEvents(db, ago(repeatedForMs));
    await deleteForgottenChats(db, ago(forgottenAfterMs));
    await forgetWithheld(
      db,
      ago(Math.max(...Object.values(platforms).map(({ lateAfterMs }) => lateAfterMs))),
    );
  }),
];
