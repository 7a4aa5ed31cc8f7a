import type { ChannelStepName } from '@parlance/contract/endpoints/channels';
import type { ErrorCode } from '@parlance/contract/errors';
import type { Context } from '../../../context.ts';
import { encodeJson } from '../../../db/json.ts';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { AppError } from '../../../kit/errors.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { RetryLater } from '../../../kit/jobs/job.ts';
import { createChatbotAs } from '../../chatbots/service.ts';
import { introduce } from '../health/introduction.ts';
import { endTrouble } from '../health/trouble.ts';
import { type Account, type AnyPlatform, inUse, PlatformError, type Warning } from '../platforms/platform.ts';
import { checkChannel } from '../queue.ts';
import {
  type ChannelRow,
  channelOfJob,
  forgetClosures,
  isAccountTaken,
  takeAccount,
  updateChannelRow,
} from '../records/channels.ts';
import { openChannel } from '../records/credentials.ts';
import { isPassed, withStep } from '../records/steps.ts';
import { register } from './registering.ts';

/**
 * Goes through the steps of a channel that are not done, each kept as it ends, so that a retry goes on at the one that failed.
 * Throws what a platform out of reach, or asked too often, threw, for another try, unless this is the last.
 */
export async function runSteps(
  context: Context,
  platform: AnyPlatform,
  channelId: string,
  isLastTry: boolean,
): Promise<void> {
  const first = await channelOfJob(context.db, channelId);
  if (!first) return;
  let account: Account | undefined;
  for (const { name } of first.steps) {
    const row = await channelOfJob(context.db, channelId);
    const step = row?.steps.find((one) => one.name === name);
    if (!row || !step) return;
    if (isPassed(step)) continue;
    await keepStep(context.db, row, name, 'running');
    try {
      const ended = await runStep(context, platform, row, name, account);
      account = ended.account ?? account;
      await keepStep(context.db, ended.row ?? row, name, ended.warning ? 'warning' : 'done', ended.warning);
    } catch (error) {
      const why = reasonOf(error);
      if (!why) throw error;
      // Nobody's mistake: a moment later it may go.
      if (error instanceof PlatformError && mayPass(error) && !isLastTry) throw error;
      if (error instanceof PlatformError && error.numbers)
        await updateChannelRow(context.db, row.owner_id, row.id, {
          facts: encodeJson({ ...row.facts, numbers: error.numbers }),
        });
      await keepStep(context.db, row, name, 'error', why);
      return;
    }
  }
  const done = await channelOfJob(context.db, channelId);
  if (!done) return;
  await endTrouble(context, platform, done);
  const { owner_id: ownerId } = done;
  await enqueue(
    context.db,
    checkChannel,
    { channelId },
    { now: context.clock(), ownerId, dedupeKey: channelId },
  );
}

/** Whether the platform may do a moment later what it does not do now. */
export const mayPass = ({ failure }: PlatformError) => failure === 'unreachable' || failure === 'limited';

const reasonOf = (error: unknown): Warning | undefined => {
  if (error instanceof PlatformError) return { code: error.code, detail: error.detail };
  return error instanceof AppError ? { code: error.code as ErrorCode } : undefined;
};

/**
 * Notes how a step stands now. Where the chatbot has changed hands meanwhile, what was done for its owner before is noted of nobody:
 * the job comes back and does the step again.
 */
export async function keepStep(
  db: Db,
  { owner_id, id }: ChannelRow,
  name: ChannelStepName,
  status: 'running' | 'done' | 'warning' | 'error',
  why?: Warning,
): Promise<void> {
  const row = await channelOfJob(db, id);
  if (!row) return;
  const steps = encodeJson(withStep(row.steps, name, status, why));
  if (!(await updateChannelRow(db, owner_id, id, { steps }))) throw new RetryLater(0);
}

interface Ended {
  warning?: Warning | undefined;
  account?: Account;
  row?: ChannelRow;
}

async function runStep(
  context: Context,
  platform: AnyPlatform,
  row: ChannelRow,
  name: ChannelStepName,
  verified: Account | undefined,
): Promise<Ended> {
  const channel = openChannel(context.secrets, row);
  switch (name) {
    case 'verifying': {
      const account = await platform.verify(context, channel);
      if (await isAccountTaken(context.db, platform.name, account.id, row.id))
        throw new AppError(inUse[platform.name]);
      await updateChannelRow(context.db, row.owner_id, row.id, {
        account: account.name,
        link: account.link,
        facts: encodeJson({ ...row.facts, ...account.facts }),
      });
      // A chatbot that is there already has another token now, or another account.
      if (row.chatbot_id !== null && row.account_id !== account.id)
        await transaction(context.db, async (db) => {
          if (!(await takeAccount(db, row, account.id))) throw new AppError(inUse[platform.name]);
          await forgetClosures(db, platform.name, account.id);
        });
      return { account, warning: account.warning };
    }
    case 'creating': {
      const account = verified ?? (await platform.verify(context, channel));
      await create(context, platform, row, account.id);
      return { account };
    }
    case 'configuring': {
      return { warning: await introduce(context, platform, row, channel) };
    }
    case 'credentials': {
      return { warning: await register(context, platform, row) };
    }
  }
}

/** The chatbot, with the account that is its own from now on: whatever was to be let go of there stays. */
const create = (
  context: Context,
  { name: platform }: AnyPlatform,
  row: ChannelRow,
  accountId: string,
): Promise<void> =>
  transaction(context.db, async (db) => {
    const { owner_id: ownerId, id, name, time_zone: timeZone } = row;
    await createChatbotAs(context, db, ownerId, { name, platform, timeZone }, id);
    if (!(await takeAccount(db, row, accountId))) throw new AppError(inUse[platform]);
    await forgetClosures(db, platform, accountId);
  });
