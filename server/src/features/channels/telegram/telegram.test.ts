import {
  createTelegramChannel,
  getChannel,
  reconnectChannel,
  updateChannel,
} from '@parlance/contract/endpoints/channels';
import { deleteChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { getConversation, listConversations } from '@parlance/contract/endpoints/conversations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { registry } from '../../../kit/metrics.ts';
import { answerAll } from '../../../test/clients/bot.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startBotApi } from '../../../test/servers/bot-api.ts';
import { checkChannel, closeChannels } from '../queue.ts';

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
  made += 1;
  username = `accueil_${made}_bot`;
  user = await program.newUser();
  token = api.addBot(username);
  const { body } = await user.call(createTelegramChannel, { body: { name: 'Accueil', botToken: token } });
  id = body.id;
  await program.settle();
  api.calls.length = 0;
});

interface InlineKeyboard {
  inline_keyboard: { text: string; callback_data: string }[][];
}

const callsOf = (wanted: string) =>
  api.calls.filter(({ method }) => method === wanted).map(({ body }) => body);
const say = async (update: Record<string, unknown>) => {
  expect(await api.deliver(token, update)).toBe(200);
  await answerAll(program);
};

test('commands and buttons: welcome with suggestions, a question behind each, another language, a fresh start', async () => {
  const suggestions = ['Bonjour', 'Merci'];
  await user.call(updateChatbot, { params: { chatbotId: id }, body: { suggestions } });
  await say(api.command('/start promo_42'));
  expect(callsOf('sendMessage')[0]).toMatchObject({
    text: expect.stringContaining('Accueil'),
    parse_mode: 'HTML',
    reply_markup: {
      inline_keyboard: [[{ text: 'Bonjour' }], [{ text: 'Merci' }]],
    },
  });
  const { reply_markup: markup } = callsOf('sendMessage')[0] as { reply_markup: InlineKeyboard };
  const data = markup.inline_keyboard[0]?.[0]?.callback_data ?? '';
  await say(api.pressed(data));
  expect(callsOf('answerCallbackQuery')).toMatchObject([{ callback_query_id: expect.any(String) }]);
  expect(callsOf('sendMessage')).toHaveLength(2);
  // Whoever writes a client of their own sends what was never offered.
  for (const data of ['s:99', 's:', 'm:x:0', `m:${crypto.randomUUID()}:0`, 'd:maybe', '', 'l:de'])
    await say(api.pressed(data));
  expect(callsOf('sendMessage')).toHaveLength(2);
  await say(api.command('/language en'));
  expect(callsOf('sendMessage').at(-1)).toMatchObject({ text: expect.stringContaining('English') });
  await say(api.command('/new'));
  await say(api.message('Hello'));
  const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
  expect(body.items).toHaveLength(2);
  for (const { visitor } of body.items) expect(visitor).toMatchObject({ origin: 'promo_42' });
});

test('a suggestion that was changed since asks what stood on its button, not what stands in its place', async () => {
  const change = (suggestions: string[]) =>
    user.call(updateChatbot, { params: { chatbotId: id }, body: { suggestions } });
  await change(['Où est la piscine ?', 'Merci']);
  await say(api.command('/start'));
  const { reply_markup: markup } = callsOf('sendMessage')[0] as { reply_markup: InlineKeyboard };
  const pressed = api.pressed(markup.inline_keyboard[0]?.[0]?.callback_data ?? '');
  await change(['Quand part le dernier bus ?', 'Où est la piscine ?']);
  await say(pressed);
  await change(['Quand part le dernier bus ?']);
  // Telegram hands the message with its buttons back.
  await say({
    callback_query: {
      ...api.pressed(pressed.callback_query.data).callback_query,
      message: { ...pressed.callback_query.message, reply_markup: markup },
    },
  });
  const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
  const { body: read } = await user.call(getConversation, {
    params: { conversationId: body.items[0]?.id ?? '' },
  });
  expect(read.messages.filter(({ role }) => role === 'visitor').map(({ text }) => text)).toEqual([
    'Où est la piscine ?',
    'Où est la piscine ?',
  ]);
});

