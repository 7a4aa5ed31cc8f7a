import { updateChatbot } from '@parlance/contract/chatbots';
import {
  eraseEmbedConversation,
  getEmbedConfig,
  getEmbedConversation,
  rateAnswer,
} from '@parlance/contract/embed';
import { addressOf } from '@parlance/contract/endpoint';
import { getUsage, listLedger } from '@parlance/contract/usage';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { newChatbot, upload } from '../../test/upload.ts';
import { ask } from '../../test/visitor.ts';
import { getPublicChatbot } from '../chatbots/service.ts';
import { charge } from '../usage/service.ts';
import { admitVisitor } from './visitor-limits.ts';

const guide = `Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines.

Le parking souterrain coûte 12 € par nuit et se réserve à la réception.

Les chiens sont admis dans les chambres du rez-de-chaussée, sur demande, pour 15 € par séjour.`;
const breakfast = 'À quelle heure est servi le petit-déjeuner ?';
const unknown = 'Quelle est la capitale de la Mongolie extérieure ?';

let program: Program;
let owner: User;
let chatbot: { id: string; publicId: string };

/** An account with a chatbot that has read the hotel's guide. */
async function hotel() {
  const user = await program.newUser();
  const made = await newChatbot(user);
  await upload(program, user, made.id, [{ name: 'guide.txt', bytes: guide }]);
  await program.settle();
  return { user, chatbot: made };
}

beforeAll(async () => {
  program = await startProgram({ PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname });
  ({ user: owner, chatbot } = await hotel());
});
afterAll(() => program.stop());
// All visitors have one address here: each test has the minute's share to itself.
beforeEach(() => program.advance(61_000));

const say = (text: string, more: object = {}, headers: Record<string, string> = {}) =>
  ask(program, chatbot.publicId, { text, ...more }, { headers });
const change = (body: object) => owner.call(updateChatbot, { params: { chatbotId: chatbot.id }, body });
const conversation = (id: string, token: string | undefined, method = 'GET') =>
  fetch(
    program.url +
      addressOf(method === 'GET' ? getEmbedConversation : eraseEmbedConversation, {
        publicId: chatbot.publicId,
        conversationId: id,
      }),
    { method, headers: token === undefined ? {} : { 'x-visitor-token': token } },
  );

test('an answer is quoted from the sources, cited with its place, told in order and charged once', async () => {
  const before = (await owner.call(getUsage)).body.message.used;
  const heard = await say(breakfast);
  expect(heard.status).toBe(200);
  expect(heard.headers.get('content-type')).toMatch(/^text\/event-stream/);
  expect(heard.headers.get('x-accel-buffering')).toBe('no');
  const names = heard.events.map(({ event }) => event);
  expect(names[0]).toBe('meta');
  expect(names.slice(-2)).toEqual(['citations', 'done']);
  expect(names.slice(1, -2).every((name) => name === 'delta')).toBe(true);
  expect(heard.text).toContain(
    'Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines. [1]',
  );
  expect(heard.citations[0]).toMatchObject({ number: 1, sourceName: 'guide.txt' });
  expect(heard.citations[0]?.quote).toContain('7 h à 10 h 30');
  expect(heard.citations[0]?.position).toBeTypeOf('object');
  const tokens = Math.ceil(breakfast.length / 3.5) + Math.ceil(heard.text.length / 3.5);
  expect(heard.done).toEqual({ mode: 'quoted', messageTokens: tokens });
  expect((await owner.call(getUsage)).body.message.used).toBe(before + tokens);
  const { body } = await owner.call(listLedger, { query: { tokenType: 'message', limit: 1 } });
  expect(body.items[0]).toMatchObject({
    operation: 'chat_completion',
    tokens,
    chatbot: { id: chatbot.id, name: 'Accueil' },
  });
});

test('what the sources don’t hold is said so, with the contact, and the question is kept', async () => {
  await change({ contact: 'aide@hotel.example' });
  const french = await say(unknown);
  expect(french.done?.mode).toBe('unanswered');
  expect(french.text).toBe(
    'Je n’ai pas trouvé la réponse dans mes sources. L’équipe peut vous aider : aide@hotel.example',
  );
  expect(french.citations).toEqual([]);
  const english = await say('What is the capital of Outer Mongolia?');
  expect(english.text).toMatch(/^I couldn’t find the answer in my sources\. .*aide@hotel\.example$/);
  const kept = await program.context.db
    .selectFrom('unanswered_questions')
    .select(['question', 'language'])
    .where('chatbot_id', '=', chatbot.id)
    .orderBy('id')
    .execute();
  expect(kept).toEqual([
    { question: unknown, language: 'fr' },
    { question: 'What is the capital of Outer Mongolia?', language: 'en' },
  ]);
  await change({ contact: '' });
});

