import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerQuestion,
  dismissUnanswered,
  getAnswer,
  getConversation,
  listAllUnanswered,
  listUnanswered,
  updateAnswer,
} from '@parlance/contract/endpoints/conversations';
import { rateAnswer } from '@parlance/contract/endpoints/embed';
import {
  deleteSource,
  getSource,
  listSources,
  syncSource,
  updatePassage,
} from '@parlance/contract/endpoints/sources';
import { getUsage, listLedger } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/open.ts';
import { transaction } from '../../../db/transaction.ts';
import { spendTokens } from '../../../test/clients/spend.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { ask } from '../../../test/clients/visitor.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { lockOwner } from '../../auth/service.ts';
import { deleteOutdated } from '../desk/queries.ts';

const guide = `Le petit-déjeuner est servi de 7 h à 10 h 30 dans la salle des Glycines.

La piscine chauffée ouvre de mai à septembre. Elle ferme à 20 h. La réception ouvre toute la nuit.`;
const dogs = 'Acceptez-vous les chiens dans les chambres ?';
const answer = `Oui, avec plaisir ! Les chiens sont les bienvenus au rez-de-chaussée.

Comptez 15 € par séjour. Prévenez-nous la veille : accueil@glycines.example.`;

let program: Program;
let owner: User;
let chatbot: { id: string; publicId: string };

beforeAll(async () => {
  program = await startProgram({
    PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname,
    EMBED_RATE_LIMIT_PER_MINUTE: '0',
  });
});
afterAll(() => program.stop());
beforeEach(async () => {
  owner = await program.newUser();
  chatbot = await newChatbot(owner);
  await upload(program, owner, chatbot.id, [{ name: 'guide.txt', bytes: guide }]);
  await program.settle();
});

const say = (text: string) => ask(program, chatbot.publicId, { text });
const params = () => ({ chatbotId: chatbot.id });
const unanswered = async () => (await owner.call(listUnanswered, { params: params() })).body;
const write = (body: { question: string; answer: string; unansweredId?: string }) =>
  owner.call(answerQuestion, { params: params(), body });
const stored = async () => (await owner.call(getUsage)).body.storage.used;

test('asked, unanswered, answered by its owner, asked again in other words: answered, whole and cited', async () => {
  expect((await say(dogs)).done?.mode).toBe('unanswered');
  await say('acceptez vous des chiens en chambre');
  await say('Do you accept dogs in the rooms?');
  await say('Y a-t-il une borne de recharge ?');
  const { items, isWhole } = await unanswered();
  expect(isWhole).toBe(true);
  expect(items.map(({ count }) => count)).toEqual([3, 1]);
  expect(items[0]).toMatchObject({ question: 'Do you accept dogs in the rooms?', language: 'en' });
  expect(items[0]?.examples).toEqual(['acceptez vous des chiens en chambre', dogs]);

  const before = await stored();
  const written = await write({ question: dogs, answer, unansweredId: items[0]?.id ?? '' });
  expect(written.status).toBe(201);
  expect(written.body).toMatchObject({ kind: 'answer', name: dogs, status: 'ready', passages: 1 });
  const tokens = Math.ceil(answer.length / 3.5);
  expect(await stored()).toBe(before + tokens);
  expect((await unanswered()).items.map(({ question }) => question)).toEqual([
    'Y a-t-il une borne de recharge ?',
  ]);
  for (const again of [
    dogs,
    'Bonjour, acceptez-vous un chien en chambre ?',
    'Do you accept dogs in rooms?',
  ]) {
    const heard = await say(again);
    expect(heard.text).toBe(`${answer} [1]`);
    expect(heard.citations).toMatchObject([{ sourceName: dogs, quote: answer, position: {} }]);
  }
  const passageId = (await say(dogs)).citations[0]?.passageId;
  const { body: passage } = await owner.call(updatePassage, {
    params: { passageId: passageId ?? '' },
    body: { excluded: false },
  });
  expect((await owner.call(getSource, { params: { sourceId: passage.sourceId } })).body.kind).toBe('answer');
});

