import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db } from '../db/open.ts';

/** Tables of which a row holds the word, in whatever column. */
export async function tablesWith(db: Db, word: string): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as table from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`.execute(db);
  const holding: string[] = [];
  const hex = Buffer.from(word).toString('hex');
  for (const { table } of rows) {
    const { rows: hits } = await sql`
      select 1 from ${sql.table(table)} t
       where strpos(lower(t::text), ${word}) > 0 or strpos(t::text, ${hex}) > 0 limit 1`.execute(db);
    if (hits.length > 0) holding.push(table);
  }
  return holding;
}

/** Files below a folder in whose name or content the word stands. */
export async function filesWith(folder: string, word: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const holding: string[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    if (path.includes(word) || (await readFile(path)).includes(word)) holding.push(path);
  }
  return holding;
}
