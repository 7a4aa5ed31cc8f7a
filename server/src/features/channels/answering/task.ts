import type { Language } from '@parlance/contract/i18n';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/open.ts';
import type { PublicChatbot } from '../../chatbots/service.ts';
import type { AnyPlatform, ChatForSending, OpenChannel, Say } from '../platforms/platform.ts';
import type { ChannelRow } from '../records/channels.ts';
import type { ChatRow } from '../records/chats.ts';
import { queueMessages } from '../records/outgoing.ts';

/** A chat that is being answered; `chat` is as the database has it. */
export interface ChatTask {
  context: Context;
  platform: AnyPlatform;
  row: ChannelRow;
  channel: OpenChannel;
  chat: ChatRow;
  found: PublicChatbot;
  signal: AbortSignal;
  /** Until when the platform wants nothing more of us in this chat, by its clock in milliseconds. */
  heldUntil?: number;
}

export const sendingTo = ({ chat }: Pick<ChatTask, 'chat'>): ChatForSending => ({
  address: chat.address,
  lastInboundAt: chat.last_inbound_at,
});

/** What a person is spoken to in where a message does not say. */
export const languageOf = ({ chat, found }: Pick<ChatTask, 'chat' | 'found'>): Language =>
  chat.language ?? chat.stated_language ?? found.chatbot.language;

/** How a visitor of a platform is known in conversations. */
export const visitorIdOf = ({ row, chat }: Pick<ChatTask, 'row' | 'chat'>) =>
  `${row.platform}:${chat.chat_key}`;

/** Puts what is to be said behind what the chat waits for. */
export const queueSaying = (
  { context, platform, chat }: ChatTask,
  db: Db,
  say: Say,
  messageId: string | null = null,
) => queueMessages(db, chat, messageId, platform.compose(say, chat.address), context.clock());
