import { addressOf } from '@parlance/contract/endpoint';
import { createChatbot, duplicateChatbot, updateChatbot } from '@parlance/contract/endpoints/chatbots';
import { createCheck } from '@parlance/contract/endpoints/checks';
import {
  type ConversationChannel,
  deleteConversation,
  deleteVisitor,
  getConversation,
  getVisitor,
  listChatbotConversations,
  listConversations,
  listRecentMessages,
} from '@parlance/contract/endpoints/conversations';
import {
  askChatbot,
  type ConversationMessage,
  eraseEmbedConversation,
  getEmbedConfig,
  getEmbedConversation,
  rateAnswer,
} from '@parlance/contract/endpoints/embed';
import {
  deleteSource,
  listPassages,
  listSources,
  type Source,
  searchPassages,
} from '@parlance/contract/endpoints/sources';
import {
  getUsage,
  listActivity,
  listFallbacks,
  listLedger,
  listSetups,
} from '@parlance/contract/endpoints/usage';
import { limits } from '@parlance/contract/limits';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../kit/ids.ts';
import { enqueue } from '../../kit/jobs/enqueue.ts';
import { bytesOf, newChatbot, upload } from '../../test/clients/upload.ts';
import { ask } from '../../test/clients/visitor.ts';
import { makePdf } from '../../test/documents.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { getPublicChatbot } from '../chatbots/service.ts';
import { charge } from '../usage/service.ts';
import { answerVisitor } from './answering/answer.ts';
import { forgetConversations } from './desk/jobs.ts';
import { searchBatchSize } from './desk/queries.ts';
import { admitRating, admitVisitor } from './visitors/visitor-limits.ts';

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
const conversation = (id: string, token: string | undefined, method = 'GET', query = {}) =>
  fetch(
    program.url +
      addressOf(
        method === 'GET' ? getEmbedConversation : eraseEmbedConversation,
        { publicId: chatbot.publicId, conversationId: id },
        query,
      ),
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

test('of a question the visitor is looked up once, and it takes two statements to store it and its answer', async () => {
  let statements = 0;
  const db = program.context.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1;
      return result;
    },
  });
  const context = { ...program.context, db };
  const asked = async (visit: { visitorToken?: string; conversationId?: string } = {}) => {
    statements = 0;
    const found = await getPublicChatbot(db, chatbot.publicId);
    const visitor = await admitVisitor(context, found.chatbot, { address: '192.0.2.1', ...visit });
    const question = { text: breakfast, ...visit };
    const { signal } = new AbortController();
    let meta = { conversationId: '', visitorToken: '' };
    for await (const event of answerVisitor(context, found, visitor, question, signal))
      if (event.event === 'meta') meta = event.data;
    return { ...meta, statements };
  };
  // A small chatbot's passages are listed for the first question, and kept.
  await asked();
  // The chatbot, the counts, two of the search, the names of the sources found, the question, the answer.
  const { conversationId, visitorToken, statements: first } = await asked();
  expect(first).toBe(7);
  // The visitor.
  expect((await asked({ visitorToken })).statements).toBe(8);
  // What was said before.
  expect((await asked({ visitorToken, conversationId })).statements).toBe(9);
});

describe('a follow-up', () => {
  let own: Awaited<ReturnType<typeof hotel>>;
  beforeAll(async () => {
    own = await hotel();
  });
  const say = (text: string, more: object = {}) => ask(program, own.chatbot.publicId, { text, ...more });
  const follow = async (...texts: string[]) => {
    let visit: { conversationId?: string; visitorToken?: string } = {};
    const heard: Awaited<ReturnType<typeof ask>>[] = [];
    for (const text of texts) {
      const answer = await say(text, visit);
      expect(answer.status).toBe(200);
      heard.push(answer);
      const { conversationId, visitorToken } = answer.meta;
      visit = { conversationId, visitorToken };
    }
    return heard;
  };
  const understoodIn = async (id: string) => {
    const messages = await program.context.db
      .selectFrom('messages')
      .select('understood')
      .where('conversation_id', '=', id)
      .where('role', '=', 'visitor')
      .orderBy('id')
      .execute();
    return messages.map(({ understood }) => understood);
  };

  test('goes on from its own conversation alone, also where the visitor is the same', async () => {
    const [first, second] = await follow('Combien coûte le parking ?', 'et pour mon cousin ?');
    expect(second?.text).toContain('12 € par nuit');
    const { conversationId = '', visitorToken = '' } = second?.meta ?? {};
    expect(await understoodIn(conversationId)).toEqual([
      null,
      'Combien coûte le parking pour mon cousin\u202f?',
    ]);
    const other = await say('et pour mon cousin ?');
    const again = await say('et pour mon cousin ?', { visitorToken });
    for (const alone of [other, again]) {
      expect(alone.text).not.toContain('12 €');
      expect(await understoodIn(alone.meta.conversationId)).toEqual([null]);
    }
    const stranger = await say('et pour mon cousin ?', {
      conversationId,
      visitorToken: other.meta.visitorToken,
    });
    expect(stranger.status).toBe(404);
    expect(first?.text).toContain('12 €');
  });

  test('that names nothing asks for what such questions ask, unless something was spoken of', async () => {
    const [alone, after] = await follow('bonjour, c’est combien ?', 'merci');
    expect(await understoodIn(alone?.meta.conversationId ?? '')).toEqual(['tarifs', null]);
    expect(after?.done?.mode).toBe('generated');
    const [, gone] = await follow('Y a-t-il un parking ?', 'c’est combien ?');
    expect(gone?.text).toContain('12 € par nuit');
  });

  test('may be praise that asks; a yes to nothing is small talk', async () => {
    const heard = await follow('oui', breakfast, 'oui merci', 'c’est rapide ?', 'comment ça se passe ?');
    expect(heard.map(({ done }) => done?.mode)).toEqual([
      'generated',
      'quoted',
      'generated',
      expect.any(String),
      expect.any(String),
    ]);
    const understood = await understoodIn(heard[0]?.meta.conversationId ?? '');
    expect(understood).toEqual([
      null,
      null,
      null,
      'petit-déjeuner\u00a0: c’est rapide ?',
      'petit-déjeuner rapide\u00a0: comment ça se passe ?',
    ]);
  });

  test('that shows by nothing is answered from what was spoken of', async () => {
    const { user, chatbot: made } = await hotel();
    await user.call(updateChatbot, { params: { chatbotId: made.id }, body: { answerLength: 'short' } });
    await upload(program, user, made.id, [
      {
        name: 'sauna.txt',
        bytes: 'Au sauna, les adultes reçoivent une serviette. La cabine est en bois clair.',
      },
      {
        name: 'patinoire.txt',
        bytes: 'À la patinoire, les adultes reçoivent des gants. La glace est refaite à midi.',
      },
    ]);
    await program.settle();
    const adultsAfter = async (...texts: string[]) => {
      let visit = {};
      for (const text of texts) {
        const { meta } = await ask(program, made.publicId, { text, ...visit });
        visit = { conversationId: meta.conversationId, visitorToken: meta.visitorToken };
      }
      return (await ask(program, made.publicId, { text: 'Que reçoivent les adultes ?', ...visit })).text;
    };
    expect(await adultsAfter('Vous avez un sauna ?')).toContain('serviette');
    expect(await adultsAfter('Vous avez une patinoire ?', 'merci')).toContain('gants');
  });

  test('is short: what is pasted is read as it stands', async () => {
    const long = `et pour deux nuits ? ${'encore du texte collé '.repeat(180)}`.slice(0, 4_000);
    const [, pasted] = await follow('Combien coûte le parking ?', long);
    expect(await understoodIn(pasted?.meta.conversationId ?? '')).toEqual([null, null]);
  });

  test('is understood whatever the language of its turn, through small talk, and after its source is gone', async () => {
    const [, , , , chain] = await follow(
      'Acceptez-vous les chiens ?',
      'merci',
      'how much is it?',
      'ok',
      'c’est sur demande ?',
    );
    expect(chain?.text).toContain('sur demande');
    const { conversationId = '', visitorToken = '' } = chain?.meta ?? {};
    const { body } = await own.user.call(listSources, { params: { chatbotId: own.chatbot.id } });
    await own.user.call(deleteSource, { params: { sourceId: body.items[0]?.id ?? '' } });
    const gone = await say('et pour deux chiens ?', { conversationId, visitorToken });
    expect(gone.done?.mode).toBe('unanswered');
    expect(await understoodIn(conversationId)).toEqual([
      null,
      null,
      'chiens: how much is it?',
      null,
      'chiens\u00a0: c’est sur demande ?',
      'chiens\u00a0: c’est sur demande pour deux chiens\u202f?',
    ]);
  });
});

