import {
  createTelegramChannel,
  getChannel,
  reconnectChannel,
  retryChannel,
} from '@parlance/contract/endpoints/channels';
import { getChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { answerAll } from '../../../test/clients/bot.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startBotApi } from '../../../test/servers/bot-api.ts';
import { checkChannel } from '../queue.ts';

let program: Program;
let api: Awaited<ReturnType<typeof startBotApi>>;
let user: User;
let token: string;
let id: string;
let made = 0;

beforeAll(async () => {
  api = await startBotApi();
  program = await startProgram({
    TELEGRAM_API_URL: api.url,
    PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname,
  });
});
afterAll(async () => {
  await program.stop();
  await api.stop();
});
beforeEach(async () => {
  api.seen = {};
  user = await program.newUser();
  token = api.addBot(`sante_${++made}_bot`);
  const { body } = await user.call(createTelegramChannel, { body: { name: 'Santé', botToken: token } });
  id = body.id;
  await program.settle();
});

const channelOf = async () => (await user.call(getChannel, { params: { channelId: id } })).body;
const check = async () => {
  await enqueue(program.context.db, checkChannel, { channelId: id }, { now: program.context.clock() });
  await program.settle();
  return (await channelOf()).health;
};
const statusOf = async () => (await user.call(getChatbot, { params: { chatbotId: id } })).body.status;
const secondsAgo = (seconds: number) => Math.floor(program.context.clock().getTime() / 1000) - seconds;

test('a bot that another program has taken over answers nobody: the chatbot says so, one mail does, and Reconnect mends it', async () => {
  await fetch(`${api.url}/bot${token}/setWebhook`, {
    method: 'POST',
    body: JSON.stringify({ url: 'https://elsewhere.example/' }),
  });
  for (let turn = 0; turn < 2; turn++)
    expect(await check()).toMatchObject({ status: 'error', canReconnect: true });
  expect(await statusOf()).toBe('error');
  const mails = (await program.mailbox(user.email)).filter(({ subject }) =>
    subject.includes('ne répond plus'),
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain('Un autre programme');
  await user.call(reconnectChannel, { params: { channelId: id } });
  await program.settle();
  expect(await statusOf()).toBe('active');
  expect((await channelOf()).health).toMatchObject({ status: 'ok', findings: [] });
});

test('an address of ours under another origin may still lead here: it is told, and nothing is stopped for it', async () => {
  const webhook = api.webhookOf(token);
  if (webhook) webhook.url = webhook.url.replace(/^http:..[^/]*/, 'https://ancienne.example');
  expect(await check()).toMatchObject({ status: 'warning', canReconnect: true });
  expect(await statusOf()).toBe('active');
});

test('a delivery that failed is told in Telegram’s words until a later one came through, or nothing waits any more', async () => {
  const failed = { last_error_message: 'Wrong response from the webhook: 502 Bad Gateway' };
  api.seen = { ...failed, last_error_date: secondsAgo(60), pending_update_count: 3 };
  expect(await check()).toMatchObject({
    status: 'warning',
    backlog: 3,
    findings: [{ code: 'telegram_delivery_failing', detail: failed.last_error_message }],
  });
  await api.deliver(token, api.message('Bonjour'));
  expect(await check()).toMatchObject({ status: 'ok', findings: [] });
  program.advance(3000);
  api.seen = { ...failed, last_error_date: secondsAgo(1), pending_update_count: 1 };
  program.advance(2 * 3_600_000);
  const { body: session } = await program.auth('/token?grant_type=password', {
    email: user.email,
    password: 'six chevaux bleus',
  });
  user = { ...user, call: (endpoint, wish) => program.call(endpoint, wish, session.access_token) };
  expect(await check()).toMatchObject({ status: 'warning' });
  api.seen = { ...api.seen, pending_update_count: 0 };
  expect(await check()).toMatchObject({ status: 'ok' });
  api.seen = { ...api.seen, pending_update_count: 101 };
  expect(await check()).toMatchObject({ findings: [{ code: 'telegram_backlog' }] });
  expect(await statusOf()).toBe('active');
});

test('whoever opens a channel sees it as it is now: it is looked at again unless that was a moment ago', async () => {
  const before = (await channelOf()).health?.checkedAt;
  await program.settle();
  expect((await channelOf()).health?.checkedAt).toBe(before);
  program.advance(6 * 60_000);
  await channelOf();
  await program.settle();
  expect((await channelOf()).health?.checkedAt).not.toBe(before);
});

test('a platform that does not answer a creation is tried twice, then told, and goes on where it was', async () => {
  const down = { status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } };
  api.failures.push(down, down);
  const other = api.addBot(`sante_${made}_autre_bot`);
  const { body } = await user.call(createTelegramChannel, { body: { name: 'Autre', botToken: other } });
  await program.settle();
  id = body.id;
  expect((await channelOf()).steps[0]).toMatchObject({ status: 'running' });
  program.advance(7000);
  await program.settle();
  expect(await channelOf()).toMatchObject({ status: 'failed', chatbotId: null });
  expect((await channelOf()).steps[0]).toMatchObject({ status: 'error', code: 'telegram_unreachable' });
  await user.call(retryChannel, { params: { channelId: id } });
  await program.settle();
  expect((await channelOf()).status).toBe('ready');
});

test('a paused chatbot greets nobody: it says that it does not answer', async () => {
  expect((await channelOf()).isPaused).toBe(false);
  await user.call(updateChatbot, { params: { chatbotId: id }, body: { status: 'paused' } });
  expect((await channelOf()).isPaused).toBe(true);
  api.calls.length = 0;
  await api.deliver(token, api.command('/start'));
  await answerAll(program);
  expect(api.sent()).toEqual([expect.stringContaining('momentanément indisponible')]);
});
