import {
  createWhatsAppChannel,
  getChannel,
  reconnectChannel,
  updateChannel,
} from '@parlance/contract/endpoints/channels';
import { deleteChatbot, getChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { getConversation, listConversations } from '@parlance/contract/endpoints/conversations';
import { listLedger } from '@parlance/contract/endpoints/usage';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { takeSlot } from '../../../kit/limits/rate-limit.ts';
import { answerAll, signedInAgain } from '../../../test/clients/bot.ts';
import { upload } from '../../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startGraphApi } from '../../../test/servers/graph-api.ts';
import { takeTurn } from '../answering/pacing.ts';
import { checkChannel, closeChannels } from '../queue.ts';
import { whatsApp } from './whatsapp.ts';

const guide = 'Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines.';
const breakfast = 'À quelle heure est servi le petit-déjeuner ? 🥐';

let program: Program;
let api: Awaited<ReturnType<typeof startGraphApi>>;
let user: User;

beforeAll(async () => {
  api = await startGraphApi();
  program = await startProgram({
    WHATSAPP_API_URL: api.url,
    PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname,
  });
});
afterAll(async () => {
  await program.stop();
  await api.stop();
});
beforeEach(async () => {
  user = await program.newUser();
  api.messages.length = 0;
});

const channelOf = async (id: string) => (await user.call(getChannel, { params: { channelId: id } })).body;

async function newNumber(credentials = api.addAccount()) {
  const { status, body } = await user.call(createWhatsAppChannel, {
    body: { name: 'Hôtel', ...credentials },
  });
  expect(status).toBe(202);
  await program.settle();
  return { credentials, businessId: credentials.businessAccountId, channel: await channelOf(body.id) };
}
const bodies = () => api.messages.map(({ text }) => (text as { body: string } | undefined)?.body ?? '');

test('a number is found, subscribed, and answers once whatever is delivered five times, signed over its bytes', async () => {
  const { businessId, channel, credentials } = await newNumber();
  expect(channel).toMatchObject({
    status: 'ready',
    platform: 'whatsapp',
    last4: credentials.accessToken.slice(-4),
  });
  expect(JSON.stringify(channel)).not.toContain(credentials.clientSecret);
  await upload(program, user, channel.id, [{ name: 'guide.txt', bytes: guide }]);
  await program.settle();
  const value = api.text(breakfast);
  expect(await api.deliver(businessId, value, 'another secret')).toBe(401);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => api.deliver(businessId, value)));
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  await answerAll(program);
  expect(bodies()).toHaveLength(1);
  expect(bodies()[0]).toContain('7 h à 10 h 30');
  expect(api.marks).toMatchObject([
    { message_id: value.messages[0]?.id, status: 'read', typing_indicator: { type: 'text' } },
  ]);
  expect(api.messages[0]).toMatchObject({ to: '33612345678', messaging_product: 'whatsapp' });
  const { body: ledger } = await user.call(listLedger, { query: { tokenType: 'message' } });
  expect(ledger.items).toHaveLength(1);
  const { body } = await user.call(listConversations, { query: { channel: 'whatsapp' } });
  expect(body.items).toMatchObject([{ chatbotId: channel.id, messageCount: 2 }]);
});

