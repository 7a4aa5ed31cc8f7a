import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenedDatabase } from '../../db/open.ts';
import { freshDatabase } from '../../test/database.ts';
import { openSecrets } from './open.ts';

const [first, second, foreign] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string];
const now = new Date();
let database: OpenedDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

test('data written under one key is refused under another, in one line, and opened after a rotation', async () => {
  const open = (...secretKeys: string[]) =>
    openSecrets({ dataDir: '/nowhere', secretKeys }, database.db, now);
  await open(first);
  await open(first);
  await expect(open(foreign)).rejects.toThrow(/^SECRET_KEY: .*another key[^\n]*$/);
  await open(second, first);
  await expect(open(second)).rejects.toThrow(/SECRET_KEY/);
});
