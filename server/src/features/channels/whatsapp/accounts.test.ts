import { createWhatsAppChannel, getChannel, updateChannel } from '@parlance/contract/endpoints/channels';
import { deleteChatbot, getChatbot } from '@parlance/contract/endpoints/chatbots';
import { getConversation, listConversations } from '@parlance/contract/endpoints/conversations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { answerAll } from '../../../test/clients/bot.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startGraphApi } from '../../../test/servers/graph-api.ts';
import { checkChannel, closeChannels } from '../queue.ts';

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
const statusOf = async (id: string) =>
  (await user.call(getChatbot, { params: { chatbotId: id } })).body.status;
const choose = async (id: string, phoneNumberId: string | undefined) => {
  await user.call(updateChannel, { params: { channelId: id }, body: { phoneNumberId } });
  await program.settle();
};
const create = async (name: string, credentials: ReturnType<typeof api.addAccount>) => {
  const { body } = await user.call(createWhatsAppChannel, { body: { name, ...credentials } });
  await program.settle();
  return body.id;
};
const check = async (channelId: string) => {
  await enqueue(program.context.db, checkChannel, { channelId }, { now: program.context.clock() });
  await program.settle();
  return (await channelOf(channelId)).health;
};
const letGo = async () => {
  await enqueue(program.context.db, closeChannels, {}, { now: program.context.clock() });
  await program.settle();
};
const codesOf = async (id: string) => (await check(id))?.findings.map(({ code }) => code);

test('two numbers of one account each have their chatbot: whatever is written to either comes to one address, and is told apart', async () => {
  const credentials = api.addAccount(2);
  const businessId = credentials.businessAccountId;
  const numbers = api.accountOf(businessId)?.numbers.map(({ id }) => id) ?? [];
  const ids: string[] = [];
  for (const [at, name] of ['Hôtel', 'Restaurant'].entries()) {
    const id = await create(name, credentials);
    await choose(id, numbers[at]);
    ids.push(id);
  }
  const [first = '', second = ''] = ids;
  expect(api.accountOf(businessId)?.callback?.url).toContain(second);
  const write = (at: number, text: string) =>
    api.deliver(businessId, {
      ...api.text(text),
      metadata: { display_phone_number: '1', phone_number_id: numbers[at] },
    });
  const heard = async () => {
    const { body } = await user.call(listConversations, { query: { channel: 'whatsapp' } });
    return body.items.map(({ chatbotId }) => chatbotId).sort();
  };
  expect(await write(0, 'Bonjour')).toBe(200);
  await answerAll(program);
  expect(await heard()).toEqual([first]);
  expect(await write(1, 'Bonjour')).toBe(200);
  await answerAll(program);
  expect(await heard()).toEqual([...ids].sort());
  expect(api.messages).toHaveLength(2);
  for (const id of ids) expect(await check(id)).toMatchObject({ status: 'ok', findings: [] });
  // The one whose address it is goes: the other’s takes its place.
  await user.call(deleteChatbot, { params: { chatbotId: second } });
  await letGo();
  expect(api.accountOf(businessId)?.callback?.url).toContain(first);
  expect(await write(0, 'Merci')).toBe(200);
  expect(await check(first)).toMatchObject({ status: 'ok' });
  await user.call(deleteChatbot, { params: { chatbotId: first } });
  await letGo();
  expect(api.accountOf(businessId)?.callback).toBeUndefined();
});

test('another number of the same account goes on being delivered to, once the one before is let go of', async () => {
  const credentials = api.addAccount(2);
  const account = api.accountOf(credentials.businessAccountId);
  const id = await create('Hôtel', credentials);
  await choose(id, account?.numbers[0]?.id);
  await user.call(updateChannel, {
    params: { channelId: id },
    body: { phoneNumberId: account?.numbers[1]?.id },
  });
  // While its steps run, and after them.
  await letGo();
  await letGo();
  expect((await channelOf(id)).status).toBe('ready');
  expect(account?.callback?.url).toContain(id);
  const { rows } = { rows: await program.context.db.selectFrom('channel_closures').select('id').execute() };
  expect(rows).toEqual([]);
});

