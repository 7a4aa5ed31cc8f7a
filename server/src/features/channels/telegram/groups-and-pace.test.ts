import { createTelegramChannel } from '@parlance/contract/endpoints/channels';
import { getConversation, listConversations } from '@parlance/contract/endpoints/conversations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { takeSlot } from '../../../kit/limits/rate-limit.ts';
import { answerAll } from '../../../test/clients/bot.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startBotApi } from '../../../test/servers/bot-api.ts';

let program: Program;
let api: Awaited<ReturnType<typeof startBotApi>>;
let user: User;
let id: string;
let token: string;
let username: string;
let made = 0;

beforeAll(async () => {
  api = await startBotApi();
  program = await startProgram({
    TELEGRAM_API_URL: api.url,
    PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname,
    EMBED_RATE_LIMIT_PER_MINUTE: '0',
  });
});
afterAll(async () => {
  await program.stop();
  await api.stop();
});
beforeEach(async () => {
  username = `groupe_${++made}_bot`;
  user = await program.newUser();
  token = api.addBot(username);
  const { body } = await user.call(createTelegramChannel, { body: { name: 'Groupe', botToken: token } });
  id = body.id;
  await program.settle();
  api.calls.length = 0;
});

const callsOf = (wanted: string) =>
  api.calls.filter(({ method }) => method === wanted).map(({ body }) => body);
const say = async (update: Record<string, unknown>) => {
  expect(await api.deliver(token, update)).toBe(200);
  await program.settle();
};
const ask = async (update: Record<string, unknown>) => {
  await say(update);
  await answerAll(program);
};
const person = (personId = 555) => ({ id: personId, is_bot: false, first_name: 'Ana' });
let lastMessage = 90_000;
const inGroup = (chat: number, more: object, personId?: number) => ({
  message: {
    message_id: ++lastMessage,
    date: 1,
    chat: { id: chat, type: chat < -1000 ? 'supergroup' : 'group' },
    from: person(personId),
    ...more,
  },
});
const help = () => ({
  text: `/help@${username}`,
  entities: [{ type: 'bot_command', offset: 0, length: 6 + username.length }],
});
const chatsOf = () =>
  program.context.db
    .selectFrom('channel_chats')
    .select(['id', 'chat_key', 'address'])
    .where('chatbot_id', '=', id)
    .orderBy('chat_key')
    .execute();

test('a group that became a supergroup goes on under its new id, told by its message or by a refusal', async () => {
  await say(inGroup(-77, help()));
  await say(inGroup(-77, help(), 556));
  const before = await chatsOf();
  await say(inGroup(-77, { migrate_to_chat_id: -10_077 }));
  await say(inGroup(-10_077, { migrate_from_chat_id: -77 }));
  const after = await chatsOf();
  expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
  expect(after).toMatchObject([
    { chat_key: '-10077:555', address: { chatId: -10_077 } },
    { chat_key: '-10077:556', address: { chatId: -10_077 } },
  ]);
  // Nobody has told, and the answer finds out.
  api.failSends.push({
    status: 400,
    body: {
      ok: false,
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: -10_088 },
    },
  });
  api.calls.length = 0;
  await say(inGroup(-88, help()));
  expect(callsOf('sendMessage').map(({ chat_id }) => chat_id)).toEqual([-88, -10_088]);
  expect((await chatsOf()).map(({ chat_key }) => chat_key)).toContain('-10088:555');
});

test('a thumb under an answer rates it; another sign, and its going, say nothing', async () => {
  await ask(api.message('Bonjour'));
  const sent = await program.context.db
    .selectFrom('channel_messages')
    .select('external_id')
    .where('chatbot_id', '=', id)
    .executeTakeFirstOrThrow();
  const messageId = Number(sent.external_id?.split(':')[1]);
  const react = (from: string[], to: string[]) =>
    say({
      message_reaction: {
        chat: { id: 555, type: 'private' },
        message_id: messageId,
        user: person(),
        date: 1,
        old_reaction: from.map((emoji) => ({ type: 'emoji', emoji })),
        new_reaction: to.map((emoji) => ({ type: 'emoji', emoji })),
      },
    });
  const thumb = async () => {
    const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
    const params = { conversationId: body.items[0]?.id ?? '' };
    const { body: read } = await user.call(getConversation, { params });
    return read.messages.find(({ role }) => role === 'chatbot')?.feedback ?? null;
  };
  await react([], ['👍']);
  expect(await thumb()).toBe('up');
  await react(['👍'], ['❤', '👎']);
  expect(await thumb()).toBe('down');
  await react([], ['❤']);
  expect(await thumb()).toBe('down');
  await react(['👎'], []);
  expect(await thumb()).toBeNull();
  expect(callsOf('sendMessage')).toHaveLength(1);
});

