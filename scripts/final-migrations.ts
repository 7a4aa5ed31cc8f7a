import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { schemaFolders } from '../server/src/db/places.ts';

/**
 * Which migrations are final: databases have run them, so a change of one would never reach those. `npm run db:final`
 * enters what is new; an entry is never taken out or changed.
 */

const folder = schemaFolders.migrations;
const list = join(folder, '../final-migrations.txt');

const digest = (name: string) =>
  createHash('sha256')
    .update(readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n'))
    .digest('hex');

const migrations = () => readdirSync(folder).sort();

/** The digests of final migrations by name. */
export const readFinalMigrations = (): Map<string, string> =>
  new Map(
    readFileSync(list, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('  ').reverse() as [string, string]),
  );

/** Final migrations that are not as they were, or gone. */
export function findChangedMigrations(final: ReadonlyMap<string, string>): string[] {
  const there = new Set(migrations());
  return [...final].flatMap(([name, was]) => (there.has(name) && digest(name) === was ? [] : [name]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const final = readFinalMigrations();
  const changed = findChangedMigrations(final);
  if (changed.length > 0) throw new Error(`final, and changed all the same: ${changed.join(', ')}`);
  for (const name of migrations()) if (!final.has(name)) final.set(name, digest(name));
  const lines = [...final].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => `${of}  ${name}\n`);
  writeFileSync(list, lines.join(''));
}
