import { addressOf, type KeyScope } from '@parlance/contract/endpoint';
import { createApiKey } from '@parlance/contract/endpoints/account/api-keys';
import { updateChatbot } from '@parlance/contract/endpoints/chatbots';
import {
  getConversation,
  listChatbotConversations,
  listConversations,
  listUnanswered,
} from '@parlance/contract/endpoints/conversations';
import {
  listTestMessages,
  type TestEvent,
  testChatbot,
  testEvents,
  type WholeAnswer,
  wholeAnswer,
} from '@parlance/contract/endpoints/test-answers';
import { getLedgerEntry, listLedger } from '@parlance/contract/endpoints/usage';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spendTokens } from '../../../test/clients/spend.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { collectEvents } from '../../../test/clients/visitor.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startModelServer } from '../../../test/servers/model.ts';
import { sumParts } from '../../usage/service.ts';

const garage = 'Le parking souterrain coûte 12 € par nuit et se réserve à la réception de l’hôtel.';
const parking = 'Combien coûte une nuit de parking souterrain ?';
const unknown = 'Quelle est la capitale de la Mongolie extérieure ?';

let program: Program;
let hotel: Hotel;

interface Hotel {
  at: Program;
  user: User;
  id: string;
  key: string;
}

async function newHotel(at = program): Promise<Hotel> {
  const user = await at.newUser();
  const { id } = await newChatbot(user);
  await upload(at, user, id, [{ name: 'garage.txt', bytes: garage }]);
  await at.settle();
  const scopes: KeyScope[] = ['answer'];
  const { key } = (await user.call(createApiKey, { body: { name: 'Application', scopes } })).body;
  return { at, user, id, key };
}

beforeAll(async () => {
  program = await startProgram();
  hotel = await newHotel();
});
afterAll(() => program.stop());

const send = ({ at, id, key }: Hotel, body: object, accept?: string) =>
  fetch(at.url + addressOf(testChatbot, { chatbotId: id }), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(accept === undefined ? {} : { accept }),
    },
    body: JSON.stringify(body),
  });

async function ask(of: Hotel, body: object) {
  const response = await send(of, body, 'application/json');
  const answer = (await response.json()) as WholeAnswer & { code?: string };
  return { status: response.status, answer };
}

const ledgerOf = async ({ user }: Hotel) => (await user.call(listLedger)).body.items;

test('a program has an answer in one piece, charged as an api_call whose parts sum', async () => {
  const { status, answer } = await ask(hotel, { text: parking });
  expect(status).toBe(200);
  expect(wholeAnswer.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ mode: 'quoted', citations: [{ number: 1, sourceName: 'garage.txt' }] });
  expect(answer.text).toContain('12 €');

  const [entry] = await ledgerOf(hotel);
  expect(entry).toMatchObject({
    operation: 'api_call',
    tokenType: 'message',
    tokens: answer.messageTokens,
    chatbot: { id: hotel.id },
  });
  const told = (await hotel.user.call(getLedgerEntry, { params: { entryId: entry?.id ?? '' } })).body;
  expect(told.conversationId).toBe(answer.conversationId);
  expect(sumParts(told.parts)).toBe(answer.messageTokens);
  expect(answer.parts).toEqual(told.parts);
});

test('its conversation goes on, and is kept with those of visitors', async () => {
  const { answer: first } = await ask(hotel, { text: parking });
  const { conversationId } = first;
  const { answer } = await ask(hotel, { text: 'et où se réserve-t-il ?', conversationId });
  expect(answer.conversationId).toBe(conversationId);
  const params = { conversationId };
  const { body } = await hotel.user.call(getConversation, { params });
  expect(body).toMatchObject({ channel: 'api', messageCount: 4 });
  const query = { channel: 'api' };
  const all = (await hotel.user.call(listConversations, { query })).body.items.map(({ id }) => id);
  expect(all).toContain(conversationId);
  expect((await hotel.user.call(listConversations, { query: { channel: 'website' } })).body.items).toEqual(
    [],
  );
  const csv = await fetch(hotel.at.url + addressOf(listChatbotConversations, { chatbotId: hotel.id }), {
    headers: { authorization: `Bearer ${hotel.user.token}`, accept: 'text/csv' },
  });
  expect(await csv.text()).toContain(`${conversationId},Accueil,API`);
  // No test of its owner's.
  const tests = await hotel.user.call(listTestMessages, { params: { chatbotId: hotel.id } });
  expect(tests.body.items).toEqual([]);

  await ask(hotel, { text: unknown });
  const open = await hotel.user.call(listUnanswered, { params: { chatbotId: hotel.id } });
  expect(open.body.items.map(({ question }) => question)).toEqual([unknown]);
});

