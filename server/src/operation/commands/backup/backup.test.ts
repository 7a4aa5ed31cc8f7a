import { randomBytes } from 'node:crypto';
import { existsSync, promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { finishRestore } from '../../../db/embedded/restored.ts';
import { newId } from '../../../kit/ids.ts';
import { openProgram } from '../../../open-context.ts';
import { layDatabase } from '../../../test/database.ts';
import { writeBackup } from './archive.ts';
import { restoreBackup } from './restoring.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

let root: string;
beforeAll(async () => {
  root = await fs.mkdtemp(join(tmpdir(), 'parlance-backup-'));
});
afterAll(() => fs.rm(root, { recursive: true, force: true }));

const never = new AbortController().signal;
const open = (name: string) =>
  openProgram(readConfig({ DATA_DIR: join(root, name), LOG_LEVEL: 'error', PORT: '0' }));

test('a backup written amid writing has each file that its database names, and is restored as it was', async () => {
  await layDatabase(join(root, 'one'));
  const context = await open('one');
  const { db, files } = context;
  await sql`create table kept (number int, file uuid)`.execute(db);
  const keep = async (number: number) => {
    const key = newId(new Date());
    const bytes = Readable.from([Buffer.from(`${number}`)]);
    await files.keep(await files.receive(bytes, { maxBytes: 100 }), key);
    await sql`insert into kept values (${number}, ${key})`.execute(db);
  };
  for (let number = 0; number < 20; number++) await keep(number);
  let isOver = false;
  let count = 20;
  const writing = (async () => {
    while (!isOver) await keep(count++);
  })();
  const file = join(root, 'backup.tar.gz');
  const first = writeBackup(context, file, never);
  await expect(writeBackup(context, file, never)).rejects.toThrow('being written');
  await first;
  const amid = count;
  await keep(1_000_000);
  isOver = true;
  await writing;
  await expect(writeBackup(context, file, never)).rejects.toThrow('there already');
  await context.close();
  expect(amid).toBeGreaterThan(22);
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600);

  await restoreBackup(file, join(root, 'two'), { mayReplace: false });
  const restored = await open('two');
  const { rows } = await sql<{ number: number; file: string }>`select * from kept order by number`.execute(
    restored.db,
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThan(amid + 1);
  for (const { number, file } of rows)
    expect((await buffer(await restored.files.open(file))).toString()).toBe(`${number}`);
  await restored.close();

  const refusal = /is not empty/;
  await expect(restoreBackup(file, join(root, 'two'), { mayReplace: false })).rejects.toThrow(refusal);
  await restoreBackup(file, join(root, 'two'), { mayReplace: true });
  const aside = (await fs.readdir(join(root, 'two'))).find((name) => name.startsWith('replaced-'));
  expect((await fs.readdir(join(root, 'two', aside as string))).sort()).toEqual([
    'database',
    'files',
    'secret-key',
  ]);
}, 120_000);

test('a restore that was decided is finished by whoever opens the folder next; one that was not keeps it shut', async () => {
  const dataDir = join(root, 'four');
  const lay = async (folder: string, what: string) => {
    await fs.mkdir(join(dataDir, folder, 'database'), { recursive: true });
    await fs.mkdir(join(dataDir, folder, 'files'));
    await fs.writeFile(join(dataDir, folder, 'database', 'x'), what);
    await fs.writeFile(join(dataDir, folder, 'files', 'x'), what);
  };
  await lay('', 'old');
  await lay('restore.ready', 'new');
  // Killed behind its first part.
  await fs.mkdir(join(dataDir, 'restore.ready/replaced'));
  await fs.rename(join(dataDir, 'files'), join(dataDir, 'restore.ready/replaced/files'));
  finishRestore(dataDir);
  finishRestore(dataDir);
  const [aside = '', ...others] = (await fs.readdir(dataDir)).filter(
    (name) => !/^(files|database)$/.test(name),
  );
  expect(others).toEqual([]);
  for (const [folder, what] of [
    ['', 'new'],
    [aside, 'old'],
  ] as const)
    for (const part of ['files', 'database'])
      expect(await fs.readFile(join(dataDir, folder, part, 'x'), 'utf8')).toBe(what);

  await fs.mkdir(join(dataDir, 'restore.unfinished'));
  finishRestore(dataDir);
  await fs.rm(join(dataDir, 'database'), { recursive: true });
  expect(() => finishRestore(dataDir)).toThrow('was broken off');
});

test('what is cut, changed or not ours is refused and leaves nothing', async () => {
  const whole = await fs.readFile(join(root, 'backup.tar.gz'));
  const plain = gunzipSync(whole);
  const changed = Buffer.from(plain);
  // In the middle of the database's first page that holds something.
  const at = plain.indexOf('PG_VERSION') + 512;
  changed[at] = (changed[at] as number) ^ 1;
  const withEntry = (name: string) => {
    const bytes = Buffer.from('x');
    return Buffer.concat([
      tarHeader({ name, size: 1, isFolder: false }, new Date()),
      bytes,
      tarPadding(1),
      tarEnd,
    ]);
  };
  const outside = join(root, 'outside');
  const wrong: [string, Buffer][] = [
    ['cut', whole.subarray(0, whole.length - 100)],
    ['cut amid', whole.subarray(0, whole.length / 2)],
    ['changed', gzipSync(changed, { level: 1 })],
    ['without its end', gzipSync(plain.subarray(0, plain.length - 2048), { level: 1 })],
    ['no archive', randomBytes(5000)],
    ['empty', gzipSync(tarEnd)],
    ...['../x', outside, 'database/../../x', 'files/../x', 'database/./x', 'other', 'files/x.sh'].map(
      (name): [string, Buffer] => [name, gzipSync(withEntry(name))],
    ),
  ];
  const file = join(root, 'wrong.tar.gz');
  const dataDir = join(root, 'three');
  for (const [what, bytes] of wrong) {
    await fs.writeFile(file, bytes);
    await expect(restoreBackup(file, dataDir, { mayReplace: false }), what).rejects.toThrow();
    expect(await fs.readdir(dataDir), what).toEqual([]);
  }
  for (const path of [join(root, 'x'), outside]) expect(existsSync(path)).toBe(false);
});

test('a size beyond what octal figures hold is written so that it is read', () => {
  const size = 20 * 1024 ** 3;
  const header = tarHeader({ name: 'files/x', size, isFolder: false }, new Date(0));
  expect(header.readBigUInt64BE(128)).toBe(BigInt(size));
});
