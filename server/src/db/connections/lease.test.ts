import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedDatabase, openDatabase } from '../open.ts';
import { transaction } from '../transaction.ts';
import { runInOrderOfArrival } from './lease.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openDatabase({ memory: true });
});
afterAll(() => database.close());

test('the connection goes to the request that came first, at each of its statements', async () => {
  const { db } = database;
  const ended: string[] = [];
  const request = (name: string) =>
    runInOrderOfArrival(async () => {
      for (let at = 0; at < 3; at++) await sql`select 1`.execute(db);
      ended.push(name);
    });
  await Promise.all(['first', 'second', 'third'].map(request));
  expect(ended).toEqual(['first', 'second', 'third']);
});

test('who is nobody’s request comes when it asks', async () => {
  const { db } = database;
  const ended: string[] = [];
  let free = () => {};
  let busy: Promise<void> | undefined;
  await new Promise<void>((begun) => {
    busy = transaction(db, () => {
      begun();
      return new Promise<void>((resolve) => (free = resolve));
    });
  });
  const note = (name: string) => async () => {
    await sql`select 1`.execute(db);
    ended.push(name);
  };
  const older = runInOrderOfArrival(() => breathe().then(note('request')));
  const job = note('job')();
  await breathe();
  await breathe();
  free();
  await Promise.all([busy, older, job]);
  expect(ended).toEqual(['request', 'job']);
});

test('a place is given back when the connection could not be had', async () => {
  const { db } = database;
  await expect(sql`select 1/0`.execute(db)).rejects.toThrow(/division by zero/);
  await expect(transaction(db, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }]);
});

test('nobody comes between the statements of a transaction', async () => {
  const { db } = database;
  await sql`create table seen (n int)`.execute(db);
  const count = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from seen`.execute(db);
    return rows[0]?.n;
  };
  const pairs = Array.from({ length: 6 }, () =>
    transaction(db, async (inner) => {
      await sql`insert into seen values (1)`.execute(inner);
      await breathe();
      await sql`insert into seen values (2)`.execute(inner);
    }),
  );
  const counts = Promise.all(Array.from({ length: 40 }, () => breathe().then(count)));
  const undone = transaction(db, async (inner) => {
    await sql`insert into seen values (3)`.execute(inner);
    throw new Error('taken back');
  });
  await expect(undone).rejects.toThrow('taken back');
  await Promise.all(pairs);
  // Half a pair is never seen, nor what was taken back.
  expect((await counts).filter((n) => (n ?? 1) % 2 === 1)).toEqual([]);
  expect(await count()).toBe(12);
});

test('a statement that fails takes none down of those that travel with it', async () => {
  const { db } = database;
  const asked = Array.from({ length: 24 }, (_, n) =>
    (n % 3 === 0 ? sql`select 1 / ${0}::int` : sql<{ n: number }>`select ${n}::int as n`).execute(db),
  );
  const heard = await Promise.allSettled(asked);
  expect(heard.map(({ status }) => status)).toEqual(
    asked.map((_, n) => (n % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  for (const [n, one] of heard.entries())
    if (one.status === 'fulfilled') expect(one.value.rows).toEqual([{ n }]);
});
