import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/open.ts';
import { newBot, questions, readChats, soon } from '../../test/clients/bot.ts';
import { type KillableProgram, layKillableProgram } from '../../test/killable-program.ts';
import { startBotApi } from '../../test/servers/bot-api.ts';
import { type ModelRequest, startModelServer } from '../../test/servers/model.ts';

const isEmbedded = !process.env.TEST_DATABASE_URL;
const { breakfast, parking, rules } = questions;

/** Who writes, by the moment at which the program dies. */
const chats = {
  unread: 1,
  sending: 2,
  halfSent: 3,
  command: 4,
  writing: 5,
  ...(isEmbedded ? {} : { storing: 6 }),
};
const asksFor = (question: string) => (request: ModelRequest) =>
  JSON.stringify(request.body.messages).includes(question);

let program: KillableProgram;
let api: Awaited<ReturnType<typeof startBotApi>>;
let model: Awaited<ReturnType<typeof startModelServer>>;
let child: ChildProcess;
let botToken: string;
let updates = 0;
let isStalling = true;

beforeAll(async () => {
  api = await startBotApi();
  model = await startModelServer((request) => {
    // Then the written answer itself is given, whole.
    if (asksFor(rules)(request)) return { status: 400 };
    if (!asksFor(parking)(request)) return 'Le petit-déjeuner est servi de 7 h à 10 h 30 [1].';
    return { text: 'Le parking souterrain coûte 12 € par nuit [1].', ending: isStalling ? 'stall' : 'done' };
  });
  program = await layKillableProgram({
    TELEGRAM_API_URL: api.url,
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'quick',
    PLANS_FILE: join(import.meta.dirname, '../../test/plans.json'),
  });
});
afterAll(async () => {
  await program?.remove();
  await model?.stop();
  await api?.stop();
});

/** An update, delivered five times at once, each of which must be acknowledged. */
async function deliver(message: object): Promise<Record<string, unknown>> {
  const update = { update_id: ++updates, ...message };
  const statuses = await Promise.all(Array.from({ length: 5 }, () => api.deliver(botToken, update)));
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  return update;
}

const sentTo = (chat: number) =>
  api.calls.flatMap(({ method, body }) =>
    method === 'sendMessage' && body.chat_id === chat ? [String(body.text)] : [],
  );
const countSent = () => Object.values(chats).map((chat) => sentTo(chat).length);

/** What the killed program held is free at once, and not when its leases end. */
const wakeJobs = (db: Db) =>
  sql`update jobs set lease_until = null, lease_owner = null, run_at = now()`.execute(db);

/** Strikes when an answer is stored and charged, and not yet among what is to be sent. */
const strikeAmidStoring = (
  db: Db,
  take: (message: object) => Promise<unknown>,
  strike: () => Promise<void>,
) =>
  db.transaction().execute(async (db) => {
    await sql`lock table channel_messages in share row exclusive mode`.execute(db);
    await take(api.message(breakfast, 6));
    const stored = async () =>
      (
        await sql`
        select 1 from messages m join conversations c on c.id = m.conversation_id
         where c.visitor ->> 'id' = 'telegram:6' and m.role = 'chatbot'`.execute(db)
      ).rows.length;
    await expect.poll(stored, soon).toBe(1);
    await strike();
  });

test('killed amid chats, what was acknowledged is answered and charged once', async () => {
  child = await program.start();
  botToken = await newBot(program, api);
  const taken: Record<string, unknown>[] = [];
  const take = async (message: object) => taken.push(await deliver(message));

  // Whatever is sent arrives; that it did is never heard, but of the first part of a long answer.
  api.tellNothingOf(
    ({ method, body }) =>
      method === 'sendMessage' && !(body.chat_id === chats.halfSent && sentTo(chats.halfSent).length === 1),
  );
  await take(api.message(breakfast, chats.sending));
  await take(api.message(rules, chats.halfSent));
  await take(api.message(parking, chats.writing));
  await expect.poll(() => sentTo(chats.sending).length, soon).toBeGreaterThan(0);
  await expect.poll(() => sentTo(chats.halfSent).length, soon).toBeGreaterThan(1);
  await expect.poll(() => model.requests.some(asksFor(parking)), soon).toBe(true);
  const strike = async () => {
    await take(api.command('/help', chats.command));
    await take(api.message(breakfast, chats.unread));
    await program.end(child, 'SIGKILL');
  };
  if (isEmbedded) await strike();
  else await program.within(({ db }) => strikeAmidStoring(db, take, strike));
  await program.within(({ db }) => wakeJobs(db));
  const before = countSent();
  api.tellNothingOf(() => false);
  isStalling = false;

  child = await program.start();
  // As Telegram does with what it does not know to have arrived.
  for (const update of taken) expect(await api.deliver(botToken, update)).toBe(200);
  // What is half sent goes on where it was: a message of which nobody knows whether it arrived is sent again, rather than never.
  await expect.poll(countSent, soon).toEqual(before.map((count) => count + 1));
  expect(await program.end(child, 'SIGTERM')).toBe(0);
  expect(countSent()).toEqual(before.map((count) => count + 1));
  expect(new Set(sentTo(chats.sending)).size).toBe(1);
  expect(sentTo(chats.halfSent).filter((text) => text.includes('Sources'))).toEqual(
    sentTo(chats.halfSent).slice(1),
  );

  const { spoken, charged, answers, open } = await program.within(({ db }) => readChats(db));
  expect(open).toBe(0);
  const { command: _, ...asking } = chats;
  expect(spoken).toEqual(
    Object.values(asking).map((chat) => ({ chat: `telegram:${chat}`, roles: ['visitor', 'chatbot'] })),
  );
  expect(charged.filter((cause) => answers.includes(cause))).toEqual(answers);
  // Of what died, only what a provider had sold is charged.
  expect(charged.length - answers.length).toBeLessThanOrEqual(1);
}, 120_000);
