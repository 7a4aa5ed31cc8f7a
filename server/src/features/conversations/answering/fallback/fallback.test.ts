import { addressOf } from '@parlance/contract/endpoint';
import { updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { createCheck, getCheckRun, listChecks, runChecks } from '@parlance/contract/endpoints/checks';
import { getConversation } from '@parlance/contract/endpoints/conversations';
import { listTestMessages, type TestEvent, testChatbot } from '@parlance/contract/endpoints/test-answers';
import { getUsage, listFallbacks, listLedger } from '@parlance/contract/endpoints/usage';
import { estimateTokens, limits } from '@parlance/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openModels } from '../../../../kit/models/open.ts';
import { spendTokens } from '../../../../test/clients/spend.ts';
import { newChatbot, upload } from '../../../../test/clients/upload.ts';
import { ask, collectEvents, type ReceivedAnswer } from '../../../../test/clients/visitor.ts';
import { type Program, startProgram, type User } from '../../../../test/program.ts';
import { type Behaviour, startModelServer } from '../../../../test/servers/model.ts';

const guide = `Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines.

Le parking souterrain coûte 12 € par nuit et se réserve à la réception.`;
const breakfast = 'À quelle heure est servi le petit-déjeuner ?';
const written = 'Le petit-déjeuner est servi de 7 h à 10 h 30 [1].';
const minute = 60_000;
const day = 24 * 60 * minute;

let program: Program;
let model: Awaited<ReturnType<typeof startModelServer>>;

beforeAll(async () => {
  model = await startModelServer(() => written);
  program = await startProgram({
    PLANS_FILE: new URL('../../../../test/plans.json', import.meta.url).pathname,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'test-model',
    EMBED_RATE_LIMIT_PER_MINUTE: '0',
  });
});
afterAll(async () => {
  await program.stop();
  await model.stop();
});
beforeEach(() => {
  model.requests.length = 0;
  model.answer(() => written);
  // A provider of which nothing is known yet, and whose silence is short.
  const hasty = { headersMs: 200, firstTextMs: 200, stallMs: 200, retryMs: 1 };
  program.context.models = openModels(program.context.config, hasty);
});

interface Hotel {
  user: User;
  id: string;
  publicId: string;
  say: (text?: string, more?: object) => Promise<ReceivedAnswer>;
}

async function hotelOf(user: User, name = 'Accueil'): Promise<Hotel> {
  const { id, publicId } = await newChatbot(user, name);
  await upload(program, user, id, [{ name: 'guide.txt', bytes: guide }]);
  await program.settle();
  return {
    user,
    id,
    publicId,
    say: (text = breakfast, more = {}) => ask(program, publicId, { text, ...more }),
  };
}
const newHotel = async () => hotelOf(await program.newUser());

const fallbacksOf = async ({ user }: Hotel) => (await user.call(listFallbacks)).body.items;
const ledgerOf = async ({ user }: Hotel) => {
  const { body } = await user.call(listLedger, { query: { tokenType: 'message', limit: 100 } });
  return body.items;
};
const reserved = () => program.context.db.selectFrom('reservations').select('id').execute();
const mailsTo = async ({ user }: Hotel) => {
  await program.settle();
  return (await program.mailbox(user.email)).slice(0, -1);
};
const cap = ({ user, id }: Hotel, body: { dailyTokens?: number | null; monthlyTokens?: number | null }) =>
  user.call(updateChatbot, { params: { chatbotId: id }, body });

/** What a visitor reads: the names of fields aside. */
function readOf({ events, problem }: ReceivedAnswer): string {
  const read: string[] = [];
  const look = (value: unknown): void => {
    if (typeof value === 'string') read.push(value);
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) look(one);
  };
  look(events.filter(({ event }) => event !== 'meta').map(({ data }) => data));
  const { title, detail, code } = problem ?? {};
  look([title, detail, code]);
  return read.join(' ');
}
const ownersBusiness = /\b(?:plan|offre|forfait|quota|jeton|token|carte|card|limit|plafond|cap|budget)s?\b/i;

