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

const isEmbedded = process.env.TEST_DATABASE_URL === undefined;
const conversations = 2000;
const password = 'six chevaux bleus';

let program: KillableProgram;
let child: ChildProcess;
let backup: string;
beforeAll(async () => {
  program = await layKillableProgram();
  backup = `${program.dataDir}.tar.gz`;
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
const fill = (db: Db, chatbotId: string) =>
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

/** Starts the program, and kills it as soon as something is so. */
async function killOnce(isSo: () => Promise<boolean> | boolean, starting = program.start()) {
  child = await starting;
  while (!(await isSo())) await setTimeout(2);
  await program.end(child, 'SIGKILL');
}

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

const left = () =>
  program.within(async ({ db }) => ({
    users: (await db.selectFrom('users').select(['email', 'leaving_since']).orderBy('email').execute()).map(
      ({ email, leaving_since }) => `${email}${leaving_since ? ' leaves' : ''}`,
    ),
    conversations: (await db.selectFrom('conversations').select('id').execute()).length,
  }));

test('killed amid, a deletion goes on; restored from before it, killed amid that too, the account goes again', async () => {
  child = await program.start();
  const leaver = await program.signUp('partant@example.org');
  await program.signUp('restante@example.org');
  const { id, publicId } = await newChatbot(leaver.token, 'Accueil');
  if (isEmbedded) {
    const { code, told } = await command('backup', backup).ended;
    expect([code, told]).toEqual([0, expect.stringMatching(/ files, [\d.]+ MB\.\n$/)]);
  }
  await program.end(child, 'SIGTERM');
  await program.within(async ({ db }) => {
    await fill(db, id);
    await sql`update users set last_sign_in_at = now() - interval '2 days'`.execute(db);
    await sql`insert into account_deletions (owner_id, requested_at, scheduled_for)
              select id, now() - interval '1 day', now() - interval '1 hour' from users where email like 'partant%'`.execute(
      db,
    );
    await wakeJobs(db);
  });

  await killOnce(async () => (await fetch(`${program.url}/embed/v1/${publicId}`)).status === 404);
  const amid = await left();
  expect(amid.users).toEqual(['partant@example.org leaves', 'restante@example.org']);
  expect(amid.conversations).toBeGreaterThan(0);

  await program.within(({ db }) => wakeJobs(db));
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
  const gone = { users: ['restante@example.org'], conversations: 0 };
  expect(await left()).toEqual(gone);
  if (!isEmbedded) return;

  const refused = await command('restore', backup).ended;
  expect([refused.code, refused.told]).toEqual([1, expect.stringContaining('is not empty')]);
  const cut = command('restore', backup, '--force');
  const unpacked = join(program.dataDir, 'restore.unfinished/database/base');
  while (cut.running.exitCode === null && !existsSync(unpacked)) await setTimeout(2);
  cut.running.kill('SIGKILL');
  await cut.ended;
  expect(await left()).toEqual(gone);

  const cutLater = command('restore', backup, '--force');
  const isDecided = () => readdirSync(program.dataDir).some((name) => /^restore.ready|^replaced-/.test(name));
  while (cutLater.running.exitCode === null && !isDecided()) await setTimeout(1);
  cutLater.running.kill('SIGKILL');
  await cutLater.ended;
  // What starts is all of the backup; what was deleted since goes before anything is answered.
  child = await program.start();
  expect((await fetch(`${program.url}/embed/v1/${publicId}`)).status).toBe(404);
  await program.end(child, 'SIGTERM');
  expect(await left()).toEqual(gone);
}, 400_000);

test('killed amid its acceptance, a chatbot has one owner, with all that hangs on it', async () => {
  child = await program.start();
  const sender = await program.signUp('donneuse@example.org');
  await program.signUp('preneur@example.org');
  const { id } = await newChatbot(sender.token, 'Accueil');
  const offer = await call(sender.token, '/api/v1/transfers', {
    chatbotId: id,
    email: 'preneur@example.org',
  });
  expect(offer.status).toBe(201);
  await program.end(child, 'SIGTERM');
  await program.within(({ db }) => fill(db, id));
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
  const signIn = async (email: string) => {
    const config = await (await fetch(`${program.url}/config.json`)).json();
    const { publishableKey } = config as { publishableKey: string };
    const response = await fetch(`${program.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const incoming = async (token: string) =>
    (await call<{ items: { id: string; status: string }[] }>(token, '/api/v1/transfers?direction=incoming'))
      .body.items[0];
  for (const afterMs of [20, 120]) {
    child = await program.start();
    const token = await signIn('preneur@example.org');
    const { id: offerId = '', status } = (await incoming(token)) ?? {};
    if (status !== 'pending') break;
    const accepting = call(token, `/api/v1/transfers/${offerId}/accept`, {}).catch(() => undefined);
    await setTimeout(afterMs);
    await program.end(child, 'SIGKILL');
    await accepting;
    expect(await owners()).toHaveLength(1);
  }
  child = await program.start();
  const token = await signIn('preneur@example.org');
  const { id: offerId = '', status } = (await incoming(token)) ?? {};
  if (status === 'pending') await call(token, `/api/v1/transfers/${offerId}/accept`, {});
  expect((await incoming(token))?.status).toBe('accepted');
  await program.end(child, 'SIGTERM');
  expect(await owners()).toEqual(['preneur@example.org']);
}, 400_000);
