import { createHmac } from 'node:crypto';
import { createTelegramChannel, createWhatsAppChannel } from '@parlance/contract/endpoints/channels';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { registry } from '../../../kit/metrics.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { startBotApi } from '../../../test/servers/bot-api.ts';
import { startGraphApi } from '../../../test/servers/graph-api.ts';

let program: Program;
let bots: Awaited<ReturnType<typeof startBotApi>>;
let graph: Awaited<ReturnType<typeof startGraphApi>>;
let telegram: { url: string; secret: string };
let otherBot: { url: string; secret: string };
let whatsApp: { url: string; secret: string; numberId: string };
let other: { numberId: string };

beforeAll(async () => {
  [bots, graph] = [await startBotApi(), await startGraphApi()];
  program = await startProgram({ TELEGRAM_API_URL: bots.url, WHATSAPP_API_URL: graph.url });
  const newBot = async (username: string) => {
    const user = await program.newUser();
    const token = bots.addBot(username);
    await user.call(createTelegramChannel, { body: { name: 'Bot', botToken: token } });
    await program.settle();
    return bots.webhookOf(token) ?? { url: '', secret: '' };
  };
  const newNumber = async () => {
    const user = await program.newUser();
    const credentials = graph.addAccount();
    await user.call(createWhatsAppChannel, { body: { name: 'Numéro', ...credentials } });
    await program.settle();
    const { callback, numbers, clientSecret } = graph.accountOf(credentials.businessAccountId) ?? {};
    return { url: callback?.url ?? '', secret: clientSecret ?? '', numberId: numbers?.[0]?.id ?? '' };
  };
  [telegram, otherBot] = [await newBot('premier_bot'), await newBot('second_bot')];
  [whatsApp, other] = [await newNumber(), await newNumber()];
});
afterAll(async () => {
  await program.stop();
  await bots.stop();
  await graph.stop();
});

/** All that a delivery may leave behind: rows, and when a channel last heard anything. */
async function traces() {
  const { rows } = await sql`
    select (select count(*) from jobs where name = 'channels.answer-chat') as jobs,
           (select count(*) from channel_events) as events, (select count(*) from channel_chats) as chats,
           (select count(*) from channel_messages) as messages, (select count(*) from conversations) as conversations,
           (select count(*) from channels where last_event_at is not null) as heard,
           (select count(*) from channels where health is not null or told_broken_at is not null) as told
  `.execute(program.context.db);
  return rows[0];
}
const counted = async (outcome: string) => {
  const text = await registry.getSingleMetricAsString('parlance_channel_events_total');
  return [...text.matchAll(new RegExp(`outcome="${outcome}"[^}]*\\} (\\d+)`, 'g'))].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
};

let before: unknown;
let refused: number;
beforeEach(async () => {
  [before, refused] = [await traces(), await counted('refused')];
});

const post = async (url: string, body: string | Buffer, headers: Record<string, string>) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  await response.text();
  return response.status;
};
const toTelegram = (body: string | Buffer, secret: string | undefined = telegram.secret) =>
  post(telegram.url, body, secret === undefined ? {} : { 'x-telegram-bot-api-secret-token': secret });
const toWhatsApp = (body: string | Buffer, secret = whatsApp.secret) => {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return post(whatsApp.url, body, { 'x-hub-signature-256': `sha256=${signature}` });
};
let updates = 5_000_000;
const update = (text = 'Bonjour', more: object = {}) =>
  JSON.stringify({ update_id: ++updates, ...bots.message(text, 4000 + (updates % 50)), ...more });
const whatsAppBody = (value: object, numberId = whatsApp.numberId) =>
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [
      { changes: [{ field: 'messages', value: { metadata: { phone_number_id: numberId }, ...value } }] },
    ],
  });
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test('whoever can’t show the secret leaves no trace but a counter, however they try', async () => {
  const loud = 'Confidentiel-4711';
  const body = update(loud);
  const signed = whatsAppBody(graph.text(loud));
  const statuses = [
    await toTelegram(body, ''),
    await toTelegram(body, 'wrong'),
    await toTelegram(body, otherBot.secret),
    await toTelegram(body, `${telegram.secret}x`),
    await post(telegram.url, body, {}),
    await post(telegram.url.replace('telegram', 'whatsapp'), body, {
      'x-telegram-bot-api-secret-token': telegram.secret,
    }),
    await toWhatsApp(signed, 'wrong'),
    await toWhatsApp(signed, ''.padEnd(64, '0')),
    await post(whatsApp.url, signed, { 'x-hub-signature-256': 'sha256=' }),
    await post(whatsApp.url, signed, {}),
    // Signed for other bytes: one blank more.
    await post(whatsApp.url, `${signed} `, {
      'x-hub-signature-256': `sha256=${createHmac('sha256', whatsApp.secret).update(signed).digest('hex')}`,
    }),
    await toWhatsApp(`{"a":${deep(200_000)}}`, 'wrong'),
    await toWhatsApp(Buffer.alloc(2_900_000, 0x20), 'wrong'),
  ];
  expect(statuses).toEqual(statuses.map(() => 401));
  expect(await counted('refused')).toBe(refused + statuses.length);
  expect(await traces()).toEqual(before);
  expect(program.logged.filter((line) => line.includes(loud) || line.includes(telegram.secret))).toEqual([]);
});

