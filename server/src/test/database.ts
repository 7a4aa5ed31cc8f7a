import fs from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { digestOfSchema, migrate } from '../db/migrate.ts';
import { type OpenedDatabase, openDatabase } from '../db/open.ts';
import { createDatabaseOn, dropDatabaseOn, templateOn } from './server-database.ts';

/**
 * A migrated database of its own, closed by `close`: embedded in memory, or on the server of `TEST_DATABASE_URL`. Both are
 * copies of one made once per state of the schema.
 */
export async function freshDatabase(): Promise<OpenedDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  return url
    ? freshOn(url)
    : openDatabase({ memory: true, template: await embeddedTemplate(), compiled: await compiled() });
}

/** The database of a program that has stopped. */
export const openLaid = async (place: { url: string } | { dataDir: string }): Promise<OpenedDatabase> =>
  openDatabase('url' in place ? place : { ...place, compiled: await compiled() });

/** A migrated database of its own on a PostgreSQL server; `url` is its administrator's address. */
export async function freshOn(url: string): Promise<OpenedDatabase & { url: string }> {
  const database = await layDatabaseOn(url);
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

/** A migrated database on this server, for a program that starts on it; `dropDatabaseOn` removes it. */
export const layDatabaseOn = async (url: string): Promise<string> =>
  createDatabaseOn(url, await templateOn(url, `template_${digestOfSchema().slice(0, 16)}`, migrateAt));

const migrateAt = async (url: string) => migrateIn(await openDatabase({ url }));

/** Node has it; the types that we compile with know it only among a browser's. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

let compiling: Promise<object> | undefined;

/** The database's WebAssembly, compiled once for all test files; it also stays as fast as the first of them made it. */
function compiled(): Promise<object> {
  const file = join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm');
  compiling ??= WebAssembly.compile(fs.readFileSync(file));
  return compiling;
}

/**
 * Lays an embedded database into this data folder for a program that starts there: making one takes longer than the
 * whole start.
 */
export async function layDatabase(dataDir: string): Promise<void> {
  const template = await madeOnce('', async (own) => {
    const folder = `${own}.data`;
    await migrateIn(await openDatabase({ dataDir: folder }));
    fs.renameSync(join(folder, 'database'), own);
    fs.rmSync(folder, { recursive: true });
  });
  await fs.promises.cp(template, join(dataDir, 'database'), { recursive: true });
}

const embeddedTemplate = () =>
  madeOnce('.tar', async (own) =>
    migrateIn(await openDatabase({ memory: true }), (opened) => opened.dump(own)),
  );

async function migrateIn<T extends OpenedDatabase>(opened: T, then?: (opened: T) => Promise<void>) {
  await migrate(opened);
  await then?.(opened);
  await opened.close();
}

/**
 * A file made once per state of the schema. Several test files may come at the same time: each makes its own, one is
 * taken.
 */
async function madeOnce(ending: string, make: (own: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), 'parlance-test-databases');
  const target = join(folder, `${digestOfSchema()}${ending}`);
  if (fs.existsSync(target)) return target;
  fs.mkdirSync(folder, { recursive: true });
  const own = `${target}.${process.pid}`;
  await make(own);
  try {
    fs.renameSync(own, target);
  } catch (error) {
    if (!fs.existsSync(target)) throw error;
    fs.rmSync(own, { recursive: true });
  }
  return target;
}
