import * as z from 'zod/mini';
import type { ChannelCommand, ChatAddress, InboundContent } from '../../../db/json.ts';
import type { InboundEvent, Move, OpenChannel } from '../platforms/platform.ts';

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
  migrate_to_chat_id: z.optional(z.int()),
  migrate_from_chat_id: z.optional(z.int()),
});
const button = z.object({ text: z.string(), callback_data: z.optional(z.string()) });
const reaction = z.object({ emoji: z.optional(z.string()) });
const update = z.object({
  update_id: z.int(),
  message: z.optional(message),
  edited_message: z.optional(message),
  callback_query: z.optional(
    z.object({
      id: z.string().check(z.maxLength(100)),
      from: user,
      data: z.optional(z.string()),
      message: z.optional(
        z.object({
          message_id: z.int(),
          chat: chatShape,
          message_thread_id: z.optional(z.int()),
          is_topic_message: z.optional(z.boolean()),
          reply_markup: z.optional(z.object({ inline_keyboard: z.array(z.array(button)) })),
        }),
      ),
    }),
  ),
  message_reaction: z.optional(
    z.object({
      chat: chatShape,
      message_id: z.int(),
      user: z.optional(user),
      old_reaction: z.array(reaction),
      new_reaction: z.array(reaction),
    }),
  ),
  my_chat_member: z.optional(
    z.object({ chat: chatShape, from: user, new_chat_member: z.object({ status: z.string() }) }),
  ),
});

type Message = z.output<typeof message>;
type User = z.output<typeof user>;

const commands = new Map<string, ChannelCommand>(
  (['start', 'help', 'new', 'delete', 'language'] as const).map((name) => [name, name]),
);
/** Longer than any question that is read; what is beyond is cut later. */
const maxText = 8000;

/** A group that became a supergroup: the same people under another id. */
export const moveOf = (from: number, to: number): Move => ({
  from: { chatId: from },
  to: { chatId: to },
  fromKey: `${from}:`,
  toKey: `${to}:`,
});

/** Where a group says, in the old chat and in the new one, that it goes on. */
export function readMoves(body: unknown): Move[] {
  const read = update.safeParse(body);
  const said = read.success ? read.data.message : undefined;
  if (said?.migrate_to_chat_id !== undefined) return [moveOf(said.chat.id, said.migrate_to_chat_id)];
  if (said?.migrate_from_chat_id !== undefined) return [moveOf(said.migrate_from_chat_id, said.chat.id)];
  return [];
}

