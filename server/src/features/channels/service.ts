import type { BodyOf } from '@parlance/contract/endpoint';
import type {
  Channel,
  createWebsiteChannel as creation,
  createTelegramChannel as telegramCreation,
  updateChannel as update,
  createWhatsAppChannel as whatsAppCreation,
} from '@parlance/contract/endpoints/channels';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../context.ts';
import { encodeJson } from '../../db/json.ts';
import type { Db } from '../../db/open.ts';
import { transaction } from '../../db/transaction.ts';
import { AppError, requireFound } from '../../kit/errors.ts';
import { takePage } from '../../kit/http/cursor.ts';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import {
  createChatbot,
  findChatbots,
  getChatbot,
  presentChatbot,
  refuseNewChatbot,
} from '../chatbots/service.ts';
import { enqueueReconnect } from './creation/registering.ts';
import {
  type AnyPlatform,
  inUse,
  type OpenChannel,
  PlatformError,
  type Platforms,
} from './platforms/platform.ts';
import { checkChannel, createChannel } from './queue.ts';
import {
  type ChannelRow,
  channelById,
  channelsByIds,
  channelsOf,
  deleteChannelRow,
  insertChannel,
  isAccountTaken,
  updateChannelRow,
} from './records/channels.ts';
import { newWebhookSecret, openChannel, sealCredentials } from './records/credentials.ts';
import { presentChannel, presentWebsite } from './records/presenter.ts';
import { newSteps, repeatedSteps, restartedFrom, statusOf } from './records/steps.ts';

/** A creation that has not ended by then is one whose job died for good. */
const stuckAfterMs = 30 * 60_000;

/** `name` by the channels' own rule, 1 to 64 characters. */
export async function createWebsiteChannel(
  context: Context,
  ownerId: string,
  wish: BodyOf<typeof creation>,
): Promise<Channel> {
  return presentWebsite(
    context.config,
    await createChatbot(context, ownerId, { ...wish, platform: 'website' }),
  );
}

export const createTelegramChannel = (
  context: Context,
  platforms: Platforms,
  ownerId: string,
  { botToken, ...wish }: BodyOf<typeof telegramCreation>,
  language: Language,
) => startCreation(context, platforms.telegram, ownerId, wish, { botToken }, language);

export const createWhatsAppChannel = (
  context: Context,
  platforms: Platforms,
  ownerId: string,
  { name, timeZone, ...credentials }: BodyOf<typeof whatsAppCreation>,
  language: Language,
) => startCreation(context, platforms.whatsapp, ownerId, { name, timeZone }, credentials, language);

/** Keeps what a channel is to be, sealed, and leaves its steps to a job; what can be refused at once is. */
async function startCreation(
  context: Context,
  platform: AnyPlatform,
  ownerId: string,
  { name, timeZone }: { name: string; timeZone?: string | undefined },
  credentials: unknown,
  language: Language,
): Promise<Channel> {
  const { db, clock, secrets } = context;
  await refuseNewChatbot(context, ownerId, name);
  const now = clock();
  const id = newId(now);
  const row = await transaction(db, async (db) => {
    const row = await insertChannel(db, {
      id,
      owner_id: ownerId,
      platform: platform.name,
      name,
      time_zone: timeZone ?? null,
      credentials: sealCredentials(secrets, id, credentials),
      webhook_secret: newWebhookSecret(secrets, id),
      last4: platform.last4(credentials),
      steps: encodeJson(newSteps()),
      created_at: now,
    });
    await enqueue(db, createChannel, { channelId: id }, { now, ownerId, dedupeKey: id });
    return row;
  });
  return present(context, row, undefined, language);
}

const present = (
  { config, secrets }: Context,
  row: ChannelRow,
  chatbot: Parameters<typeof presentChannel>[3],
  language: Language,
) => presentChannel(config, row, openChannel(secrets, row), chatbot, language);

const presentRow = async (context: Context, row: ChannelRow, language: Language): Promise<Channel> =>
  present(
    context,
    row,
    row.chatbot_id === null
      ? undefined
      : presentChatbot(await getChatbot(context.db, row.owner_id, row.id), language),
    language,
  );

export async function listChannels(
  context: Context,
  ownerId: string,
  page: { limit: number; after?: { value: string; id: string } | undefined },
  language: Language,
) {
  const { db, config } = context;
  const { shown, last } = await takePage(page, (page) => channelsOf(db, ownerId, page));
  const ids = shown.map(({ id }) => id);
  const chatbots = new Map((await findChatbots(db, ownerId, ids, language)).map((one) => [one.id, one]));
  const rows = new Map((await channelsByIds(db, ownerId, ids)).map((row) => [row.id, row]));
  const items = ids.flatMap((id) => {
    const [chatbot, row] = [chatbots.get(id), rows.get(id)];
    if (row) return [present(context, row, chatbot, language)];
    return chatbot ? [presentWebsite(config, chatbot)] : [];
  });
  return { items, last: last && { value: last.created_at.toISOString(), id: last.id } };
}

export async function getChannel(
  context: Context,
  ownerId: string,
  channelId: string,
  language: Language,
): Promise<Channel> {
  const row = await channelById(context.db, ownerId, channelId);
  if (row) {
    await lookAgain(context, row);
    return presentRow(context, row, language);
  }
  const chatbot = await getChatbot(context.db, ownerId, channelId);
  requireFound(chatbot.platform === 'website' ? chatbot : undefined);
  return presentWebsite(context.config, presentChatbot(chatbot, language));
}

