import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Db } from '../../db/open.ts';
import { commandOfOperator } from '../../test/entries.ts';
import { type KillableProgram, layKillableProgram } from '../../test/killable-program.ts';

const isEmbedded = !process.env.TEST_DATABASE_URL;

let program: KillableProgram;
let child: ChildProcess;
let backup: string;
let leaver: { publicId: string; id: string };
let given: { id: string; offerId: string; receiverToken: string };
beforeAll(async () => {
  program = await layKillableProgram();
  backup = `${program.dataDir}.tar.gz`;
  child = await program.start();
  const [{ token: leaverToken }, { token: senderToken }, { token: receiverToken }] = await Promise.all([
    program.signUp('partant@example.org'),
    program.signUp('donneuse@example.org'),
    program.signUp('preneur@example.org'),
  ]);
  leaver = await newChatbot(leaverToken, 'Accueil');
  const { id } = await newChatbot(senderToken, 'Accueil');
  const offer = await call<{ id: string }>(senderToken, '/api/v1/transfers', {
    chatbotId: id,
    email: 'preneur@example.org',
  });
  expect(offer.status).toBe(201);
  given = { id, offerId: offer.body.id, receiverToken };
  if (isEmbedded) {
    const { code, told } = await command('backup', backup).ended;
    expect([code, told]).toEqual([0, expect.stringMatching(/ files, [\d.]+ MB\.\n$/)]);
  }
  await program.end(child, 'SIGTERM');
});
afterEach(() => child?.kill('SIGKILL'));
afterAll(async () => {
  await program?.remove();
  await rm(backup, { force: true });
});

