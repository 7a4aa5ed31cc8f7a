import {
  createTelegramChannel,
  deleteChannel,
  getChannel,
  listChannels,
  retryChannel,
  updateChannel,
} from '@parlance/contract/endpoints/channels';
import {
  deleteChatbot,
  getChatbot,
  listChatbots,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import { listConversations } from '@parlance/contract/endpoints/conversations';
import { listLedger } from '@parlance/contract/endpoints/usage';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allWork } from '../../app.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { startWorker } from '../../kit/jobs/worker.ts';
import { answerAll, signedInAgain, soon } from '../../test/clients/bot.ts';
import { upload } from '../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { startBotApi } from '../../test/servers/bot-api.ts';
import { startModelServer } from '../../test/servers/model.ts';
import { closeChannels } from './queue.ts';

const guide = `Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines.

Le parking souterrain coûte 12 € par nuit et se réserve à la réception.`;
const breakfast = 'À quelle heure est servi le petit-déjeuner ?';
const answer = 'Le petit-déjeuner est servi de 7 h à 10 h 30 [1].';

let program: Program;
let api: Awaited<ReturnType<typeof startBotApi>>;
let model: Awaited<ReturnType<typeof startModelServer>>;
let user: User;
let bots = 0;

beforeAll(async () => {
  api = await startBotApi();
  model = await startModelServer(() => answer);
  program = await startProgram({
    TELEGRAM_API_URL: api.url,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'quick',
    PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname,
  });
});
afterAll(async () => {
  await program.stop();
  await model.stop();
  await api.stop();
});
beforeEach(async () => {
  user = await program.newUser();
  api.calls.length = 0;
});

/** Lets go of what deleted chatbots held, as a worker does every some seconds. */
async function letGo() {
  const { db, clock } = program.context;
  await enqueue(db, closeChannels, {}, { now: clock() });
  await program.settle();
}

/** A chatbot on Telegram that knows a hotel's breakfast. */
async function newBot() {
  bots += 1;
  const token = api.addBot(`hotel_${bots}_bot`);
  const made = await user.call(createTelegramChannel, { body: { name: `Hôtel ${bots}`, botToken: token } });
  expect(made.status).toBe(202);
  await program.settle();
  const { body: channel } = await user.call(getChannel, { params: { channelId: made.body.id } });
  return { token, channel };
}

const teach = async (chatbotId: string) => {
  await upload(program, user, chatbotId, [{ name: 'guide.txt', bytes: guide }]);
  await program.settle();
};