test('where the quota is used up, visitors are quoted the sources for nothing, in their language, and the owner sees since when', async () => {
  const hotel = await newHotel();
  await spendTokens(program, hotel.user, 'message');
  const before = await ledgerOf(hotel);
  const heard = await hotel.say();
  expect(heard.done).toEqual({ mode: 'quoted', messageTokens: 0 });
  expect(heard.text).toContain('7 h à 10 h 30');
  expect(heard.citations).toMatchObject([{ number: 1, sourceName: 'guide.txt' }]);
  const { conversationId, visitorToken } = heard.meta;
  // It converses as ever.
  const visit = { conversationId, visitorToken };
  const parking = await hotel.say('Combien coûte le parking ?', visit);
  expect(parking.text).toContain('12 €');
  const followed = await hotel.say('et pour deux nuits ?', visit);
  expect(followed.done?.mode).toBe('quoted');
  expect((await hotel.say('Merci beaucoup !', visit)).done).toMatchObject({
    smallTalk: true,
    messageTokens: 0,
  });
  const unknown = await hotel.say('What is the capital of Mongolia?', visit);
  expect(unknown.done?.mode).toBe('unanswered');
  expect(unknown.text).toMatch(/^I /);

  expect(model.requests).toEqual([]);
  expect(await reserved()).toEqual([]);
  expect(await ledgerOf(hotel)).toEqual(before);
  const { body: transcript } = await hotel.user.call(getConversation, { params: { conversationId } });
  const answers = transcript.messages.filter(({ role }) => role === 'chatbot');
  expect(answers.map(({ tokens, fallback }) => [tokens, fallback])).toEqual([
    [0, 'quota'],
    [0, 'quota'],
    [0, 'quota'],
    [0, undefined],
    [0, 'quota'],
  ]);
  expect(await fallbacksOf(hotel)).toEqual([
    {
      chatbot: { id: hotel.id, name: 'Accueil' },
      reason: 'quota',
      since: expect.any(String),
      answers: 4,
      isSilent: false,
    },
  ]);
  const mails = await mailsTo(hotel);
  expect(mails.map(({ subject }) => subject)).toEqual(['Vos jetons de message sont épuisés']);
  expect(mails[0]?.text).toMatch(/en citant vos sources/);
  expect(mails[0]?.text).not.toMatch(/indisponible\b.*lisent|lisent.*indisponible/);
  for (const one of [heard, parking, followed, unknown]) expect(readOf(one)).not.toMatch(ownersBusiness);
  expect((await hotel.user.call(getUsage)).body.alerts).toMatchObject([{ level: 'exceeded' }]);
});

test('what is left pays for quotes before any are free, and is no sign that the quota is there again', async () => {
  const hotel = await newHotel();
  await spendTokens(program, hotel.user, 'message', 60);
  const first = await hotel.say();
  const price = estimateTokens(breakfast) + estimateTokens(first.text);
  expect(first.done).toEqual({ mode: 'quoted', messageTokens: price });
  expect((await ledgerOf(hotel))[0]).toMatchObject({ tokens: price });
  expect((await hotel.user.call(getUsage)).body.alerts).toMatchObject([{ level: 'exceeded' }]);
  const second = await hotel.say();
  expect(second.done).toEqual({ mode: 'quoted', messageTokens: 0 });
  // Nor is a greeting, which costs next to nothing.
  expect((await hotel.say('Bonjour')).done?.smallTalk).toBe(true);
  expect(await fallbacksOf(hotel)).toMatchObject([{ reason: 'quota', answers: 2 }]);
  expect((await hotel.user.call(getUsage)).body.alerts).toMatchObject([{ level: 'exceeded' }]);
  expect(await reserved()).toEqual([]);
});