test('it streams where it does not ask for JSON; what was considered is for a session', async () => {
  const { events } = await collectEvents<TestEvent>(await send(hotel, { text: parking }));
  const names = events.map(({ event }) => event).filter((event) => event !== 'delta');
  expect(names).toEqual(['meta', 'citations', 'done']);
  for (const { event, data } of events) expect(testEvents[event].safeParse(data).success).toBe(true);

  const response = await fetch(hotel.at.url + addressOf(testChatbot, { chatbotId: hotel.id }), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hotel.user.token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({ text: parking }),
  });
  expect(wholeAnswer.parse(await response.json()).text).toContain('12 €');
  expect((await ledgerOf(hotel))[0]?.operation).toBe('chat_completion');
});

test('what it may not ask is refused, and charged nothing', async () => {
  const before = (await ledgerOf(hotel)).length;
  const other = await newHotel();
  const { answer: own } = await ask(other, { text: parking });
  const refusals = await Promise.all([
    ask(hotel, { text: '' }),
    ask(hotel, { text: 'x'.repeat(4001) }),
    ask(hotel, { text: parking, draft: { systemMessage: 'Autre chose' } }),
    ask({ ...hotel, id: other.id }, { text: parking }),
    ask(hotel, { text: parking, conversationId: own.conversationId }),
    ask({ ...hotel, key: `${hotel.key}x` }, { text: parking }),
  ]);
  expect(refusals.map(({ status, answer }) => `${status} ${answer.code}`)).toEqual([
    '400 validation_failed',
    '400 validation_failed',
    '403 insufficient_scope',
    '404 not_found',
    '404 not_found',
    '401 unauthenticated',
  ]);
  expect(await ledgerOf(hotel)).toHaveLength(before);
});

test('caps, pauses and quotas hold for it as for visitors', async () => {
  const of = await newHotel();
  const params = { chatbotId: of.id };
  await of.user.call(updateChatbot, { params, body: { dailyTokens: 0 } });
  expect((await ask(of, { text: parking })).answer).toMatchObject({
    mode: 'quoted',
    fallback: 'daily_cap',
    messageTokens: 0,
  });
  await of.user.call(updateChatbot, { params, body: { dailyTokens: null } });
  await spendTokens(program, of.user, 'message');
  expect((await ask(of, { text: parking })).answer).toMatchObject({ fallback: 'quota', messageTokens: 0 });
  expect((await ledgerOf(of)).map(({ operation }) => operation)).not.toContain('api_call');
  await of.user.call(updateChatbot, { params, body: { status: 'paused' } });
  expect(await ask(of, { text: parking })).toMatchObject({
    status: 503,
    answer: { code: 'temporarily_unavailable' },
  });
});

test('with a model every token of an answer is an api_call’s; a minute holds so many', async () => {
  const model = await startModelServer(() => ({
    text: 'Le parking souterrain coûte 12 € par nuit [1].',
    usage: { prompt_tokens: 900, completion_tokens: 40 },
  }));
  const modern = await startProgram({
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'petit',
    EMBED_RATE_LIMIT_PER_MINUTE: '1',
  });
  const of = await newHotel(modern);
  const { answer } = await ask(of, { text: parking });
  expect(answer).toMatchObject({ mode: 'generated', messageTokens: 940 });
  const entries = (await ledgerOf(of)).filter(({ tokenType }) => tokenType === 'message');
  expect(entries.map(({ operation, tokens }) => `${operation} ${tokens}`)).toEqual(['api_call 940']);
  const statuses: number[] = [];
  for (let at = 1; at <= 10; at++) statuses.push((await ask(of, { text: 'Bonjour' })).status);
  expect(statuses).toEqual([...Array(9).fill(200), 429]);
  await modern.stop();
  await model.stop();
});