test('a message that asks several things has each answered in turn, with its citation', async () => {
  const user = await program.newUser();
  const agency = await newChatbot(user);
  const rules =
    'L’état daté est demandé par le notaire, quinze jours avant.\n\nLes clés se retirent au bureau.';
  await upload(program, user, agency.id, [
    { name: 'regles.txt', bytes: rules },
    { name: 'tarifs.csv', bytes: 'Prestation;Prix\nÉtat daté;380 €\nDouble de clés;25 €\nBadge;35 €\n' },
  ]);
  await program.settle();
  const { text, citations } = await ask(program, agency.publicId, {
    text: 'Qui demande l’état daté, et combien ça coûte ?',
  });
  expect(text).toBe(
    'L’état daté est demandé par le notaire, quinze jours avant. [1]\n\nPrestation: État daté | Prix: 380 € [2]',
  );
  expect(citations.map(({ sourceName }) => sourceName)).toEqual(['regles.txt', 'tarifs.csv']);
  // Where one of them has no answer, what is known is told as before.
  const half = await ask(program, agency.publicId, { text: 'Combien coûte un badge, et avez-vous un spa ?' });
  expect(half.text).toMatch(/^Prestation: Badge \| Prix: 35 € \[1\]/);
});

test('what is quoted is cited on its own page or row, though its passage begins before', async () => {
  const user = await program.newUser();
  const made = await newChatbot(user);
  await user.call(updateChatbot, { params: { chatbotId: made.id }, body: { answerLength: 'short' } });
  const rooms = ['Lavande', 'Glycine', 'Belvédère', 'Mansarde'];
  await upload(program, user, made.id, [
    {
      name: 'règlement.pdf',
      bytes: await bytesOf((path) =>
        makePdf(path, {
          pages: [
            ['La piscine chauffée ouvre en juin. Le gardien remet une clé à chaque visiteur qui en fait la'],
            ['demande avant midi. Le sauna finlandais ferme à vingt heures précises chaque soir.'],
          ],
        }),
      ),
    },
    {
      name: 'chambres.csv',
      bytes: `Chambre;Prix;Vue\n${rooms.map((room, at) => `${room};${95 + at};vue ${at}`).join('\n')}\n`,
    },
  ]);
  await program.settle();
  const place = async (text: string) => {
    const { citations } = await ask(program, made.publicId, { text });
    return citations[0]?.position;
  };
  expect(await place('Quand ouvre la piscine chauffée ?')).toEqual({ page: 1 });
  expect(await place('Quand ferme le sauna finlandais ?')).toEqual({ page: 2 });
  expect(await place('Qui remet une clé au visiteur ?')).toEqual({ page: 1, pageEnd: 2 });
  expect(await place('Quel est le prix de la chambre Belvédère ?')).toMatchObject({ row: 4 });
  const { body: sources } = await user.call(listSources, { params: { chatbotId: made.id } });
  const shown = async (name: string) => {
    const { id } = sources.items.find((one) => one.name === name) as Source;
    return (await user.call(listPassages, { params: { sourceId: id } })).body.items.map(
      ({ position }) => position,
    );
  };
  expect(await shown('règlement.pdf')).toEqual([{ page: 1, pageEnd: 2 }]);
  expect(await shown('chambres.csv')).toEqual([expect.objectContaining({ rowEnd: 5 })]);
  // A copy cites as its original does.
  const { body: copy } = await user.call(duplicateChatbot, { params: { chatbotId: made.id }, body: {} });
  await program.settle();
  const heard = await ask(program, copy.publicId, { text: 'Quand ferme le sauna finlandais ?' });
  expect(heard.citations[0]?.position).toEqual({ page: 2 });
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

test('who greets is greeted: nothing is searched, kept as unanswered or said twice running', async () => {
  const unanswered = () =>
    program.context.db
      .selectFrom('unanswered_questions')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('chatbot_id', '=', chatbot.id)
      .executeTakeFirstOrThrow();
  const before = await unanswered();
  const first = await say('Bonjour !');
  expect(first.text).toBe('Bonjour ! Que puis-je pour vous ?');
  expect(first.done).toEqual({
    mode: 'generated',
    // Nothing to rate, neither at once nor when the conversation is resumed.
    smallTalk: true,
    messageTokens: Math.ceil('Bonjour !'.length / 3.5) + Math.ceil(first.text.length / 3.5),
  });
  expect(first.citations).toEqual([]);
  const again = await say('hello', {
    conversationId: first.meta?.conversationId,
    visitorToken: first.meta?.visitorToken,
  });
  expect(again.text).toMatch(/^Hello/);
  const once = await say('bonjour', {
    conversationId: first.meta?.conversationId,
    visitorToken: first.meta?.visitorToken,
  });
  expect(once.text).not.toBe(first.text);
  expect(await unanswered()).toEqual(before);
  const question = await say('Bonjour, à quelle heure est servi le petit-déjeuner ?');
  expect(question.done?.mode).toBe('quoted');
  const { conversationId, visitorToken } = first.meta;
  await say(breakfast, { conversationId, visitorToken });
  const { messages } = (await (await conversation(conversationId, visitorToken)).json()) as {
    messages: ConversationMessage[];
  };
  expect(messages.filter(({ role }) => role === 'chatbot').map(({ smallTalk }) => smallTalk)).toEqual([
    true,
    true,
    true,
    undefined,
  ]);
});

test('a refusal names what was asked for and offers the nearest that is known, and both are kept', async () => {
  const made = await newChatbot(owner, 'Camping');
  await upload(program, owner, made.id, [
    {
      name: 'infos.txt',
      bytes: `## Épicerie

L’épicerie vend du pain frais et des croissants chaque matin dès 8 h.

## Page 2

Les croissants se commandent la veille à l’accueil du camping.

## Le soir, peut-on manger sur place ?

Le camion à pizzas passe le mardi et le vendredi, avec des desserts sans gluten.`,
    },
  ]);
  await program.settle();
  const hear = (text: string, more: object = {}) => ask(program, made.publicId, { text, ...more });

  const spa = await hear('Avez-vous un spa ?');
  expect(spa.text).toBe('Je n’ai rien trouvé sur le spa.');
  expect(spa.done).not.toHaveProperty('subjects');
  const unsure = await hear('Livrez-vous des croissants sans gluten aux bungalows du Nord ?');
  expect(unsure.done).toMatchObject({
    mode: 'unanswered',
    subjects: ['Le soir, peut-on manger sur place ?', 'Épicerie'],
  });
  // Something is there about croissants: only the answer is missing.
  expect(unsure.text).toBe('Je n’ai pas trouvé la réponse dans mes sources.');
  expect((await hear('Comment fabriquez-vous la pâte feuilletée des croissants ?')).text).toBe(unsure.text);
  for (const subject of unsure.done?.subjects ?? [])
    expect((await hear(subject)).done?.mode, subject).toBe('quoted');
  // An English visitor would be answered in French.
  expect((await hear('Do you deliver gluten free croissants to cabin nine?')).done?.subjects).toBeUndefined();

  const { conversationId, visitorToken } = unsure.meta;
  const resumed = await fetch(
    program.url + addressOf(getEmbedConversation, { publicId: made.publicId, conversationId }),
    { headers: { 'x-visitor-token': visitorToken } },
  );
  const { body: transcript } = await owner.call(getConversation, { params: { conversationId } });
  for (const { messages } of [(await resumed.json()) as typeof transcript, transcript])
    expect(messages.at(-1)?.subjects).toEqual(unsure.done?.subjects);
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

test('a visitor’s token ends after thirty days: it opens nothing more, and who comes with it is new', async () => {
  const { meta } = await say(breakfast);
  const { conversationId, visitorToken } = meta;
  // Counted in the database: others' clocks stay as they are.
  await sql`update conversations set token_expires_at = token_expires_at - interval '30 days' + interval '1 minute'
             where id = ${conversationId}`.execute(program.context.db);
  expect((await say(breakfast, { visitorToken })).meta.visitorToken).toBe(visitorToken);
  await sql`update conversations set token_expires_at = token_expires_at - interval '31 days'
             where chatbot_id = ${chatbot.id}`.execute(program.context.db);
  expect((await conversation(conversationId, visitorToken)).status).toBe(404);
  expect((await say(breakfast, { conversationId, visitorToken })).status).toBe(404);
  const anew = await say(breakfast, { visitorToken });
  expect(anew.meta.visitorToken).not.toBe(visitorToken);
});

test('a conversation is resumed page by page, the latest messages first', async () => {
  const { meta } = await say(breakfast);
  const { conversationId, visitorToken } = meta;
  for (let turn = 0; turn < 2; turn++) await say(breakfast, { conversationId, visitorToken });
  const page = async (query: object) => {
    const answer = await conversation(conversationId, visitorToken, 'GET', query);
    return (await answer.json()) as { messages: { id: string; role: string }[]; nextCursor: string | null };
  };
  const all = await page({});
  expect(all.messages.map(({ role }) => role)).toEqual(Array(3).fill(['visitor', 'chatbot']).flat());
  expect(all.nextCursor).toBeNull();
  const pages = [await page({ limit: 4 })];
  for (let { nextCursor } = pages[0] as (typeof pages)[number]; nextCursor; ) {
    pages.push(await page({ limit: 4, cursor: nextCursor }));
    ({ nextCursor } = pages.at(-1) as (typeof pages)[number]);
  }
  expect(pages.map(({ messages }) => messages.length)).toEqual([4, 2]);
  expect(pages.reverse().flatMap(({ messages }) => messages)).toEqual(all.messages);
  expect((await conversation(conversationId, visitorToken, 'GET', { cursor: 'x' })).status).toBe(400);
  expect((await conversation(conversationId, 'wrong', 'GET', { cursor: 'x' })).status).toBe(400);
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

test('the visitor erases a conversation, and nothing of it is left but its charge', async () => {
  const { db } = program.context;
  const { meta } = await say(unknown, { visitor: { name: 'Odile Marchand' } });
  const { conversationId, visitorToken, messageId } = meta;
  await say('Merci !', { conversationId, visitorToken });
  const rated = { value: 'down', visitorToken } as const;
  await program.call(rateAnswer, { params: { publicId: chatbot.publicId, messageId }, body: rated });
  const messages = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .execute();
  expect(messages).toHaveLength(4);
  const tables = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
    db,
  );
  /** The tables in which anything names the conversation, its messages or who asked. */
  const naming = async () => {
    const named = [conversationId, ...messages.map(({ id }) => id), 'Odile'].join('|');
    const found: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await sql`select from ${sql.table(name)} t where t::text ~ ${named} limit 1`.execute(
        db,
      );
      if (rows.length > 0) found.push(name);
    }
    return found.sort();
  };
  expect(await naming()).toEqual([
    'conversations',
    'ledger_causes',
    'ledger_entries',
    'messages',
    'unanswered_questions',
  ]);
  expect((await conversation(conversationId, 'wrong', 'DELETE')).status).toBe(404);
  expect((await conversation(conversationId, visitorToken, 'DELETE')).status).toBe(204);
  expect((await conversation(conversationId, visitorToken)).status).toBe(404);
  // Its id, until the register beside the database has it: nothing says whose it was.
  expect(await naming()).toEqual(['deletions', 'ledger_causes', 'ledger_entries']);
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
  const { status, problem } = await say('When is breakfast served?', {}, { 'accept-language': 'fr' });
  await change({ status: 'active' });
  expect(status).toBe(503);
  expect(problem).toMatchObject({
    code: 'temporarily_unavailable',
    // In the question's language, whatever the browser says.
    title: 'The assistant is temporarily unavailable. Please try again later.',
  });
  expect(JSON.stringify({ ...problem, requestId: '' })).not.toMatch(ownersBusiness);
});

test('an exhausted quota is answered for nothing; beyond what a day has of that it reads the same, stores no answer, and the owner is told', async () => {
  const poor = await hotel();
  await charge(program.context, program.context.db, {
    ownerId: poor.user.id,
    tokenType: 'message',
    operation: 'chat_completion',
    details: { parts: [{ name: 'answer', tokens: 100_000 - 5 }] },
    chatbotId: null,
    chatbotName: null,
    cause: 'earlier',
  });
  const say = () => ask(program, poor.chatbot.publicId, { text: breakfast, language: 'fr' });
  expect((await say()).done).toEqual({ mode: 'quoted', messageTokens: 0 });
  await program.context.db
    .updateTable('free_answers')
    .set({ answers: limits.freeAnswersPerDay })
    .where('chatbot_id', '=', poor.chatbot.id)
    .execute();
  const heard = await say();
  expect(heard.problem).toMatchObject({
    code: 'temporarily_unavailable',
    title: 'L’assistant est momentanément indisponible. Réessayez plus tard.',
  });
  expect(JSON.stringify(heard.problem)).not.toMatch(ownersBusiness);
  expect(heard.text).toBe('');
  expect((await poor.user.call(getUsage)).body.message.used).toBe(99_995);
  expect((await poor.user.call(listFallbacks)).body.items).toMatchObject([
    { reason: 'quota', isSilent: true },
  ]);
  await program.settle();
  expect((await program.mailbox(poor.user.email)).map(({ subject }) => subject)).toContain(
    'Vos jetons de message sont épuisés',
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

test('in a day a visitor may send a hundred messages, and an address two thousand', async () => {
  const { context } = program;
  const { chatbot: row } = await getPublicChatbot(context.db, chatbot.publicId);
  const unhurried = { ...context, config: { ...context.config, embedMessagesPerMinute: 1000 } };
  const others = (await context.db.selectFrom('rate_limits').select('key').execute()).map(({ key }) => key);
  const conversationId = '0190a000-0000-7000-8000-00000000000a';
  const send = (visitorToken: string) =>
    admitVisitor(unhurried, row, { address: '198.51.100.9', conversationId, visitorToken });
  const tomorrow = {
    code: 'rate_limited',
    facts: { retryAfterSeconds: expect.toSatisfy((s) => s > 80_000) },
  };
  for (let sent = 1; sent <= 100; sent++) await send('one');
  await expect(send('one')).rejects.toMatchObject(tomorrow);
  await send('another');
  await sql`update rate_limits set count = 2000 where count = 102 and not key = any(${others})`.execute(
    context.db,
  );
  await expect(send('a third')).rejects.toMatchObject(tomorrow);
});

test('an address may change its mind about answers so often, and no more', async () => {
  const { meta } = await say(breakfast);
  const thumb = (value: 'up' | 'down') =>
    program.call(rateAnswer, {
      params: { publicId: chatbot.publicId, messageId: meta.messageId },
      body: { value, visitorToken: meta.visitorToken },
    });
  expect((await thumb('up')).status).toBe(204);
  for (let given = 1; given < 200; given++) await admitRating(program.context, '127.0.0.1');
  expect((await thumb('down')).status).toBe(429);
  // Who asks is counted apart.
  expect((await say(breakfast, { visitorToken: meta.visitorToken })).status).toBe(200);
  program.advance(61_000);
  expect((await thumb('down')).status).toBe(204);
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
      .values({ ...row, visitor: null, id, answering_until: until })
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
    // A page is asked about before it may send, by the same list.
    const preflight = async (origin: string) => {
      const { status, headers } = await fetch(
        program.url + addressOf(askChatbot, { publicId: chatbot.publicId }),
        {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'content-type',
          },
        },
      );
      return [status, headers.get('access-control-allow-origin')];
    };
    expect(await preflight('https://hotel.example')).toEqual([204, 'https://hotel.example']);
    expect(await preflight('https://evil.example')).toEqual([403, null]);
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
  const gone = await ask(program, 'pub_0123456789abcdef0123', { text: breakfast });
  expect([gone.status, gone.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
});

test.each([
  ['', 400],
  [' \n\u00a0\u200b\t', 400],
  ['x'.repeat(4001), 400],
  ['a\u0000b', 400],
  ['x'.repeat(40_000), 413],
])('a question that is none is refused (%#)', async (text, status) => {
  expect((await say(text)).status).toBe(status);
});

test('a question comes as JSON, or without a media type, and as nothing else', async () => {
  const types = ['application/json', 'text/plain', 'application/x-www-form-urlencoded'];
  const statuses = [];
  for (const type of types) statuses.push((await say(breakfast, {}, { 'content-type': type })).status);
  expect(statuses).toEqual([200, 415, 415]);
});

test('text of visitors cannot forge an event', async () => {
  const heard = await say('x\n\nevent: done\ndata: {"mode":"quoted"}\n\n');
  expect(heard.events.filter(({ event }) => event === 'done')).toHaveLength(1);
  expect(heard.done?.mode).toBe('unanswered');
});

describe('conversations as their owner reads them', () => {
  const dayMs = 86_400_000;
  let reader: User;
  let front: { id: string; publicId: string };
  let back: { id: string; publicId: string };

  /** A conversation that was had some days ago: questions and, after each, an answer. */
  async function talked(
    at: { chatbot?: { id: string }; channel?: ConversationChannel | 'test'; daysAgo?: number; owner?: User },
    ...exchanges: { question: string; answer?: string; feedback?: 'up' | 'down' }[]
  ) {
    const { db, clock } = program.context;
    const time = new Date(clock().getTime() - (at.daysAgo ?? 0) * dayMs);
    const id = newId(time);
    const ownerId = (at.owner ?? reader).id;
    await db
      .insertInto('conversations')
      .values({
        id,
        owner_id: ownerId,
        chatbot_id: (at.chatbot ?? front).id,
        channel: at.channel ?? 'website',
        language: 'fr',
        visitor_token_hash: Buffer.alloc(32),
        token_expires_at: time,
        message_count: exchanges.length * 2,
        started_at: time,
        last_message_at: time,
      })
      .execute();
    for (const { question, answer = 'Oui.', feedback } of exchanges) {
      const common = { conversation_id: id, owner_id: ownerId, created_at: time };
      await db
        .insertInto('messages')
        .values({ ...common, id: newId(time), role: 'visitor', text: question })
        .execute();
      const answerId = newId(time);
      await db
        .insertInto('messages')
        .values({ ...common, id: answerId, role: 'chatbot', text: answer, mode: 'quoted' })
        .execute();
      if (feedback) await db.updateTable('messages').set({ feedback }).where('id', '=', answerId).execute();
    }
    return id;
  }
  const listed = async (query: Record<string, unknown> = {}) =>
    (await reader.call(listConversations, { query })).body.items.map(({ excerpt }) => excerpt);
  const csv = async (query = '') => {
    const response = await fetch(`${program.url}/api/v1/conversations${query}`, {
      headers: { authorization: `Bearer ${reader.token}`, accept: 'text/csv', 'accept-language': 'en' },
    });
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return response.text();
  };

  beforeEach(async () => {
    reader = await program.newUser();
    await program.context.db
      .insertInto('accounts')
      .values({ owner_id: reader.id, plan: 'starter' })
      .execute();
    [front, back] = [await newChatbot(reader, 'Accueil'), await newChatbot(reader, 'Cuisine')];
  });

  test('what visitors wrote last is listed by itself, each message with its conversation, and never the tests', async () => {
    const old = await talked({ daysAgo: 3 }, { question: 'Avant-hier ?' }, { question: 'Et encore ?' });
    await talked({ chatbot: back, daysAgo: 1 }, { question: 'Ailleurs ?' });
    await talked({ channel: 'test' }, { question: 'Un essai ?' });
    const heard = await talked({ channel: 'telegram', daysAgo: 2 }, { question: 'Hier ?' });
    const call = async (by: User, chatbotId: string, query = {}) =>
      by.call(listRecentMessages, { params: { chatbotId }, query });
    const { items } = (await call(reader, front.id)).body;
    expect(items.map(({ text, conversationId, channel }) => [text, conversationId, channel])).toEqual([
      ['Hier ?', heard, 'telegram'],
      ['Et encore ?', old, 'website'],
      ['Avant-hier ?', old, 'website'],
    ]);
    expect((await call(reader, front.id, { limit: '1' })).body.items).toEqual(items.slice(0, 1));
    expect((await call(reader, front.id, { limit: '0' })).status).toBe(400);
    expect((await call(await program.newUser(), front.id)).status).toBe(404);
  });

  test('are listed the latest first, with what happened in them, and never the tests', async () => {
    await talked({ daysAgo: 3 }, { question: 'Avant-hier ?' });
    await talked({ chatbot: back, channel: 'telegram', daysAgo: 1 }, { question: 'Hier ?' });
    await talked({ channel: 'test' }, { question: 'Un essai ?' });
    const heard = await ask(program, front.publicId, {
      text: unknown,
      visitor: { name: '=Nour', email: 'nour@example.org' },
    });
    const { items } = (await reader.call(listConversations, {})).body;
    expect(items).toMatchObject([
      {
        id: heard.meta.conversationId,
        chatbotId: front.id,
        chatbotName: 'Accueil',
        channel: 'website',
        language: 'fr',
        visitor: { name: '=Nour', email: 'nour@example.org' },
        messageCount: 2,
        unanswered: 1,
        up: 0,
        down: 0,
        excerpt: unknown,
      },
      { excerpt: 'Hier ?', chatbotName: 'Cuisine', channel: 'telegram' },
      { excerpt: 'Avant-hier ?' },
    ]);
    expect(await csv()).toContain(`,fr,"'=Nour, nour@example.org",`);
    const { body: activity } = await reader.call(listActivity);
    const told = activity.items.filter(({ kind }) => kind === 'conversation');
    expect(told.map(({ conversationId }) => conversationId)).toEqual(items.map(({ id }) => id));
    const ofBack = await reader.call(listChatbotConversations, { params: { chatbotId: back.id }, query: {} });
    expect(ofBack.body.items.map(({ excerpt }) => excerpt)).toEqual(['Hier ?']);
  });

  test('tell beside sources, checks and settings what each chatbot has and lacks', async () => {
    const setups = async (user = reader) => (await user.call(listSetups)).body.items;
    const bare = {
      platform: 'website',
      hasSource: false,
      hasCrawl: false,
      failedSource: null,
      hasContact: false,
      hasCap: false,
      hasChecks: false,
      isTested: false,
      hasVisitors: false,
      isInstalled: false,
    };
    expect(await setups()).toEqual([
      { ...bare, ...front, name: 'Accueil' },
      { ...bare, ...back, name: 'Cuisine' },
    ]);
    await talked({ channel: 'test' }, { question: 'Un essai ?' });
    await talked({ chatbot: back }, { question: 'Ouvert ?' });
    await upload(program, reader, front.id, [
      { name: 'guide.txt', bytes: 'La piscine ouvre en mai.' },
      { name: 'broken.pdf', bytes: '%PDF-1.7\nbroken' },
    ]);
    await program.settle();
    await reader.call(updateChatbot, {
      params: { chatbotId: back.id },
      body: { contact: 'accueil@example.org', dailyTokens: 1000 },
    });
    await reader.call(createCheck, {
      params: { chatbotId: back.id },
      body: { question: 'Quand ouvre la piscine ?', mustContain: ['mai'] },
    });
    expect(await setups()).toEqual([
      { ...bare, ...front, name: 'Accueil', hasSource: true, failedSource: 'file', isTested: true },
      {
        ...bare,
        ...back,
        name: 'Cuisine',
        hasContact: true,
        hasCap: true,
        hasChecks: true,
        hasVisitors: true,
      },
    ]);
    expect(await setups(await program.newUser())).toEqual([]);
  });

  test('are filtered by channel, period, thumbs and what is still unanswered', async () => {
    await talked({ daysAgo: 9 }, { question: 'Vieux', feedback: 'down' });
    await talked({ channel: 'whatsapp', daysAgo: 2 }, { question: 'Bon', feedback: 'up' });
    await ask(program, front.publicId, { text: unknown });
    const day = (ago: number) =>
      new Date(program.context.clock().getTime() - ago * dayMs).toISOString().slice(0, 10);
    expect(await listed({ channel: 'whatsapp' })).toEqual(['Bon']);
    expect(await listed({ from: day(3) })).toEqual([unknown, 'Bon']);
    expect(await listed({ to: day(2) })).toEqual(['Bon', 'Vieux']);
    expect(await listed({ from: day(2), to: day(2) })).toEqual(['Bon']);
    expect(
      await listed({ to: new Date(program.context.clock().getTime() - 5 * dayMs).toISOString() }),
    ).toEqual(['Vieux']);
    expect(await listed({ from: '0000-01-01', to: '9999-12-31' })).toEqual([unknown, 'Bon', 'Vieux']);
    expect(await listed({ to: '0000-01-01' })).toEqual([]);
    expect(await listed({ feedback: 'up' })).toEqual(['Bon']);
    expect(await listed({ feedback: 'down' })).toEqual(['Vieux']);
    expect(await listed({ feedback: 'any' })).toEqual(['Bon', 'Vieux']);
    expect(await listed({ unanswered: 'true' })).toEqual([unknown]);
    expect(await listed({ unanswered: 'false' })).toEqual(['Bon', 'Vieux']);
    // Answered, or taken off the list: nobody waits for it any more.
    await program.context.db.deleteFrom('unanswered_questions').where('owner_id', '=', reader.id).execute();
    expect(await listed({ unanswered: 'true' })).toEqual([]);
  });

  test('are searched whatever the accents, capitals, ligatures and apostrophes', async () => {
    const long = `${'Bonjour. '.repeat(40)}Une ŒUVRE de l’été ${'et voilà. '.repeat(40)}`;
    await talked({ daysAgo: 1 }, { question: 'Une question', answer: long });
    await talked({}, { question: '100 % de réduction_ ?' });
    for (const search of ['oeuvre', "L'ÉTÉ", 'l’ete', 'Œuvre de', ' ete '])
      expect(await listed({ search }), search).toEqual([expect.stringMatching(/^….*ŒUVRE de l’été.*/)]);
    expect(await listed({ search: '100 %' })).toEqual(['100 % de réduction_ ?']);
    for (const search of ['%', '_'])
      expect(await listed({ search }), search).toEqual(['100 % de réduction_ ?']);
    expect(await listed({ search: 'introuvable' })).toEqual([]);
    expect(await listed({ search: '   ' })).toHaveLength(2);
  });

  test('are searched for all that a visitor may have written, and for nothing longer', async () => {
    const question = 'e'.repeat(4000);
    await talked({}, { question });
    const search = async (text: string) =>
      (await reader.call(listConversations, { query: { search: text } })).status;
    expect(await listed({ search: question })).toHaveLength(1);
    expect(await search(`${question}e`)).toBe(400);
    const find = async (query: string) =>
      (await reader.call(searchPassages, { params: { chatbotId: front.id }, body: { query } })).status;
    expect([await find('é'.repeat(4000)), await find('é'.repeat(4001))]).toEqual([200, 400]);
  });

  test('come a page at a time, each once, whatever is said meanwhile', async () => {
    for (let at = 0; at < 7; at++) await talked({ daysAgo: at }, { question: `${at} ?` });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await reader.call(listConversations, { query: { limit: 3, cursor } });
      seen.push(...body.items.map(({ excerpt }) => excerpt));
      cursor = body.nextCursor ?? undefined;
      await talked({}, { question: 'Nouveau ?' });
    } while (cursor);
    expect(seen).toEqual(['0 ?', '1 ?', '2 ?', '3 ?', '4 ?', '5 ?', '6 ?']);
    expect((await reader.call(listConversations, { query: { cursor: 'x' } })).status).toBe(400);
  });

  test('a search looks through so many at a time, and goes on where it ended', async () => {
    const { db, clock } = program.context;
    await talked({ daysAgo: 400 }, { question: 'Une aiguille ?' });
    await sql`
      insert into conversations (id, owner_id, chatbot_id, channel, language, visitor_token_hash, token_expires_at,
                                 started_at, last_message_at)
      select gen_random_uuid(), ${reader.id}, ${front.id}, 'website', 'fr', '', ${clock()}::timestamptz,
             ${clock()}::timestamptz - i * interval '1 second', ${clock()}::timestamptz - i * interval '1 second'
        from generate_series(1, ${sql.lit(searchBatchSize)}) i`.execute(db);
    const first = (await reader.call(listConversations, { query: { search: 'aiguille' } })).body;
    expect(first.items).toEqual([]);
    expect(first.nextCursor).not.toBeNull();
    const query = { search: 'aiguille', cursor: first.nextCursor ?? '' };
    const second = (await reader.call(listConversations, { query })).body;
    expect(second.items.map(({ excerpt }) => excerpt)).toEqual(['Une aiguille ?']);
    expect(second.nextCursor).toBeNull();
  });

  test('are exported whole, whatever visitors wrote', async () => {
    const hostile = [
      '=HYPERLINK("https://evil.example";"x")',
      '<script>alert(1)</script> **gras**, "guillemets"\r\nligne',
      '\u202Eelbisivni مرحبا 👩‍👩‍👧‍👦',
    ];
    for (const [at, question] of hostile.entries())
      await talked({ daysAgo: at }, { question, answer: '@SUM(1+1)', feedback: 'down' });
    const lines = await csv();
    expect(lines.split('\r\n')[0]).toBe(
      'Conversation,Chatbot,Channel,Language,Visitor,Date,Author,Message,Mode,Feedback,Tokens,Sources',
    );
    expect(lines).toContain(`,Visitor,"'=HYPERLINK(""https://evil.example"";""x"")",,,,\r\n`);
    expect(lines).toContain(`,"<script>alert(1)</script> **gras**, ""guillemets""\r\nligne",`);
    expect(lines).toContain(`,${hostile[2]},`);
    expect(lines).toContain(`,Chatbot,'@SUM(1+1),Quoted,Not helpful,,\r\n`);
    expect(await csv('?search=guillemets')).not.toContain('HYPERLINK');
  });

  test('are exported however many there are, each message once and in its order', async () => {
    for (let at = 0; at < 230; at++)
      await talked(
        { daysAgo: at / 10 },
        { question: `q${at}` },
        { question: `r${at}` },
        { question: `s${at}` },
      );
    const told = [...(await csv()).matchAll(/,Visitor,(\w\d+),/g)].map((match) => match[1]);
    expect(told).toEqual(Array.from({ length: 230 }, (_, at) => [`q${at}`, `r${at}`, `s${at}`]).flat());
  });

  test('an opened one tells each answer with its passages, as long as they are there', async () => {
    await upload(program, reader, front.id, [{ name: 'guide.txt', bytes: guide }]);
    await program.settle();
    const heard = await ask(program, front.publicId, { text: breakfast });
    const { conversationId, visitorToken, messageId } = heard.meta;
    await program.call(rateAnswer, {
      params: { publicId: front.publicId, messageId },
      body: { value: 'up', visitorToken },
    });
    const again = await ask(program, front.publicId, { text: unknown, conversationId, visitorToken });
    const open = async (query: Record<string, unknown> = {}) =>
      (await reader.call(getConversation, { params: { conversationId }, query })).body;
    const whole = await open();
    expect(whole).toMatchObject({
      id: conversationId,
      messageCount: 4,
      up: 1,
      unanswered: 1,
      nextCursor: null,
    });
    const [question, answer, , none] = whole.messages;
    expect(question).toMatchObject({ role: 'visitor', text: breakfast });
    expect(question).not.toHaveProperty('passages');
    expect(answer).toMatchObject({
      id: messageId,
      role: 'chatbot',
      text: heard.text,
      mode: 'quoted',
      feedback: 'up',
      tokens: heard.done?.messageTokens,
      citations: heard.citations,
    });
    expect(answer?.passages?.[0]).toMatchObject({
      id: heard.citations[0]?.passageId,
      sourceName: 'guide.txt',
      used: true,
      text: expect.stringContaining('7 h à 10 h 30'),
    });
    expect(none).toMatchObject({ id: again.meta.messageId, mode: 'unanswered', citations: [] });
    const kept = await program.context.db
      .selectFrom('unanswered_questions')
      .select('id')
      .where('message_id', '=', again.meta.messageId)
      .executeTakeFirstOrThrow();
    expect(none?.unansweredId).toBe(kept.id);

    const latest = await open({ limit: 3 });
    expect(latest.messages.map(({ id }) => id)).toEqual(whole.messages.slice(1).map(({ id }) => id));
    const earlier = await open({ limit: 3, cursor: latest.nextCursor });
    expect(earlier.messages.map(({ id }) => id)).toEqual([question?.id]);
    expect(earlier.nextCursor).toBeNull();

    const sources = (await reader.call(listSources, { params: { chatbotId: front.id }, query: {} })).body
      .items;
    await reader.call(deleteSource, { params: { sourceId: sources[0]?.id ?? '' } });
    const after = await open();
    expect(after.messages[1]).toMatchObject({ citations: heard.citations, passages: [] });
  });

  test('a deleted one is gone with its questions, and what it cost stays', async () => {
    const { meta } = await ask(program, front.publicId, { text: unknown });
    const params = { conversationId: meta.conversationId };
    const { used } = (await reader.call(getUsage)).body.message;
    expect(used).toBeGreaterThan(0);
    expect((await reader.call(deleteConversation, { params })).status).toBe(204);
    expect((await reader.call(deleteConversation, { params })).status).toBe(404);
    expect((await reader.call(getConversation, { params, query: {} })).status).toBe(404);
    for (const table of ['messages', 'unanswered_questions'] as const) {
      const rows = await program.context.db
        .selectFrom(table)
        .select('id')
        .where('owner_id', '=', reader.id)
        .execute();
      expect(rows).toEqual([]);
    }
    expect((await reader.call(getUsage)).body.message.used).toBe(used);
    const test = await talked({ channel: 'test' }, { question: 'Un essai ?' });
    expect((await reader.call(deleteConversation, { params: { conversationId: test } })).status).toBe(404);
  });

  test('all of one visitor are found from one of them, by browser, stated id or address, and deleted at once', async () => {
    const asked = async (bot: { publicId: string }, visitor?: object, visitorToken?: string) =>
      (await ask(program, bot.publicId, { text: unknown, visitor, visitorToken })).meta;
    const first = await asked(front, { id: '7', email: 'Nour@example.org' });
    const sameBrowser = await asked(front, {}, first.visitorToken);
    const sameId = await asked(front, { id: '7' });
    const sameAddress = await asked(back, { id: '', email: 'nour@EXAMPLE.org' });
    // An id is the site's own: another chatbot's 7 is somebody else, and so is who states nothing.
    const others = [
      await asked(back, { id: '7' }),
      await asked(back, { id: '', email: '' }),
      await asked(front),
    ];
    const idsOf = (metas: { conversationId: string }[]) => metas.map((meta) => meta.conversationId).sort();
    const one = { conversationId: first.conversationId };
    const found = (await reader.call(listConversations, { query: { visitorOf: one.conversationId } })).body;
    expect(found.items.map(({ id }) => id).sort()).toEqual(idsOf([first, sameBrowser, sameId, sameAddress]));
    expect((await reader.call(getVisitor, { params: one })).body).toEqual({ conversations: 4 });
    const alone = { conversationId: others[1]?.conversationId ?? '' };
    expect((await reader.call(getVisitor, { params: alone })).body).toEqual({ conversations: 1 });
    // What a stranger's visitor states finds nothing of theirs, and nothing of ours.
    const stranger = await program.newUser();
    const theirs = await asked(await newChatbot(stranger), { email: 'nour@example.org' });
    expect(
      (await stranger.call(listConversations, { query: { visitorOf: one.conversationId } })).body.items,
    ).toEqual([]);
    const { used } = (await reader.call(getUsage)).body.message;
    expect((await stranger.call(deleteVisitor, { params: one })).status).toBe(404);
    expect((await reader.call(deleteVisitor, { params: one })).body).toEqual({ conversations: 4 });
    expect((await reader.call(deleteVisitor, { params: one })).status).toBe(404);
    expect((await reader.call(getVisitor, { params: one })).status).toBe(404);
    const left = (await reader.call(listConversations, { query: {} })).body.items;
    expect(left.map(({ id }) => id).sort()).toEqual(idsOf(others));
    expect((await stranger.call(listConversations, { query: {} })).body.items).toMatchObject([
      { id: theirs.conversationId },
    ]);
    expect((await reader.call(getUsage)).body.message.used).toBe(used);
    const own = await talked({ channel: 'test' }, { question: 'Un essai ?' });
    expect((await reader.call(deleteVisitor, { params: { conversationId: own } })).status).toBe(404);
  });

  test('go when they are older than their chatbot keeps them, at most a day late', async () => {
    await reader.call(updateChatbot, { params: { chatbotId: front.id }, body: { retentionDays: 30 } });
    await reader.call(updateChatbot, { params: { chatbotId: back.id }, body: { retentionDays: null } });
    await talked({ chatbot: back, daysAgo: 4_000 }, { question: 'Gardée' });
    for (const daysAgo of [29.5, 31]) await talked({ daysAgo }, { question: `Il y a ${daysAgo} jours` });
    await ask(program, front.publicId, { text: unknown });
    const { used } = (await reader.call(getUsage)).body.message;
    const { db } = program.context;
    // From the database: sessions end long before conversations do.
    const keptAfter = async (ms: number) => {
      program.advance(ms);
      await enqueue(db, forgetConversations, {}, { now: program.context.clock() });
      await program.settle();
      const rows = await db
        .selectFrom('messages')
        .select('text')
        .where('owner_id', '=', reader.id)
        .where('role', '=', 'visitor')
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(({ text }) => text);
    };
    expect(await keptAfter(3_600_000)).toEqual([unknown, 'Il y a 29.5 jours', 'Gardée']);
    expect(await keptAfter(dayMs)).toEqual([unknown, 'Gardée']);
    expect(await keptAfter(29 * dayMs)).toEqual(['Gardée']);
    const { spent } = await db
      .selectFrom('ledger_entries')
      .select((e) => e.fn.sum<number>('tokens').as('spent'))
      .where('owner_id', '=', reader.id)
      .where('operation', '=', 'chat_completion')
      .executeTakeFirstOrThrow();
    expect(Number(spent)).toBe(used);
  });
});

test('what day it is where the chatbot is at home is said before the quoted hours, and whether it is open then', async () => {
  // A Friday, at half past ten in the evening in Brussels.
  program.advance(Date.parse('2040-09-07T20:30:00Z') - program.context.clock().getTime());
  const user = await program.newUser();
  const { body: made } = await user.call(createChatbot, {
    body: { name: 'Boulangerie', platform: 'website', timeZone: 'Europe/Brussels' },
  });
  expect(made.timeZone).toBe('Europe/Brussels');
  const hours = `Horaires d’ouverture\n\nDu mardi au vendredi de 7 h à 19 h.\nLe samedi de 7 h 30 à 18 h.\nFermé le dimanche et le lundi.`;
  await upload(program, user, made.id, [{ name: 'horaires.txt', bytes: hours }]);
  await program.settle();
  const tomorrow = () => ask(program, made.publicId, { text: 'Bonjour, êtes-vous ouverts demain ?' });
  const heard = await tomorrow();
  expect(heard.done).toMatchObject({ mode: 'quoted' });
  expect(heard.text).toMatch(/^Oui, demain est un samedi\s: c’est ouvert de 7\sh\s30 à 18\sh\.\n\n/);
  expect(heard.text).toContain('Le samedi de 7 h 30 à 18 h. [1]');
  expect(heard.citations[0]?.quote).not.toContain('demain');

  // Nowhere does it say "ouvert", and of a spa it says nothing.
  const also = (text: string) => ask(program, made.publicId, { text });
  expect((await also('vs etes ouvert samedi a 8h ?')).text).toMatch(
    /^Oui, samedi 8 septembre\s: c’est ouvert de/,
  );
  expect((await also('Le spa est ouvert demain ?')).text).not.toMatch(/c’est (?:ouvert|fermé)/);
  const change = (timeZone: string) =>
    user.call(updateChatbot, { params: { chatbotId: made.id }, body: { timeZone } });
  expect((await change('Europe/Nowhere')).status).toBe(400);
  expect((await change('Pacific/Auckland')).body.timeZone).toBe('Pacific/Auckland');
  // There it is Saturday morning.
  expect((await tomorrow()).text).toMatch(/^Non, demain est un dimanche\s: c’est fermé\.\n\n/);
  await change('Europe/Brussels');
  program.advance(2 * 3_600_000);
  expect((await tomorrow()).text).toMatch(/^Non, demain est un dimanche\s: c’est fermé\.\n\n/);
});