async function call<T>(token: string, path: string, body?: unknown) {
  const response = await fetch(program.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const newChatbot = async (token: string, name: string) =>
  (await call<{ id: string; publicId: string }>(token, '/api/v1/chatbots', { name, platform: 'website' }))
    .body;

/** Conversations of a chatbot, with a message each. */
const fill = (db: Db, chatbotId: string, conversations: number) =>
  sql`
  with told as (
    insert into conversations (id, owner_id, chatbot_id, channel, language, visitor_token_hash, token_expires_at, started_at, last_message_at)
    select gen_random_uuid(), b.owner_id, b.id, 'website', 'fr', sha256(g::text::bytea), now(), now(), now()
      from chatbots b, generate_series(1, ${conversations}::int) g where b.id = ${chatbotId} returning id, owner_id)
  insert into messages (id, conversation_id, owner_id, role, text, created_at)
  select gen_random_uuid(), id, owner_id, 'visitor', 'À quelle heure ouvre le salon ?', now() from told`.execute(
    db,
  );

/** What a dead worker held is free, and what comes back by itself is due. */
const wakeJobs = (db: Db) =>
  sql`update jobs set lease_until = null, lease_owner = null, run_at = now()`.execute(db);

function command(...words: string[]) {
  const running = spawn(process.execPath, [...commandOfOperator, ...words], { env: program.env });
  const told: string[] = [];
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (data) => told.push(String(data)));
  const ended = once(running, 'close').then(([code]) => ({
    code: code as number | null,
    told: told.join(''),
  }));
  return { running, ended };
}

const left = async (db: Db) => ({
  users: (
    await db.selectFrom('users').select('leaving_since').where('email', '=', 'partant@example.org').execute()
  ).map(({ leaving_since }) => (leaving_since ? 'leaves' : 'stays')),
  conversations: (
    await db.selectFrom('conversations').select('id').where('chatbot_id', '=', leaver.id).execute()
  ).length,
});

test('killed amid its acceptance, a chatbot has one owner, with all that hangs on it', async () => {
  const { id, offerId, receiverToken } = given;
  await program.within(({ db }) => fill(db, id, 500));
  const owners = () =>
    program.within(async ({ db }) => {
      const { rows } = await sql<{ email: string }>`
        select distinct u.email from users u join (
          select owner_id from chatbots where id = ${id} union all
          select owner_id from conversations where chatbot_id = ${id} union all
          select m.owner_id from messages m join conversations c on c.id = m.conversation_id where c.chatbot_id = ${id}
        ) o on o.owner_id = u.id`.execute(db);
      return rows.map(({ email }) => email);
    });
  const statusOfOffer = async () => {
    const { body } = await call<{ items: { status: string }[] }>(
      receiverToken,
      '/api/v1/transfers?direction=incoming',
    );
    return body.items[0]?.status;
  };
  const accept = () => call(receiverToken, `/api/v1/transfers/${offerId}/accept`, {});
  child = await program.start();
  const accepting = accept().catch(() => undefined);
  await setTimeout(Math.random() * 150);
  await program.end(child, 'SIGKILL');
  await accepting;
  expect(await owners()).toHaveLength(1);

  child = await program.start();
  if ((await statusOfOffer()) === 'pending') await accept();
  expect(await statusOfOffer()).toBe('accepted');
  await program.end(child, 'SIGTERM');
  expect(await owners()).toEqual(['preneur@example.org']);
}, 400_000);

test('killed amid, a deletion goes on; restored from before it, killed amid that too, the account goes again', async () => {
  await program.within(async ({ db }) => {
    await fill(db, leaver.id, 2000);
    await sql`update users set last_sign_in_at = now() - interval '2 days'`.execute(db);
    await sql`insert into account_deletions (owner_id, requested_at, scheduled_for)
              select id, now() - interval '1 day', now() - interval '1 hour' from users where email like 'partant%'`.execute(
      db,
    );
    await wakeJobs(db);
  });
  child = await program.start();
  while ((await fetch(`${program.url}/embed/v1/${leaver.publicId}`)).status !== 404) await setTimeout(2);
  await program.end(child, 'SIGKILL');
  const amid = await program.within(async ({ db }) => {
    await wakeJobs(db);
    return left(db);
  });
  expect(amid.users).toEqual(['leaves']);
  expect(amid.conversations).toBeGreaterThan(0);

  child = await program.start();
  const subjects = async () => {
    const mails = await (await fetch(`${program.url}/dev/mailbox.json`)).json();
    return (mails as { to: string; subject: string }[])
      .filter(({ to }) => to === 'partant@example.org')
      .map(({ subject }) => subject);
  };
  await expect.poll(subjects, { timeout: 60_000, interval: 100 }).toEqual(['Votre compte est supprimé']);
  const register = join(program.dataDir, 'deletions');
  const notes = () =>
    existsSync(register) && readdirSync(register).filter((name) => name.endsWith('.jsonl')).length;
  await expect.poll(notes, { timeout: 30_000 }).toBe(1);
  await program.end(child, 'SIGTERM');
  const gone = { users: [], conversations: 0 };
  const leftNow = () => program.within(({ db }) => left(db));
  expect(await leftNow()).toEqual(gone);
  if (!isEmbedded) return;

  const refused = await command('restore', backup).ended;
  expect([refused.code, refused.told]).toEqual([1, expect.stringContaining('is not empty')]);
  const cut = command('restore', backup, '--force');
  const unpacked = join(program.dataDir, 'restore.unfinished/database/base');
  while (cut.running.exitCode === null && !existsSync(unpacked)) await setTimeout(2);
  cut.running.kill('SIGKILL');
  await cut.ended;
  expect(await leftNow()).toEqual(gone);

  const cutLater = command('restore', backup, '--force');
  const isDecided = () => readdirSync(program.dataDir).some((name) => /^restore.ready|^replaced-/.test(name));
  while (cutLater.running.exitCode === null && !isDecided()) await setTimeout(1);
  cutLater.running.kill('SIGKILL');
  await cutLater.ended;
  // What starts is all of the backup; what was deleted since goes before anything is answered.
  child = await program.start();
  expect((await fetch(`${program.url}/embed/v1/${leaver.publicId}`)).status).toBe(404);
  await program.end(child, 'SIGTERM');
  expect(await leftNow()).toEqual(gone);
}, 400_000);