test('a follow-up that nothing answers is kept as it was understood, and visitors see only what they wrote', async () => {
  const first = await say('Avez-vous un hammam ?');
  const { conversationId, visitorToken } = first.meta;
  const second = await ask(program, chatbot.publicId, {
    text: 'c’est payant ?',
    conversationId,
    visitorToken,
  });
  expect(second.done?.mode).toBe('unanswered');
  const understood = 'hammam\u00a0: c’est payant ?';
  expect((await unanswered()).items.map(({ question }) => question)).toContain(understood);
  expect(JSON.stringify(second.events)).not.toContain(understood);
  const { body } = await owner.call(getConversation, { params: { conversationId } });
  expect(body.messages.map(({ text, understood }) => [text, understood])).toEqual([
    ['Avez-vous un hammam ?', undefined],
    [first.text, undefined],
    ['c’est payant ?', understood],
    [second.text, undefined],
  ]);
});

test('a written answer goes before whatever else was read about its question, and no further', async () => {
  const question = 'Jusqu’à quelle heure la piscine est-elle ouverte ?';
  expect((await say(question)).text).toContain('20 h');
  await write({ question, answer: 'Jusqu’à 22 h cet été.' });
  const heard = await say('La piscine est ouverte jusqu’à quelle heure ?');
  expect(heard.text).toBe('Jusqu’à 22 h cet été. [1]');
  expect((await say('À quelle heure est servi le petit-déjeuner ?')).text).not.toContain('22 h');
});

test('of the same question in both languages the visitor’s is answered', async () => {
  await write({ question: 'Avez-vous une salle de sport ?', answer: 'Oui, au sous-sol.' });
  await write({ question: 'Do you have a gym?', answer: 'Yes, in the basement.' });
  expect((await say('Avez-vous une salle de sport ?')).text).toContain('sous-sol');
  expect((await say('Do you have a gym?')).text).toContain('basement');
});

test('it is read, changed, charged for what is new alone, and deleted', async () => {
  const { body: source } = await write({ question: dogs, answer });
  const of = { params: { sourceId: source.id } };
  const paid = await stored();
  expect((await owner.call(getAnswer, of)).body).toEqual({ question: dogs, answer });
  const question = 'Les chats sont-ils admis ?';
  expect((await owner.call(updateAnswer, { ...of, body: { question, answer } })).body.name).toBe(question);
  expect(await stored()).toBe(paid);
  expect((await say(question)).text).toBe(`${answer} [1]`);
  const changed = 'Non, ni chats ni chiens.';
  await owner.call(updateAnswer, { ...of, body: { question, answer: ` ${changed}\n` } });
  expect(await stored()).toBe(paid + Math.ceil(changed.length / 3.5));
  expect((await say(question)).text).toBe(`${changed} [1]`);
  const { body: ledger } = await owner.call(listLedger, { query: { tokenType: 'storage' } });
  expect(ledger.items.map(({ operation }) => operation)).toEqual(['reindex', 'file_upload', 'file_upload']);
  // There is nothing to read it from again.
  expect((await owner.call(syncSource, of)).body.status).toBe('ready');
  const listed = await owner.call(listSources, { params: params(), query: { kind: 'answer' } });
  expect(listed.body.items).toMatchObject([
    { id: source.id, storageTokens: Math.ceil(changed.length / 3.5) },
  ]);
  expect(listed.body.statistics).toMatchObject({ files: 1, urls: 0, answers: 1 });
  const file = (await owner.call(listSources, { params: params(), query: { kind: 'file' } })).body.items[0];
  expect((await owner.call(getAnswer, { params: { sourceId: file?.id ?? '' } })).status).toBe(404);
  await owner.call(deleteSource, of);
  expect((await say(question)).done?.mode).toBe('unanswered');
});

