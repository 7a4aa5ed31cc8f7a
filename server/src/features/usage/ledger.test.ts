import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getUsage, putAlertAway } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../db/migrate.ts';
import { openDatabase } from '../../db/open.ts';
import { schemaFolders } from '../../db/places.ts';
import { newId } from '../../kit/ids.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { createDatabaseOn, dropDatabaseOn } from '../../test/server-database.ts';
import { usageWork } from './jobs.ts';
import { balanceOf, charge, reserve, type Work } from './service.ts';
import { verifyLedger } from './verification/verify.ts';

const limit = 100_000;
const day = 86_400_000;

let program: Program;
beforeAll(async () => {
  program = await startProgram({ PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname });
});
afterAll(() => program.stop());

const workOf = (user: User, tokens: number): Work => ({
  ownerId: user.id,
  tokenType: 'message',
  operation: 'chat_completion',
  tokens,
  chatbotId: null,
  chatbotName: null,
  cause: `message:${randomUUID()}`,
});
const answerOf = (tokens: number) => ({ parts: [{ name: 'answer' as const, tokens }] });
const spend = (user: User, tokens: number) => {
  const work = { ...workOf(user, tokens), details: answerOf(tokens) };
  return charge(program.context, program.context.db, work);
};
const balance = (user: User) => balanceOf(program.context, program.context.db, user.id, 'message');
const moveTo = (user: User, zone: string) =>
  sql`update profiles set time_zone = ${zone} where id = ${user.id}`.execute(program.context.db);
const differences = async (of: Pick<Program['context'], 'db' | 'clock'>) => {
  const lines: string[] = [];
  await verifyLedger(of, (line) => lines.push(line), new AbortController().signal);
  return lines;
};