test('a flood of visitors is quoted as often as a chatbot may for nothing in a day, to the answer, then told kindly', async () => {
  const hotel = await newHotel();
  await spendTokens(program, hotel.user, 'message');
  const heard = await Promise.all(Array.from({ length: 200 }, () => hotel.say()));
  const answered = heard.filter(({ done }) => done);
  expect(answered).toHaveLength(limits.freeAnswersPerDay);
  const [refused] = heard.filter(({ problem }) => problem);
  expect(refused?.problem).toMatchObject({
    code: 'temporarily_unavailable',
    title: 'L’assistant est momentanément indisponible. Réessayez plus tard.',
  });
  expect(readOf(refused as ReceivedAnswer)).not.toMatch(ownersBusiness);
  expect(await fallbacksOf(hotel)).toMatchObject([
    { reason: 'quota', answers: limits.freeAnswersPerDay, isSilent: true },
  ]);
  expect(await reserved()).toEqual([]);
  expect((await hotel.user.call(getUsage)).body.message.remaining).toBe(0);
  // Its owner, trying it, is told so plainly.
  const { problem, events } = await tryOut(hotel);
  expect(problem ?? events.at(-1)?.data).toMatchObject({ code: 'message_quota_exceeded' });
  program.advance(day);
  expect((await hotel.say()).done?.mode).toBe('quoted');
  const user = await signInAgain(hotel);
  expect(await fallbacksOf({ ...hotel, user })).toMatchObject([{ isSilent: false }]);
}, 120_000);

test.each([
  ['with the next month', async () => program.advance(32 * day)],
  [
    'with a larger plan',
    async ({ user }: Hotel) => {
      await program.context.db
        .insertInto('accounts')
        .values({ owner_id: user.id, plan: 'starter' })
        .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ plan: 'starter' }))
        .execute();
    },
  ],
])('written answers come back by themselves %s', async (_name, lift) => {
  const hotel = await newHotel();
  await spendTokens(program, hotel.user, 'message');
  expect((await hotel.say()).done?.mode).toBe('quoted');
  const [lasting] = await fallbacksOf(hotel);
  await lift(hotel);
  const user = await signInAgain(hotel);
  // Before anybody has asked.
  expect(await fallbacksOf({ ...hotel, user })).toEqual([]);
  expect((await hotel.say()).done?.mode).toBe('generated');
  await spendTokens(program, user, 'message');
  await hotel.say();
  const [anew] = await fallbacksOf({ ...hotel, user });
  expect(anew).toMatchObject({ reason: 'quota' });
  expect(anew?.since === lasting?.since).toBe(_name === 'with a larger plan');
});

/** The user with a session that the clock has not ended. */
async function signInAgain({ user }: Hotel): Promise<User> {
  const { body } = await program.auth('/token?grant_type=password', {
    email: user.email,
    password: 'six chevaux bleus',
  });
  const token = body.access_token;
  return { ...user, token, call: (endpoint, wish) => program.call(endpoint, wish, token) };
}

test('a chatbot’s caps quote as the quota does, each by its name, until they are lifted or their day is over', async () => {
  const hotel = await newHotel();
  for (const [limit, reason] of [
    [{ dailyTokens: 0 }, 'daily_cap'],
    [{ dailyTokens: null, monthlyTokens: 0 }, 'monthly_cap'],
  ] as const) {
    await cap(hotel, limit);
    const heard = await hotel.say();
    expect(heard.done).toEqual({ mode: 'quoted', messageTokens: 0 });
    expect(readOf(heard)).not.toMatch(ownersBusiness);
    expect(await fallbacksOf(hotel)).toMatchObject([{ reason, answers: 1 }]);
  }
  const [mail] = await mailsTo(hotel);
  expect(mail).toMatchObject({ subject: 'Accueil\u00a0: limite atteinte' });
  expect(mail?.text).toMatch(/citant vos sources/);
  // Its owner's own questions are none of its visitors'.
  expect((await tryOut(hotel)).events.at(-1)?.data).toMatchObject({ mode: 'generated' });
  await cap(hotel, { dailyTokens: null, monthlyTokens: null });
  expect(await fallbacksOf(hotel)).toEqual([]);
  expect((await hotel.say()).done?.mode).toBe('generated');

  await cap(hotel, { dailyTokens: 1_000 });
  expect((await hotel.say()).done).toMatchObject({ mode: 'quoted', messageTokens: expect.any(Number) });
  expect(await fallbacksOf(hotel)).toMatchObject([{ reason: 'daily_cap' }]);
  await cap(hotel, { dailyTokens: 5_000 });
  program.advance(day);
  expect((await hotel.say()).done?.mode).toBe('generated');
  expect(await fallbacksOf({ ...hotel, user: await signInAgain(hotel) })).toEqual([]);
});

