import { createWhatsAppChannel } from '@parlance/contract/endpoints/channels';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Program, startProgram } from '../../../test/program.ts';
import { startGraphApi } from '../../../test/servers/graph-api.ts';
import { channelOfJob } from '../records/channels.ts';
import { openChannel } from '../records/credentials.ts';
import { whatsApp } from '../whatsapp/whatsapp.ts';
import { takeDelivery } from './deliveries.ts';

let program: Program;
let api: Awaited<ReturnType<typeof startGraphApi>>;
let id: string;
let businessId: string;

beforeAll(async () => {
  api = await startGraphApi();
  program = await startProgram({ WHATSAPP_API_URL: api.url });
});
afterAll(async () => {
  await program.stop();
  await api.stop();
});
beforeEach(async () => {
  const user = await program.newUser();
  const credentials = api.addAccount();
  businessId = credentials.businessAccountId;
  const { body } = await user.call(createWhatsAppChannel, { body: { name: 'Hôtel', ...credentials } });
  id = body.id;
  await program.settle();
});

const text = (person: string | undefined, userId: string | undefined, wamid: string, body = 'Bonjour') => ({
  from: person,
  from_user_id: userId,
  id: wamid,
  timestamp: '1764000000',
  type: 'text',
  text: { body },
});

const chatsOf = () =>
  program.context.db
    .selectFrom('channel_chats')
    .select(['id', 'chat_key', 'second_key', 'address', 'name'])
    .where('chatbot_id', '=', id)
    .orderBy('chat_key')
    .execute();
const eventsOf = () =>
  program.context.db
    .selectFrom('channel_events')
    .select(['external_id', 'chat_id', 'content', 'position'])
    .where('chatbot_id', '=', id)
    .orderBy('external_id')
    .execute();

test('a batch of a thousand messages and statuses takes a handful of statements, each message once', async () => {
  const messages = Array.from({ length: 1000 }, (_, at) => text(`33600000${at % 200}`, undefined, `w.${at}`));
  const statuses = messages.map((_, at) => ({ id: `out.${at}`, status: 'read' }));
  const account = api.accountOf(businessId)?.numbers[0]?.id;
  const { db, secrets } = program.context;
  const row = await channelOfJob(db, id);
  if (!row) throw new Error('no channel');
  const delivery = whatsApp.read(openChannel(secrets, row) as Parameters<typeof whatsApp.read>[0], {
    entry: [
      {
        changes: [
          {
            field: 'messages',
            value: { metadata: { phone_number_id: account }, messages: [...messages, ...messages], statuses },
          },
        ],
      },
    ],
  });
  let statements = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await db
    .transaction()
    .execute((db) => takeDelivery({ ...program.context, db: db.withPlugin(counting) }, row, delivery));
  expect(statements).toBeLessThanOrEqual(5);
  const [chats, events] = [await chatsOf(), await eventsOf()];
  expect(chats).toHaveLength(200);
  expect(events).toHaveLength(1000);
  const keyOf = new Map(chats.map(({ id, chat_key }) => [id, chat_key]));
  expect(
    events.every((one) => keyOf.get(one.chat_id) === `33600000${Number(one.external_id.slice(2)) % 200}`),
  ).toBe(true);
  const jobs = await db.selectFrom('jobs').select('id').where('name', '=', 'channels.answer-chat').execute();
  expect(jobs).toHaveLength(200);
  await db.deleteFrom('jobs').where('name', '=', 'channels.answer-chat').execute();
});

test('whoever is known by another key keeps their chat, within a delivery and after it', async () => {
  const deliver = async (messages: object[]) => {
    expect(await api.deliver(businessId, { messages })).toBe(200);
    return chatsOf();
  };
  // Known by number alone, then by the id beside it, in one delivery; another person apart.
  const [ana, bob] = await deliver([
    text('331', undefined, 'a1'),
    text('331', 'FR.1', 'a2'),
    text('331', undefined, 'a3'),
    text(undefined, 'FR.9', 'b1'),
  ]);
  expect(ana).toMatchObject({ chat_key: 'FR.1', second_key: '331', address: { to: '331' } });
  expect(bob).toMatchObject({ chat_key: 'FR.9', address: { recipient: 'FR.9' } });
  // Another number: a new id, which says which one it was before.
  const system = { user_id: 'FR.2', previous_user_id: 'FR.1', wa_id: '332' };
  const moved = { ...text('331', 'FR.1', 's1'), type: 'system', system };
  const [after] = await deliver([moved, text('332', 'FR.2', 'a4')]);
  expect(after).toMatchObject({ id: ana?.id, chat_key: 'FR.2', address: { to: '332' } });
  expect(await chatsOf()).toHaveLength(2);
  const events = await eventsOf();
  expect(events.filter(({ chat_id }) => chat_id === ana?.id)).toHaveLength(5);
});

test('what no database keeps in a text, and clocks that are far off, cost no message of the batch', async () => {
  const odd = [
    { ...text('331', undefined, 'o1', 'Nul \u0000 et moitié \ud83d'), timestamp: '99999999999999999999999' },
    { ...text('331', undefined, 'o2'), timestamp: '1e400' },
    { ...text('331', undefined, 'o3'), timestamp: '-5.5' },
    { ...text('331', undefined, 'o4'), timestamp: 'demain' },
  ];
  const contacts = [{ profile: { name: 'A\u0000na\ud83d' }, wa_id: '331' }];
  expect(await api.deliver(businessId, { contacts, messages: odd })).toBe(200);
  const events = await eventsOf();
  expect(events.map(({ position }) => position)).toEqual([0, 0, 0, 0]);
  expect(events[0]?.content).toEqual({ kind: 'text', text: 'Nul  et moitié \ufffd' });
  expect((await chatsOf())[0]?.name).toBe('Ana\ufffd');
});
