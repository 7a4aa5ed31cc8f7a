import { sql } from 'kysely';
import type { Db } from '../db/open.ts';
import { newId } from '../kit/ids.ts';

/** Written by the ledger's own triggers alone. */
const filled = ['ledger_causes', 'usage_days', 'usage_hours', 'usage_sums', 'visitor_sums'];

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  /** Whether no CHECK looks at it. */
  isFree: boolean;
  isList: boolean;
  /** The table that a foreign key refers to. */
  parent: string | null;
  /** The first word of those that a CHECK allows. */
  word: string | null;
}

const readColumns = async (db: Db) =>
  (
    await sql<Column>`
      select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
             a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired",
             (select k.confrelid::regclass::text from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'f' and k.conkey[1] = a.attnum) as parent,
             coalesce((select pg_get_expr(d.adbin, d.adrelid) like '''[%' from pg_attrdef d
                        where d.adrelid = c.oid and d.adnum = a.attnum), false) as "isList",
             not exists (select from pg_constraint k
                          where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as "isFree",
             (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']+)''') from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as word
        from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname not like 'schema\\_%'
         and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by c.relname, a.attnum`.execute(db)
  ).rows;

const values: Record<string, unknown> = {
  bigint: 1,
  boolean: true,
  bytea: '\\x01',
  integer: 1,
  date: '2026-01-01',
  'integer[]': '{}',
  jsonb: '{}',
  sparsevec: '{1:1}/2',
  text: 'x',
  'text[]': '{}',
  vector: '[1]',
};

/**
 * A row in every table, each of one account: what is called after a table (`chatbot_id`) holds the id of its row. Texts stand
 * also in JSON, where `inJson` asks for it.
 */
export async function plantRows(
  db: Db,
  now: Date,
  textOf?: (table: string, column: string) => string,
  { inJson = false } = {},
): Promise<{ tables: string[]; ids: Map<string, string> }> {
  const columns = await readColumns(db);
  const isText = ({ type, isFree }: Column) =>
    textOf !== undefined &&
    isFree &&
    (type === 'text' || (inJson && (type === 'text[]' || type === 'jsonb')));
  const written = (text: string, { type, isList }: Column) => {
    if (type === 'text[]') return [text];
    if (type === 'jsonb') return JSON.stringify(isList ? [text] : { text });
    return text;
  };
  const tables = [...new Set(columns.map(({ table }) => table))];
  const ids = new Map(tables.map((table) => [table, newId(now)]));
  ids.set('owners', ids.get('users') ?? '');
  const fill = (column: Column) => {
    const { table, name, type, parent, word } = column;
    if (textOf && isText(column)) return written(textOf(table, name), column);
    if (type.startsWith('timestamp')) return now;
    const named = parent ?? `${name.replace(/_id$/, '')}s`;
    if (type === 'uuid') return ids.get(named) ?? newId(now);
    if (name === 'cause') return 'message:x';
    return type === 'text[]' && word ? `{${word}}` : (word ?? values[type]);
  };
  const planted = new Set<string>(filled);
  await sql`select ensure_ledger_month(${now})`.execute(db);
  while (planted.size < tables.length) {
    const next = tables.filter((table) => {
      const its = columns.filter((column) => column.table === table);
      // The ledger's triggers refer to the account, where its own column doesn't.
      const needs = its.flatMap(({ name, parent }) => parent ?? (name === 'owner_id' ? 'users' : []));
      return !planted.has(table) && needs.every((parent) => planted.has(parent));
    });
    for (const table of next) {
      const its = columns.filter((column) => {
        const { table: of, name, isRequired, parent } = column;
        return (
          of === table && (isRequired || parent || name === 'file_key' || /_id$/.test(name) || isText(column))
        );
      });
      const row = its.map((column) =>
        column.name === 'id' && !column.parent && column.type === 'uuid' ? ids.get(table) : fill(column),
      );
      await sql`insert into ${sql.table(table)} (${sql.join(its.map(({ name }) => sql.ref(name)))})
                values (${sql.join(row)})`.execute(db);
      planted.add(table);
    }
  }
  return { tables, ids };
}
