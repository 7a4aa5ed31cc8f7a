import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../failure.ts';
import { type EmbeddedDatabase, openDatabase, vacuum } from '../open.ts';
import { lockDataFolder } from './data-folder.ts';
import { DurableNodeFS, durableStart } from './files.ts';

const temporary = fs.mkdtempSync(join(tmpdir(), 'parlance-embedded-'));
const dataDir = join(temporary, 'deep', 'data');
const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
let database: EmbeddedDatabase;

beforeAll(async () => {
  database = await openDatabase({ dataDir });
  await sql`create table counters (id int primary key, n int not null)`.execute(database.db);
  await sql`create table entries (n int primary key, at int not null)`.execute(database.db);
  await sql`insert into counters values (1, 0)`.execute(database.db);
});
afterAll(async () => {
  await database?.close();
  fs.rmSync(temporary, { recursive: true, force: true });
});

/** A process of its own that runs this program text. */
function program(text: string): ChildProcess {
  const file = join(temporary, `${Math.random().toString(36).slice(2)}.mts`);
  fs.writeFileSync(file, text);
  const tsx = pathToFileURL(
    join(import.meta.dirname, '../../../../node_modules/tsx/dist/esm/index.mjs'),
  ).href;
  return spawn(process.execPath, ['--import', tsx, file], { stdio: ['ignore', 'pipe', 'inherit'] });
}
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
const linesOf = (child: ChildProcess) => {
  if (!child.stdout) throw new Error('no output');
  return createInterface({ input: child.stdout });
};

test('its folder is made, for its owner alone', () => {
  expect(fs.statSync(dataDir).mode & 0o777).toBe(0o700);
});

test('every commit reaches the disk: fsync is really called', async () => {
  const before = database.syncs();
  for (let at = 0; at < 20; at++) await sql`update counters set n = n + 1 where id = 1`.execute(database.db);
  expect(database.syncs() - before).toBeGreaterThanOrEqual(20);
});

test('a vacuum tells the planner of what is there, and not that a table is empty', async () => {
  const { db } = database;
  await sql`create table small (n int primary key)`.execute(db);
  await sql`create table large (n int primary key)`.execute(db);
  await sql`insert into large select generate_series(1, 5000)`.execute(db);
  await vacuum(db);
  const { rows } = await sql<{ small: number; large: number }>`
    select (select reltuples from pg_class where relname = 'small') as small,
           (select reltuples from pg_class where relname = 'large') as large`.execute(db);
  // -1: nothing is known of it.
  expect(rows).toEqual([{ small: -1, large: 5000 }]);
});

test('what is written together reaches the disk together, and before it is answered', async () => {
  const before = database.syncs();
  const syncs: number[] = [];
  const write = async (n: number) => {
    await sql`insert into entries values (${-1 - n}, ${9}::int)`.execute(database.db);
    syncs.push(database.syncs() - before);
  };
  await Promise.all(Array.from({ length: 64 }, (_, n) => write(n)));
  expect(Math.min(...syncs)).toBeGreaterThanOrEqual(1);
  expect(database.syncs() - before).toBeLessThan(40);
});

test('a statement that waits for no disk leaves the wait to those that travel with it', async () => {
  const { db } = database;
  const without = () =>
    sql`update counters set n = n + 1 from (select set_config('synchronous_commit', 'off', true)) as later`.execute(
      db,
    );
  const before = database.syncs();
  await without();
  expect(database.syncs() - before).toBe(0);
  const wait = () => sql<{ wait: string }>`select current_setting('synchronous_commit') as wait`.execute(db);
  const told = await Promise.all([without(), wait(), without(), wait()]);
  expect([told[1]?.rows, told[3]?.rows]).toEqual([[{ wait: 'on' }], [{ wait: 'on' }]]);
});

test('nothing else changes on the disk before the log of it is there', async () => {
  const folder = join(temporary, 'watched');
  const files = new DurableNodeFS(folder, () => {});
  const logs = new Set<number>();
  const steps: string[] = [];
  const watch = (name: 'openSync' | 'writeSync' | 'renameSync' | 'unlinkSync') => {
    const original = fs[name] as (...args: unknown[]) => unknown;
    return vi.spyOn(fs, name as 'openSync').mockImplementation(((...args: unknown[]) => {
      if (name !== 'openSync' && !logs.has(args[0] as number))
        steps.push(`${name}, ${files.isSettled ? 'settled' : 'unsettled'}`);
      const result = original(...args);
      if (name === 'openSync' && String(args[0]).includes('/pg_wal/')) logs.add(result as number);
      else if (name === 'openSync') logs.delete(result as number);
      return result;
    }) as typeof fs.openSync);
  };
  const spies = (['openSync', 'writeSync', 'renameSync', 'unlinkSync'] as const).map(watch);
  const opened = await PGlite.create({ fs: files, startParams: durableStart });
  try {
    await opened.exec(`create table t (n int, x text); checkpoint`);
    for (let at = 0; at < 5; at++)
      await opened.exec(`insert into t select g, repeat('x', 500) from generate_series(1, 200) g; checkpoint;
        create table gone_${at} (n int); drop table gone_${at}; truncate t`);
    files.settle();
  } finally {
    for (const spy of spies) spy.mockRestore();
    await opened.close();
  }
  expect(steps.length).toBeGreaterThan(20);
  expect([...new Set(steps)].filter((step) => step.endsWith('unsettled'))).toEqual([]);
});

