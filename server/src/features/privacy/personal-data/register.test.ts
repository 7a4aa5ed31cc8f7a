import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { impersonalTables, personalData } from './register.ts';

test('each table of the schema is told of: what it holds of people, or why it holds nothing', async () => {
  const opened = await freshDatabase();
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'schema\\_%'`.execute(opened.db);
  await opened.close();
  const told = [...Object.keys(personalData), ...Object.keys(impersonalTables)];
  expect(told.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
