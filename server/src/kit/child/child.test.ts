import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ChildLimits, prestartChildren, runChild } from './child.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-child-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const limits: ChildLimits = {
  deadlineMs: 30_000,
  maxRssBytes: 400 * 1_048_576,
  maxHeapMb: 128,
  maxOutputBytes: 1_000_000,
};
const childModule = join(import.meta.dirname, 'child.ts');

/** Living children of this process, on Linux. */
async function childPids(): Promise<number[]> {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'latin1')),
  );
  const pids = lists.join(' ').trim().split(/\s+/).filter(Boolean).map(Number);
  const isOurs = async (pid: number) =>
    (await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')).includes(folder);
  const kept = await Promise.all(pids.map(isOurs));
  return pids.filter((_, at) => kept[at]);
}

/** Runs a child whose work is `code`, with `input` and `tell` at hand; gives what it told. */
async function heard(
  code: string,
  changed: Partial<ChildLimits> = {},
  signal = new AbortController().signal,
  party?: string,
) {
  const file = await fileOf(code);
  const messages: unknown[] = [];
  for await (const message of runChild(file, { given: 7 }, { ...limits, ...changed }, signal, party))
    messages.push(message);
  return messages;
}

async function fileOf(code: string) {
  const file = join(
    folder,
    `${Math.abs(Buffer.from(code).reduce((hash, byte) => (hash * 31 + byte) | 0, 7))}.mts`,
  );
  await writeFile(
    file,
    `import { isPrestarted, serveParent } from ${JSON.stringify(childModule)};\nawait serveParent(async (input: any, tell) => { ${code} });`,
  );
  return file;
}

test('further inputs are worked on in their order, by the same child', async () => {
  const file = await fileOf('await tell([input.at, process.pid], 1);');
  const more = [{ at: 2 }, { at: 3 }];
  const messages: unknown[] = [];
  const { signal } = new AbortController();
  for await (const message of runChild(file, { at: 1 }, limits, signal, undefined, more))
    messages.push(message);
  const pid = (messages[0] as number[])[1];
  expect(messages).toEqual([1, 2, 3].map((at) => [at, pid]));
});

test('a child answers to its input and sees nothing of our environment', async () => {
  process.env.PARLANCE_TEST_SECRET = 'secret';
  const messages = await heard(
    `await tell(input.given, 1); await tell(process.env.PARLANCE_TEST_SECRET ?? 'nothing', 1);`,
  );
  delete process.env.PARLANCE_TEST_SECRET;
  expect(messages).toEqual([7, 'nothing']);
}, 60_000);

test.each([
  ['deadline', 'for (;;);', { deadlineMs: 300 }],
  [
    'memory',
    'const kept = []; for (;;) { kept.push(Buffer.alloc(1 << 24, 1)); await new Promise((r) => setTimeout(r, 5)); }',
    {},
  ],
  [
    'memory',
    'const kept = []; for (;;) kept.push({ a: String(Math.random()).repeat(10) });',
    { maxRssBytes: 4_000_000_000 },
  ],
  ['output', 'for (;;) await tell("x".repeat(1000), 1000);', {}],
  ['crashed', 'process.exit(3);', {}],
] as const)(
  'a child ends at its %s',
  async (end, code, changed) => {
    await expect(heard(code, changed)).rejects.toMatchObject({ end });
  },
  60_000,
);

