import { addressOf } from '@parlance/contract/endpoint';
import {
  type AnsweringDraft,
  deleteChatbot,
  getChatbot,
  getChatbotContents,
  updateChatbot,
} from '@parlance/contract/endpoints/chatbots';
import {
  type Check,
  type CheckRun,
  createCheck,
  deleteCheck,
  getCheckRun,
  listCheckRuns,
  listChecks,
  runChecks,
  stopCheckRun,
  updateCheck,
} from '@parlance/contract/endpoints/checks';
import { deleteSource } from '@parlance/contract/endpoints/sources';
import {
  listTestMessages,
  type TestEvent,
  testChatbot,
  testEvents,
} from '@parlance/contract/endpoints/test-answers';
import { getLedgerEntry, getUsage, listLedger, listModels } from '@parlance/contract/endpoints/usage';
import { errors } from '@parlance/contract/errors';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { spendTokens } from '../../../test/clients/spend.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { ask, collectEvents } from '../../../test/clients/visitor.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startModelServer } from '../../../test/servers/model.ts';
import { getChatbot as readChatbot } from '../../chatbots/service.ts';
import { sumParts } from '../../usage/service.ts';
import { answerCheck } from './test-answers.ts';

const guide = `Hôtel des Glycines

Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines. Les enfants de moins de six ans le prennent sans supplément.`;
const garage = 'Le parking souterrain coûte 12 € par nuit et se réserve à la réception de l’hôtel.';
const parking = 'Combien coûte une nuit de parking souterrain ?';
const unknown = 'Quelle est la capitale de la Mongolie extérieure ?';

let program: Program;
let owner: User;
let chatbot: { id: string; publicId: string };
let garageId: string;

const plans = new URL('../../../test/plans.json', import.meta.url).pathname;
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
// A plan holds only so many.
afterEach(() => owner.call(deleteChatbot, { params: { chatbotId: chatbot.id } }));
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
  const { events, problem } = await collectEvents<TestEvent>(response);
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
});