test('what it has answered is not kept', async () => {
  // A process of its own: in this one the garbage of other tests comes and goes.
  const answering = program(`import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))};
    import { openDatabase } from ${module('../open.ts')};
    const { db, close } = await openDatabase({ dataDir: ${JSON.stringify(fs.mkdtempSync(join(temporary, 'answers-')))} });
    const answerMegabytes = async (count) => {
      for (let at = 0; at < count; at++)
        await sql\`select repeat('x', 1000) as text from generate_series(1, \${1000}::int)\`.execute(db);
    };
    await answerMegabytes(50);
    const before = process.memoryUsage.rss();
    await answerMegabytes(300);
    console.log((process.memoryUsage.rss() - before) / 1_000_000);
    await close();`);
  const end = ended(answering);
  for await (const grownMb of linesOf(answering)) expect(Number(grownMb)).toBeLessThan(150);
  expect(await end).toBe(0);
});

test('a second start on the same folder is refused in one line and harms nothing', async () => {
  await expect(openDatabase({ dataDir })).rejects.toThrow(
    /^DATA_DIR: another Parlance is running on [^\n]+$/,
  );
  const other = program(`import { lockDataFolder } from ${module('data-folder.ts')};
    await lockDataFolder(${JSON.stringify(dataDir)}).then(() => console.log('locked'), (error) => console.log(error.message));
    process.exit();`);
  const lines: string[] = [];
  for await (const line of linesOf(other)) lines.push(line);
  expect(lines).toEqual([expect.stringMatching(/another Parlance is running/)]);
  expect((await sql`select 1 as n`.execute(database.db)).rows).toEqual([{ n: 1 }]);
});

test('a killed holder’s lock stops nobody, and of many who come then one gets it', async () => {
  const folder = fs.mkdtempSync(join(temporary, 'lock-'));
  const holder = program(`import { lockDataFolder } from ${module('data-folder.ts')};
    await lockDataFolder(${JSON.stringify(folder)}); console.log('locked'); setInterval(() => {}, 1000);`);
  for await (const _line of linesOf(holder)) break;
  holder.kill('SIGKILL');
  await ended(holder);
  expect(fs.readdirSync(folder)).toEqual(['lock']);
  const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataFolder(folder)));
  const won = tries.filter((one) => one.status === 'fulfilled');
  expect(won.length).toBe(1);
  await won[0]?.value();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('documents without a database are not taken for a new start', async () => {
  const folder = fs.mkdtempSync(join(temporary, 'orphans-'));
  fs.mkdirSync(join(folder, 'files'));
  fs.writeFileSync(join(folder, 'files', 'document'), 'x');
  await expect(openDatabase({ dataDir: folder })).rejects.toThrow(/holds files but no database/);
  // The refusal left no lock behind.
  expect(fs.readdirSync(folder)).toEqual(['files']);
});

test('a crash of its thread fails what was under way, and the next query finds it open again', async () => {
  await sql`create table if not exists kept (n int)`.execute(database.db);
  await sql`insert into kept values (1)`.execute(database.db);
  const heard: string[] = [];
  await database.listen('after', (payload) => heard.push(payload));
  const underWay = sql`select pg_sleep(2)`.execute(database.db).catch((error: unknown) => error);
  await new Promise((resolve) => setTimeout(resolve, 50));
  await database.crash();
  expect(await underWay).toBeInstanceOf(DatabaseUnavailable);
  expect((await sql`select n from kept`.execute(database.db)).rows).toEqual([{ n: 1 }]);
  await sql`select pg_notify('after', 'still heard')`.execute(database.db);
  expect(heard).toEqual(['still heard']);
});

test('a process killed in a loop of writes loses nothing that it had acknowledged', async () => {
  await database.close();
  for (let round = 0; round < 2; round++) {
    const writer = program(`import { sql } from ${JSON.stringify(import.meta.resolve('kysely'))};
      import { openDatabase } from ${module('../open.ts')};
      import { transaction } from ${module('../transaction.ts')};
      const { db } = await openDatabase({ dataDir: ${JSON.stringify(dataDir)} });
      for (;;) {
        const n = await transaction(db, async (db) => {
          const { rows } = await sql\`update counters set n = n + 1 where id = 1 returning n\`.execute(db);
          await sql\`insert into entries values (\${rows[0].n}, ${round})\`.execute(db);
          return rows[0].n;
        });
        process.stdout.write(n + '\\n');
      }`);
    const acknowledged: number[] = [];
    for await (const line of linesOf(writer)) {
      acknowledged.push(Number(line));
      if (acknowledged.length === 100 + round * 37) writer.kill('SIGKILL');
    }
    expect(acknowledged.length).toBeGreaterThanOrEqual(100);
    database = await openDatabase({ dataDir });
    const { rows } = await sql<{
      n: number;
    }>`select n from entries where at = ${round}::int order by n`.execute(database.db);
    const kept = new Set(rows.map(({ n }) => n));
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
    const counter = await sql<{ n: number }>`select n from counters where id = 1`.execute(database.db);
    expect(counter.rows[0]?.n).toBe(rows.at(-1)?.n);
    if (round < 1) await database.close();
  }
}, 120_000);
