import { randomUUID } from 'node:crypto';
import { createChatbot, deleteChatbot } from '@parlance/contract/endpoints/chatbots';
import { getUsage, getUsageTrend, listLedger } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { endExpiredReservations } from './queries.ts';
import { getTrend } from './reports/history.ts';
import { balanceOf, charge, release, reserve, reserveIfLeft, settle, type Work } from './service.ts';

const limit = 100_000;
const day = 86_400_000;

let program: Program;
beforeAll(async () => {
  program = await startProgram({ PLANS_FILE: new URL('../../test/plans.json', import.meta.url).pathname });
});
afterAll(() => program.stop());

const workOf = (
  user: User,
  tokens: number,
  cause: string = randomUUID(),
  more: Partial<Work> = {},
): Work => ({
  ownerId: user.id,
  tokenType: 'message',
  operation: 'chat_completion',
  tokens,
  chatbotId: null,
  chatbotName: null,
  cause,
  ...more,
});
/** What an answer of so many tokens went to. */
const answerOf = (tokens: number) => ({ parts: [{ name: 'answer' as const, tokens }] });
const spend = ({ tokens, due: _, ...work }: Work) =>
  charge(program.context, program.context.db, { ...work, details: answerOf(tokens) });
const setAside = (work: Work) => reserve(program.context, program.context.db, work);
const balance = (user: User) => balanceOf(program.context, program.context.db, user.id, 'message');
const quotaMails = async (user: User) => {
  await program.settle();
  return (await program.mailbox(user.email)).filter(({ subject }) => /tokens|jetons/i.test(subject));
};

test('what is used is the sum of the ledger, each kind by itself', async () => {
  const user = await program.newUser();
  for (const tokens of [10, 20, 0, 12]) await spend(workOf(user, tokens));
  await spend(workOf(user, 700, 'source:1', { tokenType: 'storage', operation: 'file_upload' }));
  const { body } = await user.call(getUsage);
  expect(body).toMatchObject({
    plan: 'free',
    message: { used: 42, remaining: limit - 42, limit },
    storage: { used: 700, limit: 5_000_000 },
    chatbots: { used: 0, limit: 3 },
    alerts: [],
  });
  const { body: ledger } = await user.call(listLedger);
  expect(ledger.items.map(({ tokens }) => tokens)).toEqual([700, 12, 0, 20, 10]);
});

test('nobody can change or delete an entry, not even by SQL', async () => {
  const user = await program.newUser();
  await spend(workOf(user, 10));
  const { db } = program.context;
  await expect(
    sql`update ledger_entries set tokens = 1 where owner_id = ${user.id}`.execute(db),
  ).rejects.toThrow('append-only');
  await expect(sql`delete from ledger_entries where owner_id = ${user.id}`.execute(db)).rejects.toThrow(
    'append-only',
  );
  expect((await balance(user)).spent).toBe(10);
});

test('what is set aside counts until it is settled, at what was really spent, or released', async () => {
  const user = await program.newUser();
  const { db } = program.context;
  const first = await setAside(workOf(user, 1000));
  const second = await setAside(workOf(user, 2000));
  expect(await balance(user)).toMatchObject({ spent: 0, reserved: 3000 });
  await settle(program.context, db, first, answerOf(400));
  await release(db, second);
  expect(await balance(user)).toMatchObject({ spent: 400, reserved: 0 });
});

test('the same cause is charged once, however often and however parallel', async () => {
  const user = await program.newUser();
  await Promise.all(Array.from({ length: 10 }, () => spend(workOf(user, 50, 'message:same'))));
  await spend(workOf(user, 70, 'message:same'));
  expect((await balance(user)).spent).toBe(50);
  const other = await program.newUser();
  await spend(workOf(other, 50, 'message:same'));
  expect((await balance(other)).spent).toBe(50);
});

test('100 parallel messages at the edge never spend more than there is', async () => {
  const user = await program.newUser();
  await spend(workOf(user, limit - 1000));
  const answers = await Promise.allSettled(
    Array.from({ length: 100 }, async () => {
      const reservation = await setAside(workOf(user, 90));
      await settle(program.context, program.context.db, reservation, answerOf(90));
    }),
  );
  const refused = answers.filter((answer) => answer.status === 'rejected');
  expect(answers.length - refused.length).toBe(11);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'message_quota_exceeded' });
  expect(await balance(user)).toMatchObject({ spent: limit - 1000 + 11 * 90, reserved: 0 });
});

