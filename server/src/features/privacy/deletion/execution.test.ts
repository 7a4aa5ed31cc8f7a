import { requestDeletion } from '@parlance/contract/endpoints/account/privacy';
import { createChatbot } from '@parlance/contract/endpoints/chatbots';
import { getEmbedConfig } from '@parlance/contract/endpoints/embed';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transaction } from '../../../db/transaction.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { upload } from '../../../test/clients/upload.ts';
import { ask } from '../../../test/clients/visitor.ts';
import { filesWith, tablesWith } from '../../../test/planted-word.ts';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { dueDeletions } from '../queries.ts';
import { deleteAccount, deleteDueAccounts } from '../queue.ts';
import { beginDeletion } from './steps.ts';

let program: Program;

beforeAll(async () => {
  program = await startProgram({ SUPPORT_EMAIL: 'help@parlance.example' });
});
afterAll(() => program.stop());

const hour = 3_600_000;
const word = 'zirconquartz';

const runDue = async () => {
  const { db, clock } = program.context;
  await enqueue(db, deleteDueAccounts, {}, { now: clock() });
  await program.settle();
};
const exists = async ({ id }: User) =>
  (await program.context.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1;
const signIn = ({ email }: User) =>
  program.auth('/token?grant_type=password', { email, password: 'six chevaux bleus' });

const tablesHolding = (found: string) => tablesWith(program.context.db, found);
const filesHolding = (found: string) => filesWith(program.context.config.dataDir, found);

async function plantedAccount(): Promise<{ owner: User; publicId: string }> {
  const owner = await program.newUser({ language: 'en' });
  const body = { name: `Shop ${word}`, platform: 'website' } as const;
  const created = await owner.call(createChatbot, { body });
  expect([created.status, created.body]).toEqual([201, expect.anything()]);
  const files = [{ name: `${word}.txt`, bytes: `The ${word} opens at nine on Mondays.` }];
  const sent = await upload(program, owner, created.body.id, files);
  expect(sent.status).toBeLessThan(300);
  await program.settle();
  const { publicId } = created.body;
  const answer = await ask(program, publicId, { text: `When does the ${word} open?` });
  expect(answer.text).toContain(word);
  return { owner, publicId };
}

test('a deletion that falls due leaves nothing, and its last mail says so', async () => {
  const { owner, publicId } = await plantedAccount();
  const bystander = await program.newUser();
  expect(await tablesHolding(word)).toEqual(
    expect.arrayContaining(['chatbots', 'ledger_entries', 'messages', 'passages', 'sources', 'usage_days']),
  );
  expect(await filesHolding(word)).not.toEqual([]);

  await owner.call(requestDeletion);
  program.advance(22 * hour);
  await runDue();
  expect(await exists(owner)).toBe(true);
  program.advance(hour);
  await runDue();

  expect(await exists(owner)).toBe(false);
  expect(await exists(bystander)).toBe(true);
  expect(await tablesHolding(word)).toEqual([]);
  expect(await filesHolding(word)).toEqual([]);
  // Whose turn it is to have jobs done is forgotten by the daily sweep; the register lies beside the database.
  expect(await tablesHolding(owner.id)).toEqual(['job_turns', 'mails']);
  expect(await tablesHolding(owner.email)).toEqual(['mails']);
  expect(program.logged.filter((line) => line.includes(word) || line.includes(owner.email))).toEqual([]);
  expect((await program.call(getEmbedConfig, { params: { publicId } })).status).toBe(404);
  expect((await program.mailbox(owner.email)).map(({ subject }) => subject)).toEqual([
    'Your account has been deleted',
  ]);
  const [told] = await program.mailbox('help@parlance.example');
  expect(told?.subject).toBe('Account deleted');
  expect(told?.text).not.toContain(owner.email);
  expect((await signIn(owner)).status).toBe(400);
}, 120_000);

test('once it has begun nobody signs in, its chatbot is off the web, and killed there it goes on', async () => {
  const { owner, publicId } = await plantedAccount();
  await owner.call(requestDeletion);
  program.advance(23 * hour);
  const { db, clock } = program.context;
  // Its job has died, as a killed program leaves it: begun, with nobody at work on it.
  const [due] = await dueDeletions(db, clock());
  expect(due?.id).toBe(owner.id);
  await transaction(db, (db) => beginDeletion(db, owner.id, clock()));
  await sql`delete from jobs where name = ${deleteAccount.name}`.execute(db);

  expect((await signIn(owner)).status).toBe(400);
  expect((await owner.call(createChatbot, { body: { name: 'x', platform: 'website' } })).status).toBe(401);
  expect((await program.call(getEmbedConfig, { params: { publicId } })).status).toBe(404);
  await runDue();
  expect(await exists(owner)).toBe(false);
  expect(await tablesHolding(word)).toEqual([]);
}, 120_000);

test('a sign-in and the deletion at once have one end', async () => {
  const owner = await program.newUser();
  await owner.call(requestDeletion);
  program.advance(23 * hour);
  const [{ status }] = await Promise.all([signIn(owner), runDue()]);
  await runDue();
  expect(await exists(owner)).toBe(status === 200);
}, 60_000);