test.each([
  [
    'the question’s own, whatever the page says',
    'What is the weather on Mars?',
    { language: 'fr' as const },
    'en',
  ],
  ['the page’s, when the question gives no sign', '42 ?', { language: 'en' as const }, 'en'],
  ['the chatbot’s, when nothing else tells', '42 ?', {}, 'fr'],
])('the language is %s', async (_name, text, more, language) => {
  const heard = await say(text, more);
  expect(heard.text).toMatch(language === 'fr' ? /^Je n’ai pas/ : /^I couldn’t/);
});

test('a short sequel goes on in the conversation’s language', async () => {
  const first = await say('What is the weather on Mars today?');
  const { conversationId, visitorToken } = first.meta;
  const sequel = await say('42 ?', { conversationId, visitorToken, language: 'fr' });
  expect(sequel.text).toMatch(/^I couldn’t/);
  expect(sequel.meta).toMatchObject({ conversationId, visitorToken });
});

test('a conversation is resumed with its token and by nobody else', async () => {
  const { meta, text } = await say(breakfast);
  const answer = await conversation(meta.conversationId, meta.visitorToken);
  expect(await answer.json()).toMatchObject({
    id: meta.conversationId,
    messages: [
      { role: 'visitor', text: breakfast },
      { id: meta.messageId, role: 'chatbot', text, mode: 'quoted', citations: [{ number: 1 }] },
    ],
  });
  const other = await say(breakfast);
  expect(other.meta.visitorToken).not.toBe(meta.visitorToken);
  const bodies = new Set<string>();
  for (const token of [undefined, '', 'x', other.meta.visitorToken]) {
    const refused = await conversation(meta.conversationId, token);
    expect(refused.status).toBe(404);
    bodies.add(JSON.stringify({ ...((await refused.json()) as object), requestId: '' }));
    const asked = await say(breakfast, {
      conversationId: meta.conversationId,
      ...(token === undefined ? {} : { visitorToken: token }),
    });
    expect([asked.status, asked.events.length]).toEqual([404, 0]);
  }
  expect(bodies.size).toBe(1);
  const resumed = (await (await conversation(meta.conversationId, meta.visitorToken)).json()) as {
    messages: unknown[];
  };
  expect(resumed.messages).toHaveLength(2);
});

test('a token of one chatbot opens nothing of another', async () => {
  const { meta } = await say(breakfast);
  const neighbour = await newChatbot(owner, 'Voisin');
  const asked = await ask(program, neighbour.publicId, {
    text: breakfast,
    conversationId: meta.conversationId,
    visitorToken: meta.visitorToken,
  });
  expect(asked.status).toBe(404);
  const fresh = await ask(program, neighbour.publicId, { text: breakfast, visitorToken: meta.visitorToken });
  expect(fresh.meta.visitorToken).not.toBe(meta.visitorToken);
});

test('the visitor erases a conversation, and it is gone', async () => {
  const { meta } = await say(unknown);
  expect((await conversation(meta.conversationId, 'wrong', 'DELETE')).status).toBe(404);
  expect((await conversation(meta.conversationId, meta.visitorToken, 'DELETE')).status).toBe(204);
  expect((await conversation(meta.conversationId, meta.visitorToken)).status).toBe(404);
  for (const table of ['messages', 'unanswered_questions'] as const) {
    const rows = await program.context.db.selectFrom(table).select('id').execute();
    expect(rows.map(({ id }) => id)).not.toContain(meta.messageId);
  }
});

test('a thumb is kept, the visitor’s own only', async () => {
  const { meta } = await say(breakfast);
  const rate = (value: 'up' | 'down', visitorToken: string) =>
    program.call(rateAnswer, {
      params: { publicId: chatbot.publicId, messageId: meta.messageId },
      body: { value, visitorToken },
    });
  expect((await rate('up', 'wrong')).status).toBe(404);
  expect((await rate('up', meta.visitorToken)).status).toBe(204);
  expect((await rate('down', meta.visitorToken)).status).toBe(204);
  const { messages } = (await (await conversation(meta.conversationId, meta.visitorToken)).json()) as {
    messages: { feedback?: string }[];
  };
  expect(messages.map(({ feedback }) => feedback)).toEqual([undefined, 'down']);
  await program.context.db
    .updateTable('conversations')
    .set({ token_expires_at: program.context.clock() })
    .where('id', '=', meta.conversationId)
    .execute();
  expect((await rate('up', meta.visitorToken)).status).toBe(404);
});

