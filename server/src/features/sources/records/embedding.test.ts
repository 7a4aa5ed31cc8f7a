import { getSource, searchPassages } from '@parlance/contract/endpoints/sources';
import { listLedger } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { runDueJobs } from '../../../kit/jobs/worker.ts';
import { openModels } from '../../../kit/models/open.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { startModelServer } from '../../../test/servers/model.ts';
import { embedWaiting } from '../queue.ts';
import { embedWaitingWork } from './embedding-jobs.ts';

let program: Program;
let model: Awaited<ReturnType<typeof startModelServer>>;
let user: User;
let chatbot: { id: string };
beforeAll(async () => {
  model = await startModelServer();
  program = await startProgram();
});
afterAll(async () => {
  await program.stop();
  await model.stop();
});
beforeEach(async () => {
  user = await program.newUser();
  chatbot = await newChatbot(user);
});

/** As after a restart with another environment. */
function configure(embeddings?: { name: string; dimensions: number }) {
  const embeddingModel = embeddings && { baseUrl: model.baseUrl, ...embeddings };
  Object.assign(program.context, { models: openModels({ embeddingModel } as never) });
}
const look = () => enqueue(program.context.db, embedWaiting, {}, { now: program.context.clock() });
const sourceAt = async (sourceId: string) => (await user.call(getSource, { params: { sourceId } })).body;
const found = async () =>
  (
    await user.call(searchPassages, {
      params: { chatbotId: chatbot.id },
      body: { query: 'Quand le refuge ouvre-t-il ?' },
    })
  ).body.passages.length;
async function added() {
  const { body } = await upload(program, user, chatbot.id, [
    { name: 'refuge.txt', bytes: `Le refuge ouvre en juin. ${user.id}` },
  ]);
  await program.settle();
  return body.accepted[0]?.id ?? '';
}
const vectors = async (sourceId: string) => {
  const { rows } = await sql<{ model: string; dimensions: number }>`
    select model, vector_dims(embedding) as dimensions from passage_vectors where source_id = ${sourceId}`.execute(
    program.context.db,
  );
  return rows;
};
const asked = () => model.requests.filter(({ body }) => Array.isArray(body.input)).length;

test('another model or dimension gives every source new vectors, visibly, while words answer', async () => {
  configure({ name: 'a', dimensions: 64 });
  const id = await added();
  expect(await vectors(id)).toEqual([{ model: 'a', dimensions: 64 }]);
  for (const next of [
    { name: 'b', dimensions: 64 },
    { name: 'b', dimensions: 32 },
  ]) {
    configure(next);
    expect(await found()).toBe(1);
    await look();
    await runDueJobs(program.context, [embedWaitingWork]);
    expect((await sourceAt(id)).status).toBe('processed');
    expect(await found()).toBe(1);
    await program.settle();
    expect((await sourceAt(id)).status).toBe('ready');
    expect(await vectors(id)).toEqual([{ model: next.name, dimensions: next.dimensions }]);
    expect(await found()).toBe(1);
    const before = asked();
    await look();
    await program.settle();
    expect(asked()).toBe(before);
  }
});

test('the first model gives vectors to what was read before it, and only to that', async () => {
  configure();
  const id = await added();
  expect((await sourceAt(id)).status).toBe('ready');
  expect(await vectors(id)).toEqual([]);
  configure({ name: 'c', dimensions: 64 });
  const later = await added();
  await look();
  await program.settle();
  expect(await vectors(id)).toEqual([{ model: 'c', dimensions: 64 }]);
  expect((await sourceAt(id)).status).toBe('ready');
  expect((await sourceAt(later)).status).toBe('ready');
});

test('vectors of what was read are paid for with its storage tokens, however often its provider is asked', async () => {
  configure({ name: 'e', dimensions: 64 });
  const before = asked();
  model.next({ status: 503 }, 'html');
  const id = await added();
  configure({ name: 'f', dimensions: 64 });
  await look();
  await program.settle();
  expect(await vectors(id)).toEqual([{ model: 'f', dimensions: 64 }]);
  expect(asked() - before).toBeGreaterThan(2);
  const { storageTokens } = await sourceAt(id);
  const { body } = await user.call(listLedger);
  expect(body.items.map(({ operation, tokenType, tokens }) => [operation, tokenType, tokens])).toEqual([
    ['file_upload', 'storage', storageTokens],
  ]);
});

test('a model that never answers is said so beside a source that its words find; it is tried again', async () => {
  configure({ name: 'd', dimensions: 64 });
  await look();
  await program.settle();
  model.next(...Array.from({ length: 5 }, () => ({ status: 400 })));
  const id = await added();
  for (let attempt = 1; attempt < 5; attempt++) {
    program.advance(8 * 60_000);
    await program.settle();
  }
  expect(await sourceAt(id)).toMatchObject({
    status: 'processed',
    notices: [{ code: 'vectors_missing', message: expect.stringMatching(/^Le modèle .* par ses mots/) }],
  });
  const { db, clock } = program.context;
  const settle = async () => {
    await look();
    await program.settle();
  };
  await settle();
  expect((await sourceAt(id)).status).toBe('processed');
  const updated_at = new Date(clock().getTime() - 2 * 3_600_000);
  // The provider is back, and the pause after so many failures is over.
  configure({ name: 'd', dimensions: 64 });
  await db.updateTable('sources').set({ updated_at }).where('id', '=', id).execute();
  await settle();
  expect(await sourceAt(id)).toMatchObject({ status: 'ready', notices: [] });
});
