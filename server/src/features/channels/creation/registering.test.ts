import { createTelegramChannel, getChannel, reconnectChannel } from '@parlance/contract/endpoints/channels';
import { acceptTransfer, createTransfer } from '@parlance/contract/endpoints/transfers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startBotApi } from '../../../test/servers/bot-api.ts';

let program: Program;
let api: Awaited<ReturnType<typeof startBotApi>>;
let user: User;
let token: string;
let id: string;
let made = 0;

beforeAll(async () => {
  api = await startBotApi();
  program = await startProgram({ TELEGRAM_API_URL: api.url });
});
afterAll(async () => {
  await program.stop();
  await api.stop();
});
beforeEach(async () => {
  user = await program.newUser();
  token = api.addBot(`registre_${++made}_bot`);
  const { body } = await user.call(createTelegramChannel, {
    body: { name: `Registre ${made}`, botToken: token },
  });
  id = body.id;
  await program.settle();
});

const secretOf = () => api.webhookOf(token)?.secret ?? '';
const press = () => api.deliver(token, api.command('/help'));
const down = { status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } };

test('while the platform can’t be told of a new secret, what it delivers under the one before is taken', async () => {
  const before = secretOf();
  api.failures.push(...Array.from({ length: 2 }, () => down));
  expect((await user.call(reconnectChannel, { params: { channelId: id } })).status).toBe(202);
  expect(await press()).toBe(200);
  await program.settle();
  expect(secretOf()).toBe(before);
  expect(await press()).toBe(200);
  program.advance(60_000);
  await program.settle();
  const after = secretOf();
  expect(after).not.toBe(before);
  expect(await press()).toBe(200);
  expect(await api.deliver(token, api.command('/help'), before)).toBe(401);
  const { body } = await user.call(getChannel, { params: { channelId: id } });
  expect(body.health).toMatchObject({ status: 'ok' });
});

test('amid a change either secret is believed: the platform may have taken it, and its answer been lost', async () => {
  const before = secretOf();
  // Told, but nobody heard that it was: what comes after that call fails.
  api.failuresAfter.push({ method: 'setWebhook', ...down });
  await user.call(reconnectChannel, { params: { channelId: id } });
  await program.settle();
  const told = secretOf();
  expect(told).not.toBe(before);
  expect(await press()).toBe(200);
  expect(await api.deliver(token, api.command('/help'), before)).toBe(200);
  program.advance(60_000);
  await program.settle();
  expect(secretOf()).toBe(told);
  expect(await api.deliver(token, api.command('/help'), before)).toBe(401);
});

test('once a chatbot has changed hands, the secret that its owner before may know is believed no longer', async () => {
  const before = secretOf();
  const receiver = await program.newUser();
  const { body: offer } = await user.call(createTransfer, {
    body: { chatbotId: id, email: receiver.email },
  });
  expect((await receiver.call(acceptTransfer, { params: { transferId: offer.id } })).status).toBe(200);
  await program.settle();
  expect(secretOf()).not.toBe(before);
  expect(await press()).toBe(200);
  expect(await api.deliver(token, api.command('/help'), before)).toBe(401);
});
