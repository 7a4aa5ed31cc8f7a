import { type AnsweringDraft, deleteChatbot, getChatbot, updateChatbot } from '@parlance/contract/chatbots';
import { addressOf } from '@parlance/contract/endpoint';
import { deleteSource } from '@parlance/contract/sources';
import { listTestMessages, type TestEvent, testChatbot, testEvents } from '@parlance/contract/test-answers';
import { getUsage, listLedger } from '@parlance/contract/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startModelServer } from '../../test/model-server.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { newChatbot, upload } from '../../test/upload.ts';
import { ask, listen } from '../../test/visitor.ts';
import { charge } from '../usage/service.ts';

const guide = `Hôtel des Glycines

Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines. Les enfants de moins de six ans le prennent sans supplément.`;
const garage = 'Le parking souterrain coûte 12 € par nuit et se réserve à la réception de l’hôtel.';
const parking = 'Combien coûte une nuit de parking souterrain ?';
const unknown = 'Quelle est la capitale de la Mongolie extérieure ?';

let program: Program;
let owner: User;
let chatbot: { id: string; publicId: string };
let garageId: string;

const plans = new URL('../../test/plans.json', import.meta.url).pathname;
beforeAll(async () => {
  program = await startProgram({ PLANS_FILE: plans });
  owner = await program.newUser();
  await program.context.db.insertInto('accounts').values({ owner_id: owner.id, plan: 'starter' }).execute();
});
beforeEach(async () => {
  chatbot = await newChatbot(owner, `Accueil ${Math.random()}`.slice(0, 20));
  const { body } = await upload(program, owner, chatbot.id, [
    { name: 'guide.txt', bytes: guide },
    { name: 'garage.txt', bytes: garage },
  ]);
  garageId = body.accepted[1]?.id ?? '';
  await program.settle();
});
afterAll(() => program.stop());

async function tryOut(
  text: string,
  {
    conversationId = undefined as string | undefined,
    at = program,
    by = owner,
    id = chatbot.id,
    draft = undefined as AnsweringDraft | undefined,
  } = {},
) {
  const response = await fetch(at.url + addressOf(testChatbot, { chatbotId: id }), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
    body: JSON.stringify({ text, conversationId, draft }),
  });
  const { events, problem } = await listen<TestEvent>(response);
  const dataOf = <K extends TestEvent['event']>(name: K) =>
    events.find(({ event }) => event === name)?.data as Extract<TestEvent, { event: K }>['data'] | undefined;
  return {
    status: response.status,
    names: events.map(({ event }) => event),
    text: events.map(({ event, data }) => (event === 'delta' ? data.text : '')).join(''),
    events,
    meta: dataOf('meta'),
    citations: dataOf('citations')?.citations ?? [],
    passages: dataOf('passages')?.passages ?? [],
    done: dataOf('done'),
    problem: problem ?? dataOf('error'),
  };
}
const recent = async (query: object = {}) =>
  (await owner.call(listTestMessages, { params: { chatbotId: chatbot.id }, query: { ...query } })).body;

