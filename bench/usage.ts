import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plan } from '@parlance/contract/endpoints/usage';
import { sql } from 'kysely';
import { readConfig } from '../server/src/config.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type OpenedDatabase, openDatabase } from '../server/src/db/open.ts';
import { charge } from '../server/src/features/usage/service.ts';
import { verifyLedger } from '../server/src/features/usage/verification/verify.ts';
import { newId } from '../server/src/kit/ids.ts';
import { type SeededAccount, seedLedger } from './setup/ledger.ts';
import { measureReports } from './setup/ledger-reports.ts';

/**
 * What a long ledger costs: an account with a million entries, among ten millions of others on PostgreSQL (DATABASE_URL, an
 * empty one), and alone in the embedded database. BENCH_ENTRIES makes both smaller, for a try.
 */

const url = process.env.DATABASE_URL;
const entries = Number(process.env.BENCH_ENTRIES ?? 1_000_000);
const othersEach = 1000;
const accounts = url ? (10 * entries) / othersEach : 1;
const few = 10;
const rounds = 400;
const allowedRatio = 1.2;

/** With limits, so that each charge asks what is left, and beyond whatever was spent. */
const plan: Plan = {
  id: 'free',
  priceEur: 0,
  messageTokens: 2 ** 50,
  storageTokens: 2 ** 50,
  storageBytes: null,
  chatbots: null,
};

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const number = (value: number) => value.toLocaleString('en-GB');

/** Sets tokens aside and settles them, by turns for the account with many entries and the one with few. */
async function measureTaking(opened: OpenedDatabase, owners: readonly SeededAccount[]) {
  const clock = () => new Date();
  const config = { ...readConfig({}), plans: [plan] };
  const times = owners.map((): number[] => []);
  for (let round = -20; round < rounds; round++)
    for (const [at, { id: ownerId, chatbotIds }] of owners.entries()) {
      const began = performance.now();
      const work = {
        ownerId,
        tokenType: 'message' as const,
        operation: 'chat_completion' as const,
        tokens: 1,
        chatbotId: chatbotIds[0] ?? null,
        chatbotName: 'Chatbot 0',
        cause: `message:${newId(clock())}`,
        details: { parts: [{ name: 'answer' as const, tokens: 1 }] },
      };
      await charge({ config, clock }, opened.db, work);
      if (round >= 0) times[at]?.push(performance.now() - began);
    }
  return times.map(median);
}

async function measureVerification(opened: OpenedDatabase) {
  const before = process.memoryUsage().rss;
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 50);
  const found = await verifyLedger(
    { db: opened.db, clock: () => new Date() },
    (line) => console.log(line),
    new AbortController().signal,
  );
  clearInterval(watch);
  return { ...found, grownMb: (peak - before) / 2 ** 20 };
}

const folder = fs.mkdtempSync(join(tmpdir(), 'parlance-bench-usage-'));
const opened = await openDatabase(url ? { url } : { dataDir: folder });
try {
  await migrate(opened);
  const began = performance.now();
  const until = new Date();
  const seeded = await seedLedger(opened.db, {
    measured: [entries, few],
    others: { accounts, entries: othersEach },
    until,
  });
  console.log(`seeded in ${Math.round((performance.now() - began) / 1000)} s`);
  const [account] = seeded;
  const areReportsQuick =
    account !== undefined &&
    (await measureReports(opened, account, { until, others: accounts * othersEach }));
  const [many = Number.NaN, little = Number.NaN] = await measureTaking(opened, seeded);
  const verified = await measureVerification(opened);
  const { rows } = await sql<{ megabytes: number }>`
    select pg_database_size(current_database()) / 1048576 as megabytes`.execute(opened.db);
  const isMet = many <= allowedRatio * little && verified.differences === 0;
  fs.writeFileSync(
    join(import.meta.dirname, `results/usage-${opened.kind}.md`),
    `## The ledger, ${opened.kind === 'embedded' ? 'embedded' : 'on PostgreSQL'}

One account with ${number(entries)} entries${url ? ` among ${number(accounts * othersEach)} of others` : ''}, a year of them in
monthly parts; ${number(rows[0]?.megabytes ?? 0)} MB on the disk (\`npx tsx bench/usage.ts\`${url ? ' with DATABASE_URL' : ''}).

| taking tokens (reserve and settle), median of ${rounds} | ms |
| --- | ---: |
| account with ${few} entries | ${little.toFixed(2)} |
| account with ${number(entries)} entries | ${many.toFixed(2)} |
| ratio (allowed: ${allowedRatio}) | ${(many / little).toFixed(2)} |

\`parlance ledger verify\` over it: ${number(verified.compared.get('entries with their causes') ?? 0)} entries of ${number(verified.accounts)} accounts in ${verified.seconds.toFixed(1)} s, ${verified.differences}
differences; the process grew by ${Math.round(verified.grownMb)} MB meanwhile.
`,
  );
  console.log(
    `taking: ${little.toFixed(2)} and ${many.toFixed(2)} ms; verified in ${verified.seconds.toFixed(1)} s, +${Math.round(verified.grownMb)} MB`,
  );
  if (!isMet || !areReportsQuick) process.exitCode = 1;
} finally {
  await opened.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
