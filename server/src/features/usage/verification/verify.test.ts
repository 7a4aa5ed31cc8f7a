import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram, type User } from '../../../test/program.ts';
import { proveLedgerWork } from '../jobs.ts';
import { endExpiredReservations } from '../queries.ts';
import { charge, reserve, type Work } from '../service.ts';
import { verifyLedger } from './verify.ts';

let program: Program;
let user: User;
const chatbotId = randomUUID();
beforeAll(async () => {
  program = await startProgram({ PLANS_FILE: new URL('../../../test/plans.json', import.meta.url).pathname });
  user = await program.newUser();
});
afterAll(() => program.stop());

const workOf = (tokens: number, more: Partial<Work> = {}): Work => ({
  tokens,
  ownerId: user.id,
  tokenType: 'message',
  operation: 'chat_completion',
  chatbotId,
  chatbotName: 'Accueil',
  cause: `message:${randomUUID()}`,
  ...more,
});

const spend = (tokens: number, more: Partial<Work> = {}) =>
  charge(program.context, program.context.db, {
    ...workOf(tokens, more),
    details: { parts: [{ name: 'answer', tokens }] },
  });

async function verify() {
  const lines: string[] = [];
  const found = await verifyLedger(program.context, (line) => lines.push(line), new AbortController().signal);
  return { ...found, lines };
}

/** Runs SQL as somebody who passes by the ledger's own rules, and puts everything back. */
async function tampered(statement: string) {
  const { db } = program.context;
  await sql.raw(`create table kept_rows as select * from ledger_entries`).execute(db);
  const tables = ['ledger_causes', 'usage_sums', 'visitor_sums', 'usage_hours', 'usage_days', 'reservations'];
  for (const table of tables)
    await sql.raw(`create table kept_${table} as select * from ${table}`).execute(db);
  await sql.raw('alter table ledger_entries disable trigger user').execute(db);
  try {
    await sql.raw(statement).execute(db);
    return await verify();
  } finally {
    await sql
      .raw(
        'delete from ledger_entries; insert into ledger_entries select * from kept_rows; drop table kept_rows',
      )
      .execute(db);
    await sql.raw('alter table ledger_entries enable trigger user').execute(db);
    for (const table of tables)
      await sql
        .raw(
          `delete from ${table}; insert into ${table} select * from kept_${table}; drop table kept_${table}`,
        )
        .execute(db);
  }
}

test('a ledger that was written by charges alone is proven', async () => {
  const { context } = program;
  for (const tokens of [10, 20, 0]) await spend(tokens);
  await spend(7, { chatbotId: null, chatbotName: null, cause: 'test:1' });
  await spend(300, { tokenType: 'storage', operation: 'file_upload', cause: 'source:1:1' });
  await charge(context, context.db, {
    ...workOf(50),
    details: {
      parts: [
        { name: 'question', tokens: 20 },
        { name: 'answer', tokens: 30 },
      ],
    },
  });
  await reserve(context, context.db, workOf(100));
  program.advance(31 * 86_400_000);
  await endExpiredReservations(context.db, context.clock());
  await spend(5);
  await reserve(context, context.db, workOf(100));
  await program.settle();
  const found = await verify();
  expect(found.lines).toEqual([]);
  expect(found.differences).toBe(0);
  expect(found.compared.get('entries with their causes')).toBe(7);
  expect(found.compared.get('sums by month')).toBe(3);
  expect(found.compared.get('sums by chatbot and day')).toBe(2);
});

