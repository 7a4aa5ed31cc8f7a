import type { BodyOf } from '@parlance/contract/endpoint';
import type { Channel, createWebsiteChannel as creation } from '@parlance/contract/endpoints/channels';
import type { Chatbot } from '@parlance/contract/endpoints/chatbots';
import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../context.ts';
import { requireFound } from '../../kit/errors.ts';
import { createChatbot, getChatbot, listChatbots, presentChatbot } from '../chatbots/service.ts';

const platform = 'website' as const;

/** A website chatbot is its own channel: where it is reached needs nothing that the chatbot does not know. */
const presentWebsite = ({ config }: Context, chatbot: Chatbot): Channel => ({
  id: chatbot.id,
  chatbotId: chatbot.id,
  platform,
  account: chatbot.name,
  link: `${config.publicUrl}/embed/${chatbot.publicId}`,
  steps: [],
  lastEventAt: chatbot.seenOn?.at ?? null,
  ...(chatbot.error === undefined ? {} : { error: chatbot.error }),
});

/** `name` by the channels' own rule, 1 to 64 characters. */
export async function createWebsiteChannel(
  context: Context,
  ownerId: string,
  wish: BodyOf<typeof creation>,
): Promise<Channel> {
  return presentWebsite(context, await createChatbot(context, ownerId, { ...wish, platform }));
}

export async function listChannels(
  context: Context,
  ownerId: string,
  page: { limit: number; after?: { value: string; id: string } | undefined },
  language: Language,
) {
  const { items, last } = await listChatbots(
    context.db,
    ownerId,
    { limit: page.limit, platform, sort: '-createdAt', ...(page.after ? { after: page.after } : {}) },
    language,
  );
  return { items: items.map((chatbot) => presentWebsite(context, chatbot)), last };
}

export async function getChannel(
  context: Context,
  ownerId: string,
  channelId: string,
  language: Language,
): Promise<Channel> {
  const row = await getChatbot(context.db, ownerId, channelId);
  requireFound(row.platform === platform ? row : undefined);
  return presentWebsite(context, presentChatbot(row, language));
}