test('of several numbers one is chosen; wrong credentials are told apart', async () => {
  const several = api.addAccount(2);
  const { channel } = await newNumber(several);
  expect(channel).toMatchObject({ status: 'failed', chatbotId: null });
  expect(channel.steps[0]).toMatchObject({ code: 'whatsapp_choose_number' });
  expect(channel.numbers).toHaveLength(2);
  const phoneNumberId = channel.numbers?.[1]?.id ?? '';
  await user.call(updateChannel, { params: { channelId: channel.id }, body: { phoneNumberId } });
  await program.settle();
  expect(await channelOf(channel.id)).toMatchObject({
    status: 'ready',
    account: channel.numbers?.[1]?.number,
  });
  // It may be the other one later.
  const other = channel.numbers?.[0];
  await user.call(updateChannel, { params: { channelId: channel.id }, body: { phoneNumberId: other?.id } });
  await program.settle();
  const moved = await channelOf(channel.id);
  expect(moved).toMatchObject({ status: 'ready', account: other?.number, numbers: channel.numbers });
  // What the account has not, or what answers for another, is refused before the present one is let go of.
  const second = await user.call(createWhatsAppChannel, { body: { name: 'Restaurant', ...several } });
  await program.settle();
  await user.call(updateChannel, { params: { channelId: second.body.id }, body: { phoneNumberId } });
  await program.settle();
  expect((await channelOf(second.body.id)).account).toBe(channel.numbers?.[1]?.number);
  for (const [wish, code] of [
    ['999', 'whatsapp_choose_number'],
    [phoneNumberId, 'whatsapp_number_in_use'],
  ]) {
    const body = { phoneNumberId: wish };
    const refused = await user.call(updateChannel, { params: { channelId: channel.id }, body });
    expect(refused.body).toMatchObject({ code });
  }
  expect((await channelOf(channel.id)).account).toBe(other?.number);
  const codeOf = async (change: object) => {
    const wrong = await user.call(createWhatsAppChannel, {
      body: { name: `Faux ${JSON.stringify(change).length}`, ...api.addAccount(), ...change },
    });
    await program.settle();
    return (await channelOf(wrong.body.id)).steps[0]?.code;
  };
  expect(await codeOf({ clientSecret: 'wrong' })).toBe('whatsapp_client_secret_wrong');
  expect(await codeOf({ accessToken: 'EAAwrong' })).toBe('whatsapp_token_invalid');
  expect(await codeOf({ businessAccountId: '12345678' })).toBe('whatsapp_account_not_found');
});

test('what a channel signs in with is changed once Meta takes it: a wrong secret is refused, and the one before kept', async () => {
  const { businessId, channel, credentials } = await newNumber();
  expect(channel.health).toMatchObject({ status: 'ok' });
  const change = (body: object) => user.call(updateChannel, { params: { channelId: channel.id }, body });
  const refused = await change({ clientSecret: 'wrong' });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({
    code: 'whatsapp_client_secret_wrong',
    title: expect.stringContaining('clé secrète'),
  });
  expect((await change({ accessToken: 'EAAwrong' })).body).toMatchObject({ code: 'whatsapp_token_invalid' });
  expect((await channelOf(channel.id)).status).toBe('ready');
  expect(await api.deliver(businessId, api.text('Bonjour'))).toBe(200);
  await answerAll(program);
  expect(api.messages).toHaveLength(1);

  const account = api.accountOf(businessId);
  if (account) account.clientSecret = 'renewed';
  expect((await change({ clientSecret: 'renewed' })).status).toBe(202);
  await program.settle();
  expect(await channelOf(channel.id)).toMatchObject({
    status: 'ready',
    last4: credentials.accessToken.slice(-4),
  });
  expect(await api.deliver(businessId, api.text('Merci'))).toBe(200);
  // Of several numbers of another account, one is still to be chosen.
  expect((await change(api.addAccount(2))).status).toBe(202);
  await program.settle();
  expect((await channelOf(channel.id)).numbers).toHaveLength(2);
});

test('another number’s messages and what is no message leave no trace; a batch is answered person by person', async () => {
  const { businessId } = await newNumber();
  const foreign = { ...api.text('Bonjour'), metadata: { phone_number_id: '1', display_phone_number: '1' } };
  expect(await api.deliver(businessId, foreign)).toBe(200);
  expect(await api.deliver(businessId, { messages: [{ id: 7 }, null, 'x'], statuses: [{}] })).toBe(200);
  await answerAll(program);
  expect(api.messages).toEqual([]);
  const [first] = api.text('Bonjour').messages;
  const [second] = api.text('Bonjour', { from: undefined, from_user_id: 'FR.99' }).messages;
  await api.deliver(businessId, { messages: [first, second] });
  await answerAll(program);
  expect(api.messages.map(({ to, recipient }) => to ?? recipient)).toEqual(['33612345678', 'FR.99']);
});