/** Newer than this, what a platform said is what it says now. */
const freshMs = 5 * 60_000;

/** Whoever opens a channel is shown how its platform sees it now: soon, as no call waits for a platform. */
async function lookAgain({ db, clock }: Context, row: ChannelRow): Promise<void> {
  const now = clock();
  const { account_id, health, id: channelId, owner_id: ownerId } = row;
  if (account_id === null || health === null || now.getTime() - Date.parse(health.checkedAt) < freshMs)
    return;
  await enqueue(db, checkChannel, { channelId }, { now, ownerId, dedupeKey: channelId });
}

/** Another token, or another choice: once the platform takes them, the steps are gone through anew. Another bot only where that is said to be meant. */
export async function updateChannel(
  context: Context,
  platforms: Platforms,
  ownerId: string,
  channelId: string,
  { botToken, replacesBot = false, phoneNumberId, ...changed }: BodyOf<typeof update>,
  language: Language,
): Promise<Channel> {
  const { secrets } = context;
  const row = await rowAtRest(context, ownerId, channelId);
  const platform = platforms[row.platform];
  const opened = openChannel(secrets, row);
  const credentials = {
    ...(opened.credentials as object),
    ...(row.platform === 'whatsapp' ? changed : botToken === undefined ? {} : { botToken }),
  };
  const facts = phoneNumberId === undefined ? row.facts : { ...row.facts, numberId: phoneNumberId };
  const isOther =
    row.account_id !== null &&
    (await isOtherAccount(context, platform, { ...opened, credentials, facts }, phoneNumberId !== undefined));
  if (isOther && row.platform === 'telegram' && !replacesBot) throw new AppError('telegram_other_bot');
  return begin(context, row, language, {
    // What it was is let go of by a trigger, with what it signed in by.
    ...(isOther ? { account_id: null } : {}),
    credentials: sealCredentials(secrets, channelId, credentials),
    last4: platform.last4(credentials),
    facts: encodeJson(facts),
    steps: encodeJson(repeatedSteps(row.steps)),
  });
}

/**
 * Whether changed credentials are of another account at the platform than the one that the channel has. Those that the platform
 * refuses are refused, before anything of the channel relies on them.
 */
async function isOtherAccount(
  context: Context,
  platform: AnyPlatform,
  channel: OpenChannel,
  isNumberChosen: boolean,
): Promise<boolean> {
  try {
    const { id } = await platform.verify(context, channel);
    if (id === channel.accountId) return false;
    if (await isAccountTaken(context.db, platform.name, id, channel.id))
      throw new AppError(inUse[platform.name]);
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // They are good, and which of their numbers is meant is chosen in the steps.
    if (error.numbers && !isNumberChosen) return true;
    throw new AppError(error.code);
  }
}

/** Goes on with a creation at the step that failed. */
export async function retryChannel(
  context: Context,
  ownerId: string,
  channelId: string,
  language: Language,
): Promise<Channel> {
  const row = await rowAtRest(context, ownerId, channelId);
  const failed = row.steps.find(({ status }) => status === 'error' || status === 'warning');
  if (!failed) return presentRow(context, row, language);
  return begin(context, row, language, {
    steps: encodeJson(restartedFrom(row.steps, failed.name)),
  });
}

/** Registers our address anew, under another secret. */
export async function reconnectChannel(
  context: Context,
  ownerId: string,
  channelId: string,
  language: Language,
): Promise<Channel> {
  const row = await rowAtRest(context, ownerId, channelId);
  await enqueueReconnect(context.db, row, context.clock());
  return presentRow(context, row, language);
}

/** As a part of a hand-over: of what the chatbot was before, nobody knows its secret any longer. */
export async function reconnectAfterHandOver(
  db: Db,
  { id, toId }: { id: string; toId: string },
  now: Date,
): Promise<void> {
  const row = await channelById(db, toId, id);
  if (row) await enqueueReconnect(db, row, now);
}

/** Gives up what has no chatbot yet. */
export async function deleteChannel(context: Context, ownerId: string, channelId: string): Promise<void> {
  const row = await rowAtRest(context, ownerId, channelId);
  if (row.chatbot_id !== null) throw new AppError('channel_in_use');
  await deleteChannelRow(context.db, ownerId, channelId);
}

/** A channel of a platform of which nothing is under way. */
async function rowAtRest({ db, clock }: Context, ownerId: string, channelId: string): Promise<ChannelRow> {
  const row = requireFound(await channelById(db, ownerId, channelId));
  const isNew = clock().getTime() - row.created_at.getTime() < stuckAfterMs;
  if (statusOf(row.steps) === 'creating' && isNew) throw new AppError('channel_busy');
  return row;
}

const begin = (
  context: Context,
  { id: channelId, owner_id: ownerId }: ChannelRow,
  language: Language,
  change: Parameters<typeof updateChannelRow>[3],
): Promise<Channel> =>
  transaction(context.db, async (db) => {
    const updated = requireFound(await updateChannelRow(db, ownerId, channelId, change));
    await enqueue(db, createChannel, { channelId }, { now: context.clock(), ownerId, dedupeKey: channelId });
    return presentRow({ ...context, db }, updated, language);
  });