test('what Meta no longer lets through turns the chatbot to an error: a subscription, a permission, a secret, a number', async () => {
  const credentials = api.addAccount();
  const id = await create('Hôtel', credentials);
  const account = api.accountOf(credentials.businessAccountId);
  const [number] = account?.numbers ?? [];
  if (!account || !number) throw new Error('no account');
  const { callback, scopes, clientSecret } = account;
  const breaks: [string, () => void, () => void][] = [
    [
      'whatsapp_subscription_lost',
      () => Object.assign(account, { callback: undefined }),
      () => Object.assign(account, { callback }),
    ],
    [
      'whatsapp_permission_missing',
      () => Object.assign(account, { scopes: scopes.slice(0, 1) }),
      () => Object.assign(account, { scopes }),
    ],
    [
      'whatsapp_client_secret_wrong',
      () => Object.assign(account, { clientSecret: 'another' }),
      () => Object.assign(account, { clientSecret }),
    ],
    [
      'whatsapp_account_restricted',
      () => Object.assign(number, { status: 'BANNED' }),
      () => Object.assign(number, { status: 'CONNECTED' }),
    ],
  ];
  for (const [code, end, mend] of breaks) {
    end();
    expect(await codesOf(id)).toEqual([code]);
    expect(await statusOf(id)).toBe('error');
    mend();
    expect(await codesOf(id)).toEqual([]);
    expect(await statusOf(id)).toBe('active');
  }
  number.status = 'FLAGGED';
  expect(await codesOf(id)).toEqual(['whatsapp_quality_low']);
  expect(await statusOf(id)).toBe('active');
});

test('a token that ends within a week is told by mail, once', async () => {
  const credentials = api.addAccount();
  const account = api.accountOf(credentials.businessAccountId);
  const days = (count: number) => program.context.clock().getTime() / 1000 + count * 86_400;
  if (account) account.expiresAt = Math.floor(days(30));
  const id = await create('Hôtel', credentials);
  expect((await channelOf(id)).steps[0]).toMatchObject({ status: 'warning', code: 'whatsapp_token_expires' });
  const mails = async () =>
    (await program.mailbox(user.email)).filter(({ subject }) => subject.includes('jeton d’accès'));
  await check(id);
  expect(await mails()).toEqual([]);
  if (account) account.expiresAt = Math.floor(days(6));
  for (let turn = 0; turn < 3; turn++) expect(await codesOf(id)).toEqual(['whatsapp_token_expires']);
  expect(await mails()).toMatchObject([
    {
      subject: expect.stringContaining('Hôtel expire le'),
      text: expect.stringContaining('utilisateur système'),
    },
  ]);
  expect(await statusOf(id)).toBe('active');
});

test('who wrote more than a day ago is not written to, whenever that arrives; of one second, the first is read first', async () => {
  const credentials = api.addAccount();
  const id = await create('Hôtel', credentials);
  const businessId = credentials.businessAccountId;
  const ago = (hours: number) => String(Math.floor(program.context.clock().getTime() / 1000) - hours * 3600);
  await api.deliver(businessId, api.text('Bonjour', { timestamp: ago(25) }));
  await answerAll(program);
  expect(api.messages).toEqual([]);
  const { body } = await user.call(listConversations, { query: { channel: 'whatsapp' } });
  const params = { conversationId: body.items[0]?.id ?? '' };
  const { body: read } = await user.call(getConversation, { params });
  expect(read.messages.flatMap(({ delivery }) => delivery ?? [])).toMatchObject([
    { status: 'failed', message: expect.stringContaining('24 heures') },
  ]);
  const timestamp = ago(1);
  const messages = ['quatre', 'deux', 'trois', 'un'].map(
    (body, at) => api.text(body, { timestamp, id: `wamid.${9 - at}` }).messages[0],
  );
  await api.deliver(businessId, { messages });
  await answerAll(program);
  expect(api.messages).toHaveLength(1);
  const { body: again } = await user.call(getConversation, { params });
  expect(again.messages.at(-2)).toMatchObject({ text: 'quatre\ndeux\ntrois\nun' });
  expect((await channelOf(id)).lastEventAt).not.toBeNull();
});

test('what keeps Meta from sending more than one message is told of the account, in its owner’s words', async () => {
  const credentials = api.addAccount();
  const id = await create('Hôtel', credentials);
  const businessId = credentials.businessAccountId;
  api.failures.push({ status: 400, code: 131037, message: 'display name' });
  await api.deliver(businessId, api.text('Bonjour'));
  await answerAll(program);
  const failed = { status: 'failed', errors: [{ code: 131042, title: 'payment issue' }] };
  await api.deliver(businessId, { statuses: [{ id: 'wamid.x', ...failed }] });
  const { health } = await channelOf(id);
  expect(health?.findings.map(({ message }) => message)).toEqual([
    expect.stringContaining('moyen de paiement'),
    expect.stringContaining('nom affiché'),
  ]);
  expect(await statusOf(id)).toBe('active');
});

test('who is limited again waits four times as long', async () => {
  const credentials = api.addAccount();
  await create('Hôtel', credentials);
  const limited = { status: 400, code: 131056, message: 'pair rate limit' };
  api.failures.push(...Array.from({ length: 4 }, () => limited));
  await api.deliver(credentials.businessAccountId, api.text('Bonjour'));
  await answerAll(program);
  for (const seconds of [7, 7, 18]) {
    program.advance(seconds * 1000);
    await program.settle();
    expect(api.messages).toEqual([]);
  }
  program.advance(60_000);
  await program.settle();
  expect(api.messages).toEqual([]);
  program.advance(12_000);
  await program.settle();
  expect(api.messages).toHaveLength(1);
});
