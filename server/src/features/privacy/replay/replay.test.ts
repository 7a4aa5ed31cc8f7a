import { createApiKey, deleteApiKey } from '@parlance/contract/endpoints/account/api-keys';
import { requestDeletion } from '@parlance/contract/endpoints/account/privacy';
import { createChatbot, deleteChatbot, listChatbots } from '@parlance/contract/endpoints/chatbots';
import { deleteConversation, listConversations } from '@parlance/contract/endpoints/conversations';
import { deleteSource } from '@parlance/contract/endpoints/sources';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allWork, prepare } from '../../../app.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { ask } from '../../../test/clients/visitor.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { deleteAccount, deleteDueAccounts, mailDeletion } from '../queue.ts';
import { markOfDatabase, markOfRegister, numberOf, readNote, writeOn } from './register.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());

const hour = 3_600_000;
const signal = new AbortController().signal;

async function catchUp() {
  const told: string[] = [];
  await prepare(program.context, { say: (line) => told.push(line), signal });
  return told;
}
const unwritten = async () =>
  (await program.context.db.selectFrom('deletions').select(['kind', 'id']).orderBy('at').execute()).map(
    ({ kind, id }) => `${kind} ${id}`,
  );
async function written() {
  const { notes } = program.context.files;
  const names = (await notes.list()).filter((name) => numberOf(name) !== undefined);
  const texts = await Promise.all(names.map(async (name) => readNote(name, (await notes.read(name)) ?? '')));
  return texts.flat().map(({ kind, id }) => `${kind} ${id}`);
}

async function newOwner() {
  const owner = await program.newUser();
  await program.context.db.insertInto('accounts').values({ owner_id: owner.id, plan: 'scale' }).execute();
  return owner;
}

/** A chatbot with two sources and two conversations. */
async function stocked(owner: User, name: string) {
  const chatbot = await newChatbot(owner, name);
  const sent = await upload(program, owner, chatbot.id, [
    { name: 'un.txt', bytes: 'Le salon ouvre à neuf heures.' },
    { name: 'deux.txt', bytes: 'Le salon ferme à midi.' },
  ]);
  await program.settle();
  for (const text of ['Quand ouvre le salon ?', 'Quand ferme le salon ?'])
    await ask(program, chatbot.publicId, { text });
  const conversations = await owner.call(listConversations);
  const ids = conversations.body.items
    .filter(({ chatbotId }) => chatbotId === chatbot.id)
    .map(({ id }) => id)
    .sort();
  return { ...chatbot, sources: sent.body.accepted.map(({ id }) => id).sort(), conversations: ids };
}
const idsOf = async (table: 'chatbots' | 'sources' | 'conversations' | 'users') =>
  (await program.context.db.selectFrom(table).select('id').execute()).map(({ id }) => id);

/** Makes the register as it is after deletions that this database, restored from before them, knows nothing of. */
async function registerAhead(deletions: { kind: string; id: string }[], ahead = 1) {
  const { db, files, clock } = program.context;
  const { number } = await markOfDatabase(db, clock());
  const lines = deletions.map((one) => `${JSON.stringify({ ...one, at: clock().toISOString() })}\n`);
  const next = number + ahead;
  const name = `${String(next).padStart(12, '0')}-7b1c9d1e-0c55-4f0e-9a43-0f3a5c1d2e88.jsonl`;
  if (lines.length > 0) await files.notes.write(name, lines.join(''));
  await files.notes.write('mark', `${next} ${clock().getTime()}`);
}

test('what somebody deletes is registered by id, once, and written beside the files; an account stands for its own', async () => {
  const owner = await newOwner();
  await writeOn(program.context);
  const before = await written();
  const one = await stocked(owner, 'Accueil');
  const other = await stocked(owner, 'Boutique');
  const [conversationId = ''] = one.conversations;
  const [sourceId = ''] = one.sources;
  await owner.call(deleteConversation, { params: { conversationId } });
  await owner.call(deleteSource, { params: { sourceId } });
  await owner.call(deleteChatbot, { params: { chatbotId: other.id } });
  const { body: key } = await owner.call(createApiKey, { body: { name: 'Caisse', scopes: ['read'] } });
  await owner.call(deleteApiKey, { params: { apiKeyId: key.id } });
  const expected = [
    `conversation ${conversationId}`,
    `source ${sourceId}`,
    `chatbot ${other.id}`,
    `api_key ${key.id}`,
  ];
  expect(await unwritten()).toEqual(expected);
  await writeOn(program.context);
  expect(await unwritten()).toEqual([]);
  expect((await written()).filter((line) => !before.includes(line))).toEqual(expected);
  expect((await markOfRegister(program.context))?.number).toBe(
    (await markOfDatabase(program.context.db, program.context.clock())).number,
  );

  // Too old to be kept: its age tells of it in a restored database, too.
  await sql`update conversations set last_message_at = now() - interval '400 days'`.execute(
    program.context.db,
  );
  await owner.call(deleteConversation, { params: { conversationId: one.conversations[1] as string } });
  expect(await unwritten()).toEqual([]);

  await owner.call(requestDeletion);
  program.advance(23 * hour);
  await enqueue(program.context.db, deleteDueAccounts, {}, { now: program.context.clock() });
  await program.settle();
  // At once, not with the next minute's.
  expect(await unwritten()).toEqual([]);
  expect(await written()).toContain(`account ${owner.id}`);
}, 120_000);

