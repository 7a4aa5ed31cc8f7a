import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import type { OpenedDatabase } from '../../../db/open.ts';
import { newId } from '../../../kit/ids.ts';
import { freshDatabase } from '../../../test/database.ts';
import { plantRows } from '../../../test/planted-rows.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { unzip } from '../../../test/unzip.ts';
import { fileTexts } from './file-texts.ts';
import { exportById, insertExport, markReady, partsOf } from './queries.ts';
import { exportedTables } from './register.ts';
import { firstPosition, stepCount, writeArchive } from './writing.ts';

let program: Program;
let opened: OpenedDatabase;
let context: Context;
beforeAll(async () => {
  program = await startProgram();
  opened = await freshDatabase();
  context = { ...program.context, db: opened.db };
});
afterAll(async () => {
  await opened.close();
  await program.stop();
});

const exported = Object.entries(exportedTables).flatMap(([name, table]) =>
  typeof table === 'string' ? [] : [{ name, ...table }],
);

const begin = async (ownerId: string) =>
  insertExport(opened.db, {
    id: newId(context.clock()),
    owner_id: ownerId,
    nonce: Buffer.alloc(16),
    language: 'fr',
    position: firstPosition,
    total: stepCount,
    created_at: context.clock(),
  });

/** Writes on with an archive for so long as the slice lasts; says whether it is whole. */
const writeOn = async (
  ownerId: string,
  id: string,
  signal: AbortSignal,
  until = Number.POSITIVE_INFINITY,
) => {
  const made = await exportById(opened.db, ownerId, id);
  if (!made) throw new Error('no archive');
  const onWhole = async (db: typeof opened.db) => {
    await markReady(db, ownerId, id, context.clock());
  };
  return writeArchive(context, made, { signal, until, onWhole });
};
const never = new AbortController().signal;

const read = async (id: string) => {
  const keys = await partsOf(opened.db, id);
  return unzip(
    Buffer.concat(await Promise.all(keys.map(async (key) => buffer(await context.files.open(key))))),
  );
};

const plant = (text: string) =>
  plantRows(opened.db, context.clock(), (table, column) => `${text} ${table} ${column}`);

test('each column of a table is either in an archive or named as left out, and each file is explained', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     group by 1`.execute(opened.db);
  for (const { name, columns, without } of exported) {
    const named = `${columns} ${without}`.trim().split(' ').sort();
    expect(named, name).toEqual(rows.find(({ table }) => table === name)?.columns.sort());
  }
  expect(Object.keys(fileTexts).sort()).toEqual(exported.map(({ name }) => name).sort());
});

test('every text of an account is in its archive, and none of its secrets', async () => {
  const { ids } = await plant('amarante');
  const ownerId = ids.get('users') as string;
  // The planted one is under way for ever.
  await opened.db.updateTable('data_exports').set({ status: 'expired' }).execute();
  const { id } = await begin(ownerId);
  expect(await writeOn(ownerId, id, never)).toBe(true);
  const files = await read(id);
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text'`.execute(opened.db);
  let found = 0;
  for (const { name, columns, without } of exported) {
    for (const format of ['json', 'csv']) {
      const text = files.get(`${format}/${name}.${format}`)?.toString() ?? '';
      expect(text, name).not.toBe('');
      for (const { column } of rows.filter(({ table }) => table === name)) {
        const isPlanted = (
          await sql`select from ${sql.table(name)} where ${sql.ref(column)} = ${`amarante ${name} ${column}`}`.execute(
            opened.db,
          )
        ).rows.length;
        if (!isPlanted) continue;
        if (columns.split(' ').includes(column)) found++;
        if (without.split(' ').includes(column)) expect(text).not.toContain(`amarante ${name} ${column}`);
        else expect(text, name).toContain(`amarante ${name} ${column}`);
      }
    }
  }
  expect(found).toBeGreaterThan(60);
  const readMe = files.get('LISEZ-MOI.txt')?.toString() ?? '';
  // The planted originals name files that the store does not have.
  expect(readMe).toContain(`sources/${ids.get('sources')}-`);
  expect(readMe).toContain(fileTexts.messages.fr);
  await sql`delete from users where id = ${ownerId}`.execute(opened.db);
}, 60_000);