test('quick messages are one question in their order, whatever order they arrive in; an edit before that counts', async () => {
  const { body: channel } = await user.call(getChannel, { params: { channelId: id } });
  expect(channel.status).toBe('ready');
  const first = { update_id: 9001, ...api.message('Bonjour,') };
  const second = { update_id: 9002, ...api.message('qui es-tu') };
  const third = { update_id: 9003, ...api.message('exactement ?') };
  const edited = {
    update_id: 9004,
    edited_message: { ...second.message, text: 'qui êtes-vous', edit_date: 1 },
  };
  await Promise.all([third, edited, first, second].map((update) => api.deliver(token, update)));
  await program.settle();
  expect(callsOf('sendMessage')).toHaveLength(0);
  await answerAll(program);
  expect(callsOf('sendMessage')).toHaveLength(1);
  const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
  const conversationId = body.items[0]?.id ?? '';
  const { body: read } = await user.call(getConversation, { params: { conversationId } });
  expect(read.messages[0]).toMatchObject({ text: 'Bonjour,\nqui êtes-vous\nexactement ?' });
});

test('what is not text is told so once, a group is answered where it names the bot, bots are not answered', async () => {
  for (let photo = 0; photo < 3; photo++) await say(api.message(undefined));
  expect(api.sent()).toHaveLength(1);
  const group = { id: -77, type: 'supergroup' };
  const ana = { id: 555, is_bot: false, first_name: 'Ana' };
  const inGroup = (text: string, more = {}) => ({
    message: { message_id: 5000, date: 1, chat: group, from: ana, text, ...more },
  });
  await say(inGroup('Bonjour à tous'));
  await say({ message: { ...inGroup('Bonjour').message, from: { ...ana, is_bot: true } } });
  expect(api.sent()).toHaveLength(1);
  const mention = { entities: [{ type: 'mention', offset: 0, length: username.length + 1 }] };
  await say(inGroup(`@${username} bonjour`, mention));
  expect(callsOf('sendMessage').at(-1)).toMatchObject({
    chat_id: -77,
    reply_parameters: { message_id: 5000 },
  });
});

test('a long suggestion that was changed since is asked whole, though its button showed a part', async () => {
  const question = `Quels sont les horaires de la piscine ${'chauffée '.repeat(5)}pendant les vacances ?`;
  const change = (suggestions: string[]) =>
    user.call(updateChatbot, { params: { chatbotId: id }, body: { suggestions } });
  await change([question]);
  await say(api.command('/start'));
  const { reply_markup: markup } = callsOf('sendMessage')[0] as { reply_markup: InlineKeyboard };
  const [button] = markup.inline_keyboard[0] ?? [];
  expect(button?.text).toMatch(/…$/);
  await change(['Autre chose ?']);
  await say(api.pressed(button?.callback_data ?? ''));
  const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
  const params = { conversationId: body.items[0]?.id ?? '' };
  const { body: read } = await user.call(getConversation, { params });
  expect(read.messages[0]).toMatchObject({ text: question });
});

test('a bot’s menu and description are in both languages, and its menu goes with its chatbot', async () => {
  const second = api.addBot(`menu_${made}_bot`);
  const { body } = await user.call(createTelegramChannel, { body: { name: 'Menu', botToken: second } });
  await program.settle();
  const byLanguage = (method: string): Record<string, Record<string, unknown>> =>
    Object.fromEntries(callsOf(method).map((body) => [String(body.language_code ?? 'others'), body]));
  const menus = byLanguage('setMyCommands');
  expect(Object.keys(menus).sort()).toEqual(['en', 'fr', 'others']);
  const names = ['start', 'help', 'new', 'language', 'delete'];
  for (const { commands } of Object.values(menus))
    expect((commands as { command: string }[]).map(({ command }) => command)).toEqual(names);
  const descriptions = byLanguage('setMyDescription');
  expect(descriptions.fr?.description).toContain('Bonjour');
  expect(descriptions.en?.description).toContain('Hello');
  expect(descriptions.others?.description).toBe(descriptions.fr?.description);
  // Changed since, it is told again, once.
  api.calls.length = 0;
  const params = { chatbotId: body.id };
  await user.call(updateChatbot, { params, body: { welcomeMessage: 'Que voulez-vous savoir ?' } });
  for (let turn = 0; turn < 2; turn++) {
    const { db, clock } = program.context;
    await enqueue(db, checkChannel, { channelId: body.id }, { now: clock() });
    await program.settle();
    expect(callsOf('setMyDescription').map(({ description }) => description)).toEqual(
      Array.from({ length: 3 }, () => 'Que voulez-vous savoir ?'),
    );
  }
  await user.call(deleteChatbot, { params });
  await enqueue(program.context.db, closeChannels, {}, { now: program.context.clock() });
  await program.settle();
  expect(Object.keys(byLanguage('deleteMyCommands')).sort()).toEqual(['en', 'fr', 'others']);
});