/** What an update tells; nothing for one of a kind that is not read, or that is not for the bot. */
export function readUpdate({ facts }: OpenChannel, body: unknown): InboundEvent[] {
  const read = update.safeParse(body);
  if (!read.success) return [];
  const { update_id: position, message, edited_message, callback_query: pressed } = read.data;
  const { my_chat_member, message_reaction: reacted } = read.data;
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
    return event({ ...message, from: writerOf(message), threadId: threadOf(message) }, content, {
      messageRef: refOf(message.chat.id, message.message_id),
      ...(origin === undefined ? {} : { origin }),
      ...(isGroup
        ? { address: { ...addressOf(message.chat, threadOf(message)), replyTo: message.message_id } }
        : {}),
    });
  }
  if (edited_message) {
    if (isFromBot(edited_message)) return [];
    // In a group, as the message itself: what is not meant for the bot is not read.
    const content = contentOf(edited_message, facts.username);
    if (content?.kind !== 'text') return [];
    return event(
      { ...edited_message, from: writerOf(edited_message), threadId: threadOf(edited_message) },
      { kind: 'edited', text: content.text },
      { messageRef: refOf(edited_message.chat.id, edited_message.message_id) },
    );
  }
  if (pressed?.message && pressed.data !== undefined) {
    const { chat, message_id, reply_markup: markup } = pressed.message;
    const label = markup?.inline_keyboard.flat().find((one) => one.callback_data === pressed.data)?.text;
    return event(
      { chat, from: pressed.from, threadId: threadOf(pressed.message) },
      {
        kind: 'pressed',
        data: pressed.data.slice(0, 64),
        ...(label === undefined ? {} : { title: label.slice(0, maxText) }),
      },
      // What takes the spinner off the button.
      { messageRef: `${refOf(chat.id, message_id)}:${pressed.id}` },
    );
  }
  if (reacted?.user && !reacted.user.is_bot) {
    const { chat, message_id, user: from, old_reaction, new_reaction } = reacted;
    const [before, value] = [thumbIn(old_reaction), thumbIn(new_reaction)];
    // Any other sign says nothing of the answer.
    if (value === before) return [];
    return event({ chat, from }, { kind: 'rated', value }, { messageRef: refOf(chat.id, message_id) });
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

/** A topic of a forum; whatever else has a thread's id is a reply somewhere, where nothing can be sent. */
const threadOf = ({
  is_topic_message: isTopic,
  message_thread_id: id,
}: Pick<Message, 'is_topic_message' | 'message_thread_id'>) => (isTopic ? id : undefined);

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

/** Whoever writes in a group's or a channel's name comes as a bot of Telegram's own, and is none. */
const isFromBot = ({ from, sender_chat }: Message) => sender_chat === undefined && from?.is_bot === true;

/** Nobody in particular, where a chat writes. */
const writerOf = ({ from, sender_chat }: Message) => (sender_chat === undefined ? from : undefined);

/** What a chat says of itself: nobody asks anything. */
const isService = (message: Message) =>
  message.new_chat_members !== undefined ||
  message.left_chat_member !== undefined ||
  message.pinned_message !== undefined ||
  message.new_chat_title !== undefined ||
  message.migrate_to_chat_id !== undefined ||
  message.migrate_from_chat_id !== undefined;

/** What a person's signs under a message say of it: of two thumbs, the first. */
function thumbIn(signs: readonly z.output<typeof reaction>[]): 'up' | 'down' | null {
  const thumb = signs.find(({ emoji }) => emoji === '👍' || emoji === '👎')?.emoji;
  if (thumb === undefined) return null;
  return thumb === '👍' ? 'up' : 'down';
}

const originOf = (argument: string) => (/^[A-Za-z0-9_-]{1,64}$/.test(argument) ? argument : undefined);

/** What a message says to the bot; undefined where it is not meant, in a group. */
function contentOf(message: Message, username = ''): InboundContent | undefined {
  const text = message.text ?? message.caption;
  const entities = (message.text === undefined ? message.caption_entities : message.entities) ?? [];
  const isPrivate = message.chat.type === 'private';
  const isReply = message.reply_to_message?.from?.username?.toLowerCase() === username.toLowerCase();
  if (text === undefined) return isPrivate || isReply ? { kind: 'unreadable' } : undefined;
  const [first] = entities;
  if (first?.type === 'bot_command' && first.offset === 0) {
    const [name = '', to = ''] = text.slice(1, first.length).split('@');
    if (to !== '' && to.toLowerCase() !== username.toLowerCase()) return undefined;
    const command = commands.get(name.toLowerCase());
    if (to === '' && !isPrivate && !command) return undefined;
    const argument = text.slice(first.length).trim().slice(0, 200);
    return { kind: 'command', name: command ?? 'unknown', argument };
  }
  if (isPrivate) return { kind: 'text', text: text.slice(0, maxText) };
  const named = entities.find(
    ({ type, offset, length }) =>
      type === 'mention' &&
      text.slice(offset, offset + length).toLowerCase() === `@${username.toLowerCase()}`,
  );
  if (!named && !isReply) return undefined;
  const said = named ? text.slice(0, named.offset) + text.slice(named.offset + named.length) : text;
  return { kind: 'text', text: said.trim().slice(0, maxText) };
}