test('a citation of a web page leads to the place of its quote', async () => {
  const url = 'https://hotel.example/garage';
  await program.context.db.updateTable('sources').set({ url }).where('id', '=', garageId).execute();
  const { citations } = await tryOut(parking);
  expect(citations[0]?.url).toBe(
    `${url}#:~:text=Le%20parking%20souterrain%20co%C3%BBte%2012,%C3%A0%20la%20r%C3%A9ception%20de%20l%E2%80%99h%C3%B4tel.`,
  );
  // What answers is said first; a browser finds what is quoted from its beginning on the page to its end.
  await program.context.db.updateTable('sources').set({ url }).where('name', '=', 'guide.txt').execute();
  const heard = await tryOut('Les enfants de moins de six ans ont-ils le petit-déjeuner sans supplément ?');
  expect(heard.citations[0]?.quote).toMatch(/^Les enfants /);
  expect(heard.citations[0]?.url).toMatch(/#:~:text=.*ans%20le%20prennent%20sans%20suppl%C3%A9ment\.$/);
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
  const contents = async () =>
    (await owner.call(getChatbotContents, { params: { chatbotId: chatbot.id } })).body;
  expect(await contents()).toEqual({ sources: 2, conversations: 0 });
  // What a visitor asks in vain is still kept.
  await ask(program, chatbot.publicId, { text: unknown });
  const kept = await program.context.db
    .selectFrom('unanswered_questions')
    .select('id')
    .where('chatbot_id', '=', chatbot.id)
    .execute();
  expect(kept).toHaveLength(1);
  expect(await contents()).toEqual({ sources: 2, conversations: 1 });
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
  await tryOut('Merci !', { conversationId });
  expect((await recent({ limit: 1 })).items[0]).toMatchObject({ mode: 'generated', smallTalk: true });
});

test('a follow-up is answered as the question that it means, which is told; what was written stays', async () => {
  const first = await tryOut('Combien coûte le parking ?');
  expect(first.meta).not.toHaveProperty('understood');
  const conversationId = first.meta?.conversationId;
  const thanks = await tryOut('merci !', { conversationId });
  expect(thanks.meta).not.toHaveProperty('understood');
  const understood = 'parking\u00a0: faut-il le réserver ?';
  const second = await tryOut('et faut-il le réserver ?', { conversationId });
  expect(second.meta?.understood).toBe(understood);
  expect(second.text).toContain('se réserve à la réception');
  const elsewhere = await tryOut('autre question : à quelle heure est le petit-déjeuner ?', {
    conversationId,
  });
  expect(elsewhere.meta).not.toHaveProperty('understood');
  expect(elsewhere.text).toContain('7 h');
  const { items } = await recent();
  expect(
    items
      .filter(({ role }) => role === 'visitor')
      .map(({ text, understood }) => [text, understood])
      .slice(0, 3),
  ).toEqual([
    ['autre question : à quelle heure est le petit-déjeuner ?', undefined],
    ['et faut-il le réserver ?', understood],
    ['merci !', undefined],
  ]);
  // In a conversation of its own it says what it says.
  expect((await tryOut('et faut-il le réserver ?')).meta).not.toHaveProperty('understood');
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

test('who tests reads what visitors do where the quota is used up, and why; nothing is charged', async () => {
  const poor = await program.newUser();
  const made = await newChatbot(poor);
  await upload(program, poor, made.id, [{ name: 'garage.txt', bytes: garage }]);
  await program.settle();
  await spendTokens(program, poor, 'message');
  const used = (await poor.call(getUsage)).body.message.used;
  const heard = await tryOut(parking, { by: poor, id: made.id });
  expect(heard.done).toMatchObject({ mode: 'quoted', messageTokens: 0, fallback: 'quota' });
  expect((await poor.call(getUsage)).body.message.used).toBe(used);
});

test('with a model the answer is generated, and passages found by vectors tell how near they are', async () => {
  const model = await startModelServer(() => 'Le parking souterrain coûte 12 € par nuit [1].');
  const generating = await startProgram({
    PLANS_FILE: plans,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'test-model',
    LLM_MODELS: new URL('../../../test/models.json', import.meta.url).pathname,
    EMBEDDINGS_BASE_URL: model.baseUrl,
    EMBEDDINGS_MODEL: 'test-embeddings',
    EMBEDDINGS_DIMENSIONS: '64',
  });
  const { db } = generating.context;
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
  // What it sold counts by the factor of the model that was chosen, and only what the plan has can be chosen.
  const sold = (body: { messages: unknown[] } | undefined, answer: string) =>
    Math.ceil(JSON.stringify(body?.messages).length / 4) + Math.ceil(answer.length / 4);
  const answered = 'Le parking souterrain coûte 12 € par nuit [1].';
  const { body: charged } = await by.call(listLedger, { query: { operation: 'chat_completion' } });
  expect(charged.items.map(({ tokens }) => tokens)).toEqual([
    Math.ceil(2.5 * sold(asked[1]?.body, answered)),
    sold(asked[0]?.body, answered),
  ]);
  const { id: entryId = '', tokens } = charged.items[0] ?? {};
  const { body: opened } = await by.call(getLedgerEntry, { params: { entryId } });
  expect(sumParts(opened.parts)).toBe(tokens);
  expect(opened.model).toEqual({ id: 'grand', factor: 2.5 });
  expect((await by.call(listModels)).body.items).toEqual([
    { id: 'test-model', factor: 1, plan: 'free', available: true },
    { id: 'grand', factor: 2.5, plan: 'free', available: true },
    { id: 'immense', factor: 10, plan: 'starter', available: false },
  ]);
  // So much is set aside, too: for an answer, and before that for what may follow a search.
  const other = await generating.newUser();
  const { id: otherId } = await newChatbot(other);
  await upload(generating, other, otherId, [{ name: 'garage.txt', bytes: garage }]);
  await generating.settle();
  const held: { tokens: number; due: number }[] = [];
  model.answer(async () => {
    held.push(...(await db.selectFrom('reservations').select(['tokens', 'due']).execute()));
    return answered;
  });
  const askOther = (draft: AnsweringDraft) =>
    tryOut(parking, { at: generating, by: other, id: otherId, draft });
  await askOther({});
  await askOther({ model: 'grand' });
  const [usual = { tokens: 0, due: 0 }, ...dearer] = held;
  expect(dearer).toEqual([{ tokens: Math.ceil(2.5 * usual.tokens), due: Math.ceil(2.5 * usual.due) }]);
  await spendTokens(generating, other, 'message', 7 * usual.tokens);
  const searches = () => model.requests.filter(({ path }) => path.endsWith('/embeddings')).length;
  const before = searches();
  expect((await askOther({ model: 'grand' })).done?.mode).toBe('generated');
  expect(searches()).toBe(before);
  model.answer(() => answered);
  for (const wanted of ['immense', 'the provider’s most expensive']) {
    const change = { params: { chatbotId: id }, body: { model: wanted } };
    expect((await by.call(updateChatbot, change)).body).toMatchObject({ code: 'model_not_offered' });
    const trial = await tryOut(parking, { at: generating, by, id, draft: { model: wanted } });
    expect(trial.problem?.code).toBe('model_not_offered');
  }
  await db.insertInto('accounts').values({ owner_id: by.id, plan: 'starter' }).execute();
  const wider = { params: { chatbotId: id }, body: { model: 'immense' } };
  expect((await by.call(updateChatbot, wider)).body.model).toBe('immense');
  const latest = () => model.requests.filter(({ path }) => path.endsWith('/chat/completions')).at(-1)?.body;
  await ask(generating, publicId, { text: parking });
  expect(latest()?.model).toBe('immense');
  // With the smaller plan again, it stays chosen and the default answers.
  await db.deleteFrom('accounts').where('owner_id', '=', by.id).execute();
  await ask(generating, publicId, { text: parking });
  expect(latest()?.model).toBe('test-model');
  const kept = { params: { chatbotId: id }, body: { model: 'immense', contact: 'accueil' } };
  expect((await by.call(updateChatbot, kept)).status).toBe(200);
  // Where the provider refuses the default, that is no fault of the one that was chosen.
  model.next('embed', { status: 404 });
  expect((await tryOut(parking, { at: generating, by, id })).done?.mode).toBe('quoted');
  // A name that the provider refuses: its owner is told, visitors are quoted to.
  model.answer(({ body }) => (body.model === 'grand' ? { status: 404 } : 'Douze euros [1].'));
  const refused = await tryOut(parking, { at: generating, by, id, draft });
  expect(refused.problem).toMatchObject({ code: 'model_refused', model: 'grand' });
  await by.call(updateChatbot, { params: { chatbotId: id }, body: { model: 'grand' } });
  expect((await ask(generating, publicId, { text: parking })).done?.mode).toBe('quoted');
  // A run says so, too, instead of holding quotes against what the model would have written.
  const params = { chatbotId: id };
  await by.call(createCheck, { params, body: { question: parking, mustContain: ['douze'] } });
  const runOf = async () => {
    const { body: run } = await by.call(runChecks, { params });
    await generating.settle();
    return (await by.call(getCheckRun, { params: { runId: run.id } })).body;
  };
  expect(await runOf()).toMatchObject({ status: 'error', done: 0, error: errors.model_refused.title.fr });
  await by.call(updateChatbot, { params, body: { model: null } });
  const checked = await runOf();
  expect(checked).toMatchObject({ status: 'done', passed: 1, results: [{ mode: 'generated', missing: [] }] });
  const ofRun = (await by.call(listLedger, {})).body.items.slice(0, 2);
  expect(ofRun.map(({ operation }) => operation).sort()).toEqual(['chat_completion', 'vector_search']);
  expect(checked.tokens).toBe(ofRun.reduce((sum, { tokens }) => sum + tokens, 0));
  expect(await generating.context.db.selectFrom('reservations').select('id').execute()).toEqual([]);
  const { body } = await by.call(listLedger, {});
  expect(
    body.items.map(({ operation }) => operation).filter((name) => name === 'chat_completion'),
  ).toHaveLength(7);

  // Where a provider answers, as many are asked at a time as a tester may wait for, who may go on meanwhile.
  for (let more = 2; more <= 6; more++)
    await by.call(createCheck, { params, body: { question: `${parking} ${more}`, mustContain: ['douze'] } });
  const { items: checks } = (await by.call(listChecks, { params })).body;
  const waiting: (() => void)[] = [];
  const meanwhile: Promise<unknown>[] = [];
  const testWhileTheyWait = async () => {
    // What asks the model for nothing has its turn meanwhile.
    const { done } = await tryOut('Bonjour !', { at: generating, by, id });
    const { items } = (await by.call(listTestMessages, { params })).body;
    const ofRun = items.filter(({ text }) => text.startsWith(`${parking} `)).length;
    const asked = waiting.length;
    for (const answerIt of waiting.splice(0).reverse()) answerIt();
    return { mode: done?.mode, ofRun, asked };
  };
  model.answer(async () => {
    await new Promise<void>((answerIt) => {
      if (waiting.push(answerIt) === 3) meanwhile.push(testWhileTheyWait());
    });
    return 'Douze euros [1].';
  });
  const together = await runOf();
  const seen = { mode: 'generated', ofRun: 0, asked: 3 };
  expect(await Promise.all(meanwhile)).toEqual([seen, seen]);
  expect(together).toMatchObject({ status: 'done', done: 6, passed: 6 });
  expect(together.results.map(({ checkId }) => checkId)).toEqual(checks.map(({ id }) => id));

  // Deleted meanwhile, it takes the run with it, and nobody tries again.
  model.answer(async () => {
    await by.call(deleteChatbot, { params });
    return 'Douze euros [1].';
  });
  const logged = generating.logged.length;
  expect(await runOf()).toMatchObject({ code: 'not_found' });
  expect(generating.logged.slice(logged).filter((line) => line.includes('job failed'))).toEqual([]);
  await generating.stop();
  await model.stop();
});

const addCheck = async (question: string, ...mustContain: string[]): Promise<Check> =>
  (await owner.call(createCheck, { params: { chatbotId: chatbot.id }, body: { question, mustContain } }))
    .body;
const begin = () => owner.call(runChecks, { params: { chatbotId: chatbot.id } });
async function runAll(): Promise<CheckRun> {
  const { body, status } = await begin();
  expect([status, body.status]).toEqual([202, 'running']);
  await program.settle();
  return (await owner.call(getCheckRun, { params: { runId: body.id } })).body;
}
const ledgerOf = () =>
  program.context.db
    .selectFrom('ledger_entries')
    .select(['cause', 'tokens'])
    .where('chatbot_id', '=', chatbot.id)
    .where('token_type', '=', 'message')
    .execute();

test('checks are asked as tests are, and tell what changed since they were asked last', async () => {
  const price = await addCheck(parking, 'PARKING souterrain', '12€');
  const breakfast = await addCheck('À quelle heure est le petit-déjeuner ?', '7 h', '11 h');
  const first = await runAll();
  expect(first).toMatchObject({ status: 'done', done: 2, total: 2, passed: 1, broken: 0, mended: 0 });
  expect(first.results.map(({ checkId }) => checkId)).toEqual([price.id, breakfast.id]);
  expect(first.results[0]).toMatchObject({ passed: true, before: null, mode: 'quoted', missing: [] });
  expect(first.results[1]).toMatchObject({ passed: false, before: null, missing: ['11 h'] });
  expect(first.tokens).toBe((await ledgerOf()).reduce((sum, { tokens }) => sum + tokens, 0));

  await owner.call(updateCheck, { params: { checkId: breakfast.id }, body: { mustContain: ['10 h 30'] } });
  await owner.call(deleteSource, { params: { sourceId: garageId } });
  await upload(program, owner, chatbot.id, [
    { name: 'garage.txt', bytes: garage.replace('12 €', '1 512 €') },
  ]);
  await program.settle();
  const second = await runAll();
  expect(second).toMatchObject({ passed: 1, broken: 1, mended: 0 });
  expect(second.results[0]).toMatchObject({ passed: false, before: true, missing: ['12€'] });
  expect(second.results[0]?.answerBefore).toBe(first.results[0]?.answer);
  expect(second.results[0]?.answer).toContain('1 512 €');
  // What was asked of it is another thing now: it has neither broken nor been mended.
  expect(second.results[1]).toMatchObject({ passed: true, before: null });
  expect(second.results[1]).not.toHaveProperty('answerBefore');

  await owner.call(updateCheck, { params: { checkId: price.id }, body: { mustContain: ['12€'] } });
  expect((await runAll()).results[0]?.before).toBeNull();
  const { body } = await owner.call(listChecks, { params: { chatbotId: chatbot.id } });
  expect(body.items.map(({ passed }) => passed)).toEqual([false, true]);
  await owner.call(deleteCheck, { params: { checkId: price.id } });
  expect((await runAll()).results.map(({ checkId }) => checkId)).toEqual([breakfast.id]);
  // Neither visitors' conversations, nor unanswered questions, nor the owner's own tests.
  const { rows } = await sql<{ left: number }>`
    select (select count(*) from conversations where chatbot_id = ${chatbot.id})::int
         + (select count(*) from unanswered_questions where chatbot_id = ${chatbot.id})::int as left
  `.execute(program.context.db);
  expect(rows).toEqual([{ left: 0 }]);
});

test('one run at a time, the last ones kept; a run’s figures come without its answers, too', async () => {
  await addCheck(parking, '12');
  const { body: running } = await begin();
  expect(running).toMatchObject({ status: 'running', done: 0, total: 1, results: [] });
  const again = await begin();
  expect([again.status, (again.body as unknown as { code: string }).code]).toEqual([
    409,
    'check_run_running',
  ]);
  await program.settle();
  for (let more = 0; more < limits.checkRunsKept; more++) await runAll();
  const list = async (query: object) =>
    (await owner.call(listCheckRuns, { params: { chatbotId: chatbot.id }, query: { ...query } })).body;
  const { items } = await list({ results: 'false', limit: 100 });
  expect(items).toHaveLength(limits.checkRunsKept);
  expect(items.map(({ id }) => id)).not.toContain(running.id);
  expect(items[0]).toMatchObject({ done: 1, passed: 1, results: [] });
  const whole = await list({});
  expect(whole.items).toHaveLength(5);
  expect(whole.items[0]?.results).toHaveLength(1);
  expect((await list({ cursor: whole.nextCursor })).items[0]?.id).toBe(items[5]?.id);
});

test('a run that its process did not survive asks and charges nothing twice', async () => {
  await addCheck(parking, '12 €');
  await addCheck(unknown, 'Oulan-Bator');
  const { body: run } = await begin();
  const { db } = program.context;
  const planned = await db
    .selectFrom('check_results')
    .selectAll()
    .where('run_id', '=', run.id)
    .orderBy('place')
    .execute();
  const [answered, asked] = planned as [(typeof planned)[0], (typeof planned)[0]];
  const row = await readChatbot(db, owner.id, chatbot.id);
  // Killed between the first answer and the look at it.
  await answerCheck(program.context, row, {
    question: answered.question,
    conversationId: answered.conversation_id,
    messageId: answered.message_id,
  });
  await db
    .updateTable('messages')
    .set({ text: 'Toujours 12 €.' })
    .where('id', '=', answered.message_id)
    .execute();
  // And another time between the second question and its answer.
  await db
    .insertInto('conversations')
    .values({
      id: asked.conversation_id,
      owner_id: owner.id,
      chatbot_id: chatbot.id,
      channel: 'test',
      language: 'fr',
      visitor_token_hash: Buffer.alloc(32),
      token_expires_at: new Date(),
      answering_until: new Date(Date.now() + 60_000),
      started_at: new Date(),
      last_message_at: new Date(),
    })
    .execute();
  await program.settle();
  const { body: ended } = await owner.call(getCheckRun, { params: { runId: run.id } });
  expect(ended).toMatchObject({ status: 'done', done: 2, passed: 1 });
  expect(ended.results.map(({ answer, mode }) => [answer.slice(0, 14), mode])).toEqual([
    ['Toujours 12 €.', 'quoted'],
    ['Je n’ai pas tr', 'unanswered'],
  ]);
  const charges = await ledgerOf();
  expect(charges.map(({ cause }) => cause).sort()).toEqual(
    planned.map(({ message_id }) => `test:${message_id}`).sort(),
  );
  expect(ended.tokens).toBe(charges.reduce((sum, { tokens }) => sum + tokens, 0));
});

test('a run that is stopped asks nothing more, and another may begin', async () => {
  await addCheck(parking, '12');
  const { body: run } = await begin();
  const stopped = await owner.call(stopCheckRun, { params: { runId: run.id } });
  expect([stopped.status, stopped.body.status]).toEqual([200, 'done']);
  await program.settle();
  expect((await owner.call(getCheckRun, { params: { runId: run.id } })).body).toMatchObject({
    status: 'done',
    done: 0,
    total: 1,
  });
  expect(await ledgerOf()).toEqual([]);
  // What has ended stays as it ended.
  const { id } = await runAll();
  expect((await owner.call(stopCheckRun, { params: { runId: id } })).body).toMatchObject({
    done: 1,
    passed: 1,
  });
});

test('a run ends with the reason when the quota is used up, what it found stands; no other begins', async () => {
  const plan = (name: string) =>
    program.context.db.updateTable('accounts').set({ plan: name }).where('owner_id', '=', owner.id).execute();
  await addCheck(parking, '12');
  await addCheck(unknown, '12');
  const { body: run } = await begin();
  await plan('free');
  // The first question with its answer fits, the second does not.
  await spendTokens(program, owner, 'message', 60);
  await program.settle();
  const ended = (await owner.call(getCheckRun, { params: { runId: run.id } })).body;
  expect(ended).toMatchObject({ status: 'error', done: 1, total: 2, passed: 1 });
  expect(ended.error).toMatch(/quota|jetons/i);
  await spendTokens(program, owner, 'message');
  const refused = await begin();
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([
    403,
    'message_quota_exceeded',
  ]);
  await plan('starter');
});

test('two hundred checks and no more, each with something to look for', async () => {
  const { db } = program.context;
  await sql`
    insert into checks (id, owner_id, chatbot_id, question, must_contain, created_at)
    select gen_random_uuid(), ${owner.id}, ${chatbot.id}, 'Où ?', '{ici}', now()
      from generate_series(2, ${limits.checksPerChatbot}::int)`.execute(db);
  const add = async (mustContain: string[]) => {
    const params = { chatbotId: chatbot.id };
    const { status, body } = await owner.call(createCheck, {
      params,
      body: { question: 'Où ?', mustContain },
    });
    return [status, (body as { code?: string }).code];
  };
  for (const wrong of [[], [' '], ['x'.repeat(201)], Array(11).fill('x')])
    expect((await add(wrong))[0]).toBe(400);
  expect(await add(['<b>là</b>'])).toEqual([201, undefined]);
  expect(await add(['là'])).toEqual([403, 'check_limit_reached']);
});
