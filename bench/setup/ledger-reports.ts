import fs from 'node:fs';
import { join } from 'node:path';
import { type LedgerColumn, ledgerColumn } from '@parlance/contract/endpoints/usage';
import { type RawBuilder, sql } from 'kysely';
import type { Db, OpenedDatabase } from '../../server/src/db/open.ts';
import type { Reader } from '../../server/src/features/usage/reports/filters.ts';
import { getHistory } from '../../server/src/features/usage/reports/history.ts';
import { listEntries } from '../../server/src/features/usage/reports/journal.ts';

/** What the token audit's answers take of a long ledger, each beside the bare SQL that gives the same, by turns. */

const rounds = 40;
/** A bare statement that takes longer is timed so many times only. */
const slowMs = 500;
const slowRounds = 5;
const pageSize = 50;
const allowed = { ratio: 1.5, ms: 150 };

const columns: Record<LedgerColumn, string> = {
  at: 'at',
  tokens: 'tokens',
  operation: 'operation',
  tokenType: 'token_type',
  chatbot: 'chatbot_name',
};

interface Case {
  name: string;
  measured: () => Promise<unknown>;
  bare: RawBuilder<unknown>;
}

function casesOf(db: Db, reader: Reader): Case[] {
  const { ownerId, now } = reader;
  const since = new Date(now);
  since.setUTCFullYear(now.getUTCFullYear() - 1);
  const within = sql`owner_id = ${ownerId}::uuid and at >= ${since} and at <= ${now}`;
  const pages = ledgerColumn.options.map(
    (column): Case => ({
      name: `journal by ${column}`,
      measured: () =>
        listEntries(db, { period: '1y', sort: `-${column}`, limit: pageSize, cursor: undefined }, reader),
      bare: sql`
      select id, at, operation, token_type, tokens, chatbot_id, chatbot_name from ledger_entries where ${within}
       order by ${sql.ref(columns[column])} desc ${column === 'chatbot' ? sql`nulls last` : sql``}, at desc, id desc limit ${pageSize + 1}`,
    }),
  );
  const sumBy = (key: RawBuilder<unknown>) =>
    sql`select ${key}, token_type, sum(tokens), count(*) from ledger_entries where ${within} group by 1, 2`;
  const history = () => getHistory(db, { period: '1y' }, reader, async () => new Map());
  return [
    ...pages,
    {
      name: 'history of 1y',
      measured: history,
      bare: sumBy(sql`date_trunc('month', at, ${reader.timeZone})`),
    },
    {
      name: 'distribution of 1y',
      measured: history,
      bare: sql`select chatbot_id, operation, token_type, sum(tokens) from ledger_entries where ${within}
                 group by grouping sets ((chatbot_id), (operation), (token_type))`,
    },
  ];
}

const p95 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Measures them for an account in Paris and writes what it found; whether all keep within what is allowed. */
export async function measureReports(
  { db, kind }: OpenedDatabase,
  { id: ownerId, entries }: { id: string; entries: number },
  { until, others, rounds: times = rounds }: { until: Date; others: number; rounds?: number },
): Promise<boolean> {
  const reader = { ownerId, timeZone: 'Europe/Paris', now: until };
  const rows: string[] = [];
  let isMet = true;
  for (const { name, measured, bare } of casesOf(db, reader)) {
    const found = { ours: [] as number[], bare: [] as number[] };
    for (let round = -2; round < times; round++) {
      const ours = await timed(measured);
      // One of seconds is known well enough after a few.
      const plain =
        found.bare.length < slowRounds || median(found.bare) < slowMs
          ? await timed(() => bare.execute(db))
          : undefined;
      if (round < 0) continue;
      found.ours.push(ours);
      if (plain !== undefined) found.bare.push(plain);
    }
    const [ours, plain] = [p95(found.ours), p95(found.bare)];
    isMet &&= ours <= allowed.ms && ours <= allowed.ratio * plain;
    rows.push(
      `| ${name} | ${median(found.ours).toFixed(1)} | ${ours.toFixed(1)} | ${median(found.bare).toFixed(1)} | ${plain.toFixed(1)} | ${(ours / plain).toFixed(2)} |`,
    );
    console.log(rows.at(-1));
  }
  const number = (value: number) => value.toLocaleString('en-GB');
  fs.writeFileSync(
    join(import.meta.dirname, `../results/usage-reports-${kind}.md`),
    `## The token audit, ${kind === 'embedded' ? 'embedded' : 'on PostgreSQL'}

An account in Paris with ${number(entries)} entries${others > 0 ? ` among ${number(others)} of others` : ''}: a year of them, each answer beside the bare SQL
that adds up or sorts the entries themselves, by turns, ${times} times (what takes more than ${slowMs} ms bare: ${slowRounds} times). Allowed: p95 of ${allowed.ms} ms and of ${allowed.ratio} × the bare SQL’s.

| ms | median | p95 | bare, median | bare, p95 | ratio of p95 |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`,
  );
  return isMet;
}
