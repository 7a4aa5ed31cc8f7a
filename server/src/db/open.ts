import fs from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { LeasingDriver, rememberDriver } from './connections/lease.ts';
import { Listener, openPool, requireVector } from './connections/postgres.ts';
import { DataFolderError, lockDataFolder } from './embedded/data-folder.ts';
import { finishRestore } from './embedded/restored.ts';
import { EmbeddedServer } from './embedded/server.ts';
import type { Tables } from './types.ts';

export type Db = Kysely<Tables>;

export interface OpenedDatabase {
  db: Db;
  kind: 'embedded' | 'postgres';
  /**
   * Listens to a channel: `handler` gets what `pg_notify(channel, payload)` sends once it has committed; `missed` is
   * called when the connection is new, so that notifications may have been lost.
   */
  listen(
    channel: string,
    handler: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  /** Closes the database after the queries that are under way. */
  close(): Promise<void>;
}

export interface EmbeddedDatabase extends OpenedDatabase {
  kind: 'embedded';
  /** Calls of fsync so far. */
  syncs(): number;
  dump(file: string): Promise<void>;
  crash(): Promise<unknown>;
}

/** How a PostgreSQL server is opened. */
interface ServerOptions {
  url: string;
  poolSize?: number;
  /** Called for connections that broke on their own. */
  report?: (error: Error, message: string) => void;
}

/** DATA_DIR: the embedded database lies in its `database` folder. */
interface FolderOptions extends EmbeddedOptions {
  dataDir: string;
}

/** Embedded, nothing kept: for tests and for printing types. */
interface MemoryOptions extends EmbeddedOptions {
  memory: true;
  /** A dump to start from. */
  template?: string;
}

interface EmbeddedOptions {
  /** The database's WebAssembly, compiled once for many. */
  compiled?: object;
}

export type DatabaseOptions = ServerOptions | FolderOptions | MemoryOptions;

const defaultPoolSize = 10;

export function openDatabase(options: FolderOptions | MemoryOptions): Promise<EmbeddedDatabase>;
export function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase>;
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  if ('url' in options) return openPostgres(options);
  if ('memory' in options) return openEmbedded(options);
  return openFolder(options);
}

async function openPostgres({
  url,
  poolSize = defaultPoolSize,
  report = () => {},
}: ServerOptions): Promise<OpenedDatabase> {
  const { pool, dialect } = openPool(url, poolSize, report);
  try {
    await requireVector(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const listener = new Listener(url, report);
  const db = createHandle(new LeasingDriver(dialect.createDriver(), { connections: poolSize }));
  return {
    db,
    kind: 'postgres',
    listen: (channel, handler, missed) => listener.listen(channel, handler, missed),
    async close() {
      await listener.close();
      await db.destroy();
      // A handle that was never used ends nothing.
      if (!pool.ended) await pool.end();
    },
  };
}

async function openFolder({ dataDir, ...more }: FolderOptions): Promise<EmbeddedDatabase> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = await lockDataFolder(dataDir);
  try {
    const folder = join(dataDir, 'database');
    finishRestore(dataDir);
    refuseOrphans(dataDir, folder);
    const opened = await openEmbedded({ folder, ...more });
    return {
      ...opened,
      async close() {
        await opened.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Refuses stored documents without their database, which mean a lost or mistyped folder: an empty database would hide
 * the loss.
 */
function refuseOrphans(dataDir: string, folder: string) {
  const files = join(dataDir, 'files');
  if (fs.existsSync(folder) || !fs.existsSync(files) || fs.readdirSync(files).length === 0) return;
  throw new DataFolderError(
    `DATA_DIR: ${dataDir} holds files but no database; restore the database folder from a backup, or choose an empty folder`,
  );
}

/**
 * Statements on the one connection at a time: enough that they go together, few enough that none waits long for others.
 */
const maxConcurrentStatements = 4;

async function openEmbedded(
  place: ({ folder: string } & EmbeddedOptions) | MemoryOptions,
): Promise<EmbeddedDatabase> {
  const syncs = new Int32Array(new SharedArrayBuffer(4));
  const server = new EmbeddedServer({ ...place, syncs });
  await server.ready;
  const db = createHandle(
    new LeasingDriver(server.createDriver(), { connections: 1, uses: maxConcurrentStatements }),
  );
  return {
    db,
    kind: 'embedded',
    async listen(channel, handler, missed) {
      const { isNew, stop } = server.subscribe(channel, handler, missed);
      // Through the handle, in turn: inside somebody's transaction, its rollback would undo the LISTEN.
      if (isNew) await sql`listen ${sql.id(channel)}`.execute(db);
      return stop;
    },
    async close() {
      await db.destroy();
      // A handle that was never used ends nothing.
      await server.close();
    },
    syncs: () => Atomics.load(syncs, 0),
    dump: (file) => server.dump(file),
    crash: () => server.crash(),
  };
}

function createHandle(driver: LeasingDriver): Db {
  const db: Db = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (any) => new PostgresIntrospector(any),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  rememberDriver(db, driver);
  return db;
}

/**
 * Vacuums the embedded database, which has no autovacuum, as a nightly job. Small tables are left as they are: the
 * planner takes one that it knows nothing of for ten pages at least, and one that it knows to be empty for empty, by
 * plans that it keeps while the table grows. Each look at a foreign key then reads the whole table.
 */
export async function vacuum(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
     where relkind = 'r' and relpersistence = 'p'
       and (pg_relation_size(oid) >= 10 * current_setting('block_size')::int
            or age(relfrozenxid) > current_setting('autovacuum_freeze_max_age')::int)`.execute(db);
  if (rows.length === 0) return;
  await sql.raw(`vacuum (analyze) ${rows.map(({ name }) => name).join(', ')}`).execute(db);
}
