import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabaseOn, dropDatabaseOn } from '../test/server-database.ts';
import { digestOfSchema, migrate } from './migrate.ts';
import { type OpenedDatabase, openDatabase } from './open.ts';

const folder = fs.mkdtempSync(join(tmpdir(), 'parlance-migrations-'));
const folders = { migrations: join(folder, 'migrations'), functions: join(folder, 'functions') };
const server = process.env.TEST_DATABASE_URL;
let address: string | undefined;
let database: OpenedDatabase;

beforeAll(async () => {
  address = server && (await createDatabaseOn(server));
  database = await openDatabase(address ? { url: address } : { memory: true });
});
afterAll(async () => {
  await database?.close();
  if (server && address) await dropDatabaseOn(server, address);
  fs.rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`drop table if exists schema_migrations, schema_functions, a, b cascade`.execute(database.db);
  for (const name of Object.values(folders)) {
    fs.rmSync(name, { recursive: true, force: true });
    fs.mkdirSync(name);
  }
  write('0001_a.sql', 'create table a (n int);\ninsert into a values (1);');
});
const write = (name: string, text: string) => fs.writeFileSync(join(folders.migrations, name), text);
const writeFunctions = (name: string, text: string) => fs.writeFileSync(join(folders.functions, name), text);

test('each file is applied once, in order', async () => {
  write('0002_b.sql', 'create table b as select n + 1 as n from a;');
  expect(await migrate(database, folders)).toEqual({ applied: ['0001_a.sql', '0002_b.sql'] });
  expect(await migrate(database, folders)).toEqual({ applied: [] });
  expect((await sql`select n from b`.execute(database.db)).rows).toEqual([{ n: 2 }]);
});

test('a file that fails leaves nothing of itself, and what came before stays', async () => {
  write('0002_b.sql', 'create table b (n int); select 1 / 0;');
  await expect(migrate(database, folders)).rejects.toThrow(/^0002_b.sql: division by zero/);
  expect((await sql`select to_regclass('b') as b`.execute(database.db)).rows).toEqual([{ b: null }]);
  write('0002_b.sql', 'create table b (n int);');
  expect(await migrate(database, folders)).toEqual({ applied: ['0002_b.sql'] });
});

test('an applied file that was edited is refused; other line ends are no edit', async () => {
  await migrate(database, folders);
  write('0001_a.sql', 'create table a (n int);\r\ninsert into a values (1);');
  await migrate(database, folders);
  write('0001_a.sql', 'create table a (n bigint);');
  await expect(migrate(database, folders)).rejects.toThrow(/edited after it was applied/);
});

test('a database newer than the program is refused', async () => {
  write('0002_b.sql', 'create table b (n int);');
  await migrate(database, folders);
  fs.rmSync(join(folders.migrations, '0002_b.sql'));
  await expect(migrate(database, folders)).rejects.toThrow(/newer than this program/);
});

test('a file that squeezes in before what was applied is refused', async () => {
  write('0003_b.sql', 'create table b (n int);');
  await migrate(database, folders);
  write('0002_c.sql', 'select 1;');
  await expect(migrate(database, folders)).rejects.toThrow(/older than what was applied/);
});

test('a database of before the first release is refused in one line, and left as it is', async () => {
  await migrate(database, folders);
  await sql`update schema_migrations set name = '0001_kit.sql', digest = 'another'`.execute(database.db);
  await expect(migrate(database, folders)).rejects.toThrow(
    /^the database was made by a version before the first release \(it has 0001_kit\.sql\), .*start with an empty one$/,
  );
  expect((await sql`select n from a`.execute(database.db)).rows).toEqual([{ n: 1 }]);
});

describe('functions', () => {
  const answer = async () => (await sql`select answer() as answer`.execute(database.db)).rows;
  const answering = (text: string) =>
    `create or replace function answer() returns text language sql stable as $$ select ${text} from a $$;`;

  test('are applied after the migrations that they name, and again once their file has changed', async () => {
    writeFunctions('words.sql', answering(`'one'`));
    expect(await migrate(database, folders)).toEqual({ applied: ['0001_a.sql', 'words.sql'] });
    expect(await migrate(database, folders)).toEqual({ applied: [] });
    writeFunctions('words.sql', answering(`'two'`).replace(' language', '\r\n language'));
    write('0002_b.sql', 'create table b (n int);');
    expect(await migrate(database, folders)).toEqual({ applied: ['0002_b.sql', 'words.sql'] });
    expect(await answer()).toEqual([{ answer: 'two' }]);
    writeFunctions('words.sql', answering(`'two'`).replace(' language', '\n language'));
    expect(await migrate(database, folders)).toEqual({ applied: [] });
  });

  test('of a file that fails stay as they were', async () => {
    writeFunctions('words.sql', answering(`'one'`));
    await migrate(database, folders);
    writeFunctions('words.sql', `${answering(`'two'`)} select 1 / 0;`);
    await expect(migrate(database, folders)).rejects.toThrow(/^words.sql: division by zero/);
    expect(await answer()).toEqual([{ answer: 'one' }]);
    writeFunctions('words.sql', answering(`'two'`));
    expect(await migrate(database, folders)).toEqual({ applied: ['words.sql'] });
    expect(await answer()).toEqual([{ answer: 'two' }]);
  });

  test('change the schema’s name', () => {
    const before = digestOfSchema(folders);
    writeFunctions('words.sql', answering(`'one'`));
    const after = digestOfSchema(folders);
    expect(after).not.toBe(before);
    expect(digestOfSchema(folders)).toBe(after);
  });
});

test.skipIf(!server)(
  'four processes that start together migrate once (needs PostgreSQL: TEST_DATABASE_URL)',
  async () => {
    const own = await createDatabaseOn(server ?? '');
    const file = join(folder, 'start.mts');
    const module = (name: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, name)).href);
    fs.writeFileSync(
      file,
      `import { openDatabase } from ${module('open.ts')};
     import { migrate } from ${module('migrate.ts')};
     const database = await openDatabase({ url: ${JSON.stringify(own)} });
     const { applied } = await migrate(database);
     await database.close();
     console.log(applied.length);`,
    );
    const tsx = pathToFileURL(join(import.meta.dirname, '../../../node_modules/tsx/dist/esm/index.mjs')).href;
    const starts = Array.from(
      { length: 4 },
      () =>
        new Promise<string>((resolve, reject) => {
          const child = spawn(process.execPath, ['--import', tsx, file], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          let said = '';
          child.stdout.on('data', (data) => {
            said += data;
          });
          child.once('close', (code) =>
            code === 0 ? resolve(said.trim()) : reject(new Error(`ended with ${code}`)),
          );
        }),
    );
    const applied = (await Promise.all(starts)).map(Number).sort((a, b) => a - b);
    expect(applied.slice(0, 3)).toEqual([0, 0, 0]);
    expect(applied[3]).toBeGreaterThan(0);
    await dropDatabaseOn(server ?? '', own);
  },
);
