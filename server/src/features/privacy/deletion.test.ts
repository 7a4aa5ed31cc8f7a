import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '../../db/open.ts';
import { newId } from '../../kit/ids.ts';
import { sweepJobs } from '../../kit/jobs/queue.ts';
import { freshDatabase } from '../../test/database.ts';
import { clearRemovedSources } from '../knowledge/service.ts';

/** What they hold is the program's or the operator's, or a hash that names nobody and ages away. */
const unowned = [
  'abandoned_files',
  'crawl_hosts',
  'mails',
  'rate_limits',
  'saml_assertions',
  'settings',
  'sign_in_failures',
  'signing_keys',
  // Ids at Stripe: what a job ends there, and deliveries.
  'stripe_closures',
  'stripe_events',
];

/** Written by the ledger's own triggers alone. */
const filled = ['ledger_causes', 'usage_days', 'usage_hours', 'usage_sums', 'visitor_sums'];

interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  /** The table that a foreign key refers to. */
  parent: string | null;
  /** The first word of those that a CHECK allows. */
  word: string | null;
}

const now = new Date('2026-01-01T00:00:00Z');
let opened: OpenedDatabase;

beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.close());

const readColumns = async () =>
  (
    await sql<Column>`
      select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
             a.attnotnull and not a.atthasdef and a.attidentity = '' as "isRequired",
             (select k.confrelid::regclass::text from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'f' and k.conkey = array[a.attnum]) as parent,
             (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']+)''') from pg_constraint k
               where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as word
        from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and c.relname not like 'schema\\_%'
         and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       order by c.relname, a.attnum`.execute(opened.db)
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
  'timestamp with time zone': now,
  vector: '[1]',
};

/** A row in every table, each of one account: what is called after a table (`chatbot_id`) holds the id of its row. */
async function plantRows(columns: Column[]): Promise<{ tables: string[]; ids: Map<string, string> }> {
  const tables = [...new Set(columns.map(({ table }) => table))];
  const ids = new Map(tables.map((table) => [table, newId(now)]));
  ids.set('owners', ids.get('users') ?? '');
  const fill = ({ name, type, parent, word }: Column) => {
    const named = parent ?? `${name.replace(/_id$/, '')}s`;
    if (type === 'uuid') return ids.get(named) ?? newId(now);
    if (name === 'cause') return 'message:x';
    return word ?? values[type];
  };
  const planted = new Set<string>(filled);
  await sql`select ensure_ledger_month(${now})`.execute(opened.db);
  while (planted.size < tables.length) {
    const next = tables.filter((table) => {
      const its = columns.filter((column) => column.table === table);
      // The ledger's triggers refer to the account, where its own column doesn't.
      const needs = its.flatMap(({ name, parent }) => parent ?? (name === 'owner_id' ? 'users' : []));
      return !planted.has(table) && needs.every((parent) => planted.has(parent));
    });
    for (const table of next) {
      const its = columns.filter(
        ({ table: of, name, isRequired, parent }) =>
          of === table && (isRequired || parent || name === 'file_key' || /_id$/.test(name)),
      );
      const row = its.map((column) =>
        column.name === 'id' && !column.parent && column.type === 'uuid' ? ids.get(table) : fill(column),
      );
      await sql`insert into ${sql.table(table)} (${sql.join(its.map(({ name }) => sql.ref(name)))})
                values (${sql.join(row)})`.execute(opened.db);
      planted.add(table);
    }
  }
  return { tables, ids };
}

const countRows = async (tables: string[]) =>
  new Map(
    await Promise.all(
      tables.map(async (table): Promise<[string, number]> => {
        const { rows } = await sql`select from ${sql.table(table)}`.execute(opened.db);
        return [table, rows.length];
      }),
    ),
  );

test('of a deleted account nothing stays, in whatever table', async () => {
  const { tables, ids } = await plantRows(await readColumns());
  const before = await countRows(tables);
  for (const table of tables) expect(before.get(table), table).toBe(1);

  await sql`delete from users where id = ${ids.get('users')}`.execute(opened.db);
  await clearRemovedSources(opened.db, new AbortController().signal);
  await sweepJobs(opened.db, now);

  const left = await countRows(tables);
  expect(tables.filter((table) => left.get(table) !== 0)).toEqual(unowned);
  // With the one that was there: a source's original, an image, and a piece of an upload, which a job deletes.
  expect(left.get('abandoned_files')).toBe(4);
});
