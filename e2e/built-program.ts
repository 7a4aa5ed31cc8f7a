import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layDatabase, layDatabaseOn } from '../server/src/test/database.ts';
import { dropDatabaseOn } from '../server/src/test/server-database.ts';
import { listenLocally } from '../server/src/test/servers/local.ts';

const main = join(import.meta.dirname, '../dist/server/main.js');
const patienceMs = 90_000;
const pauseMs = 100;

/** Looks again and again until there is something to see. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const seen = await look().catch(() => undefined);
    if (seen !== undefined) return seen;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error(`waited in vain for ${what}`);
}

/** A port that was free a moment ago: the program must know its own address before it listens. */
async function freePort(): Promise<number> {
  const { port, stop } = await listenLocally(createServer());
  await stop();
  return port;
}

/** A migrated database on `TEST_DATABASE_URL`'s server; without one the program uses its embedded database. */
export async function databaseForTest(): Promise<{ url?: string; drop(): Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { drop: async () => {} };
  const url = await layDatabaseOn(server);
  return { url, drop: async () => void (await dropDatabaseOn(server, url)) };
}

/**
 * One process of the built program, or of another form of it, with a data folder of its own, whose database is migrated
 * already; its environment is `env`.
 */
export async function startBuilt(env: Record<string, string | undefined> = {}, command = [main]) {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-journey-'));
  if (!env.DATABASE_URL) await layDatabase(dataDir);
  const child = spawn(process.execPath, command, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: dataDir,
      CRAWLER_REQUESTS_PER_SECOND: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-20_000);
    });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  try {
    await until('the program to be ready', async () => {
      if (child.exitCode !== null) return false;
      // A worker listens to nobody; it says when it begins.
      if (env.ROLE === 'worker') return said.includes('works on jobs') || undefined;
      return (await fetch(`${url}/readyz`)).ok || undefined;
    });
    if (child.exitCode !== null) throw new Error('it ended');
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${said}`);
  }
  return { url, stop, said: () => said };
}

export type BuiltProgram = Awaited<ReturnType<typeof startBuilt>>;

/** What the built program's own mailbox holds for somebody, newest first. */
export async function mailTo(
  program: BuiltProgram,
  email: string,
): Promise<{ subject: string; text: string }> {
  return until(`a mail to ${email}`, async () => {
    const mails = (await (await fetch(`${program.url}/dev/mailbox.json`)).json()) as {
      to: string;
      subject: string;
      text: string;
    }[];
    return mails.find(({ to }) => to === email);
  });
}

export const linkIn = (text: string): string => {
  const link = /http\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0];
  if (!link) throw new Error(`no link in: ${text}`);
  return link;
};

export const newEmail = () => `camille-${randomUUID().slice(0, 8)}@example.org`;
export const password = 'six chevaux bleus';

async function postAuth(url: string, path: string, body: unknown) {
  const { publishableKey } = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string };
  const headers = { apikey: publishableKey, 'content-type': 'application/json' };
  const response = await fetch(`${url}/auth/v1${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json() as Promise<{ access_token: string }>;
}

/** A session of an account with the password of them all, as the server gives it. */
export const newSession = (url: string, email: string) =>
  postAuth(url, '/token?grant_type=password', { email, password });

/** A person with a session, made over HTTP; `confirm` finds the link of the mail that was sent. */
export async function newPerson(
  url: string,
  language: 'fr' | 'en',
  confirm: (email: string) => Promise<string>,
  email = newEmail(),
) {
  await postAuth(url, '/signup', {
    email,
    password,
    data: { first_name: 'Camille', last_name: 'Morel', preferred_locale: language },
  });
  await fetch(await confirm(email), { redirect: 'manual' });
  const { access_token: token } = await newSession(url, email);

  /** Calls the application's interface and takes nothing but success. */
  const call = async <T>(path: string, init: RequestInit & { json?: unknown } = {}): Promise<T> => {
    const { json, ...rest } = init;
    const response = await fetch(`${url}/api/v1${path}`, {
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
      ...rest,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  // The tour is offered to whoever is new: it has a journey of its own.
  await call('/preferences/help', { method: 'PUT', json: { tour: 'skipped' } });
  return { email, token, call };
}
