import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, OpenedDatabase } from './open.ts';
import { schemaFolders } from './places.ts';

interface SqlFile {
  name: string;
  text: string;
  digest: string;
}

interface Migration extends SqlFile {
  number: number;
}

interface Schema {
  migrations: Migration[];
  functions: SqlFile[];
}

/** A schema that cannot be brought forward. The sentence is for the operator: it ends the start as it stands. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Any figure of ours: one lock for all migrations of one database. */
const lockNumber = 7_041_980_212;

const readSqlFiles = (folder: string): SqlFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      // Checked out with other line ends, a file is still the same.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { name, text, digest: createHash('sha256').update(text).digest('hex') };
    });

function readMigrations(folder: string): Migration[] {
  const migrations = readSqlFiles(folder).map((file) => {
    const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(file.name)?.[1]);
    if (!number) throw new MigrationError(`a migration is named like 0001_what.sql, not ${file.name}`);
    return { ...file, number };
  });
  for (const [at, { number, name }] of migrations.entries())
    if (migrations[at - 1]?.number === number)
      throw new MigrationError(`two migrations have the number of ${name}`);
  return migrations;
}

const readSchema = (folders: typeof schemaFolders): Schema => ({
  migrations: readMigrations(folders.migrations),
  functions: readSqlFiles(folders.functions),
});

/** The number of the last migration that this program knows. */
export const newestMigration = (): number => readMigrations(schemaFolders.migrations).at(-1)?.number ?? 0;

/** The schema's name: changes with any of its files, so that what was made with them may be kept under this key. */
export function digestOfSchema(folders = schemaFolders): string {
  const { migrations, functions } = readSchema(folders);
  const lines = [...migrations, ...functions].map(({ name, digest }) => `${name} ${digest}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

/**
 * Brings the schema forward to this program's; many processes may do so together. Gives the names of the files applied.
 */
export async function migrate(
  { db }: Pick<OpenedDatabase, 'db'>,
  folders = schemaFolders,
): Promise<{ applied: string[] }> {
  const schema = readSchema(folders);
  return db.connection().execute(async (session) => {
    // Before reading what was applied: else the second process would read, wait, and apply again.
    await sql`set statement_timeout to 0`.execute(session);
    await sql`select pg_advisory_lock(${lockNumber})`.execute(session);
    try {
      const migrations = await applyMigrations(session, schema.migrations);
      return { applied: [...migrations, ...(await applyFunctions(session, schema.functions))] };
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber})`.execute(session);
      await sql`set statement_timeout to 30000`.execute(session);
    }
  });
}

async function applyMigrations(session: Db, migrations: Migration[]): Promise<string[]> {
  await sql`create table if not exists schema_migrations (
    number int primary key,
    name text not null,
    digest text not null,
    applied_at timestamptz not null default clock_timestamp()
  )`.execute(session);
  const { rows: done } = await sql<{ number: number; name: string; digest: string }>`
    select number, name, digest from schema_migrations order by number
  `.execute(session);
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const { number, name, digest } of done) {
    const migration = known.get(number);
    if (!migration)
      throw new MigrationError(
        `the database is newer than this program (it has ${name}): install the newer version`,
      );
    if (migration.name !== name)
      throw new MigrationError(
        `the database was made by a version before the first release (it has ${name}), and none brings it forward: start with an empty one`,
      );
    if (migration.digest !== digest)
      throw new MigrationError(
        `${migration.name} was edited after it was applied: an applied migration never changes`,
      );
  }
  const newest = done.at(-1)?.number ?? 0;
  const missing = migrations.filter(({ number }) => !done.some((row) => row.number === number));
  for (const file of missing) {
    const { number, name, digest } = file;
    if (number < newest)
      throw new MigrationError(`${name} is older than what was applied: number it after the newest`);
    await applyFile(
      session,
      file,
      sql`insert into schema_migrations (number, name, digest) values (${number}, ${name}, ${digest})`,
    );
  }
  return missing.map(({ name }) => name);
}

/**
 * Applies changed functions, after the migrations whose tables they name. An older program puts its own back in the
 * same way.
 */
async function applyFunctions(session: Db, functions: SqlFile[]): Promise<string[]> {
  await sql`create table if not exists schema_functions (
    name text primary key,
    digest text not null,
    applied_at timestamptz not null
  )`.execute(session);
  const { rows: done } = await sql<{ name: string; digest: string }>`
    select name, digest from schema_functions
  `.execute(session);
  const digests = new Map(done.map(({ name, digest }) => [name, digest]));
  const changed = functions.filter(({ name, digest }) => digests.get(name) !== digest);
  for (const file of changed)
    await applyFile(
      session,
      file,
      sql`insert into schema_functions (name, digest, applied_at)
          values (${file.name}, ${file.digest}, clock_timestamp())
          on conflict (name) do update set digest = excluded.digest, applied_at = excluded.applied_at`,
    );
  return changed.map(({ name }) => name);
}

/** Applies a file and records that it was applied: both or neither. */
async function applyFile(session: Db, { name, text }: SqlFile, record: ReturnType<typeof sql>) {
  try {
    await session.transaction().execute(async (db) => {
      await sql.raw(text).execute(db);
      await record.execute(db);
    });
  } catch (error) {
    throw new MigrationError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
