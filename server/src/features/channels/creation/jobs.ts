import { work } from '../../../kit/jobs/job.ts';
import { keepHealth } from '../health/health.ts';
import { endTrouble, reportTrouble } from '../health/trouble.ts';
import { PlatformError, type Platforms } from '../platforms/platform.ts';
import { closeChannels, createChannel, reconnectChannel, sweepChannels } from '../queue.ts';
import {
  channelOfJob,
  closuresOf,
  deleteClosure,
  deleteUnfinished,
  isBusinessUsed,
  markClosureTried,
} from '../records/channels.ts';
import { deleteForgottenChats, deleteHandledEvents } from '../records/chats.ts';
import { openChannel } from '../records/credentials.ts';
import { forgetWithheld } from '../records/outgoing.ts';
import { register } from './registering.ts';
import { keepStep, runSteps } from './steps.ts';

const day = 86_400_000;
/** Senders repeat what was not acknowledged for up to a week. */
const repeatedForMs = 8 * day;
const forgottenAfterMs = 30 * day;
const closuresAtOnce = 20;

export const creationWork = (platforms: Platforms) => [
  work(createChannel, async (context, { channelId }, { isLastAttempt }) => {
    const row = await channelOfJob(context.db, channelId);
    if (row) await runSteps(context, platforms[row.platform], channelId, isLastAttempt);
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
      if (!(error instanceof PlatformError) || error.failure === 'unreachable') throw error;
      if (error.failure === 'signed_out') await reportTrouble(context, row, error);
    }
    await keepHealth(context, platform, row);
  }),

  work(closeChannels, async (context) => {
    const { db, clock, secrets, log } = context;
    for (const closure of await closuresOf(db, closuresAtOnce)) {
      const { facts, created_at } = closure;
      const isStillUsed =
        facts.businessId !== undefined && (await isBusinessUsed(db, facts.businessId, closure.id));
      try {
        await platforms[closure.platform].disconnect(context, openChannel(secrets, closure), isStillUsed);
      } catch (error) {
        if (!(error instanceof PlatformError)) throw error;
        if (clock().getTime() - created_at.getTime() < day) {
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