test('tokens set aside for work that died come back after ten minutes, once', async () => {
  const user = await program.newUser();
  const dead = await setAside(workOf(user, limit));
  await expect(setAside(workOf(user, 1))).rejects.toMatchObject({ code: 'message_quota_exceeded' });
  program.advance(10 * 60_000 + 1000);
  expect((await balance(user)).reserved).toBe(0);
  await spend(workOf(user, 5));
  await release(program.context.db, dead);
  expect(await balance(user)).toMatchObject({ spent: 5, reserved: 0 });
});

test('what a provider is due is charged although the work died: once its time is over, or when it begins anew', async () => {
  const user = await program.newUser();
  const { context } = program;
  await setAside(workOf(user, 1000, 'message:dead', { due: answerOf(300) }));
  await setAside(workOf(user, 1000, 'message:unasked'));
  program.advance(10 * 60_000 + 1000);
  await endExpiredReservations(context.db, context.clock());
  expect(await balance(user)).toMatchObject({ spent: 300, reserved: 0 });
  const { details } = await context.db
    .selectFrom('ledger_entries')
    .select('details')
    .where('owner_id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(details).toEqual(answerOf(300));
  // Its process comes back after all: what it was due is charged already.
  await setAside(workOf(user, 1000, 'message:again', { due: answerOf(300) }));
  const second = await setAside(workOf(user, 1000, 'message:again', { due: answerOf(300) }));
  expect(await balance(user)).toMatchObject({ spent: 600, reserved: 1000 });
  await settle(context, context.db, second, answerOf(450));
  expect(await balance(user)).toMatchObject({ spent: 1050, reserved: 0 });
  // Renewed by the work itself, it is one reservation.
  const { id } = await setAside(workOf(user, 1000, 'message:renewed', { due: answerOf(300) }));
  await expect(setAside(workOf(user, limit, 'message:renewed', { id }))).rejects.toThrow();
  expect(await balance(user)).toMatchObject({ spent: 1050, reserved: 1000 });
  await setAside(workOf(user, 2000, 'message:renewed', { id, due: answerOf(600) }));
  const other = await program.newUser();
  const most = await setAside(workOf(other, limit * 0.6, 'message:most'));
  await setAside(workOf(other, limit * 0.7, 'message:most', { id: most.id }));
  expect(await balance(other)).toMatchObject({ reserved: limit * 0.7 });
  expect(await balance(user)).toMatchObject({ spent: 1050, reserved: 2000 });
});

test('message tokens renew on the account’s day, storage tokens do not', async () => {
  const user = await program.newUser();
  await spend(workOf(user, 500));
  await spend(workOf(user, 600, 'source:2', { tokenType: 'storage', operation: 'file_upload' }));
  const before = (await user.call(getUsage)).body;
  const wait = Date.parse(before.renewsAt) - program.context.clock().getTime();
  program.advance(wait - 2000);
  expect((await balance(user)).spent).toBe(500);
  program.advance(4000);
  // The access token of a month ago is over: the figures are asked for behind it.
  expect((await balance(user)).spent).toBe(0);
  const storage = await balanceOf(program.context, program.context.db, user.id, 'storage');
  expect(storage.spent).toBe(600);
});

test('80 %, 90 % and the end are told once a period, with one mail each', async () => {
  const user = await program.newUser({ language: 'en' });
  await spend(workOf(user, limit * 0.8 - 1));
  expect(await quotaMails(user)).toHaveLength(0);
  await spend(workOf(user, 1));
  await spend(workOf(user, 1));
  expect((await quotaMails(user)).map(({ subject }) => subject)).toEqual([
    '80% of your message tokens are used',
  ]);
  expect((await user.call(getUsage)).body.alerts).toEqual([
    { tokenType: 'message', level: 'warning80', putAway: false },
  ]);
  await spend(workOf(user, limit * 0.1 - 1));
  expect(await quotaMails(user)).toHaveLength(2);
  await spend(workOf(user, limit * 0.1));
  await expect(spend(workOf(user, 1))).rejects.toMatchObject({ code: 'message_quota_exceeded' });
  expect((await quotaMails(user)).map(({ subject }) => subject)).toEqual([
    'Your message tokens are used up',
    '90% of your message tokens are used',
    '80% of your message tokens are used',
  ]);
  expect((await user.call(getUsage)).body).toMatchObject({
    message: { remaining: 0 },
    alerts: [{ tokenType: 'message', level: 'exceeded', putAway: false }],
  });
  program.advance(32 * day);
  await spend(workOf(user, limit * 0.8));
  const [newest, ...earlier] = await quotaMails(user);
  expect(earlier).toHaveLength(3);

  expect(newest?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const link = newest?.headers['List-Unsubscribe']?.slice(1, -1) ?? '';
  expect(newest?.text).toContain(link);
  await fetch(link, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') });
  await spend(workOf(user, limit * 0.1));
  expect(await quotaMails(user)).toHaveLength(4);
});

test('the owner is told when a message no longer fits, though a few tokens remain', async () => {
  const user = await program.newUser();
  await spend(workOf(user, limit - 10));
  await expect(spend(workOf(user, 50))).rejects.toMatchObject({ code: 'message_quota_exceeded' });
  await expect(spend(workOf(user, 50))).rejects.toMatchObject({ code: 'message_quota_exceeded' });
  const subjects = (await quotaMails(user)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject === 'Vos jetons de message sont épuisés')).toHaveLength(1);
});

test('who spends more than was left has nothing left, not less', async () => {
  const user = await program.newUser({ language: 'en' });
  await spend(workOf(user, limit - 10));
  await settle(program.context, program.context.db, await setAside(workOf(user, 10)), answerOf(500));
  const [mail] = await quotaMails(user);
  expect(mail?.text).toContain('All of your 100,000 message tokens are used this month');
  // It leads to the plan that has more of them.
  expect(mail?.text).toMatch(/See the Starter plan\nhttp\S+\/pricing\?plan=starter\n/);
});

test('near its end a quota says the same everywhere: refused, mailed and shown, until work fits again', async () => {
  const user = await program.newUser({ language: 'en' });
  const alerts = async () => (await user.call(getUsage)).body.alerts;
  await spend(workOf(user, limit * 0.7));
  expect(await alerts()).toEqual([]);
  // Long before its end, for work that needs much.
  await expect(setAside(workOf(user, limit * 0.4))).rejects.toMatchObject({ code: 'message_quota_exceeded' });
  expect(await alerts()).toEqual([{ tokenType: 'message', level: 'exceeded', putAway: false }]);
  expect((await user.call(getUsage)).body.message.remaining).toBe(30_000);
  const [mail] = await quotaMails(user);
  expect(mail?.text).toMatch(/30,000 of 100,000 message tokens are left/);
  // What fits is had; nothing is said to be used up then, nor is a lower level mailed after the higher one.
  await spend(workOf(user, limit * 0.1));
  expect(await alerts()).toEqual([{ tokenType: 'message', level: 'warning80', putAway: false }]);
  expect(await quotaMails(user)).toHaveLength(1);
  // What can be done without is not asked for aloud.
  const { context } = program;
  expect(await reserveIfLeft(context, context.db, workOf(user, limit))).toBeUndefined();
  expect(await alerts()).toEqual([{ tokenType: 'message', level: 'warning80', putAway: false }]);
  // Tokens set aside are not there either.
  await setAside(workOf(user, 20_000));
  expect(await reserveIfLeft(context, context.db, workOf(user, 1))).toBeUndefined();
  expect(await alerts()).toEqual([{ tokenType: 'message', level: 'exceeded', putAway: false }]);
});

test('a chatbot’s cap counts what is set aside for its own visitors alone, and warns upwards only', async () => {
  const user = await program.newUser();
  const make = async (name: string) =>
    (await user.call(createChatbot, { body: { name, platform: 'website' } })).body;
  const [one, other] = [await make('Le premier'), await make('Le second')];
  const asked = (chatbot: { id: string; name: string }, tokens: number, daily: number) =>
    workOf(user, tokens, `message:${randomUUID()}`, {
      chatbotId: chatbot.id,
      chatbotName: chatbot.name,
      caps: { daily, monthly: null },
    });
  await setAside(asked(other, 900, 1000));
  await expect(setAside(asked(other, 200, 1000))).rejects.toMatchObject({ code: 'message_quota_exceeded' });
  await spend(asked(one, 950, 1000));
  const mails = async () => {
    await program.settle();
    return (await program.mailbox(user.email)).filter(({ subject }) => subject.startsWith('Le premier'));
  };
  expect((await mails()).map(({ subject }) => subject)).toEqual([expect.stringMatching(/90/)]);
  // Raised, the cap is judged anew; as it was, it was told of.
  await spend(asked(one, 1, 1150));
  expect((await mails())[0]?.subject).toMatch(/80/);
  await spend(asked(one, 1, 1150));
  await spend(asked(one, 1, 1000));
  expect(await mails()).toHaveLength(2);
});

test('a chatbot’s cap counts what its visitors have used that day, and that month', async () => {
  const user = await program.newUser();
  const { body } = await user.call(createChatbot, { body: { name: 'Le compté', platform: 'website' } });
  const asked = (tokens: number, caps: Work['caps'], cause = `message:${randomUUID()}`) =>
    workOf(user, tokens, cause, { chatbotId: body.id, chatbotName: 'Le compté', caps });
  const refusal = { code: 'message_quota_exceeded' };
  const daily = { daily: 1000, monthly: null };
  await spend(asked(700, daily));
  // The owner's own tests are not the visitors'.
  await spend(asked(300, undefined, `test:${randomUUID()}`));
  await expect(setAside(asked(301, daily))).rejects.toMatchObject(refusal);
  await spend(asked(300, daily));
  await expect(setAside(asked(1, daily))).rejects.toMatchObject(refusal);
  program.advance(day);
  await spend(asked(1000, daily));
  const monthly = { daily: null, monthly: 2500 };
  await expect(setAside(asked(501, monthly))).rejects.toMatchObject(refusal);
  await setAside(asked(500, monthly));
});

test('the trend has every day once, with what was spent that day', async () => {
  const user = await program.newUser();
  await spend(workOf(user, 30));
  program.advance(2 * day);
  await spend(workOf(user, 12));
  const fresh = await program.newUser();
  expect((await fresh.call(getUsageTrend)).body.items).toHaveLength(30);
  const { clock, db } = program.context;
  const items = await getTrend(db, 4, { ownerId: user.id, timeZone: 'UTC', now: clock() });
  expect(items.map(({ message }) => message)).toEqual([0, 30, 0, 12]);
  expect(items.at(-1)?.date).toBe(program.context.clock().toISOString().slice(0, 10));
});

test('the ledger is read page by page and filtered', async () => {
  const user = await program.newUser();
  for (let tokens = 1; tokens <= 5; tokens++) await spend(workOf(user, tokens));
  await spend(workOf(user, 99, 'source:3', { tokenType: 'storage', operation: 'reindex' }));
  const seen: number[] = [];
  let cursor: string | undefined;
  do {
    const { body } = await user.call(listLedger, { query: { limit: 2, cursor, tokenType: 'message' } });
    seen.push(...body.items.map(({ tokens }) => tokens));
    cursor = body.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([5, 4, 3, 2, 1]);
  const { body } = await user.call(listLedger, { query: { operation: 'reindex' } });
  expect(body.items).toMatchObject([{ tokens: 99, operation: 'reindex', chatbot: null }]);
  expect((await user.call(listLedger, { query: { cursor: 'garbage' } })).status).toBe(400);
});

test('entries outlive their chatbot, under its name', async () => {
  const user = await program.newUser();
  const { body: chatbot } = await user.call(createChatbot, {
    body: { name: 'Éphémère', platform: 'website' },
  });
  await spend(workOf(user, 33, 'message:9', { chatbotId: chatbot.id, chatbotName: chatbot.name }));
  await user.call(deleteChatbot, { params: { chatbotId: chatbot.id } });
  const { body } = await user.call(listLedger);
  expect(body.items).toMatchObject([{ tokens: 33, chatbot: { id: chatbot.id, name: 'Éphémère' } }]);
  expect((await user.call(getUsage)).body.message.used).toBe(33);
});