test('sent twice, whether at once or because nobody heard the answer, it is one source and one charge', async () => {
  const before = await stored();
  const sent = await Promise.all([write({ question: dogs, answer }), write({ question: dogs, answer })]);
  const again = await write({ question: ` ${dogs}`, answer: `${answer}\n` });
  expect([...sent, again].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set([...sent, again].map(({ body }) => body.id)).size).toBe(1);
  expect(await stored()).toBe(before + Math.ceil(answer.length / 3.5));
  expect((await write({ question: 'Les chats aussi ?', answer })).body.id).not.toBe(again.body.id);
  const of = { params: { sourceId: again.body.id } };
  await owner.call(updateAnswer, { ...of, body: { question: dogs, answer: 'Non.' } });
  expect((await write({ question: dogs, answer })).body.id).not.toBe(again.body.id);
});

const onServer = test.skipIf(!process.env.TEST_DATABASE_URL);

/** Until so many wait for what this transaction holds. */
async function waiting(db: Db, most: number) {
  // What a transaction has once seen of the others it sees until it asks anew.
  for (let tries = 0; ; tries++) {
    await sql`select pg_stat_clear_snapshot()`.execute(db);
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if (rows.length >= most) return;
    if (tries > 400) throw new Error(`${rows.length} wait, not ${most}`);
    await sleep(5);
  }
}

onServer(
  'a visitor who goes on while the question is answered is not in the way (needs PostgreSQL: TEST_DATABASE_URL)',
  async () => {
    const { meta } = await say(dogs);
    const { id: unansweredId = '' } = (await unanswered()).items[0] ?? {};
    const both = await transaction(program.context.db, async (held) => {
      await lockOwner(held, owner.id);
      const written = write({ question: dogs, answer, unansweredId });
      await waiting(held, 1);
      const { conversationId, visitorToken } = meta;
      const heard = ask(program, chatbot.publicId, { text: 'Et les chats ?', conversationId, visitorToken });
      await waiting(held, 2);
      return { written, heard };
    });
    expect((await both.written).status).toBe(201);
    expect((await both.heard).done?.mode).toBeDefined();
    expect((await unanswered()).items.map(({ question }) => question)).not.toContain(dogs);
  },
);

onServer(
  'who waits for an owner, a chatbot or a conversation has nothing of theirs in hand, so that no two wait for each other (needs PostgreSQL: TEST_DATABASE_URL)',
  async () => {
    const { meta } = await say(dogs);
    const { conversationId, messageId, visitorToken } = meta;
    const { id: unansweredId = '' } = (await unanswered()).items[0] ?? {};
    const thumb = () =>
      program.call(rateAnswer, {
        params: { publicId: chatbot.publicId, messageId },
        body: { visitorToken, value: 'up' },
      });
    const goOn = () =>
      ask(program, chatbot.publicId, { text: 'Et les chats ?', conversationId, visitorToken });
    const dismiss = () => owner.call(dismissUnanswered, { params: { ...params(), unansweredId } });
    const lock = (table: string, id: string) =>
      sql`select from ${sql.table(table)} where id = ${id} for update`;
    const meanwhile = async (
      holds: [table: string, id: string],
      act: () => Promise<{ status: number }>,
      goesOnTo: [table: string, id: string],
    ) => {
      const acting = await transaction(program.context.db, async (held) => {
        await lock(...holds).execute(held);
        const acting = act();
        await waiting(held, 1);
        // A deadlock would refuse either of them.
        await lock(...goesOnTo).execute(held);
        return { acting };
      });
      return (await acting.acting).status;
    };
    expect(await meanwhile(['conversations', conversationId], thumb, ['messages', messageId])).toBe(204);
    expect(await meanwhile(['users', owner.id], goOn, ['conversations', conversationId])).toBe(200);
    expect(await meanwhile(['chatbots', chatbot.id], goOn, ['conversations', conversationId])).toBe(200);
    const question = ['unanswered_questions', unansweredId] as [string, string];
    expect(await meanwhile(['chatbots', chatbot.id], dismiss, question)).toBe(204);
    const { meta: other } = await say(dogs);
    const again = (await unanswered()).items.find(({ question }) => question === dogs);
    expect(
      await meanwhile(
        ['conversations', other.conversationId],
        () => owner.call(dismissUnanswered, { params: { ...params(), unansweredId: again?.id ?? '' } }),
        ['unanswered_questions', again?.id ?? ''],
      ),
    ).toBe(204);
    // What somebody holds is outdated another time.
    const { meta: old } = await say(dogs);
    await program.context.db
      .updateTable('conversations')
      .set({ last_message_at: new Date(0) })
      .where('chatbot_id', '=', chatbot.id)
      .execute();
    let letGo = () => {};
    let held = Promise.resolve();
    const holding = new Promise<void>((isHeld) => {
      held = transaction(program.context.db, async (held) => {
        await lock('conversations', old.conversationId).execute(held);
        isHeld();
        await new Promise<void>((done) => {
          letGo = done;
        });
      });
      held.catch(isHeld);
    });
    await holding;
    expect(await deleteOutdated(program.context.db, program.context.clock(), 10)).toBe(2);
    letGo();
    await held;
    expect(await deleteOutdated(program.context.db, program.context.clock(), 10)).toBe(1);
  },
);

