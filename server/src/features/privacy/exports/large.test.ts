import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FileStore } from '../../../kit/files/store.ts';
import { newId } from '../../../kit/ids.ts';
import { newChatbot, upload } from '../../../test/clients/upload.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { exportById, insertExport } from './queries.ts';
import { firstPosition, stepCount, writeArchive } from './writing.ts';

let program: Program;
beforeAll(async () => {
  program = await startProgram();
});
afterAll(() => program.stop());
const never = new AbortController().signal;

const directoryOf = `
import json, sys, zipfile
told = [[one.filename, one.file_size, one.CRC, one.header_offset] for one in zipfile.ZipFile(sys.argv[1]).infolist()]
print(json.dumps(told))`;

test('five gigabytes pass through an archive in constant memory, in slices, and other programs find their way in it', async () => {
  const { context } = program;
  const owner = await program.newUser();
  const chatbot = await newChatbot(owner, 'Archives');
  await upload(program, owner, chatbot.id, [{ name: 'immense.txt', bytes: 'Un fonds immense.' }]);
  await program.settle();
  const { file_key: key } = await context.db
    .selectFrom('sources')
    .select('file_key')
    .where('owner_id', '=', owner.id)
    .executeTakeFirstOrThrow();

  // A stand-in for the file, and for where parts go: nothing of them is kept but the last, the archive's own list.
  const size = 5 * 2 ** 30;
  const zeros = Buffer.alloc(2 ** 20);
  function* giant() {
    for (let at = 0; at < size; at += zeros.length) yield zeros;
  }
  let last: Buffer[] = [];
  let peak = 0;
  const files: FileStore = {
    ...context.files,
    open: async (asked) => (asked === key ? Readable.from(giant()) : context.files.open(asked)),
    async receive(stream) {
      last = [];
      for await (const piece of stream) last.push(piece as Buffer);
      return {
        path: '',
        size: last.reduce((sum, { length }) => sum + length, 0),
        sha256: '',
        discard: async () => {},
      };
    },
    async keep() {
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      peak = Math.max(peak, heapUsed + arrayBuffers);
    },
    remove: async () => {},
  };
  const { id } = await insertExport(context.db, {
    id: newId(context.clock()),
    owner_id: owner.id,
    nonce: Buffer.alloc(16),
    language: 'fr',
    position: firstPosition,
    total: stepCount,
    created_at: context.clock(),
  });
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  for (let isWhole = false; !isWhole; ) {
    const made = await exportById(context.db, owner.id, id);
    if (!made) throw new Error('no archive');
    isWhole = await writeArchive({ ...context, files }, made, {
      signal: never,
      until: performance.now() + 8000,
      async onWhole() {},
    });
  }
  expect(peak - heapUsed - arrayBuffers).toBeLessThan(200 * 2 ** 20);

  const { bytes } = (await exportById(context.db, owner.id, id)) ?? { bytes: 0 };
  expect(bytes).toBeGreaterThan(size);
  const folder = mkdtempSync(join(tmpdir(), 'parlance-large-'));
  try {
    const path = join(folder, 'archive.zip');
    const list = Buffer.concat(last);
    writeFileSync(path, '');
    truncateSync(path, bytes - list.length);
    writeFileSync(path, list, { flag: 'a' });
    const told = execFileSync('python3', ['-c', directoryOf, path], { encoding: 'utf8' });
    const entries = JSON.parse(told) as [string, number, number, number][];
    let sum = 0;
    for (const piece of giant()) sum = crc32(piece, sum);
    expect(entries.find(([name]) => name.endsWith('immense.txt'))?.slice(1, 3)).toEqual([size, sum]);
    expect(entries.find(([name]) => name === 'LISEZ-MOI.txt')?.[3]).toBeGreaterThan(size);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 180_000);
