import * as z from 'zod/mini';
import type { ChannelCommand, ChatAddress, InboundContent } from '../../../db/json.ts';
import type { InboundEvent, OpenChannel } from '../platforms/platform.ts';

const user = z.object({
  id: z.int(),
  is_bot: z.optional(z.boolean()),
  first_name: z.optional(z.string()),
  username: z.optional(z.string()),
  language_code: z.optional(z.string()),
});
const chatShape = z.object({ id: z.int(), type: z.string() });
const entity = z.object({ type: z.string(), offset: z.int(), length: z.int() });
const message = z.object({
  message_id: z.int(),
  chat: chatShape,
  from: z.optional(user),
  sender_chat: z.optional(z.unknown()),
  message_thread_id: z.optional(z.int()),
  is_topic_message: z.optional(z.boolean()),
  text: z.optional(z.string()),
  caption: z.optional(z.string()),
  entities: z.optional(z.array(entity)),
  caption_entities: z.optional(z.array(entity)),
  reply_to_message: z.optional(z.object({ from: z.optional(user) })),
  new_chat_members: z.optional(z.unknown()),
  left_chat_member: z.optional(z.unknown()),
  pinned_message: z.optional(z.unknown()),
  new_chat_title: z.optional(z.unknown()),
  migrate_to_chat_id: z.optional(z.unknown()),
});
const update = z.object({
  update_id: z.int(),
  message: z.optional(message),
  edited_message: z.optional(message),
  callback_query: z.optional(
    z.object({
      id: z.string(),
      from: user,
      data: z.optional(z.string()),
      message: z.optional(
        z.object({ message_id: z.int(), chat: chatShape, message_thread_id: z.optional(z.int()) }),
      ),
    }),
  ),
  my_chat_member: z.optional(
    z.object({ chat: chatShape, from: user, new_chat_member: z.object({ status: z.string() }) }),
  ),
});

type Message = z.output<typeof message>;
type User = z.output<typeof user>;

const commands: Record<string, ChannelCommand> = {
  start: 'start',
  help: 'help',
  new: 'new',
  delete: 'delete',
  language: 'language',
};
/** Longer than any question that is read; what is beyond is cut later. */
const maxText = 8000;

/** What an update tells; nothing for one of a kind that is not read, or that is not for the bot. */
export function readUpdate({ facts }: OpenChannel, body: unknown): InboundEvent[] {
  const read = update.safeParse(body);
  if (!read.success) return [];
  const { update_id: position, message, edited_message, callback_query: pressed, my_chat_member } = read.data;
  const event = (
    where: { chat: z.output<typeof chatShape>; from: User | undefined; threadId?: number | undefined },
    content: InboundContent,
    more: Partial<InboundEvent> = {},
  ): InboundEvent[] => [{ ...personOf(where), externalId: String(position), position, content, ...more }];
  if (message) {
    if (isFromBot(message) || isService(message)) return [];
    const content = contentOf(message, facts.username);
    if (!content) return [];
    const origin =
      content.kind === 'command' && content.name === 'start' ? originOf(content.argument) : undefined;
    const isGroup = message.chat.type !== 'private';
    return event({ ...message, from: message.from, threadId: threadOf(message) }, content, {
      messageRef: refOf(message.chat.id, message.message_id),
      ...(origin === undefined ? {} : { origin }),
      ...(isGroup
        ? { address: { ...addressOf(message.chat, threadOf(message)), replyTo: message.message_id } }
        : {}),
    });
  }
  if (edited_message) {
    const text = edited_message.text ?? edited_message.caption;
    if (text === undefined || isFromBot(edited_message)) return [];
    return event(
      { ...edited_message, from: edited_message.from, threadId: threadOf(edited_message) },
      { kind: 'edited', text: text.slice(0, maxText) },
      { messageRef: refOf(edited_message.chat.id, edited_message.message_id) },
    );
  }
  if (pressed?.message && pressed.data !== undefined) {
    const { chat, message_id, message_thread_id: threadId } = pressed.message;
    return event(
      { chat, from: pressed.from, threadId },
      { kind: 'pressed', data: pressed.data.slice(0, 64) },
      // What takes the spinner off the button.
      { messageRef: `${refOf(chat.id, message_id)}:${pressed.id}` },
    );
  }
  if (my_chat_member && my_chat_member.chat.type === 'private') {
    const { chat, from, new_chat_member } = my_chat_member;
    const isGone = new_chat_member.status === 'kicked' || new_chat_member.status === 'left';
    return event({ chat, from }, { kind: isGone ? 'blocked' : 'unblocked' });
  }
  return [];
}

/** A message's own name among all of the bot's chats. */
export const refOf = (chatId: number, messageId: number) => `${chatId}:${messageId}`;

const threadOf = ({ is_topic_message: isTopic, message_thread_id: id }: Message) =>
  isTopic ? id : undefined;

const addressOf = (chat: { id: number }, threadId: number | undefined): ChatAddress => ({
  chatId: chat.id,
  ...(threadId === undefined ? {} : { threadId }),
});

/** One conversation for each chat; in a group, for each person of it. */
function personOf({
  chat,
  from,
  threadId,
}: {
  chat: z.output<typeof chatShape>;
  from: User | undefined;
  threadId?: number | undefined;
}) {
  const language = from?.language_code?.slice(0, 2);
  return {
    chatKey: chat.type === 'private' ? String(chat.id) : `${chat.id}:${from?.id ?? 0}`,
    address: addressOf(chat, threadId),
    name: from?.first_name?.slice(0, 200),
    statedLanguage: language === 'fr' || language === 'en' ? (language as 'fr' | 'en') : undefined,
  };
}

const isFromBot = ({ from }: Message) => from?.is_bot === true;

/** What a chat says of itself: nobody asks anything. */
const isService = (message: Message) =>
  message.new_chat_members !== undefined ||
  message.left_chat_member !== undefined ||
  message.pinned_message !== undefined ||
  message.new_chat_title !== undefined ||
  message.migrate_to_chat_id !== undefined;

const originOf = (argument: string) => (/^[A-Za-z0-9_-]{1,64}$/.test(argument) ? argument : undefined);

/** What a message says to the bot; undefined where it is not meant, in a group. */
function contentOf(message: Message, username = ''): InboundContent | undefined {
  const text = message.text ?? message.caption;
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? [];
  const isPrivate = message.chat.type === 'private';
  if (text === undefined) return isPrivate ? { kind: 'unreadable' } : undefined;
  const [first] = entities;
  if (first?.type === 'bot_command' && first.offset === 0) {
    const [name = '', to = ''] = text.slice(1, first.length).split('@');
    if (to !== '' && to.toLowerCase() !== username.toLowerCase()) return undefined;
    if (to === '' && !isPrivate && !(name in commands)) return undefined;
    const argument = text.slice(first.length).trim().slice(0, 200);
    return { kind: 'command', name: commands[name.toLowerCase()] ?? 'unknown', argument };
  }
  if (isPrivate) return { kind: 'text', text: text.slice(0, maxText) };
  const named = entities.find(
    ({ type, offset, length }) =>
      type === 'mention' &&
      text.slice(offset, offset + length).toLowerCase() === `@${username.toLowerCase()}`,
  );
  const isReply = message.reply_to_message?.from?.username?.toLowerCase() === username.toLowerCase();
  if (!named && !isReply) return undefined;
  const said = named ? text.slice(0, named.offset) + text.slice(named.offset + named.length) : text;
  return { kind: 'text', text: said.trim().slice(0, maxText) };
}