test('of 200 messages at once, as many are charged as there is quota for', async () => {
  const user = await program.newUser();
  const each = limit / 20;
  const answers = await Promise.allSettled(Array.from({ length: 200 }, () => spend(user, each)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(await balance(user)).toMatchObject({ spent: limit, reserved: 0 });
  expect(await differences(program.context)).toEqual([]);
});

test('a month of the ledger is as little changed or emptied as the whole', async () => {
  const user = await program.newUser();
  await spend(user, 5);
  const { db, clock } = program.context;
  const month = `ledger_entries_${clock().toISOString().slice(0, 7).replace('-', '_')}`;
  for (const table of ['ledger_entries', month])
    for (const statement of [`truncate ${table}`, `delete from ${table}`, `update ${table} set tokens = 1`])
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('append-only');
  expect((await balance(user)).spent).toBe(5);
});

test('months are made ahead, and once; a charge beyond them makes its own', async () => {
  const { context } = program;
  const months = async () =>
    (
      await sql<{ month: string }>`
        select right(inhrelid::regclass::text, 7) as month from pg_inherits
         where inhparent = 'ledger_entries'::regclass order by 1`.execute(context.db)
    ).rows.map(({ month }) => month);
  const make = usageWork.find(({ job }) => job.name === 'usage.make-ledger-months');
  const run = { id: randomUUID(), attempt: 1, signal: new AbortController().signal, isLastAttempt: false };
  const clock = () => new Date('2031-11-30T23:59:00Z');
  for (let turn = 0; turn < 2; turn++) await make?.run({ ...context, clock }, {} as never, run);
  const made = (await months()).filter((month) => month >= '2031');
  expect(made).toEqual(['2031_11', '2031_12', '2032_01', '2032_02']);
  const user = await program.newUser();
  const far = { ...context, clock: () => new Date('2033-05-31T23:59:59.999Z') };
  const charges = Array.from({ length: 5 }, () =>
    charge(far, context.db, { ...workOf(user, 1), details: answerOf(1) }),
  );
  await Promise.all(charges);
  expect((await months()).at(-1)).toBe('2033_05');
});

test('what is settled in the first seconds of a month counts in it, though it was set aside in the last', async () => {
  const user = await program.newUser();
  await spend(user, limit - 100);
  const { renewsAt } = (await user.call(getUsage)).body;
  const { context } = program;
  const at = (ms: number) => ({ ...context, clock: () => new Date(Date.parse(renewsAt) + ms) });
  const reservation = await reserve(at(-1), context.db, workOf(user, 100));
  const next = () => balanceOf(at(0), context.db, user.id, 'message');
  expect(await next()).toMatchObject({ spent: 0, reserved: 100 });
  const work = { ...workOf(user, 60), id: reservation.id, cause: reservation.cause, details: answerOf(60) };
  await charge(at(1000), context.db, work);
  expect(await next()).toMatchObject({ spent: 60, reserved: 0 });
  expect((await balanceOf(at(-1), context.db, user.id, 'message')).spent).toBe(limit - 100);
});

test('another time zone amid a month opens no fresh quota, and the month renews at its midnight', async () => {
  const user = await program.newUser();
  await spend(user, 900);
  program.advance(10 * day);
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Paris', 'No/Where']) {
    await moveTo(user, zone);
    expect((await balance(user)).spent).toBe(900);
  }
  await moveTo(user, 'Europe/Paris');
  const { periodEnd } = await balance(user);
  const wall = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', timeStyle: 'short' });
  expect(wall.format(periodEnd ?? undefined)).toBe('00:00');
});

test('an alert that was put away stays away until the next level', async () => {
  const user = await program.newUser();
  await spend(user, limit * 0.85);
  const alerts = async () => (await user.call(getUsage)).body.alerts;
  expect(await alerts()).toEqual([{ tokenType: 'message', level: 'warning80', putAway: false }]);
  const body = { tokenType: 'message', level: 'warning80' } as const;
  for (let turn = 0; turn < 2; turn++) expect((await user.call(putAlertAway, { body })).status).toBe(204);
  expect(await alerts()).toEqual([{ tokenType: 'message', level: 'warning80', putAway: true }]);
  await spend(user, limit * 0.06);
  expect(await alerts()).toEqual([{ tokenType: 'message', level: 'warning90', putAway: false }]);
  const mails = async () => {
    await program.settle();
    return (await program.mailbox(user.email)).filter(({ subject }) => /jetons/.test(subject)).length;
  };
  expect(await mails()).toBe(2);
  await spend(user, 1);
  expect(await mails()).toBe(2);
});

test('a ledger of before its months is carried over, with its sums', async () => {
  const server = process.env.TEST_DATABASE_URL;
  const address = server && (await createDatabaseOn(server));
  const opened = await openDatabase(address ? { url: address } : { memory: true });
  const folder = fs.mkdtempSync(join(tmpdir(), 'parlance-first-schema-'));
  try {
    fs.copyFileSync(join(schemaFolders.migrations, '0001_schema.sql'), join(folder, '0001_schema.sql'));
    const functions = fs.mkdtempSync(join(tmpdir(), 'parlance-no-functions-'));
    await migrate(opened, { migrations: folder, functions });
    fs.rmSync(functions, { recursive: true });
    const owner = newId(new Date());
    await sql`insert into users (id, email, created_at, updated_at)
              values (${owner}, 'a@example.org', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00Z')`.execute(
      opened.db,
    );
    const entry = (at: string, type: string, tokens: number, cause: string) =>
      sql`
      insert into ledger_entries (id, owner_id, at, operation, token_type, tokens, chatbot_id, chatbot_name, cause)
      values (gen_random_uuid(), ${owner}, ${at}, 'chat_completion', ${type}, ${tokens}, ${owner}, 'Accueil', ${cause})`.execute(
        opened.db,
      );
    await entry('2026-01-31T10:00:00Z', 'message', 1, 'message:1');
    await entry('2026-02-27T23:59:59Z', 'message', 2, 'message:2');
    await entry('2026-02-28T00:00:00Z', 'message', 4, 'test:3');
    await entry('2026-03-31T00:00:00Z', 'message', 8, 'message:4');
    await entry('2026-03-31T00:00:00Z', 'storage', 16, 'source:5:1');
    await migrate(opened);
    const { rows } = await sql<{ token_type: string; period: number; tokens: number; entries: number }>`
      select token_type, period, tokens, entries from usage_sums order by 1, 2`.execute(opened.db);
    expect(rows).toEqual([
      { token_type: 'message', period: 0, tokens: 3, entries: 2 },
      { token_type: 'message', period: 1, tokens: 4, entries: 1 },
      { token_type: 'message', period: 2, tokens: 8, entries: 1 },
      { token_type: 'storage', period: 0, tokens: 16, entries: 1 },
    ]);
    expect(await differences({ db: opened.db, clock: () => new Date() })).toEqual([]);
  } finally {
    await opened.close();
    if (server && address) await dropDatabaseOn(server, address);
    fs.rmSync(folder, { recursive: true });
  }
});