test.each([
  [
    'a sum that was raised',
    "update usage_sums set tokens = tokens + 1 where period = 0 and token_type = 'message'",
    /^usage_sums: .*message, month 0: the ledger has 87 tokens in 5 entries, kept are 88 tokens in 5 entries$/,
  ],
  [
    'a sum that is gone',
    `delete from usage_sums where token_type = 'storage'`,
    /^usage_sums: .*storage, month 0: the ledger has 300 tokens in 1 entries, kept are 0 tokens in 0 entries$/,
  ],
  [
    'a chatbot’s day',
    'update visitor_sums set tokens = 0 where period = 1',
    /^visitor_sums: .*the ledger has 5 tokens of \d answers, kept are 0 of \d$/,
  ],
  [
    'an hour',
    'delete from usage_hours where chatbot_id is null',
    /^usage_hours: .*message, chat_completion, the hour from .*the ledger has 7 tokens in 1 entries, kept are 0 tokens in 0 entries$/,
  ],
  [
    'a day',
    'update usage_days set entries = 0 where chatbot_id is null',
    /^usage_days: .*message, chat_completion, .*the ledger has 7 tokens in 1 entries, kept are 7 tokens in 0 entries$/,
  ],
  [
    'an entry’s cause',
    `delete from ledger_causes where cause = 'test:1'`,
    /^ledger_causes: .*: none for entry .*, test:1$/,
  ],
  [
    'a cause without an entry',
    `insert into ledger_causes select owner_id, 'x', gen_random_uuid(), at from ledger_causes limit 1`,
    /^ledger_causes: .*: no entry has x$/,
  ],
  [
    'a reservation of what was charged',
    `update reservations set cause = 'test:1'`,
    /^reservations: .*: test:1 is charged already$/,
  ],
  [
    'a reservation that nobody ended',
    `update reservations set expires_at = '2020-01-01'`,
    /^reservations: .* expired long ago$/,
  ],
])('%s is found', async (_what, statement, line) => {
  const { differences, lines } = await tampered(statement);
  expect(differences).toBe(1);
  expect(lines).toEqual([expect.stringMatching(line)]);
});

test('an entry that was changed, or is of no account, is found everywhere', async () => {
  const changed = await tampered(`update ledger_entries set tokens = 6, details = '{}' where tokens = 5`);
  expect(changed.lines.map((line) => line.split(':')[0])).toEqual([
    'usage_sums',
    'visitor_sums',
    'usage_hours',
    'usage_days',
  ]);
  const foreign = await tampered(
    `insert into ledger_entries select gen_random_uuid(), gen_random_uuid(), at, operation, token_type, tokens, chatbot_id,
       chatbot_name, cause, period, day, details from ledger_entries limit 1`,
  );
  expect(foreign.lines).toEqual([expect.stringMatching(/is of no account$/)]);
});

test('while others charge, it is proven all the same', async () => {
  const charging = (async () => {
    for (let turn = 0; turn < 40; turn++) await spend(1);
  })();
  for (let turn = 0; turn < 4; turn++) expect((await verify()).lines).toEqual([]);
  await charging;
  expect((await verify()).differences).toBe(0);
});

test('the nightly proof shouts where something differs: in the log and in the metrics', async () => {
  const { context } = program;
  const metrics = async () =>
    (await (await fetch(`${program.url}/metrics`)).text()).match(/^parlance_ledger_.*$/gm);
  const errors: unknown[] = [];
  const log = { ...context.log, error: (fields: object) => errors.push(fields), info: () => {} };
  const run = { id: randomUUID(), attempt: 1, signal: new AbortController().signal, isLastAttempt: false };
  await proveLedgerWork.run({ ...context, log }, {}, run);
  expect(errors).toEqual([]);
  expect(await metrics()).toEqual([
    'parlance_ledger_differences 0',
    expect.stringMatching(/^parlance_ledger_proof_timestamp_seconds \d+/),
  ]);
  await sql`update usage_sums set tokens = tokens + 1 where period = 0`.execute(context.db);
  await proveLedgerWork.run({ ...context, log }, {}, run);
  await sql`update usage_sums set tokens = tokens - 1 where period = 0`.execute(context.db);
  expect(errors).toHaveLength(3);
  expect((await metrics())?.[0]).toBe('parlance_ledger_differences 2');
});
