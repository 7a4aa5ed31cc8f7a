import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layDatabase, layDatabaseOn } from '../../test/database.ts';
import { commandOfOperator, programCommand } from '../../test/entries.ts';
import { dropDatabaseOn } from '../../test/server-database.ts';
import { findCommand } from './command.ts';

const server = process.env.TEST_DATABASE_URL;
let dataDir: string;
let env: Record<string, string>;
let running: ChildProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parlance-commands-'));
  env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir };
  if (server) env.DATABASE_URL = await layDatabaseOn(server);
  else await layDatabase(dataDir);
});
afterAll(async () => {
  running?.kill('SIGKILL');
  if (server && env.DATABASE_URL) await dropDatabaseOn(server, env.DATABASE_URL);
  await rm(dataDir, { recursive: true, force: true });
});

async function call(...words: string[]) {
  const child = spawn(process.execPath, [...commandOfOperator, ...words], { env });
  const told = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    told.out += data;
  });
  child.stderr.on('data', (data) => {
    told.err += data;
  });
  const [code] = await once(child, 'close');
  return { code: code as number, ...told };
}

test('words that call nothing are answered with what can be called', async () => {
  const { code, out, err } = await call('ledger');
  expect([code, out]).toEqual([2, '']);
  expect(err).toMatch(/^Usage:\n {2}npm run parlance -- ledger verify\n/);
  const command = {
    name: 'admin greet',
    parameters: ['EMAIL'],
    summary: 'Greets',
    run: () => Promise.resolve(0),
  };
  const found = (...words: string[]) => findCommand([command], words)?.args;
  expect(found('admin', 'greet', 'a@example.org')).toEqual(['a@example.org']);
  for (const words of [
    [],
    ['admin', 'greet'],
    ['greet', 'a'],
    ['admin', 'greet', 'a', 'b'],
    ['admin', 'a', 'b'],
  ])
    expect(found(...words)).toBeUndefined();
});

test('a command is done where nothing runs, beside a program that runs, and after one that was killed', async () => {
  const proven = {
    code: 0,
    out: expect.stringMatching(/^0 accounts: .*\nThe ledger is proven\.\n$/),
    err: '',
  };
  expect(await call('ledger', 'verify')).toEqual(proven);

  const child = spawn(process.execPath, programCommand, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  running = child;
  let log = '';
  child.stdout.on('data', (data) => {
    log += data;
  });
  while (!log.includes('Parlance is ready')) await once(child.stdout, 'data');
  expect(await call('ledger', 'verify')).toEqual(proven);
  if (!server) {
    expect(log).toContain('a command was called');
    expect(statSync(join(dataDir, 'control')).mode & 0o777).toBe(0o600);
  }
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  expect(await call('ledger', 'verify')).toEqual(proven);
}, 300_000);
