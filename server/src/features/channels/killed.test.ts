import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/open.ts';
import { newHotel, questions, readChats, soon } from '../../test/clients/bot.ts';
import { type Messenger, openTelegram, openWhatsApp } from '../../test/clients/messengers.ts';
import { type KillableProgram, layKillableProgram } from '../../test/killable-program.ts';
import { type ModelRequest, startModelServer } from '../../test/servers/model.ts';

const isEmbedded = !process.env.TEST_DATABASE_URL;
const { breakfast, parking, rules } = questions;

/** Who writes, on either platform, by the moment at which the program dies. */
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
let messengers: Messenger[];
let model: Awaited<ReturnType<typeof startModelServer>>;
let child: ChildProcess;
let isStalling = true;

beforeAll(async () => {
  messengers = [await openTelegram(), await openWhatsApp()];
  model = await startModelServer((request) => {
    // Then the written answer itself is given, whole.
    if (asksFor(rules)(request)) return { status: 400 };
    if (!asksFor(parking)(request)) return 'Le petit-déjeuner est servi de 7 h à 10 h 30 [1].';
    return { text: 'Le parking souterrain coûte 12 € par nuit [1].', ending: isStalling ? 'stall' : 'done' };
  });
  program = await layKillableProgram({
    ...Object.assign({}, ...messengers.map(({ settings }) => settings)),
    LLM_BASE_URL: model.baseUrl,
    LLM_MODEL: 'quick',
    PLANS_FILE: join(import.meta.dirname, '../../test/plans.json'),
  });
});
afterAll(async () => {
  await program?.remove();
  await model?.stop();
  for (const messenger of messengers) await messenger.stop();
});

/** Delivers what somebody has written five times at once; each must be acknowledged. */
async function deliver(messenger: Messenger, written: Record<string, unknown>): Promise<void> {
  const statuses = await Promise.all(Array.from({ length: 5 }, () => messenger.deliver(written)));
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
}

const counts = () => messengers.map(({ sentTo }) => Object.values(chats).map((chat) => sentTo(chat).length));
const least = (chat: number) => Math.min(...messengers.map(({ sentTo }) => sentTo(chat).length));

/** What the killed program held is free at once, and not when its leases end. */
const wakeJobs = (db: Db) =>
  sql`update jobs set lease_until = null, lease_owner = null, run_at = now()`.execute(db);

/** Strikes when answers are stored and charged, and not yet among what is to be sent. */
const strikeAmidStoring = (db: Db, ask: () => Promise<void>, strike: () => Promise<void>) =>
  db.transaction().execute(async (db) => {
    await sql`lock table channel_messages in share row exclusive mode`.execute(db);
    await ask();
    const stored = async () =>
      (
        await sql`
        select 1 from messages m join conversations c on c.id = m.conversation_id
         where c.visitor ->> 'id' like '%:6' and m.role = 'chatbot'`.execute(db)
      ).rows.length;
    await expect.poll(stored, soon).toBe(messengers.length);
    await strike();
  });

test('killed amid chats, what was acknowledged is answered and charged once', async () => {
  child = await program.start();
  const user = await program.signUp();
  for (const messenger of messengers) await newHotel(program, user, messenger);
  const taken: { messenger: Messenger; written: Record<string, unknown> }[] = [];
  const take = async (write: (messenger: Messenger) => Record<string, unknown>) => {
    for (const messenger of messengers) {
      const written = write(messenger);
      taken.push({ messenger, written });
      await deliver(messenger, written);
    }
  };

  // Whatever is sent arrives; that it did is never heard, but of the first part of a long answer.
  for (const { tellNothingOf, sentTo } of messengers)
    tellNothingOf((chat) => !(chat === chats.halfSent && sentTo(chat).length === 1));
  await take(({ message }) => message(breakfast, chats.sending));
  await take(({ message }) => message(rules, chats.halfSent));
  await take(({ message }) => message(parking, chats.writing));
  await expect.poll(() => least(chats.sending), soon).toBeGreaterThan(0);
  await expect.poll(() => least(chats.halfSent), soon).toBeGreaterThan(1);
  await expect.poll(() => model.requests.filter(asksFor(parking)).length, soon).toBe(messengers.length);
  const strike = async () => {
    await take(({ command }) => command(chats.command));
    await take(({ message }) => message(breakfast, chats.unread));
    await program.end(child, 'SIGKILL');
  };
  if (isEmbedded) await strike();
  else
    await program.within(({ db }) =>
      strikeAmidStoring(db, () => take(({ message }) => message(breakfast, 6)), strike),
    );
  await program.within(({ db }) => wakeJobs(db));
  const before = counts();
  for (const { tellNothingOf } of messengers) tellNothingOf(() => false);
  isStalling = false;

  child = await program.start();
  // As platforms do with what they do not know to have arrived.
  for (const { messenger, written } of taken) expect(await messenger.deliver(written)).toBe(200);
  // What is half sent goes on where it was: a message of which nobody knows whether it arrived is sent again, rather than never.
  const oneMore = before.map((ofOne) => ofOne.map((count) => count + 1));
  await expect.poll(counts, soon).toEqual(oneMore);
  expect(await program.end(child, 'SIGTERM')).toBe(0);
  expect(counts()).toEqual(oneMore);
  for (const { sentTo } of messengers) {
    expect(new Set(sentTo(chats.sending)).size).toBe(1);
    const inParts = sentTo(chats.halfSent);
    expect(inParts.filter((text) => text.includes('Sources'))).toEqual(inParts.slice(1));
  }

  const { spoken, charged, answers, open } = await program.within(({ db }) => readChats(db));
  expect(open).toBe(0);
  const { command: _, ...asking } = chats;
  const who = messengers.flatMap(({ platform }) =>
    Object.values(asking).map((chat) => `${platform}:${chat}`),
  );
  expect(spoken).toEqual(who.map((chat) => ({ chat, roles: ['visitor', 'chatbot'] })));
  expect(charged.filter((cause) => answers.includes(cause))).toEqual(answers);
  // Of what died, only what a provider had sold is charged.
  expect(charged.length - answers.length).toBeLessThanOrEqual(messengers.length);
}, 120_000);
