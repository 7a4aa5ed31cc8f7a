import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layDatabase } from './test/database.ts';
import { programCommand } from './test/entries.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parlance-main-'));
  await layDatabase(dataDir);
});
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGKILL');
  return rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>) {
  const child = spawn(process.execPath, programCommand, {
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: dataDir, ...env },
  });
  children.push(child);
  const told = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    told.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    told.err += chunk;
  });
  return { child, told };
}

async function ready({ child, told }: { child: ChildProcess; told: { out: string } }) {
  while (!told.out.includes('Parlance is ready')) {
    if (child.exitCode !== null) throw new Error('it ended before it was ready');
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')]);
  }
}

const codeOf = async (child: ChildProcess) =>
  child.exitCode ?? ((await once(child, 'exit'))[0] as number | null);

test('a wrong variable ends the start with one line', async () => {
  const { child, told } = start({ PORT: 'http' });
  expect(await codeOf(child)).toBe(1);
  expect(told.err).toMatch(/^Parlance cannot start\. PORT [^\n]+\n$/);
});

test('a second start on the same folder ends with one line; the first goes on, and stops when told', async () => {
  const first = start({});
  await ready(first);
  const second = start({});
  expect(await codeOf(second.child)).toBe(1);
  expect(second.told.err).toMatch(/^Parlance cannot start\. DATA_DIR[^\n]+\n$/);
  expect(first.child.exitCode).toBeNull();
  first.child.kill('SIGTERM');
  expect(await codeOf(first.child)).toBe(0);
  for (const line of first.told.out.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
}, 120_000);