const failures: [string, Behaviour][] = [
  ['500', { status: 500 }],
  ['a refusal', { status: 401 }],
  ['silence', 'silence'],
  ['headers and no word', { text: '', ending: 'stall' }],
  ['HTML', 'html'],
  ['garbage', { text: '', ending: 'garbage' }],
  ['a broken connection', { text: '', ending: 'hang up' }],
  ['an error in the stream', { text: '', ending: 'error event' }],
];

describe('where the provider fails', () => {
  let hotel: Hotel;
  beforeAll(async () => {
    hotel = await newHotel();
  });

  test.each(failures)(
    'by %s, the same question is answered by quotes, and the next one written again',
    async (_, failure) => {
      model.answer(() => failure);
      const began = performance.now();
      const heard = await hotel.say();
      expect(performance.now() - began).toBeLessThan(5_000);
      expect(heard.done?.mode).toBe('quoted');
      expect(heard.text).toContain('7 h à 10 h 30');
      expect(readOf(heard)).not.toMatch(ownersBusiness);
      expect((await ledgerOf(hotel))[0]).toMatchObject({ tokens: heard.done?.messageTokens });
      expect(await fallbacksOf(hotel)).toMatchObject([{ reason: 'provider', isSilent: false }]);
      model.answer(() => written);
      expect((await hotel.say()).done?.mode).toBe('generated');
      expect(await fallbacksOf(hotel)).toEqual([]);
      expect(await reserved()).toEqual([]);
    },
  );

  test('it is left in peace, and every visitor answered at once', async () => {
    model.answer(() => 'silence');
    await hotel.say();
    await hotel.say();
    const asked = model.requests.length;
    const began = performance.now();
    const heard = await Promise.all(Array.from({ length: 10 }, () => hotel.say()));
    expect(heard.every(({ done }) => done?.mode === 'quoted')).toBe(true);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(model.requests).toHaveLength(asked);
    expect(await fallbacksOf(hotel)).toMatchObject([{ answers: expect.any(Number) }]);
  });

  test('amid an answer, what was written stands, and what the sources say beside it is quoted', async () => {
    model.next({ text: `${written} Le parking sout`, ending: 'hang up' });
    const heard = await hotel.say(
      'À quelle heure est servi le petit-déjeuner et combien coûte le parking souterrain ?',
    );
    expect(heard.done?.mode).toBe('generated');
    expect(heard.text.startsWith(written)).toBe(true);
    expect(heard.text).not.toContain('Le parking sout\n');
    expect(heard.text).toMatch(/mot pour mot\u00a0:\n\n«\u00a0.*12 € par nuit.*\u00a0» \[1\]$/);
    expect(heard.citations.map(({ number }) => number)).toEqual([1]);
    const { conversationId } = heard.meta;
    const { body } = await hotel.user.call(getConversation, { params: { conversationId } });
    expect(body.messages[1]).toMatchObject({ text: heard.text, fallback: 'provider' });
    // Nothing is said twice where all of it was written.
    model.next({ text: `${written} Il est`, ending: 'hang up' });
    expect((await hotel.say()).text).toBe(written);
  });
});