describe('a child that is ready', () => {
  const code = (name: string) => `await tell([process.pid, isPrestarted(), ${JSON.stringify(name)}], 1);`;
  const run = async (name: string) => (await heard(code(name)))[0] as [pid: number, isAhead: boolean];

  test('does the first work of whoever comes, and another takes its place once nobody has worked for a moment', async () => {
    expect((await run('once'))[1]).toBe(false);
    prestartChildren(await fileOf(code('once')), limits, 1, 200);
    const together = await Promise.all([run('once'), run('once')]);
    expect(together.map(([, isAhead]) => isAhead).sort()).toEqual([false, true]);
    expect((await run('once'))[1]).toBe(false);
    const [next] = await vi.waitUntil(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const told = await run('once');
        return told[1] ? told : undefined;
      },
      { timeout: 20_000 },
    );
    expect(together.map(([pid]) => pid)).not.toContain(next);
  }, 60_000);

  test.runIf(process.platform === 'linux')(
    'that died meanwhile is not used',
    async () => {
      prestartChildren(await fileOf(code('died')), limits, 1, 200);
      const before = new Set(await childPids());
      const [first] = await run('died');
      const waiting = await vi.waitUntil(
        async () => {
          const pids = (await childPids()).filter((pid) => !before.has(pid) && pid !== first);
          return pids.length === 1 ? pids : undefined;
        },
        { timeout: 20_000 },
      );
      for (const pid of waiting) process.kill(pid, 'SIGKILL');
      expect(await heard(code('died'))).toHaveLength(1);
    },
    60_000,
  );
});

test('a child goes on while its message is taken in, though not far ahead', async () => {
  const gate = join(folder, 'far');
  const file = await fileOf(
    `const { appendFile } = await import('node:fs/promises'); for (let at = 0; at < 6; at++) { await appendFile(${JSON.stringify(gate)}, 'x'); await tell(at, 1); }`,
  );
  const made = async () => (await readFile(gate, 'utf8')).length;
  const signal = new AbortController().signal;
  for await (const message of runChild(file, {}, limits, signal)) {
    if (message !== 0) continue;
    // The second is made while the first is held; the third waits.
    await vi.waitUntil(async () => (await made()) === 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await made()).toBe(2);
  }
  expect(await made()).toBe(6);
}, 60_000);

test('what a child told before it failed is heard', async () => {
  const messages: unknown[] = [];
  const file = await fileOf(`for (let at = 0; at < 5; at++) await tell(at, 1); throw new Error('flawed');`);
  await expect(async () => {
    for await (const message of runChild(file, {}, limits, new AbortController().signal))
      messages.push(message);
  }).rejects.toMatchObject({ end: 'crashed' });
  expect(messages).toEqual([0, 1, 2, 3, 4]);
}, 60_000);

describe('a child that is kept', () => {
  const code = 'globalThis.seen = (globalThis.seen ?? 0) + 1; await tell([process.pid, globalThis.seen], 1);';
  const run = async (party?: string, work = code) =>
    (await heard(work, {}, undefined, party))[0] as [pid: number, seen: number];

  test('works again for the same party, and for nobody else', async () => {
    const first = await run('one');
    expect(await run('one')).toEqual([first[0], 2]);
    expect((await run('two'))[1]).toBe(1);
    expect((await run())[1]).toBe(1);
    expect(await run('one')).toEqual([first[0], 3]);
  }, 60_000);

  test('is not kept after a failure, nor beside too many others', async () => {
    const flawed = `${code} if (input.given === 7 && globalThis.seen > 1) process.exit(3);`;
    const first = await run('one', flawed);
    await expect(heard(flawed, {}, undefined, 'one')).rejects.toMatchObject({ end: 'crashed' });
    expect((await run('one', flawed))[0]).not.toBe(first[0]);
    for (const party of ['a', 'b', 'c']) await run(party);
    expect((await run('a'))[1]).toBe(1);
    expect((await run('c'))[1]).toBe(2);
  }, 60_000);

  test('has the time of each work, not of all together', async () => {
    const busy = `const end = performance.now() + 700; while (performance.now() < end); ${code}`;
    for (let at = 1; at <= 4; at++)
      expect((await heard(busy, { deadlineMs: 2500 }, undefined, 'busy'))[0]).toMatchObject({
        1: at,
      });
  }, 60_000);
});

test('a child ends when it is called off', async () => {
  await expect(heard('for (;;);', {}, AbortSignal.timeout(1_500))).rejects.toMatchObject({ end: 'aborted' });
}, 60_000);
