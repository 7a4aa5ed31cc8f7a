import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import { plantRows } from '../../../test/planted-rows.ts';
import { filesWith, tablesWith } from '../../../test/planted-word.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { startS3Server } from '../../../test/servers/s3.ts';
import { personalData } from '../personal-data/register.ts';
import { deleteDueAccounts } from '../queue.ts';

const word = 'zirconquartz';
const email = 'partante@example.org';

let program: Program | undefined;
let s3: Awaited<ReturnType<typeof startS3Server>> | undefined;
afterEach(async () => {
  await program?.stop();
  await s3?.stop();
  s3 = undefined;
});

/** What is known by its name alone: an address is looked for by itself, ids at Stripe are kept until they are ended there. */
const elsewhere = new Map([
  ['users.email', email],
  ['mails.recipient', email],
  ['identities.email', email],
  ['subscriptions.id', 'sub_1'],
  ['billing_customers.customer_id', 'cus_1'],
]);

test.each(['disk', 's3'])(
  'a word in every column and file of an account is nowhere once it is deleted: %s',
  async (store) => {
    if (store === 's3') {
      s3 = await startS3Server();
      program = await startProgram({
        STORAGE_URL: s3.url,
        STORAGE_ACCESS_KEY_ID: s3.accessKeyId,
        STORAGE_SECRET_ACCESS_KEY: s3.secretAccessKey,
      });
    } else program = await startProgram();
    const { context, logged, settle } = program;
    const { db, files, clock } = context;
    const { tables, ids } = await plantRows(
      db,
      new Date(clock().getTime() - 48 * 3_600_000),
      (table, column) =>
        elsewhere.get(`${table}.${column}`) ??
        (table in personalData ? `${word} ${table} ${column}` : `other ${column}`),
      { inJson: true },
    );
    const ownerId = ids.get('users') as string;
    const keys: string[] = [];
    for (const table of tables) {
      const { rows } = await sql<{
        row: { file_key?: string };
      }>`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(db);
      for (const { row } of rows) if (row.file_key && table in personalData) keys.push(row.file_key);
    }
    for (const key of keys)
      await files.keep(
        await files.receive(Readable.from([Buffer.from(`in a file: ${word}`)]), { maxBytes: 100 }),
        key,
      );
    const folder = s3?.directory ?? context.config.dataDir;
    const planted = await tablesWith(db, word);
    expect(planted.length).toBeGreaterThan(40);
    expect(await filesWith(folder, word)).toHaveLength(keys.length);
    expect(keys.length).toBeGreaterThan(3);

    await sql`update users set leaving_since = null, last_sign_in_at = null where id = ${ownerId}`.execute(
      db,
    );
    await enqueue(db, deleteDueAccounts, {}, { now: clock() });
    await settle();
    // Sealed in earnest: what a job lets go of at a platform within a day.
    expect(await tablesWith(db, word)).toEqual(['channel_closures']);
    expect(await tablesWith(db, email)).toEqual(['mails']);
    expect(await filesWith(folder, word)).toEqual([]);
    expect(await filesWith(context.config.dataDir, word)).toEqual([]);
    expect(logged.filter((line) => line.includes(word) || line.includes(email))).toEqual([]);
    // Whose turn it is to have jobs done is forgotten by the daily sweep; the register lies beside the database.
    expect(await tablesWith(db, ownerId)).toEqual(['job_turns', 'mails']);
  },
  120_000,
);
