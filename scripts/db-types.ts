/**
 * Prints the tables as TypeScript from a freshly migrated database: the words of a CHECK as a union, JSON columns by their
 * entry in `db/json.ts`. `--check` only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../server/src/db/migrate.ts';
import { openDatabase } from '../server/src/db/open.ts';

const file = join(import.meta.dirname, '../server/src/db/types.ts');

const typeNames: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  timestamptz: 'Timestamp',
};

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: boolean;
  has_default: boolean;
  /** The CHECK constraints on this column alone, as PostgreSQL prints them. */
  checks: string[];
}

/** The words (or numbers) of `column = ANY (ARRAY['a'::text, 'b'::text])`, as PostgreSQL prints `column in ('a', 'b')`. */
const listed = /^\(\w+ = ANY \(ARRAY\[(.+)\]\)\)$/;

function unionOf({ checks }: Column): string | undefined {
  const list = checks.map((check) => listed.exec(check)?.[1]).find((found) => found !== undefined);
  return list
    ?.split(', ')
    .map((value) => value.replace(/::\w+$/, ''))
    .join(' | ');
}

const typeOf = (name: string): string =>
  name.startsWith('_') ? `${typeOf(name.slice(1))}[]` : (typeNames[name] ?? 'string');

function printColumn(column: Column): string {
  const { table_name, column_name, udt_name, is_nullable, has_default } = column;
  const values =
    udt_name === 'jsonb' ? `Json<'${table_name}.${column_name}'>` : (unionOf(column) ?? typeOf(udt_name));
  const type = `${values}${is_nullable ? ' | null' : ''}`;
  return `  ${column_name}: ${has_default ? `Generated<${type}>` : type};`;
}

const interfaceName = (table: string) =>
  table.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

function print(columns: Column[]): string {
  const tables = new Map<string, Column[]>();
  for (const column of columns)
    tables.set(column.table_name, [...(tables.get(column.table_name) ?? []), column]);
  const interfaces = [...tables].map(
    ([table, its]) => `export interface ${interfaceName(table)} {\n${its.map(printColumn).join('\n')}\n}\n`,
  );
  const members = [...tables.keys()].map((table) => `  ${table}: ${interfaceName(table)};`);
  return `// Printed from the migrations by \`npm run db:types\`: don't edit.
import type { ColumnType } from 'kysely';
import type { EncodedJson, JsonColumns } from './json.ts';

type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Json<C extends keyof JsonColumns> = ColumnType<
  JsonColumns[C],
  EncodedJson<JsonColumns[C]>,
  EncodedJson<JsonColumns[C]>
>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;

${interfaces.join('\n')}
export interface Tables {
${members.join('\n')}
}
`;
}

const database = await openDatabase({ memory: true });
await migrate(database);
const { rows } = await sql<Column>`
  select c.table_name, c.column_name, c.udt_name, c.is_nullable = 'YES' as is_nullable,
         c.column_default is not null or c.is_generated = 'ALWAYS' or c.is_identity = 'YES' as has_default,
         array(select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k
                where k.contype = 'c' and k.conrelid = c.table_name::regclass
                  and k.conkey = array[c.ordinal_position::smallint]
                order by k.conname) as checks
  from information_schema.columns c
  join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not in ('schema_migrations', 'schema_functions')
  order by c.table_name, c.ordinal_position
`.execute(database.db);
await database.close();

const printed = print(rows);
if (!process.argv.includes('--check')) writeFileSync(file, printed);
else if (readFileSync(file, 'utf8') !== printed) {
  console.error('server/src/db/types.ts is not what the migrations say: npm run db:types');
  process.exitCode = 1;
}
