import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { digestOfMigrations, migrate } from '../db/migrate.ts';
import { type OpenedDatabase, openDatabase } from '../db/open.ts';
import { createDatabaseOn, dropDatabaseOn, templateOn } from './server-database.ts';

/**
 * A migrated database of its own, closed by `close`: embedded in memory, or on the server of `TEST_DATABASE_URL`. Both are
 * copies of one made once per state of the migrations.
 */
export async function freshDatabase(): Promise<OpenedDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url
    ? freshOn(url)
    : openDatabase({ memory: true, template: await embeddedTemplate(), compiled: await compiled() });
}

/** The same on a PostgreSQL server; `url` is its administrator's address. */
export async function freshOn(url: string): Promise<OpenedDatabase & { url: string }> {
  const template = await templateOn(url, `template_${digestOfMigrations().slice(0, 16)}`, migrateAt);
  const database = await createDatabaseOn(url, template);
  const opened = await openDatabase({ url: database });
  return {
    ...opened,
    url: database,
    async close() {
      await opened.close();
      await dropDatabaseOn(url, database);
    },
  };
}

async function migrateAt(url: string) {
  const opened = await openDatabase({ url });
  await migrate(opened);
  await opened.close();
}

/** Node has it; the types that we compile with know it only among a browser's. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let compiling: Promise<object> | undefined;

/** Compiled once for all test files, it also stays as fast as the first of them made it. */
function compiled(): Promise<object> {
  const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
  compiling ??= WebAssembly.compile(fs.readFileSync(file));
  return compiling;
}

async function embeddedTemplate(): Promise<string> {
  const folder = join(tmpdir(), 'parlance-test-databases');
  const file = join(folder, `${digestOfMigrations()}.tar`);
  if (fs.existsSync(file)) return file;
  fs.mkdirSync(folder, { recursive: true });
  const opened = await openDatabase({ memory: true });
  await migrate(opened);
  // Several test files may make it at the same time: each its own, the last name wins.
  const own = `${file}.${process.pid}`;
  await opened.dump(own);
  await opened.close();
  fs.renameSync(own, file);
  return file;
}