test('without storage tokens nothing of it is stored, and the question stays', async () => {
  await say(dogs);
  await spendTokens(program, owner, 'storage');
  const [group] = (await unanswered()).items;
  const refused = await write({ question: dogs, answer, unansweredId: group?.id ?? '' });
  expect([refused.status, (refused.body as unknown as { code: string }).code]).toEqual([
    403,
    'storage_quota_exceeded',
  ]);
  expect((await say(dogs)).done?.mode).toBe('unanswered');
  expect((await unanswered()).items[0]?.count).toBe(2);
  const { body } = await owner.call(listSources, { params: params(), query: { kind: 'answer' } });
  expect(body.items).toEqual([]);
});

test('a question is dismissed with those that mean the same, once', async () => {
  await say(dogs);
  await say(dogs.toUpperCase());
  await say('Y a-t-il une borne de recharge ?');
  const { items } = await unanswered();
  const dismiss = () =>
    owner.call(dismissUnanswered, { params: { ...params(), unansweredId: items[0]?.id ?? '' } });
  expect((await dismiss()).status).toBe(204);
  expect((await unanswered()).items.map(({ count }) => count)).toEqual([1]);
  expect((await dismiss()).status).toBe(404);
});

test('a question or an answer of blanks is none', async () => {
  for (const body of [
    { question: ' ', answer },
    { question: dogs, answer: '\n' },
    { question: dogs, answer: 'x'.repeat(4001) },
  ])
    expect((await write(body)).status).toBe(400);
});

test('of all chatbots, what was asked most in vain stands first, and nobody else sees it', async () => {
  const mostAsked = async (limit: string, user = owner) =>
    (await user.call(listAllUnanswered, { query: { limit } })).body;
  expect(await mostAsked('2')).toEqual({ items: [], total: 0 });
  const other = await newChatbot(owner, 'Séminaires');
  for (const text of ['Avez-vous un spa ?', 'avez vous un spa']) await ask(program, other.publicId, { text });
  await say(dogs);
  const { items, total } = await mostAsked('2');
  expect(total).toBe(3);
  expect(items).toMatchObject([
    { chatbotId: other.id, chatbotName: 'Séminaires', question: 'avez vous un spa', count: 2 },
    { chatbotId: chatbot.id, chatbotName: 'Accueil', question: dogs, count: 1 },
  ]);
  expect((await mostAsked('1')).items).toEqual(items.slice(0, 1));
  expect(await mostAsked('2', await program.newUser())).toEqual({ items: [], total: 0 });
});