test('who is limited waits, who is a day late is not written to, and a token that ends is told once', async () => {
  const { businessId, channel } = await newNumber();
  api.failures.push({ status: 400, code: 131056, message: 'pair rate limit' });
  await api.deliver(businessId, api.text('Bonjour'));
  await answerAll(program);
  expect(api.messages).toEqual([]);
  program.advance(7000);
  await program.settle();
  expect(api.messages).toHaveLength(1);

  api.failures.push({ status: 400, code: 131056, message: 'pair rate limit' });
  await api.deliver(businessId, api.text('Merci'));
  await answerAll(program);
  program.advance(25 * 3_600_000);
  await program.settle();
  expect(api.messages).toHaveLength(1);
  const late = await program.context.db
    .selectFrom('channel_messages')
    .select('error_code')
    .where('chatbot_id', '=', channel.id)
    .where('status', '=', 'failed')
    .execute();
  expect(late).toEqual([{ error_code: 'whatsapp_window_closed' }]);
  user = await signedInAgain(program, user);
  const { body: listed } = await user.call(listConversations, { query: { channel: 'whatsapp' } });
  const conversationId = listed.items[0]?.id ?? '';
  const { body: read } = await user.call(getConversation, { params: { conversationId } });
  expect(read.messages.flatMap(({ delivery }) => delivery ?? [])).toMatchObject([
    { status: 'sent' },
    { status: 'failed', message: expect.stringContaining('24 heures') },
  ]);

  const account = api.accountOf(businessId);
  if (account) account.isTokenValid = false;
  for (const text of ['Bonjour', 'Bonsoir']) {
    await api.deliver(businessId, api.text(text));
    await answerAll(program);
  }
  expect((await user.call(getChatbot, { params: { chatbotId: channel.id } })).body).toMatchObject({
    status: 'error',
  });
  const mails = (await program.mailbox(user.email)).filter(({ subject }) =>
    subject.includes('ne répond plus'),
  );
  expect(mails).toHaveLength(1);

  // The first of them was answered; of what is said to the second, nobody wants to hear later.
  if (account) account.isTokenValid = true;
  const sent = api.messages.length;
  for (let turn = 0; turn < 2; turn++) {
    await user.call(reconnectChannel, { params: { channelId: channel.id } });
    await program.settle();
    expect(api.messages).toHaveLength(sent + 1);
  }
  expect((await user.call(getChatbot, { params: { chatbotId: channel.id } })).body.status).toBe('active');
});

test('receipts only go forward, suggestions are buttons or a list, and one’s messages are deleted at one’s word', async () => {
  const { businessId, channel } = await newNumber();
  const suggestions = ['Horaires', 'Quels sont les horaires de la piscine chauffée ?'];
  await user.call(updateChatbot, { params: { chatbotId: channel.id }, body: { suggestions } });
  await api.deliver(businessId, api.text('', { type: 'request_welcome', text: undefined }));
  await answerAll(program);
  expect(api.messages[0]).toMatchObject({
    type: 'interactive',
    interactive: {
      type: 'list',
      action: { sections: [{ rows: [{ title: 'Horaires' }, { description: suggestions[1] }] }] },
    },
  });
  // As it was offered before it was changed: its words are asked.
  const pressed = {
    type: 'list_reply',
    list_reply: { id: 's:gone', title: 'Quels sont les horai…', description: 'Quels sont les horaires ?' },
  };
  await api.deliver(businessId, api.text('', { type: 'interactive', text: undefined, interactive: pressed }));
  await answerAll(program);
  expect(api.messages).toHaveLength(2);
  for (const status of ['read', 'delivered', 'sent'])
    await api.deliver(businessId, {
      statuses: [
        { id: 'wamid.unknown', biz_opaque_callback_data: api.messages[1]?.biz_opaque_callback_data, status },
      ],
    });
  const rows = await program.context.db
    .selectFrom('channel_messages')
    .select('status')
    .where('chatbot_id', '=', channel.id)
    .orderBy('id')
    .execute();
  expect(rows.map(({ status }) => status)).toEqual(['sent', 'read']);
  await api.deliver(businessId, api.text('Supprimer mes données'));
  await answerAll(program);
  const confirm = { type: 'button_reply', button_reply: { id: 'd:yes', title: 'Oui, supprimer' } };
  await api.deliver(businessId, api.text('', { type: 'interactive', text: undefined, interactive: confirm }));
  await answerAll(program);
  const { body } = await user.call(listConversations, { query: { channel: 'whatsapp' } });
  expect(body.items).toEqual([]);
  expect(bodies().at(-1)).toContain('supprimé');
});