test('a database older than its register loses again what was deleted, and nothing else, before it serves', async () => {
  const [leaver, owner] = [await newOwner(), await newOwner()];
  const gone = await stocked(leaver, 'Parti');
  const kept = await stocked(owner, 'Resté');
  const closed = await newChatbot(owner, 'Fermé');
  const key = await owner.call(createApiKey, { body: { name: 'Caisse', scopes: ['read'] } });
  expect(key.status).toBe(201);
  const { db, clock } = program.context;
  await writeOn(program.context);
  await db.deleteFrom('jobs').execute();
  const mail = { ownerId: owner.id, to: 'person', scheduledFor: null } as const;
  const past = new Date(clock().getTime() - 25 * hour);
  await enqueue(db, mailDeletion, mail, { now: past });
  await enqueue(db, mailDeletion, mail, { now: clock() });
  await enqueue(db, deleteAccount, { accountId: owner.id }, { now: past });
  expect(await catchUp()).toEqual([]);

  await registerAhead([
    { kind: 'account', id: leaver.id },
    { kind: 'chatbot', id: closed.id },
    { kind: 'api_key', id: key.body.id },
    { kind: 'source', id: kept.sources[0] as string },
    { kind: 'conversation', id: kept.conversations[0] as string },
    // Of the account that goes, and of what came and went since the backup.
    { kind: 'source', id: gone.sources[0] as string },
    { kind: 'conversation', id: '7b1c9d1e-0c55-4f0e-9a43-0f3a5c1d2e88' },
  ]);
  const told = await catchUp();
  expect(told.at(-1)).toBe(
    '1 accounts, 1 chatbots, 1 sources, 1 conversations and 1 API keys were deleted again.',
  );
  expect(await idsOf('users')).not.toContain(leaver.id);
  expect(await idsOf('users')).toContain(owner.id);
  expect((await idsOf('chatbots')).filter((id) => [gone.id, closed.id, kept.id].includes(id))).toEqual([
    kept.id,
  ]);
  expect(await db.selectFrom('api_keys').select('id').where('id', '=', key.body.id).execute()).toEqual([]);
  expect((await idsOf('sources')).filter((id) => [...gone.sources, ...kept.sources].includes(id))).toEqual([
    kept.sources[1],
  ]);
  const conversations = [...gone.conversations, ...kept.conversations];
  expect((await idsOf('conversations')).filter((id) => conversations.includes(id))).toEqual([
    kept.conversations[1],
  ]);
  // Told when it was deleted first.
  await program.settle();
  expect((await program.mailbox(leaver.email)).map(({ subject }) => subject)).not.toContain(
    'Votre compte est supprimé',
  );
  expect((await owner.call(listChatbots)).status).toBe(401);
  // One mail was of the day before yesterday.
  expect(
    (await program.mailbox(owner.email)).filter(
      ({ subject }) => subject === 'Votre compte ne sera pas supprimé',
    ),
  ).toHaveLength(1);
  expect(await catchUp()).toEqual([]);
  expect(await idsOf('users')).toContain(owner.id);
}, 120_000);

test('a replay that was cut is done again by the next start, on from any number', async () => {
  const leaver = await program.newUser();
  await registerAhead([{ kind: 'account', id: leaver.id }], 3);
  await registerAhead([{ kind: 'account', id: 'no id' }], 4);
  await expect(catchUp()).rejects.toThrow(/jsonl, line 1: not a line/);
  expect(await idsOf('users')).not.toContain(leaver.id);
  await expect(catchUp()).rejects.toThrow();
  const { notes } = program.context.files;
  const broken = (await notes.list()).find((name) => numberOf(name) !== undefined && name.startsWith('0'));
  expect(broken).toBeDefined();
  for (const name of await notes.list())
    if ((await notes.read(name))?.includes('no id')) await notes.write(name, '');
  await catchUp();
  expect(await catchUp()).toEqual([]);
  // What is deleted from here on goes behind all that, and behind what the replay has written itself.
  await program.settle();
  const { number } = (await markOfRegister(program.context)) ?? { number: 0 };
  const owner = await program.newUser();
  const { body } = await owner.call(createChatbot, { body: { name: 'Bref', platform: 'website' } });
  await owner.call(deleteChatbot, { params: { chatbotId: body.id } });
  await writeOn(program.context);
  expect((await markOfRegister(program.context))?.number).toBe(number + 1);
}, 60_000);

test('each job that sends a mail says that it is a message', () => {
  const named = allWork.filter(({ job }) => /mail/.test(job.name)).map(({ job }) => job.name);
  const messages = allWork.filter(({ job }) => job.isMessage).map(({ job }) => job.name);
  expect(named.filter((name) => !messages.includes(name))).toEqual(['summaries.plan-weekly-mails']);
});
