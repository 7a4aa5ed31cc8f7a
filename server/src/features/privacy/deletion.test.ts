import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '../../db/open.ts';
import { sweepJobs } from '../../kit/jobs/queue.ts';
import { freshDatabase } from '../../test/database.ts';
import { plantRows } from '../../test/planted-rows.ts';
import { clearRemovedSources } from '../knowledge/service.ts';

/** What they hold is the program's or the operator's, or a hash that names nobody and ages away. */
const unowned = [
  'abandoned_files',
  // An account at a platform, which a job lets go of within a day.
  'channel_closures',
  'crawl_hosts',
  // Ids that name nobody: what a restored backup is held against.
  'deletions',
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

const now = new Date('2026-01-01T00:00:00Z');
let opened: OpenedDatabase;

beforeAll(async () => {
  opened = await freshDatabase();
});
afterAll(() => opened.close());

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
  const { tables, ids } = await plantRows(opened.db, now);
  const before = await countRows(tables);
  for (const table of tables) expect(before.get(table), table).toBe(1);

  await sql`delete from users where id = ${ids.get('users')}`.execute(opened.db);
  await clearRemovedSources(opened.db, new AbortController().signal);
  await sweepJobs(opened.db, now);

  const left = await countRows(tables);
  expect(tables.filter((table) => left.get(table) !== 0)).toEqual(unowned);
  // With the one that was there: a source's original, an image, a piece of an upload and a part of an archive, which a job
  // deletes.
  expect(left.get('abandoned_files')).toBe(5);
});