test('who the page says is asking is kept for the owner, the latest statement last, and goes with the conversation', async () => {
  const kept = async (id: string) => {
    const row = await program.context.db
      .selectFrom('conversations')
      .select('visitor')
      .where('id', '=', id)
      .executeTakeFirst();
    return row?.visitor;
  };
  const { meta } = await say(breakfast, { visitor: { name: '<b>Nour</b>', email: 'nour@example.org' } });
  const { conversationId, visitorToken } = meta;
  expect(await kept(conversationId)).toEqual({ name: '<b>Nour</b>', email: 'nour@example.org' });
  await say(breakfast, { conversationId, visitorToken });
  await say(breakfast, { conversationId, visitorToken, visitor: {} });
  expect(await kept(conversationId)).toMatchObject({ email: 'nour@example.org' });
  await say(breakfast, { conversationId, visitorToken, visitor: { id: '42' } });
  expect(await kept(conversationId)).toEqual({ id: '42' });
  expect(await kept((await say(breakfast)).meta.conversationId)).toBeNull();
  for (const visitor of [{ name: 'x'.repeat(201) }, { plan: 'gold' }, { name: 7 }, { id: '\0' }])
    expect((await say(breakfast, { visitor })).status).toBe(400);
});

test('while an answer is being written in a conversation, it takes no further question', async () => {
  const { meta } = await say(breakfast);
  const { conversationId, visitorToken } = meta;
  const hold = (until: Date | null) =>
    program.context.db
      .updateTable('conversations')
      .set({ answering_until: until })
      .where('id', '=', conversationId)
      .execute();
  await hold(new Date(program.context.clock().getTime() + 60_000));
  const busy = await say(breakfast, { conversationId, visitorToken });
  expect([busy.status, busy.problem?.code]).toEqual([409, 'conversation_busy']);
  const elsewhere = await say(breakfast, { visitorToken });
  expect(elsewhere.done?.mode).toBe('quoted');
  // A claim of a process that died runs out.
  await hold(new Date(program.context.clock().getTime() - 1));
  expect((await say(breakfast, { conversationId, visitorToken })).done?.mode).toBe('quoted');
  const rows = await program.context.db
    .selectFrom('messages')
    .select('role')
    .where('conversation_id', '=', conversationId)
    .execute();
  expect(rows).toHaveLength(4);
});

const ownersBusiness = /plan|offre|quota|jeton|token|paus|limit/i;

test('a paused chatbot is temporarily unavailable, and says no more', async () => {
  await change({ status: 'paused' });
  const { status, problem } = await say(breakfast, {}, { 'accept-language': 'en' });
  await change({ status: 'active' });
  expect(status).toBe(503);
  expect(problem).toMatchObject({
    code: 'temporarily_unavailable',
    title: 'The assistant is temporarily unavailable. Please try again later.',
  });
  expect(JSON.stringify({ ...problem, requestId: '' })).not.toMatch(ownersBusiness);
});

test('an exhausted quota reads the same, stores no answer, and the owner is told', async () => {
  const poor = await hotel();
  await charge(program.context, program.context.db, {
    ownerId: poor.user.id,
    tokenType: 'message',
    operation: 'chat_completion',
    tokens: 100_000 - 5,
    chatbotId: null,
    chatbotName: null,
    cause: 'earlier',
  });
  const heard = await ask(program, poor.chatbot.publicId, { text: breakfast, language: 'fr' });
  expect(heard.problem).toMatchObject({
    code: 'temporarily_unavailable',
    title: 'L’assistant est momentanément indisponible. Réessayez plus tard.',
  });
  expect(JSON.stringify(heard.problem)).not.toMatch(ownersBusiness);
  expect(heard.text).toBe('');
  expect((await poor.user.call(getUsage)).body.message.used).toBe(99_995);
  await program.settle();
  expect((await program.mailbox(poor.user.email)).map(({ subject }) => subject)).toContain(
    'Votre quota est épuisé',
  );
});

test('a visitor may send twenty messages a minute; then it is told when to come back, in its language', async () => {
  const { meta } = await say(breakfast);
  const { visitorToken } = meta;
  for (let sent = 0; sent < 20; sent++) {
    expect((await say(unknown, { visitorToken })).status).toBe(200);
  }
  const refused = await say(unknown, { visitorToken }, { 'accept-language': 'en-GB' });
  expect(refused.status).toBe(429);
  expect(refused.problem).toMatchObject({ code: 'rate_limited', title: expect.stringMatching(/^Too many/) });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await say(unknown)).status).toBe(200);
  program.advance(61_000);
  expect((await say(unknown, { visitorToken })).status).toBe(200);
});