test('a bot is verified, created, configured and registered, and answers once for five deliveries', async () => {
  const { token, channel } = await newBot();
  expect(channel).toMatchObject({
    status: 'ready',
    platform: 'telegram',
    account: `@hotel_${bots}_bot`,
    link: `https://t.me/hotel_${bots}_bot`,
    last4: token.slice(-4),
    lastEventAt: null,
    health: { status: 'ok' },
  });
  expect(channel.steps.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done']);
  expect(JSON.stringify(channel)).not.toContain(token);
  await teach(channel.id);

  const message = api.message(breakfast);
  const update = { update_id: 42, ...message };
  const statuses = await Promise.all(Array.from({ length: 5 }, () => api.deliver(token, update)));
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  await answerAll(program);
  expect(api.sent()).toHaveLength(1);
  expect(api.sent()[0]).toContain('7 h à 10 h 30');
  const { body: ledger } = await user.call(listLedger, { query: { tokenType: 'message' } });
  expect(ledger.items).toHaveLength(1);
  const { body: conversations } = await user.call(listConversations, { query: { channel: 'telegram' } });
  expect(conversations.items).toMatchObject([
    { chatbotId: channel.id, channel: 'telegram', messageCount: 2 },
  ]);
  const { body: seen } = await user.call(getChannel, { params: { channelId: channel.id } });
  expect(seen.lastEventAt).not.toBeNull();
});

test('forty visitors of one bot are answered side by side, however long the model takes', async () => {
  const { token, channel } = await newBot();
  await teach(channel.id);
  const chats = Array.from({ length: 40 }, (_, at) => 4000 + at);
  let asked = 0;
  let allAsked = () => {};
  const together = new Promise<void>((resolve) => {
    allAsked = resolve;
  });
  model.answer(async () => {
    asked += 1;
    if (asked === chats.length) allAsked();
    await together;
    return answer;
  });
  await Promise.all(chats.map((chat) => api.deliver(token, api.message(breakfast, chat))));
  const worker = startWorker(program.context, allWork);
  const answered = () => api.arrived.flatMap(({ chat }) => (chats.includes(chat) ? [chat] : [])).sort();
  await expect.poll(answered, soon).toEqual(chats);
  await worker.stop();
  expect(asked).toBe(chats.length);
});

test('what does not show the bot’s secret is refused and leaves no trace', async () => {
  const { token, channel } = await newBot();
  expect(await api.deliver(token, api.message('Bonjour'), 'wrong')).toBe(401);
  const unknown = await fetch(`${program.url}/webhooks/telegram/${crypto.randomUUID()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(unknown.status).toBe(401);
  await answerAll(program);
  expect(api.sent()).toEqual([]);
  const rows = await program.context.db.selectFrom('channel_events').select('external_id').execute();
  expect(rows.filter(({ external_id }) => external_id.startsWith(channel.id))).toEqual([]);
});

test('a wrong token says so and costs nothing; a retry with the right one goes on', async () => {
  const wrong = `1:${'A'.repeat(35)}`;
  const { body: channel } = await user.call(createTelegramChannel, {
    body: { name: 'Faux', botToken: wrong },
  });
  await program.settle();
  const { body: failed } = await user.call(getChannel, { params: { channelId: channel.id } });
  expect(failed).toMatchObject({ status: 'failed', chatbotId: null });
  expect(failed.steps[0]).toMatchObject({ status: 'error', code: 'telegram_token_invalid' });
  expect((await user.call(listChatbots)).body.items).toEqual([]);
  expect((await user.call(listChannels)).body.items).toMatchObject([{ id: channel.id, status: 'failed' }]);
  await user.call(retryChannel, { params: { channelId: channel.id } });
  await program.settle();
  expect((await user.call(deleteChannel, { params: { channelId: channel.id } })).status).toBe(204);
  expect((await user.call(listChannels)).body.items).toEqual([]);
});

test('a bot serves one chatbot, and is free for another at once when that is deleted', async () => {
  const { token, channel } = await newBot();
  const other = await program.newUser();
  const second = await other.call(createTelegramChannel, { body: { name: 'Second', botToken: token } });
  await program.settle();
  const { body: refused } = await other.call(getChannel, { params: { channelId: second.body.id } });
  expect(refused.steps[0]).toMatchObject({ status: 'error', code: 'telegram_bot_in_use' });
  await user.call(deleteChatbot, { params: { chatbotId: channel.id } });
  await other.call(retryChannel, { params: { channelId: second.body.id } });
  await program.settle();
  const { body: taken } = await other.call(getChannel, { params: { channelId: second.body.id } });
  expect(taken.status).toBe('ready');
  await letGo();
  expect(api.webhookOf(token)?.url).toContain(second.body.id);
  await other.call(deleteChatbot, { params: { chatbotId: second.body.id } });
  await letGo();
  expect(api.webhookOf(token)).toBeUndefined();
});

test('a 429 delays an answer and never loses it', async () => {
  const { token, channel } = await newBot();
  await teach(channel.id);
  const body = { ok: false, error_code: 429, description: 'Too Many', parameters: { retry_after: 60 } };
  const chat = 4711;
  const callsTo = () => api.calls.flatMap(({ method, body }) => (body.chat_id === chat ? [method] : []));
  await api.deliver(token, api.message(breakfast, chat));
  // The sign that somebody writes is refused: until then nothing more is called in that chat.
  api.failures.push({ status: 429, body });
  await answerAll(program);
  expect(callsTo()).toEqual(['sendChatAction']);
  api.failSends.push({ status: 429, body });
  for (let turn = 0; turn < 2; turn++) {
    program.advance(67_000);
    await program.settle();
  }
  expect(callsTo()).toEqual(['sendChatAction', 'sendMessage', 'sendMessage']);
  const queued = await program.context.db
    .selectFrom('channel_messages')
    .select('id')
    .where('status', '=', 'queued')
    .execute();
  expect(queued).toEqual([]);
});

test('a revoked token turns the chatbot to an error, mailed once; what visitors write is kept, and answered under the next', async () => {
  const { token, channel } = await newBot();
  await api.deliver(token, api.message('Bonjour'));
  const secret = api.webhookOf(token);
  const next = api.revoke(token);
  await answerAll(program);
  const { body: broken } = await user.call(getChatbot, { params: { chatbotId: channel.id } });
  expect(broken).toMatchObject({ status: 'error' });
  expect(broken.error).toContain('@BotFather');
  await fetch(secret?.url ?? '', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-telegram-bot-api-secret-token': secret?.secret ?? '',
    },
    body: JSON.stringify({ update_id: 990_001, ...api.message('Encore moi') }),
  });
  await answerAll(program);
  const mails = (await program.mailbox(user.email)).filter(({ subject }) =>
    subject.includes('ne répond plus'),
  );
  expect(mails).toHaveLength(1);

  const renew = async (botToken: string) => {
    await user.call(updateChannel, { params: { channelId: channel.id }, body: { botToken } });
    await program.settle();
  };
  // Once, however often: and of the answers alone, not of what was said meanwhile.
  for (let turn = 0; turn < 2; turn++) await renew(next);
  expect(api.sent()).toHaveLength(1);
  expect(api.sent()[0]).toContain('Bonjour');
  await api.deliver(next, api.message('Bonsoir'));
  const last = api.revoke(next);
  await answerAll(program);
  // An hour later nobody waits for it on Telegram.
  program.advance(60 * 60_000);
  user = await signedInAgain(program, user);
  await renew(last);
  expect(api.sent()).toHaveLength(1);
  expect((await user.call(getChatbot, { params: { chatbotId: channel.id } })).body.status).toBe('active');
});

test('a paused chatbot says so once, and keeps what was written', async () => {
  const { token, channel } = await newBot();
  await user.call(updateChatbot, { params: { chatbotId: channel.id }, body: { status: 'paused' } });
  for (const text of ['Bonjour ?', 'Il y a quelqu’un ?']) {
    await api.deliver(token, api.message(text));
    await answerAll(program);
  }
  expect(api.sent()).toHaveLength(1);
  expect(api.sent()[0]).toContain('momentanément indisponible');
  const { body } = await user.call(listConversations, { query: { channel: 'telegram' } });
  expect(body.items).toMatchObject([{ messageCount: 2 }]);
});
