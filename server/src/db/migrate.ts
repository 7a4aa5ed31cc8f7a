import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, OpenedDatabase } from './open.ts';
import { migrationsFolder } from './places.ts';

interface Migration {
  number: number;
  name: string;
  text: string;
  digest: string;
}

/** The sentence is for the operator: it ends the start as it stands. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/** Any figure of ours: one lock for all migrations of one database. */
const lockNumber = 7_041_980_212;

function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const number = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]);
      if (!number) throw new MigrationError(`a migration is named like 0001_what.sql, not ${name}`);
      // Checked out with other line ends, a file is still the same.
      const text = readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n');
      return { number, name, text, digest: createHash('sha256').update(text).digest('hex') };
    });
  for (const [at, { number, name }] of migrations.entries())
    if (migrations[at - 1]?.number === number)
      throw new MigrationError(`two migrations have the number of ${name}`);
  return migrations;
}

/** Changes with any migration: what was made with them may be kept under this key. */
export const digestOfMigrations = (folder = migrationsFolder) =>
  createHash('sha256')
    .update(
      readMigrations(folder)
        .map(({ name, digest }) => `${name} ${digest}\n`)
        .join(''),
    )
    .digest('hex');

/** Brings the schema forward to this program's; many processes may do so together. */
export async function migrate(
  { db }: Pick<OpenedDatabase, 'db'>,
  folder = migrationsFolder,
): Promise<{ applied: string[] }> {
  const migrations = readMigrations(folder);
  return db.connection().execute(async (session) => {
    // Before reading what was applied: else the second process would read, wait, and apply again.
    await sql`set statement_timeout to 0`.execute(session);
    await sql`select pg_advisory_lock(${lockNumber})`.execute(session);
    try {
      return { applied: await applyMissing(session, migrations) };
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber})`.execute(session);
      await sql`set statement_timeout to 30000`.execute(session);
    }
  });
}

async function applyMissing(session: Db, migrations: Migration[]): Promise<string[]> {
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
    if (migration.digest !== digest)
      throw new MigrationError(
        `${migration.name} was edited after it was applied: an applied migration never changes`,
      );
  }
  const newest = done.at(-1)?.number ?? 0;
  const missing = migrations.filter(({ number }) => !done.some((row) => row.number === number));
  const applied: string[] = [];
  for (const { number, name, text, digest } of missing) {
    if (number < newest)
      throw new MigrationError(`${name} is older than what was applied: number it after the newest`);
    try {
      await session.transaction().execute(async (db) => {
        await sql.raw(text).execute(db);
        await sql`insert into schema_migrations (number, name, digest) values (${number}, ${name}, ${digest})`.execute(
          db,
        );
      });
    } catch (error) {
      throw new MigrationError(`${name}: ${(error as Error).message}`, { cause: error });
    }
    applied.push(name);
  }
  return applied;
}