test('where Meta takes no address from us, its owner pastes it: the first handshake, or delivery, ends the set-up', async () => {
  for (const isByDelivery of [false, true]) {
    user = await program.newUser();
    const credentials = api.addAccount();
    const account = api.accountOf(credentials.businessAccountId);
    if (account) account.isOverrideRefused = true;
    const { businessId, channel } = await newNumber(credentials);
    expect(channel.status).toBe('ready');
    expect(channel.steps[3]).toMatchObject({ status: 'warning', code: 'whatsapp_subscription_refused' });
    const { callbackUrl: url = '', verifyToken = '' } = channel.setup ?? {};
    if (isByDelivery && account) account.callback = { url, verifyToken };
    else {
      expect(await api.paste(businessId, { url, verifyToken: 'another' })).toBe(false);
      expect((await channelOf(channel.id)).steps[3]?.status).toBe('warning');
      expect(await api.paste(businessId, { url, verifyToken })).toBe(true);
    }
    if (isByDelivery) {
      expect(await api.deliver(businessId, { statuses: [] }, 'another secret')).toBe(401);
      expect((await channelOf(channel.id)).steps[3]?.status).toBe('warning');
      expect(await api.deliver(businessId, { statuses: [] })).toBe(200);
    }
    const done = await channelOf(channel.id);
    expect(done.steps[3]).toEqual({ name: 'credentials', status: 'done' });
    expect(done.setup).toBeUndefined();
    await enqueue(
      program.context.db,
      checkChannel,
      { channelId: channel.id },
      { now: program.context.clock() },
    );
    await program.settle();
    expect((await channelOf(channel.id)).health).toMatchObject({ status: 'ok', findings: [] });
  }
});

test('what Meta says of an account by itself is told in its health for a day; what ends its answers is mailed', async () => {
  const { businessId, channel } = await newNumber();
  const check = async () => {
    await enqueue(
      program.context.db,
      checkChannel,
      { channelId: channel.id },
      { now: program.context.clock() },
    );
    await program.settle();
  };
  const errors = [{ code: 131042, title: 'Business eligibility payment issue' }];
  expect(await api.deliver(businessId, { errors })).toBe(200);
  expect(await api.deliver(businessId, { errors: [null, { code: 'x' }, ...errors] })).toBe(200);
  await check();
  const { health } = await channelOf(channel.id);
  expect(health).toMatchObject({ status: 'warning', findings: [{ detail: errors[0]?.title }] });
  expect((await user.call(getChatbot, { params: { chatbotId: channel.id } })).body.status).toBe('active');
  program.advance(25 * 3_600_000);
  user = await signedInAgain(program, user);
  await check();
  expect((await channelOf(channel.id)).health).toMatchObject({ status: 'ok', findings: [] });

  await api.deliver(businessId, { errors: [{ code: 131031, title: 'Account has been locked' }] });
  await program.settle();
  expect((await channelOf(channel.id)).health).toMatchObject({ status: 'error' });
  expect((await user.call(getChatbot, { params: { chatbotId: channel.id } })).body.status).toBe('error');
});

test('messages are paced ahead of the eighty a second that Meta takes of a number, over all chats', async () => {
  const { channel } = await newNumber();
  const now = program.context.clock();
  const context = { ...program.context, clock: () => now };
  const { signal } = new AbortController();
  const turns = Array.from({ length: 5 }, (_, at) =>
    takeTurn({ context, platform: whatsApp, row: channel, chat: { address: { to: `${at}` } }, signal }),
  );
  await Promise.all(turns);
  const next = { of: `channel ${channel.id} number`, everyMs: 13, burst: 1, patienceMs: 2000 };
  expect(await takeSlot(context, next)).toEqual({ isTaken: true, waitMs: 65 });
});

test('deleted, a chatbot’s number is let go of', async () => {
  const { businessId, channel } = await newNumber();
  expect(api.accountOf(businessId)?.callback).toBeDefined();
  await user.call(deleteChatbot, { params: { chatbotId: channel.id } });
  await enqueue(program.context.db, closeChannels, {}, { now: program.context.clock() });
  await program.settle();
  expect(api.accountOf(businessId)?.callback).toBeUndefined();
});