test('an outage is mailed once for all of an account’s chatbots, when it lasts, and not again where it flickers', async () => {
  const hotel = await newHotel();
  const other = await hotelOf(hotel.user, 'Annexe');
  const mails = async () => (await mailsTo(hotel)).filter(({ subject }) => subject.includes('citent'));
  model.answer(() => ({ status: 401 }));
  await hotel.say();
  model.answer(() => written);
  await hotel.say();
  program.advance(6 * minute);
  // What was over before it was worth a mail.
  expect(await mails()).toEqual([]);
  program.advance(2 * 60 * minute);
  model.answer(() => ({ status: 401 }));
  await hotel.say();
  await other.say();
  expect(await mails()).toEqual([]);
  program.advance(6 * minute);
  const [mail] = await mails();
  expect(mail?.text).toMatch(/Depuis 6\u00a0min.*Annexe/);
  expect(mail?.text).not.toMatch(/erreur|faute|votre fournisseur/i);
  model.answer(() => written);
  await hotel.say();
  model.answer(() => ({ status: 401 }));
  await hotel.say();
  await other.say();
  program.advance(10 * minute);
  expect(await mails()).toHaveLength(1);
  expect(
    (await fallbacksOf({ ...hotel, user: await signInAgain(hotel) }))
      .map(({ chatbot }) => chatbot.name)
      .sort(),
  ).toEqual(['Accueil', 'Annexe']);
});

async function tryOut({ user, id }: Hotel) {
  const { token } = await signInAgain({ user } as Hotel);
  const response = await fetch(program.url + addressOf(testChatbot, { chatbotId: id }), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ text: breakfast }),
  });
  return collectEvents<TestEvent>(response);
}

test('its owner, trying it, reads why it quotes, then and later', async () => {
  const hotel = await newHotel();
  const whyOf = ({ events }: Awaited<ReturnType<typeof tryOut>>) =>
    events.flatMap(({ event, data }) => (event === 'done' ? [data.fallback] : []));
  expect(whyOf(await tryOut(hotel))).toEqual([undefined]);
  model.answer(() => ({ status: 500 }));
  expect(whyOf(await tryOut(hotel))).toEqual(['provider']);
  model.answer(() => written);
  await spendTokens(program, hotel.user, 'message');
  expect(whyOf(await tryOut(hotel))).toEqual(['quota']);
  const { body } = await hotel.user.call(listTestMessages, { params: { chatbotId: hotel.id } });
  const answers = body.items.filter(({ role }) => role === 'chatbot');
  expect(answers.map(({ fallback, mode }) => [fallback, mode])).toEqual([
    ['quota', 'quoted'],
    ['provider', 'quoted'],
    [undefined, 'generated'],
  ]);
});

test('checks wait for a provider that fails, and compare no quotes with what it writes', async () => {
  const hotel = await newHotel();
  const params = { chatbotId: hotel.id };
  await hotel.user.call(createCheck, { params, body: { question: breakfast, mustContain: ['10 h 30'] } });
  const run = async (user: User) => (await user.call(runChecks, { params })).body;
  model.answer(() => ({ status: 401 }));
  const begun = await run(hotel.user);
  await program.settle();
  const stateOf = async (user: User, runId: string) =>
    (await user.call(getCheckRun, { params: { runId } })).body;
  expect(await stateOf(hotel.user, begun.id)).toMatchObject({ status: 'running', done: 0 });
  model.answer(() => written);
  program.advance(2 * minute);
  await program.settle();
  expect(await stateOf(hotel.user, begun.id)).toMatchObject({ status: 'done', passed: 1 });

  model.answer(() => ({ status: 401 }));
  const late = await run(hotel.user);
  for (let waited = 0; waited < 12; waited++) {
    await program.settle();
    program.advance(minute);
  }
  const ended = await stateOf(hotel.user, late.id);
  expect(ended).toMatchObject({ status: 'error', done: 0, error: expect.stringContaining('ne répond pas') });
  const { body } = await hotel.user.call(listChecks, { params });
  expect(body.items).toMatchObject([{ passed: true }]);
});