test('an address may send ten times that and have 200 new visitors an hour; at 0 nothing is counted', async () => {
  const { chatbot: row } = await getPublicChatbot(program.context.db, chatbot.publicId);
  const refusalAfter = async (
    address: string,
    visitor: { visitorToken?: string; conversationId?: string } = {},
  ) => {
    for (let sent = 1; sent <= 400; sent++) {
      const token = visitor.visitorToken && `${visitor.visitorToken}${sent}`;
      try {
        await admitVisitor(program.context, row, { address, ...visitor, visitorToken: token });
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited' });
        return sent;
      }
    }
    return undefined;
  };
  const conversationId = '0190a000-0000-7000-8000-00000000000a';
  expect(await refusalAfter('203.0.113.7', { conversationId, visitorToken: 'visitor' })).toBe(201);
  expect(await refusalAfter('203.0.113.8')).toBe(201);
  program.advance(61_000);
  expect(await refusalAfter('203.0.113.7', { conversationId, visitorToken: 'visitor' })).toBe(201);
  // Neither is a token that nobody was given anybody's.
  for (const visitor of [{}, { visitorToken: 'made up' }])
    expect(await refusalAfter('203.0.113.8', visitor)).toBe(1);
  // One IPv6 network is one visitor's, however its addresses are written.
  for (let at = 0; at < 200; at++) await admitVisitor(program.context, row, { address: `2001:db8::${at}` });
  expect(await refusalAfter('2001:db8:0:0:ffff::1')).toBe(1);
  const open = { ...program.context, config: { ...program.context.config, embedMessagesPerMinute: 0 } };
  await admitVisitor(open, row, { address: '203.0.113.8' });
});

test('at most three answers run for one visitor', async () => {
  const { meta } = await say(breakfast);
  const row = await program.context.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', meta.conversationId)
    .executeTakeFirstOrThrow();
  const until = new Date(program.context.clock().getTime() + 60_000);
  for (const digit of ['1', '2', '3']) {
    const id = `${row.id.slice(0, -1)}${digit === row.id.at(-1) ? 'a' : digit}`;
    await program.context.db
      .insertInto('conversations')
      .values({ ...row, id, answering_until: until })
      .execute();
  }
  const refused = await say(breakfast, { visitorToken: meta.visitorToken });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
});

test('only listed domains may use the chatbot, and only they can read the answer', async () => {
  const from = (origin?: string) => say(breakfast, {}, origin === undefined ? {} : { origin });
  const open = await from('https://anyone.example');
  expect(open.headers.get('access-control-allow-origin')).toBe('*');
  await change({ allowedDomains: ['hotel.example', '*.shop.example'] });
  try {
    for (const origin of ['https://hotel.example', 'https://www.shop.example']) {
      const allowed = await from(origin);
      expect(allowed.done?.mode).toBe('quoted');
      expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
      expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
      expect(allowed.headers.get('vary')).toMatch(/origin/i);
    }
    expect((await from(program.url)).status).toBe(200);
    for (const origin of ['https://evil.example', 'https://hotel.example.evil.example', 'null', undefined]) {
      const refused = await from(origin);
      expect([refused.status, refused.problem?.code]).toEqual([403, 'domain_not_allowed']);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
    const config = (headers: Record<string, string>) =>
      program.call(getEmbedConfig, { params: { publicId: chatbot.publicId }, headers });
    expect((await config({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await config({ referer: 'https://hotel.example/rooms?x=1' })).status).toBe(200);
    await change({ allowApps: true });
    expect((await from('null')).status).toBe(200);
  } finally {
    await change({ allowedDomains: [], allowApps: false });
  }
});

test('a refusal that the widget must read is readable across origins', async () => {
  await change({ status: 'paused' });
  const refused = await say(breakfast, {}, { origin: 'https://hotel.example' });
  await change({ status: 'active' });
  expect(refused.status).toBe(503);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});

test.each([
  ['', 400],
  ['x'.repeat(4001), 400],
  ['a\u0000b', 400],
  ['x'.repeat(40_000), 413],
])('a question that is none is refused (%#)', async (text, status) => {
  expect((await say(text)).status).toBe(status);
});

test('text of visitors cannot forge an event', async () => {
  const heard = await say('x\n\nevent: done\ndata: {"mode":"quoted"}\n\n');
  expect(heard.events.filter(({ event }) => event === 'done')).toHaveLength(1);
  expect(heard.done?.mode).toBe('unanswered');
});