test('a server that fails is tried again within seconds; what it never takes is shown to have failed', async () => {
  const down = { status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } };
  api.failSends.push(down, down);
  await say(api.message('Bonjour'));
  program.advance(3000);
  await program.settle();
  expect(callsOf('sendMessage')).toHaveLength(3);
  api.failSends.push(...Array.from({ length: 6 }, () => down));
  await say(api.message('Bonsoir'));
  for (const seconds of [2, 3, 5, 9, 18]) {
    program.advance(seconds * 1000);
    await program.settle();
  }
  expect(callsOf('sendMessage')).toHaveLength(9);
  const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
  const params = { conversationId: body.items[0]?.id ?? '' };
  const { body: read } = await user.call(getConversation, { params });
  expect(read.messages.flatMap(({ delivery }) => delivery ?? [])).toMatchObject([
    { status: 'sent' },
    { status: 'failed', message: expect.stringContaining('Telegram ne répond pas') },
  ]);
});

test('HTML that Telegram does not take is sent without its marks; who blocks the bot is sent nothing', async () => {
  const refusal = { ok: false, error_code: 400, description: "Bad Request: can't parse entities" };
  const fallbacks = async () =>
    Number(
      /total (\d+)/.exec(
        await registry.getSingleMetricAsString('parlance_channel_format_fallback_total'),
      )?.[1],
    );
  const before = await fallbacks();
  api.failSends.push({ status: 400, body: refusal });
  await say(api.message('Bonjour'));
  expect(await fallbacks()).toBe(before + 1);
  const [marked, plain] = callsOf('sendMessage');
  expect(marked).toMatchObject({ parse_mode: 'HTML' });
  expect(plain).not.toHaveProperty('parse_mode');
  await say(api.member('kicked'));
  const blocked = { ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' };
  api.failSends.push({ status: 403, body: blocked });
  await say(api.message('Encore'));
  const states = await program.context.db
    .selectFrom('channel_messages')
    .select(['status', 'error_code'])
    .where('chatbot_id', '=', id)
    .orderBy('id')
    .execute();
  expect(states).toEqual([
    { status: 'sent', error_code: null },
    { status: 'failed', error_code: 'visitor_left' },
  ]);
});

test('a webhook that another program took is found, told and taken back; another bot only where that is meant', async () => {
  const other = api.addBot(`autre_${made}_bot`);
  const change = (body: object) => user.call(updateChannel, { params: { channelId: id }, body });
  expect((await change({ botToken: other })).body).toMatchObject({ code: 'telegram_other_bot' });
  await fetch(`${api.url}/bot${token}/setWebhook`, {
    method: 'POST',
    body: JSON.stringify({ url: 'https://elsewhere.example/' }),
  });
  await user.call(reconnectChannel, { params: { channelId: id } });
  await program.settle();
  const { body: back } = await user.call(getChannel, { params: { channelId: id } });
  expect(back.health).toMatchObject({ status: 'ok', findings: [] });
  expect(api.webhookOf(token)?.url).toContain(id);
  expect((await change({ botToken: other, replacesBot: true })).status).toBe(202);
  await program.settle();
  const { body: changed } = await user.call(getChannel, { params: { channelId: id } });
  expect(changed).toMatchObject({ status: 'ready', account: `@autre_${made}_bot`, chatbotId: id });
  expect(api.webhookOf(other)?.url).toContain(id);
});
