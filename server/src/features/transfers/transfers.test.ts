import {
  createChatbot,
  deleteChatbot,
  getChatbot,
  listChatbots,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import { createCheck, listChecks } from '@parlance/contract/endpoints/checks';
import { listSources, searchPassages } from '@parlance/contract/endpoints/sources';
import {
  acceptTransfer,
  cancelTransfer,
  createTransfer,
  declineTransfer,
  listTransfers,
  previewTransfer,
  type TransferSort,
} from '@parlance/contract/endpoints/transfers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { newChatbot, upload } from '../../test/clients/upload.ts';
import { ask } from '../../test/clients/visitor.ts';
import { png, sendImage } from '../../test/images.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { closeTransfers } from './queue.ts';

const dayMs = 86_400_000;

let program: Program;
let sender: User;
let receiver: User;
let chatbot: { id: string; publicId: string };

beforeAll(async () => {
  program = await startProgram({
    PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname,
    EMBED_RATE_LIMIT_PER_MINUTE: '0',
  });
  [sender, receiver] = [await program.newUser(), await program.newUser({ language: 'en' })];
});
afterAll(() => program.stop());
beforeEach(async () => {
  const { db } = program.context;
  for (const table of ['chatbots', 'transfers', 'rate_limits', 'mails', 'accounts'] as const)
    await db.deleteFrom(table).execute();
  chatbot = await newChatbot(sender, 'Refuge');
});

const offer = async (email = receiver.email, chatbotId = chatbot.id) =>
  sender.call(createTransfer, { body: { chatbotId, email } });
const accept = (transferId: string, by = receiver) => by.call(acceptTransfer, { params: { transferId } });
/** As if its fourteen days were over: a clock that moves so far ends sessions, too. */
const endNow = (transferId: string) =>
  program.context.db
    .updateTable('transfers')
    .set({ expires_at: program.context.clock() })
    .where('id', '=', transferId)
    .execute();
const offersTo = async (user: User) => (await user.call(listTransfers, {})).body.items;
const found = (user: User) =>
  user.call(searchPassages, {
    params: { chatbotId: chatbot.id },
    body: { query: 'Quand ouvre le refuge ?' },
  });
/** The owners of every row that hangs on the chatbot. */
async function ownersOf(chatbotId: string): Promise<string[]> {
  const { rows: tables } = await sql<{ table_name: string }>`
    select table_name from information_schema.columns
     where table_schema = 'public' and column_name in ('owner_id', 'chatbot_id') and table_name !~ '^ledger_entries_'
     group by table_name having count(*) = 2`.execute(program.context.db);
  const row = await program.context.db
    .selectFrom('chatbots')
    .select('owner_id')
    .where('id', '=', chatbotId)
    .executeTakeFirst();
  const owners = new Set(row ? [row.owner_id] : []);
  for (const { table_name: table } of tables.filter(({ table_name }) => !(table_name in stays))) {
    const { rows } = await sql<{ owner_id: string }>`
      select distinct owner_id from ${sql.table(table)} where chatbot_id = ${chatbotId}`.execute(
      program.context.db,
    );
    for (const { owner_id } of rows) owners.add(owner_id);
  }
  const { rows } = await sql<{ owner_id: string }>`
    select m.owner_id from messages m join conversations c on c.id = m.conversation_id
     where c.chatbot_id = ${chatbotId}`.execute(program.context.db);
  for (const { owner_id } of rows) owners.add(owner_id);
  return [...owners];
}

/** Tables that name a chatbot and an account, and that a hand-over leaves where they are. */
const stays: Record<string, string> = {
  ledger_entries: 'who paid keeps what was paid for',
  reservations: 'of answers that run: charged to whom they were reserved for',
  usage_days: 'sums of the ledger',
  usage_hours: 'sums of the ledger',
  visitor_sums: 'sums of the ledger',
  cap_alerts: 'forgotten: caps count anew with another account',
  transfers: 'the offer itself',
};
/** Moved by a statement of their own: a key would be looked up with each of their many rows. */
const follows = ['check_results', 'messages', 'passages', 'summary_notes'];

test('every table that names an account moves with its chatbot, or is known to stay', async () => {
  const { rows } = await sql<{ table: string; has_chatbot: boolean; parents: string[]; moves: boolean }>`
    select c.relname as table, bool_or(a.attname = 'chatbot_id') as has_chatbot,
           array(select confrelid::regclass::text from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as parents,
           exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
                      and k.confrelid = 'chatbots'::regclass and k.confupdtype = 'c' and cardinality(k.conkey) = 2) as moves
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and exists (select from pg_attribute o where o.attrelid = c.oid and o.attname = 'owner_id')
     group by c.oid, c.relname`.execute(program.context.db);
  const moved = new Set(rows.filter(({ moves }) => moves).map(({ table }) => table));
  const hangs = rows.filter(
    ({ table, has_chatbot: hasChatbot, parents }) =>
      table !== 'chatbots' && (hasChatbot || parents.some((parent) => moved.has(parent))),
  );
  const unknown = hangs
    .map(({ table }) => table)
    .filter((table) => !moved.has(table) && !follows.includes(table) && !(table in stays));
  // A new one: `foreign key (chatbot_id, owner_id) references chatbots (id, owner_id) on delete cascade on update cascade`.
  expect(unknown).toEqual([]);
  expect(moved.size).toBeGreaterThan(12);
});

test('a chatbot goes over with all that it holds; visitors notice nothing, and its former owner has nothing of it', async () => {
  await upload(program, sender, chatbot.id, [{ name: 'refuge.txt', bytes: 'Le refuge ouvre le 3 juin.' }]);
  await sendImage(program, sender, chatbot.id, { slot: 'avatar', bytes: png() });
  await sender.call(updateChatbot, { params: { chatbotId: chatbot.id }, body: { systemMessage: 'Tutoie.' } });
  await sender.call(createCheck, {
    params: { chatbotId: chatbot.id },
    body: { question: 'Quand ?', mustContain: ['juin'] },
  });
  await program.settle();
  const before = await ask(program, chatbot.publicId, { text: 'Quand ouvre le refuge ?' });
  await ask(program, chatbot.publicId, { text: 'Avez-vous une piscine chauffée ?' });
  expect(before.text).toContain('3 juin');
  await newChatbot(receiver, 'refuge');

  const offered = await offer();
  expect(offered).toMatchObject({
    status: 201,
    body: { direction: 'outgoing', email: receiver.email, name: null, status: 'pending' },
  });
  await program.settle();
  const [incoming] = await offersTo(receiver);
  expect(incoming).toMatchObject({
    direction: 'incoming',
    email: sender.email,
    name: 'Camille Morel',
    chatbot: { name: 'Refuge' },
    contents: { sources: 1, passages: 1, conversations: 2, checks: 1, bytes: 26 },
  });
  expect(incoming?.chatbot.id).toBeUndefined();
  const params = { transferId: offered.body.id };
  expect((await receiver.call(previewTransfer, { params })).body).toMatchObject({
    chatbots: { used: 1, after: 2, limit: 3 },
    bytes: { used: 0, after: 26 },
    isPossible: true,
    name: 'Refuge (2)',
  });
  expect((await receiver.call(getChatbot, { params: { chatbotId: chatbot.id } })).status).toBe(404);

  expect(await accept(offered.body.id)).toMatchObject({
    status: 200,
    body: { status: 'accepted', chatbot: { id: chatbot.id, name: 'Refuge (2)' } },
  });
  expect(await ownersOf(chatbot.id)).toEqual([receiver.id]);
  const after = await ask(program, chatbot.publicId, {
    text: 'Quand ouvre le refuge ?',
    conversationId: before.meta.conversationId,
    visitorToken: before.meta.visitorToken,
  });
  expect(after).toMatchObject({ status: 200, text: before.text });
  expect(await ownersOf(chatbot.id)).toEqual([receiver.id]);

  const of = { params: { chatbotId: chatbot.id } };
  expect((await receiver.call(getChatbot, of)).body).toMatchObject({
    publicId: chatbot.publicId,
    name: 'Refuge (2)',
    systemMessage: 'Tutoie.',
    welcomeMessage: expect.stringContaining('Refuge'),
  });
  expect((await found(receiver)).body.passages).toHaveLength(1);
  expect((await receiver.call(listChecks, of)).body.items).toHaveLength(1);
  for (const endpoint of [getChatbot, listSources, listChecks] as const)
    expect((await sender.call(endpoint, of)).status, endpoint.path).toBe(404);
  expect((await found(sender)).status).toBe(404);
  expect((await sender.call(listChatbots, {})).body.items).toEqual([]);
  expect((await sendImage(program, sender, chatbot.id, { slot: 'avatar', bytes: png() })).status).toBe(404);

  const paid = await program.context.db
    .selectFrom('ledger_entries')
    .select(['owner_id', 'operation'])
    .where('chatbot_id', '=', chatbot.id)
    .orderBy('id')
    .execute();
  // The file and two answers before, one answer after: each once.
  expect(paid.map(({ owner_id }) => (owner_id === sender.id ? 'sender' : 'receiver')).sort()).toEqual([
    'receiver',
    'sender',
    'sender',
    'sender',
  ]);
  await program.settle();
  for (const user of [sender, receiver]) expect(await program.mailbox(user.email)).toHaveLength(2);
});

test('an address without an account gets the offer, and finds it once it is confirmed', async () => {
  const email = `person-${crypto.randomUUID()}@example.org`;
  const offered = await offer(email.toUpperCase());
  const known = await offer(receiver.email, (await newChatbot(sender, 'Cabane')).id);
  expect(Object.keys(offered.body)).toEqual(Object.keys(known.body));
  expect(offered.body.name).toBe(known.body.name);
  await program.settle();
  expect((await program.mailbox(email))[0]?.text).toContain('/admin/transfers');
  await program.auth('/signup', { email, password: 'six chevaux bleus' });
  await program.settle();
  const mail = (await program.mailbox(email)).find(({ text }) => text.includes('/auth/v1/verify'));
  const signIn = () => program.auth('/token?grant_type=password', { email, password: 'six chevaux bleus' });
  await fetch(/http\S+\/auth\/v1\/verify\?\S+/.exec(mail?.text ?? '')?.[0] ?? '', { redirect: 'manual' });
  const { access_token: token } = (await signIn()).body;
  const listed = await program.call(listTransfers, {}, token);
  expect(listed.body.items).toMatchObject([{ id: offered.body.id, direction: 'incoming' }]);
  const taken = await program.call(acceptTransfer, { params: { transferId: offered.body.id } }, token);
  expect(taken.body.status).toBe('accepted');
});

test('a long list is searched, by what each side sees of the other alone', async () => {
  await offer();
  await offer('zoe@chalet.example', (await newChatbot(sender, 'Télésiège')).id);
  const found = async (by: User, search: string) =>
    (await by.call(listTransfers, { query: { search } })).body.items.map(({ chatbot }) => chatbot.name);
  expect(await found(sender, 'telesiege')).toEqual(['Télésiège']);
  expect(await found(sender, 'CHALET')).toEqual(['Télésiège']);
  expect(await found(sender, receiver.email)).toEqual(['Refuge']);
  expect(await found(receiver, sender.email)).toEqual(['Refuge']);
  expect(await found(receiver, 'camille')).toEqual(['Refuge']);
  // Whose account a stranger's address is, and who they are there, is nobody's to find.
  expect(await found(sender, 'camille')).toEqual([]);
  expect(await found(sender, 'nothing of it')).toEqual([]);
});

test('a list is sorted by name, address and time, page by page', async () => {
  await offer('zoe@chalet.example');
  await offer('ana@chalet.example', (await newChatbot(sender, 'Télésiège')).id);
  await offer('max@chalet.example', (await newChatbot(sender, 'élan')).id);
  const sorted = async (sort: TransferSort) => {
    const names: string[] = [];
    for (let cursor: string | undefined | null; cursor !== null; ) {
      const page = await sender.call(listTransfers, { query: { sort, limit: 1, cursor } });
      names.push(...page.body.items.map(({ chatbot }) => chatbot.name));
      cursor = page.body.nextCursor;
    }
    return names;
  };
  expect(await sorted('name')).toEqual(['élan', 'Refuge', 'Télésiège']);
  expect(await sorted('-name')).toEqual(['Télésiège', 'Refuge', 'élan']);
  expect(await sorted('email')).toEqual(['Télésiège', 'élan', 'Refuge']);
  expect(await sorted('createdAt')).toEqual(['Refuge', 'Télésiège', 'élan']);
  expect(await sorted('-createdAt')).toEqual(['élan', 'Télésiège', 'Refuge']);
});

test('offers are refused where they make no sense, and bounded', async () => {
  expect((await offer(sender.email.toUpperCase())).body).toMatchObject({ code: 'transfer_to_self' });
  expect((await offer('nobody')).status).toBe(400);
  expect((await offer('a@b.example', crypto.randomUUID())).status).toBe(404);
  const { body } = await offer('first@example.org');
  expect((await offer('second@example.org')).body).toMatchObject({ code: 'transfer_pending' });
  for (const [user, endpoint] of [
    [sender, acceptTransfer],
    [sender, declineTransfer],
    [receiver, acceptTransfer],
    [receiver, declineTransfer],
    [receiver, cancelTransfer],
  ] as const)
    expect((await user.call(endpoint, { params: { transferId: body.id } })).status).toBe(404);
  await sender.call(cancelTransfer, { params: { transferId: body.id } });
  for (let count = 0; count < 5; count++) {
    const offered = await offer();
    await sender.call(cancelTransfer, { params: { transferId: offered.body.id } });
  }
  expect((await offer()).body).toMatchObject({ code: 'rate_limited' });
});

test('the receiver’s plan must have room, for the chatbot and for its files', async () => {
  const { body } = await offer();
  for (const name of ['Lac', 'Col', 'Gorge']) await newChatbot(receiver, name);
  const preview = await receiver.call(previewTransfer, { params: { transferId: body.id } });
  expect(preview.body).toMatchObject({ isPossible: false, chatbots: { after: 4, limit: 3 } });
  expect((await accept(body.id)).body).toMatchObject({ code: 'chatbot_limit_reached', limit: 3 });
  await upload(program, sender, chatbot.id, [{ name: 'refuge.txt', bytes: 'Le refuge. '.repeat(1000) }]);
  expect((await accept(body.id)).body).toMatchObject({ code: 'transfer_not_possible' });
  await program.settle();
  await program.context.db.insertInto('accounts').values({ owner_id: receiver.id, plan: 'growth' }).execute();
  expect((await accept(body.id)).body).toMatchObject({ code: 'file_space_exceeded' });
  expect((await offersTo(receiver))[0]).toMatchObject({ status: 'pending' });
});

test('declined, taken back, expired or deleted, an offer is closed, and both are told', async () => {
  const ends: [string, (transferId: string) => Promise<unknown>][] = [
    ['declined', (transferId) => receiver.call(declineTransfer, { params: { transferId } })],
    ['cancelled', (transferId) => sender.call(cancelTransfer, { params: { transferId } })],
    ['expired', (transferId) => endNow(transferId)],
    ['cancelled', () => sender.call(deleteChatbot, { params: { chatbotId: chatbot.id } })],
  ];
  for (const [status, end] of ends) {
    const { body } = await offer();
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(14 * dayMs);
    await program.settle();
    await program.context.db.deleteFrom('mails').execute();
    await end(body.id);
    expect((await accept(body.id)).status, status).toBeGreaterThanOrEqual(404);
    for (const user of [sender, receiver]) {
      const { items } = (await user.call(listTransfers, {})).body;
      expect(items.find(({ id }) => id === body.id)?.status, status).toBe(status);
    }
    await enqueue(program.context.db, closeTransfers, {}, { now: program.context.clock() });
    await program.settle();
    for (const user of [sender, receiver]) expect((await program.mailbox(user.email)).length, status).toBe(1);
  }
});

test('whatever is done at once has one end', async () => {
  const rivals: [string, (transferId: string) => Promise<{ status: number }>][] = [
    ['accept', (id) => accept(id)],
    ['cancel', (transferId) => sender.call(cancelTransfer, { params: { transferId } })],
    ['decline', (transferId) => receiver.call(declineTransfer, { params: { transferId } })],
    ['delete', () => sender.call(deleteChatbot, { params: { chatbotId: chatbot.id } })],
    [
      'pause',
      () => sender.call(updateChatbot, { params: { chatbotId: chatbot.id }, body: { status: 'paused' } }),
    ],
    ['make another', () => receiver.call(createChatbot, { body: { name: 'Autre', platform: 'website' } })],
  ];
  await newChatbot(receiver, 'Lac');
  await newChatbot(receiver, 'Col');
  for (const [name, rival] of rivals) {
    const { body } = await offer(receiver.email, chatbot.id);
    const [accepted, other] = await Promise.all([accept(body.id), rival(body.id)]);
    const owners = await ownersOf(chatbot.id);
    expect(owners.length, name).toBeLessThanOrEqual(1);
    expect(
      [accepted.status, other.status].every((status) => status < 500),
      name,
    ).toBe(true);
    const [row] = (await offersTo(receiver)).filter(({ id }) => id === body.id);
    if (accepted.status === 200) expect([row?.status, owners], name).toEqual(['accepted', [receiver.id]]);
    else expect(owners[0] ?? sender.id, name).toBe(sender.id);
    if (name !== 'pause') expect([accepted, other].filter(({ status }) => status < 300).length, name).toBe(1);
    await program.context.db.deleteFrom('chatbots').where('name', 'in', ['Autre', 'Refuge']).execute();
    await program.context.db.deleteFrom('rate_limits').execute();
    chatbot = await newChatbot(sender, 'Refuge');
  }
});

test('questions that come while it is handed over are answered, each charged once, and are the receiver’s', async () => {
  await upload(program, sender, chatbot.id, [{ name: 'refuge.txt', bytes: 'Le refuge ouvre le 3 juin.' }]);
  await program.settle();
  const { body } = await offer();
  const question = () => ask(program, chatbot.publicId, { text: 'Quand ouvre le refuge ?' });
  const asked = Array.from({ length: 4 }, question);
  const accepting = accept(body.id);
  const [accepted, ...answers] = await Promise.all([
    accepting,
    ...asked,
    ...Array.from({ length: 8 }, question),
  ]);
  expect(accepted.status).toBe(200);
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, problem: undefined });
  expect(await ownersOf(chatbot.id)).toEqual([receiver.id]);
  const charged = await sql<{ answers: number }>`
    select count(*)::int as answers from ledger_entries
     where chatbot_id = ${chatbot.id} and cause like 'message:%'`.execute(program.context.db);
  expect(charged.rows[0]?.answers).toBe(12);
});
