import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inOrderOfArrival } from './lease.ts';
import { type EmbeddedDatabase, openDatabase } from './open.ts';
import { transaction } from './transaction.ts';

let database: EmbeddedDatabase;
beforeAll(async () => {
  database = await openDatabase({ memory: true });
});
afterAll(() => database.close());

test('the connection goes to the request that came first, at each of its statements', async () => {
  const { db } = database;
  const ended: string[] = [];
  const request = (name: string) =>
    inOrderOfArrival(async () => {
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
  const older = inOrderOfArrival(() => breathe().then(note('request')));
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