test('in a group only who speaks to the bot is known to it: not who edits, reacts or talks to others', async () => {
  const text = 'Bonjour à tous';
  const { message } = inGroup(-66, { text }, 601);
  await say({ message });
  await say({ edited_message: { ...message, text: 'Bonsoir à tous', edit_date: 2 } });
  await say({
    message_reaction: {
      ...{ chat: message.chat, message_id: 1, user: person(602), date: 1 },
      ...{ old_reaction: [], new_reaction: [{ type: 'emoji', emoji: '👍' }] },
    },
  });
  await say({ ...api.member('kicked', 603) });
  expect(await chatsOf()).toEqual([]);
  // An edit of what was meant for the bot is read without its name, and answered where it was asked.
  const name = { entities: [{ type: 'mention', offset: 0, length: username.length + 1 }] };
  const asked = inGroup(-66, { text: `@${username} qui es-tu`, ...name }, 604).message;
  await say({ message: asked });
  await ask({ edited_message: { ...asked, text: `@${username} qui êtes-vous ?`, edit_date: 2 } });
  expect(callsOf('sendMessage')).toMatchObject([{ reply_parameters: { message_id: asked.message_id } }]);
  const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
  const params = { conversationId: body.items[0]?.id ?? '' };
  const { body: read } = await user.call(getConversation, { params });
  expect(read.messages[0]).toMatchObject({ text: 'qui êtes-vous ?' });
});

test('in a group, who writes in its name is answered and not kept; a photo in reply to the bot is told of; a thread is no topic', async () => {
  const anonymous = {
    from: { id: 1_087_968_824, is_bot: true, first_name: 'Group', username: 'GroupAnonymousBot' },
    sender_chat: { id: -10_066, type: 'supergroup' },
  };
  await ask(inGroup(-10_066, { ...help(), ...anonymous }));
  expect(await chatsOf()).toMatchObject([{ chat_key: '-10066:0' }]);
  expect(callsOf('sendMessage')).toMatchObject([{ chat_id: -10_066 }]);
  const toBot = { reply_to_message: { message_id: 1, from: { id: 7, is_bot: true, username } } };
  await ask(inGroup(-10_066, { photo: [], ...toBot }));
  expect(callsOf('sendMessage').at(-1)).toMatchObject({ text: expect.stringContaining('que du texte') });
  const pressed = (more: object) => {
    const { callback_query: query } = api.pressed('l:en');
    const message = {
      message_id: 5,
      chat: { id: -10_066, type: 'supergroup' },
      message_thread_id: 9,
      ...more,
    };
    return { callback_query: { ...query, message } };
  };
  await ask(pressed({}));
  expect(callsOf('sendMessage').at(-1)).not.toHaveProperty('message_thread_id');
  await ask(pressed({ is_topic_message: true }));
  expect(callsOf('sendMessage').at(-1)).toMatchObject({ message_thread_id: 9 });
});

test('in a group no more than twenty messages a minute are sent, the others later and none lost', async () => {
  for (let message = 0; message < 6; message++) await say(inGroup(-99, help(), 600 + message));
  expect(callsOf('sendMessage')).toHaveLength(3);
  let rounds = 0;
  while (callsOf('sendMessage').length < 6 && rounds++ < 10) {
    const sent = callsOf('sendMessage').length;
    program.advance(3600);
    await program.settle();
    expect(callsOf('sendMessage').length).toBeLessThanOrEqual(sent + 2);
  }
  expect(callsOf('sendMessage')).toHaveLength(6);
});

test('places are taken in turn, over all processes; who would wait too long takes none, and a clock set back waits for none', async () => {
  const pace = { of: `places ${id}`, everyMs: 100, burst: 2, patienceMs: 250 };
  const now = new Date();
  const at = (ms: number) => ({ ...program.context, clock: () => new Date(now.getTime() + ms) });
  const asked = await Promise.all(Array.from({ length: 7 }, () => takeSlot(at(0), pace)));
  const taken = asked.filter(({ isTaken }) => isTaken).map(({ waitMs }) => waitMs);
  expect(taken.sort((a, b) => a - b)).toEqual([0, 0, 100, 200]);
  expect(asked.filter(({ isTaken, waitMs }) => !isTaken && waitMs >= pace.patienceMs)).toHaveLength(3);
  expect(await takeSlot(at(100), pace)).toEqual({ isTaken: true, waitMs: 200 });
  expect(await takeSlot(at(-3_600_000), pace)).toEqual({ isTaken: true, waitMs: 0 });
});

test('what is written so far is shown as a draft in private chats alone, and not where the server knows none', async () => {
  await ask(api.message('Bonjour'));
  const drafts = callsOf('sendMessageDraft');
  expect(drafts[0]).toMatchObject({ chat_id: 555, parse_mode: 'HTML', text: expect.stringMatching(/\S/) });
  expect(drafts[0]?.draft_id).toBeGreaterThan(0);
  expect(callsOf('sendMessage')).toHaveLength(1);
  const mention = { entities: [{ type: 'mention', offset: 0, length: username.length + 1 }] };
  await ask(inGroup(-55, { text: `@${username} bonjour`, ...mention }));
  expect(callsOf('sendMessageDraft')).toHaveLength(drafts.length);
  expect(callsOf('sendMessage')).toHaveLength(2);
  api.failDrafts = true;
  await ask(api.message('Bonjour', 777));
  const refused = callsOf('sendMessageDraft').length;
  await ask(api.message('Merci', 778));
  expect(callsOf('sendMessageDraft')).toHaveLength(refused);
  expect(callsOf('sendMessage')).toHaveLength(4);
  api.failDrafts = false;
});