test('a test is a visitor’s events, then the passages considered and why they ranked', async () => {
  const heard = await tryOut(parking);
  expect(heard.names.filter((name) => name !== 'delta')).toEqual(['meta', 'citations', 'passages', 'done']);
  for (const { event, data } of heard.events) expect(testEvents[event].safeParse(data).success).toBe(true);
  expect(heard.meta).not.toHaveProperty('visitorToken');
  expect(heard.text).toContain('12 € par nuit');
  const [first, ...others] = heard.passages;
  expect(first).toMatchObject({ sourceId: garageId, sourceName: 'garage.txt', used: true, excluded: false });
  expect(first?.text).toContain('parking souterrain');
  expect(first?.why.rankByWords).toBe(1);
  expect(first?.why).not.toHaveProperty('rankByVectors');
  expect(first?.why.words.map(({ word }) => word)).toEqual(
    expect.arrayContaining(['parking', 'souterrain', 'nuit']),
  );
  expect(first?.why.words.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(heard.citations[0]?.passageId).toBe(first?.id);
  for (const other of others) {
    expect(other.used).toBe(heard.citations.some(({ passageId }) => passageId === other.id));
    expect(other.why.missing).toContain('parking');
  }
});

test('a draft is answered as if it had been saved, and is not', async () => {
  const saved = async () => (await owner.call(getChatbot, { params: { chatbotId: chatbot.id } })).body;
  const before = await saved();
  const contact = 'accueil@glycines.example';
  const heard = async (draft: AnsweringDraft, text = unknown) => (await tryOut(text, { draft })).text;
  expect(await heard({ contact })).toBe(
    `Je n’ai pas trouvé la réponse dans mes sources. L’équipe peut vous aider\u00a0: ${contact}`,
  );
  expect(await heard({ contact, whenUnknown: 'say' })).toBe(
    'Je n’ai pas trouvé la réponse dans mes sources.',
  );
  expect(await heard({ contact, whenUnknown: 'rephrase' })).toMatch(/sources\. Pouvez-vous reformuler/);
  expect(await heard({ contact, tone: 'formal' })).toMatch(/^Je regrette .* à votre disposition/);
  expect(await heard({ language: 'en', tone: 'warm' }, 'Ulaanbaatar?')).toMatch(/^Good question!/);
  const breakfast = 'À quelle heure est le petit-déjeuner, et les enfants de six ans le prennent-ils ?';
  expect((await heard({}, breakfast)).match(/\[\d\]/g)).toHaveLength(2);
  expect((await heard({ answerLength: 'short' }, breakfast)).match(/\[\d\]/g)).toHaveLength(1);
  expect(await saved()).toEqual(before);
  for (const draft of [{ systemMessage: 'x'.repeat(8001) }, { temperature: 3 }, { name: 'Autre' }]) {
    expect((await tryOut(parking, { draft: draft as AnsweringDraft })).problem?.code).toBe(
      'validation_failed',
    );
  }
  await owner.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
});

test('a citation of a web page leads to the place of its quote', async () => {
  const url = 'https://hotel.example/garage';
  await program.context.db.updateTable('sources').set({ url }).where('id', '=', garageId).execute();
  const { citations } = await tryOut(parking);
  expect(citations[0]?.url).toBe(
    `${url}#:~:text=Le%20parking%20souterrain%20co%C3%BBte%2012,%C3%A0%20la%20r%C3%A9ception%20de%20l%E2%80%99h%C3%B4tel.`,
  );
});

test('words of a heading are told as such, and those that a passage lacks', async () => {
  const { passages } = await tryOut('Quel est le petit-déjeuner des Glycines au parking ?');
  const guided = passages.find(({ sourceName }) => sourceName === 'guide.txt');
  expect(guided?.why.words.find(({ word }) => word === 'Glycines')?.inHeading).toBe(true);
  expect(guided?.why.words.find(({ word }) => word === 'petit-déjeuner' || word === 'petit')?.inHeading).toBe(
    false,
  );
  expect(guided?.why.missing).toEqual(['parking']);
});

test('it is charged once as an answer, and is neither a conversation nor an unanswered question of visitors', async () => {
  const used = async () => (await owner.call(getUsage)).body.message.used;
  const before = await used();
  const heard = await tryOut(unknown);
  expect(heard.done?.mode).toBe('unanswered');
  expect(await used()).toBe(before + (heard.done?.messageTokens ?? 0));
  const { body } = await owner.call(listLedger, {
    query: { chatbotId: chatbot.id, operation: 'chat_completion' },
  });
  expect(body.items).toMatchObject([{ tokens: heard.done?.messageTokens, operation: 'chat_completion' }]);
  const { rows } = await sql<{ questions: number; unanswered: number }>`
    select (select count(*)::int from unanswered_questions where chatbot_id = ${chatbot.id}) as questions,
           (select sum(unanswered)::int from conversations where chatbot_id = ${chatbot.id}) as unanswered
  `.execute(program.context.db);
  expect(rows).toEqual([{ questions: 0, unanswered: 0 }]);
  const activity = await fetch(`${program.url}/api/v1/activity`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  expect(await activity.text()).not.toContain(unknown);
  // What a visitor asks in vain is still kept.
  await ask(program, chatbot.publicId, { text: unknown });
  const kept = await program.context.db
    .selectFrom('unanswered_questions')
    .select('id')
    .where('chatbot_id', '=', chatbot.id)
    .execute();
  expect(kept).toHaveLength(1);
});

test('a conversation goes on, is read again newest first, and passages that are gone are gone', async () => {
  const first = await tryOut(parking);
  const conversationId = first.meta?.conversationId;
  const second = await tryOut(unknown, { conversationId });
  expect(second.meta?.conversationId).toBe(conversationId);
  await ask(program, chatbot.publicId, { text: parking });
  const { items, nextCursor } = await recent();
  expect(nextCursor).toBeNull();
  expect(items.map(({ role, text }) => [role, text])).toEqual([
    ['chatbot', second.text],
    ['visitor', unknown],
    ['chatbot', first.text],
    ['visitor', parking],
  ]);
  expect(items[2]).toMatchObject({
    id: first.meta?.messageId,
    conversationId,
    mode: 'quoted',
    citations: first.citations,
  });
  expect(items[2]?.passages).toEqual(first.passages);
  const page = await recent({ limit: 1 });
  expect((await recent({ limit: 3, cursor: page.nextCursor })).items).toEqual(items.slice(1));
  await owner.call(deleteSource, { params: { sourceId: garageId } });
  const left = (await recent()).items[2]?.passages ?? [];
  expect(left.map(({ sourceName }) => sourceName)).not.toContain('garage.txt');
});

test('it opens to its owner alone, of this chatbot alone, and a visitor’s conversation is no test', async () => {
  const stranger = await program.newUser();
  const mine = await tryOut(parking);
  const own = await newChatbot(stranger);
  const conversationId = mine.meta?.conversationId;
  const foreign = await tryOut(parking, { by: stranger, id: own.id, conversationId });
  const elsewhere = await tryOut(parking, { id: (await newChatbot(owner, 'Ailleurs')).id, conversationId });
  const visit = await ask(program, chatbot.publicId, { text: parking });
  const visitors = await tryOut(parking, { conversationId: visit.meta.conversationId });
  for (const refused of [foreign, elsewhere, visitors])
    expect([refused.status, refused.problem?.code]).toEqual([404, 'not_found']);
  const asVisitor = await ask(program, chatbot.publicId, {
    text: parking,
    conversationId: conversationId ?? '',
    visitorToken: 'guess',
  });
  expect(asVisitor.status).toBe(404);
  expect((await recent()).items).toHaveLength(2);
});

test('a paused chatbot can be tested; one answer at a time, three at once', async () => {
  await owner.call(updateChatbot, { params: { chatbotId: chatbot.id }, body: { status: 'paused' } });
  const { meta, done } = await tryOut(parking);
  expect(done?.mode).toBe('quoted');
  const busy = (ids: string[]) =>
    program.context.db
      .updateTable('conversations')
      .set({ answering_until: new Date(program.context.clock().getTime() + 60_000) })
      .where('id', 'in', ids)
      .execute();
  await busy([meta?.conversationId ?? '']);
  const second = await tryOut(parking, { conversationId: meta?.conversationId });
  expect([second.status, second.problem?.code]).toEqual([409, 'conversation_busy']);
  const others = [await tryOut(parking), await tryOut(parking)];
  await busy(others.map((other) => other.meta?.conversationId ?? ''));
  expect((await tryOut(parking)).problem?.code).toBe('rate_limited');
});

test('who tests learns that the quota is used up; the question is kept, nothing is charged', async () => {
  const poor = await program.newUser();
  const made = await newChatbot(poor);
  await upload(program, poor, made.id, [{ name: 'garage.txt', bytes: garage }]);
  await program.settle();
  const { remaining } = (await poor.call(getUsage)).body.message;
  await charge(program.context, program.context.db, {
    ownerId: poor.id,
    tokenType: 'message',
    operation: 'chat_completion',
    tokens: remaining ?? 0,
    chatbotId: made.id,
    chatbotName: 'Accueil',
    cause: 'everything',
  });
  const used = (await poor.call(getUsage)).body.message.used;
  const heard = await tryOut(parking, { by: poor, id: made.id });
  expect(heard.problem?.code).toBe('message_quota_exceeded');
  expect((await poor.call(getUsage)).body.message.used).toBe(used);
});

test('with a model the answer is generated, and passages found by vectors tell how near they are', async () => {
  const model = await startModelServer(() => 'Le parking souterrain coûte 12 € par nuit [1].');
  const generating = await startProgram({
    PLANS_FILE: plans,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'test-model',
    EMBEDDINGS_BASE_URL: model.baseUrl,
    EMBEDDINGS_MODEL: 'test-embeddings',
    EMBEDDINGS_DIMENSIONS: '64',
  });
  const by = await generating.newUser();
  const { id, publicId } = await newChatbot(by);
  await upload(generating, by, id, [{ name: 'garage.txt', bytes: garage }]);
  await generating.settle();
  const heard = await tryOut(parking, { at: generating, by, id });
  expect(heard.done?.mode).toBe('generated');
  expect(heard.passages[0]).toMatchObject({ used: true, why: { rankByWords: 1, rankByVectors: 1 } });
  expect(heard.passages[0]?.why.similarity).toBeGreaterThan(0);
  const draft = { model: 'grand', temperature: 1.5, answerLength: 'short', tone: 'formal' } as const;
  await tryOut(parking, { at: generating, by, id, draft });
  const asked = model.requests.filter(({ path }) => path.endsWith('/chat/completions'));
  expect(asked[0]?.body).toMatchObject({ model: 'test-model', temperature: 0.2, max_tokens: 700 });
  expect(asked[1]?.body).toMatchObject({ model: 'grand', temperature: 1.5, max_tokens: 400 });
  expect(asked[1]?.body.messages[0]?.content).toContain('always « vous »');
  // A name that the provider refuses: its owner is told, visitors are quoted to.
  model.answer(({ body }) => (body.model === 'grand' ? { status: 404 } : 'Douze euros [1].'));
  const refused = await tryOut(parking, { at: generating, by, id, draft });
  expect(refused.problem).toMatchObject({ code: 'model_refused', model: 'grand' });
  await by.call(updateChatbot, { params: { chatbotId: id }, body: { model: 'grand' } });
  expect((await ask(generating, publicId, { text: parking })).done?.mode).toBe('quoted');
  expect(await generating.context.db.selectFrom('reservations').select('id').execute()).toEqual([]);
  const { body } = await by.call(listLedger, {});
  expect(
    body.items.map(({ operation }) => operation).filter((name) => name === 'chat_completion'),
  ).toHaveLength(3);
  await generating.stop();
  await model.stop();
});
