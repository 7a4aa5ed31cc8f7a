import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { OpenedDatabase } from '../db/open.ts';
import { layDatabase, layDatabaseOn, openLaid } from './database.ts';
import { programCommand } from './entries.ts';
import { freePort } from './program.ts';
import { dropDatabaseOn } from './server-database.ts';

const server = process.env.TEST_DATABASE_URL;

export type KillableProgram = Awaited<ReturnType<typeof layKillableProgram>>;

/** The program as a process of its own, which may be ended at any moment and started again on what it has left. */
export async function layKillableProgram(settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'parlance-crash-'));
  const databaseUrl = server ? await layDatabaseOn(server) : undefined;
  if (!databaseUrl) await layDatabase(dataDir);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    EMBED_RATE_LIMIT_PER_MINUTE: '0',
    ...settings,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
  let running: ChildProcess | undefined;

  return {
    dataDir,
    url,
    env,

    async start(more: Record<string, string> = {}): Promise<ChildProcess> {
      const child = spawn(process.execPath, programCommand, {
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      running = child;
      let told = '';
      child.stdout.on('data', (chunk) => {
        told += chunk;
      });
      child.stderr.on('data', (chunk) => {
        told += chunk;
      });
      while (!told.includes('Parlance is ready')) {
        if (child.exitCode !== null) throw new Error(`it ended before it was ready: ${told}`);
        await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
      }
      return child;
    },

    async end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
      const exit = once(child, 'exit');
      child.kill(signal);
      return (await exit)[0] as number | null;
    },

    /** An account of the running program. */
    async signUp(email = 'camille@example.org'): Promise<{ token: string }> {
      const config = (await (await fetch(`${url}/config.json`)).json()) as { publishableKey: string };
      const auth = async (path: string, body: object) => {
        const headers = { apikey: config.publishableKey, 'content-type': 'application/json' };
        const response = await fetch(`${url}/auth/v1${path}`, {
          method: 'POST',
          headers,
          body: JSON.stringify(body),
        });
        return (await response.json()) as { access_token: string };
      };
      const account = { email, password: 'six chevaux bleus' };
      await auth('/signup', { ...account, data: { first_name: 'Camille', last_name: 'Morel' } });
      const confirmationLink = async () => {
        const mails = (await (await fetch(`${url}/dev/mailbox.json`)).json()) as {
          to: string;
          text: string;
        }[];
        const text = mails.find(({ to }) => to === email)?.text ?? '';
        const link = /http\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0];
        if (link === undefined) throw new Error(`no confirmation mail to ${email}`);
        return link;
      };
      const link = await vi.waitFor(confirmationLink, { timeout: 60_000 });
      await fetch(link, { redirect: 'manual' });
      return { token: (await auth('/token?grant_type=password', account)).access_token };
    },

    /** Looks into the database of the stopped program. */
    async within<T>(look: (database: OpenedDatabase) => Promise<T>): Promise<T> {
      const database = await openLaid(databaseUrl ? { url: databaseUrl } : { dataDir });
      try {
        return await look(database);
      } finally {
        await database.close();
      }
    },

    async remove(): Promise<void> {
      running?.kill('SIGKILL');
      if (server && databaseUrl) await dropDatabaseOn(server, databaseUrl);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
