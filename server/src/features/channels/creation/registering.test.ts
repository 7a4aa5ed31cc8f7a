import {
  createTelegramChannel,
  getChannel,
  reconnectChannel,
  updateChannel,
} from '@parlance/contract/endpoints/channels';
import { deleteChatbot } from '@parlance/contract/endpoints/chatbots';
import { acceptTransfer, createTransfer } from '@parlance/contract/endpoints/transfers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { encodeJson } from '../../../db/json.ts';
import { newId } from '../../../kit/ids.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startBotApi } from '../../../test/servers/bot-api.ts';
import { closeChannels } from '../queue.ts';
import { sealCredentials } from '../records/credentials.ts';

let program: Program;
let api: Awaited<ReturnType<typeof startBotApi>>;
let user: User;
let token: string;
let id: string;
let made = 0;

beforeAll(async () => {
  api = await startBotApi();
  program = await startProgram({ TELEGRAM_API_URL: api.url, WHATSAPP_API_URL: 'http://127.0.0.1:9' });
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

test('handed over amid a registration, a change of token or a reconnect, a chatbot’s channel ends well with its new owner', async () => {
  const amid = [
    { method: 'setWebhook', begin: () => user.call(reconnectChannel, { params: { channelId: id } }) },
    { method: 'setWebhook', begin: () => change(token) },
    { method: 'setMyCommands', begin: () => change(token) },
    { method: 'getMe', begin: () => changeToRenewed() },
  ];
  const change = (botToken: string) =>
    user.call(updateChannel, { params: { channelId: id }, body: { botToken } });
  const changeToRenewed = () => {
    token = api.revoke(token);
    return change(token);
  };
  for (const { method, begin } of amid) {
    const before = secretOf();
    const receiver = await program.newUser();
    const { body: offer } = await user.call(createTransfer, {
      body: { chatbotId: id, email: receiver.email },
    });
    expect((await begin()).status).toBe(202);
    const call = api.hold(method);
    const working = program.settle();
    await call.hasBegun;
    expect((await receiver.call(acceptTransfer, { params: { transferId: offer.id } })).status).toBe(200);
    call.release();
    await working;
    await program.settle();
    const { body: channel } = await receiver.call(getChannel, { params: { channelId: id } });
    expect(channel).toMatchObject({ status: 'ready', account: expect.stringContaining('registre_') });
    expect(channel.steps.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
    expect(channel.health).toMatchObject({ status: 'ok', findings: [] });
    expect(await press()).toBe(200);
    expect(await api.deliver(token, api.command('/help'), before)).toBe(401);
    user = receiver;
  }
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

test('what a platform does not let go of for a day keeps nothing newer waiting', async () => {
  const { db, clock, secrets } = program.context;
  // Of an account that Meta does not answer for: this program’s WhatsApp is out of reach.
  const stuck = Array.from({ length: 25 }, () => {
    const id = newId(clock());
    return {
      id,
      platform: 'whatsapp' as const,
      account_id: id,
      credentials: sealCredentials(secrets, id, {
        clientId: '1',
        clientSecret: 's',
        accessToken: 't',
        businessAccountId: '2',
      }),
      facts: encodeJson({ businessId: '2' }),
      created_at: new Date(clock().getTime() - 3_600_000),
    };
  });
  await db.insertInto('channel_closures').values(stuck).execute();
  await user.call(deleteChatbot, { params: { chatbotId: id } });
  for (let turn = 0; turn < 2; turn++) {
    await enqueue(db, closeChannels, {}, { now: clock() });
    await program.settle();
  }
  expect(api.webhookOf(token)).toBeUndefined();
});
