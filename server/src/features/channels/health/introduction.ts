import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { getChatbot, welcomeIn } from '../../chatbots/service.ts';
import {
  type AnyPlatform,
  type Introduction,
  type OpenChannel,
  PlatformError,
  type Warning,
} from '../platforms/platform.ts';
import { type ChannelRow, noteFacts } from '../records/channels.ts';

const digestOf = (introduction: Introduction) =>
  createHash('sha256').update(JSON.stringify(introduction)).digest('base64url').slice(0, 22);

async function introductionOf({ db }: Pick<Context, 'db'>, row: ChannelRow): Promise<Introduction> {
  const chatbot = await getChatbot(db, row.owner_id, row.id);
  return {
    welcome: { fr: welcomeIn(chatbot, 'fr'), en: welcomeIn(chatbot, 'en') },
    language: chatbot.language,
  };
}

/** Tells a platform what a chatbot says of itself; gives what it would not take. */
export async function introduce(
  context: Context,
  platform: AnyPlatform,
  row: ChannelRow,
  channel: OpenChannel,
): Promise<Warning | undefined> {
  const introduction = await introductionOf(context, row);
  const warning = await platform.configure(context, channel, introduction);
  await noteFacts(context.db, row, { introducedAs: digestOf(introduction) });
  return warning;
}

/** … again, where its owner has changed that since. What fails is tried at the next look. */
export async function keepIntroduced(
  context: Context,
  platform: AnyPlatform,
  row: ChannelRow,
  channel: OpenChannel,
): Promise<void> {
  if (row.facts.introducedAs === digestOf(await introductionOf(context, row))) return;
  try {
    await introduce(context, platform, row, channel);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
  }
}