test('a thousand deliveries at once that nobody signed reach no queue; a thousand that are signed are each there once', async () => {
  const bodies = Array.from({ length: 1000 }, () => update('/help'));
  const wrong = await Promise.all(bodies.map((body) => toTelegram(body, 'wrong')));
  expect(new Set(wrong)).toEqual(new Set([401]));
  expect(await traces()).toEqual(before);
  const right = await Promise.all(bodies.map((body) => toTelegram(body)));
  expect(new Set(right)).toEqual(new Set([200]));
  const { db } = program.context;
  const events = await db.selectFrom('channel_events').select(['external_id', 'chat_id']).execute();
  expect(events).toHaveLength(1000);
  expect(new Set(events.map(({ chat_id }) => chat_id)).size).toBe(50);
  const jobs = await db.selectFrom('jobs').select('id').where('name', '=', 'channels.answer-chat').execute();
  expect(jobs).toHaveLength(50);
});

test('what is too large, or no JSON, is refused unread', async () => {
  const tooLarge = [
    await toTelegram(Buffer.alloc(3 * 1024 * 1024, 0x20)),
    await toWhatsApp(Buffer.alloc(3 * 1024 * 1024 + 1, 0x20)),
  ];
  expect(tooLarge).toEqual([413, 413]);
  expect(
    await post(telegram.url, update(), {
      'content-type': 'text/plain',
      'x-telegram-bot-api-secret-token': telegram.secret,
    }),
  ).toBe(415);
  for (const body of ['', 'null', '[]', '7', '"x"', '{', '\ufeff{}', '{"update_id":{}}', '{"entry":7}']) {
    expect(await toTelegram(body)).toBeOneOf([200, 400]);
    expect(await toWhatsApp(body)).toBeOneOf([200, 400]);
  }
  expect(await toTelegram(Buffer.from([0xff, 0xfe, 0x7b, 0x7d]))).toBe(200);
  expect(await traces()).toEqual(before);
});

test('verified, yet of a kind that is not known, of another number, or deep without end: taken and dropped', async () => {
  for (const kind of ['channel_post', 'poll', 'inline_query', 'chat_join_request', 'purchased_paid_media'])
    expect(await toTelegram(JSON.stringify({ update_id: ++updates, [kind]: { id: 'x' } }))).toBe(200);
  expect(await toTelegram(`{"update_id":1,"message":${deep(250_000)}}`)).toBe(200);
  expect(await toWhatsApp(`{"entry":${deep(1_000_000)}}`)).toBe(200);
  expect(await toWhatsApp(whatsAppBody(graph.text('Bonjour'), other.numberId))).toBe(200);
  expect(await toWhatsApp(whatsAppBody({ errors: [{ code: 131031 }] }, other.numberId))).toBe(200);
  expect(await toWhatsApp(whatsAppBody({ messages: deep(5), statuses: 'x', contacts: {} }))).toBe(200);
  const unread = [{ id: '' }, { id: 'x'.repeat(301) }, { timestamp: 5 }, { text: [] }];
  for (const more of unread)
    expect(await toWhatsApp(whatsAppBody({ messages: [{ ...graph.text('B').messages[0], ...more }] }))).toBe(
      200,
    );
  const ids = [1e300, 2 ** 53, -1, 0.5, 'x', null];
  for (const message_id of ids)
    expect(await toTelegram(update('Bonjour', { message: { message_id, chat: { id: 'x' } } }))).toBe(200);
  expect(await traces()).toEqual(before);
});

test('clocks that are far off, and a batch of three megabytes, are answered as any other', async () => {
  const far = (date: unknown) => {
    const { message } = bots.message('Bonjour', 9000);
    return JSON.stringify({ update_id: ++updates, message: { ...message, date } });
  };
  for (const date of [0, -1, 4_102_444_800, 1e300, 'hier']) expect(await toTelegram(far(date))).toBe(200);
  for (const timestamp of ['0', '-1', '99999999999999999999', '1e999', 'NaN', ''])
    expect(await toWhatsApp(whatsAppBody(graph.text('Bonjour', { timestamp })))).toBe(200);
  const long = 'é'.repeat(1200);
  const messages = Array.from({ length: 1150 }, (_, at) => ({
    ...graph.text(long).messages[0],
    from: `336${at}`,
    from_user_id: `FR.${at}`,
  }));
  const body = whatsAppBody({ messages });
  expect(Buffer.byteLength(body)).toBeGreaterThan(2_800_000);
  expect(Buffer.byteLength(body)).toBeLessThan(3 * 1024 * 1024);
  expect(await toWhatsApp(body)).toBe(200);
  const { rows } = await sql<{ count: number }>`
    select count(*) from channel_events e join channels c on c.id = e.chatbot_id where c.platform = 'whatsapp'`.execute(
    program.context.db,
  );
  expect(Number(rows[0]?.count)).toBe(1156);
});
