import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startS3Server } from '../../test/servers/s3.ts';
import { openDiskFiles } from './disk.ts';
import { openS3Files } from './s3.ts';
import type { FileStore } from './store.ts';

const maxBytes = 300_000;

describe.each(['disk', 's3'] as const)('files on %s', (kind) => {
  let dataDir: string;
  let files: FileStore;
  const stops: (() => void | Promise<void>)[] = [];

  beforeAll(async () => {
    dataDir = await fs.mkdtemp(join(tmpdir(), 'parlance-files-test-'));
    stops.push(() => fs.rm(dataDir, { recursive: true, force: true }));
    if (kind === 'disk') {
      files = await openDiskFiles(dataDir);
    } else {
      const server = await startS3Server();
      const s3 = await openS3Files(server);
      files = s3;
      stops.push(server.stop, s3.close);
    }
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of files.list()) found.push(key);
    return found.sort();
  };

  async function kept(bytes: Buffer) {
    const key = randomUUID();
    await files.keep(await files.receive(Readable.from([bytes]), { maxBytes }), key);
    return key;
  }

  test('what was kept comes back byte for byte, with its size and digest', async () => {
    const bytes = randomBytes(200_001);
    const received = await files.receive(Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]), {
      maxBytes,
    });
    expect(received).toMatchObject({
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const key = randomUUID();
    await files.keep(received, key);
    expect((await buffer(await files.open(key))).equals(bytes)).toBe(true);
    const { path, release } = await files.localPath(key);
    expect((await fs.readFile(path)).equals(bytes)).toBe(true);
    await release();
    expect((await buffer(await files.open(key))).equals(bytes)).toBe(true);
  });

  test('an empty file is a file', async () => {
    const key = await kept(Buffer.alloc(0));
    expect(await buffer(await files.open(key))).toHaveLength(0);
  });

  test('exactly the limit is accepted, one byte more is not and leaves nothing', async () => {
    await files.receive(Readable.from([Buffer.alloc(maxBytes)]), { maxBytes }).then((file) => file.discard());
    const before = await keys();
    let leftOver = 0;
    const stream = Readable.from([Buffer.alloc(maxBytes), Buffer.alloc(1), Buffer.alloc(1000)]);
    stream.on('data', (chunk: Buffer) => {
      leftOver += chunk.length;
    });
    stream.pause();
    await expect(files.receive(stream, { maxBytes })).rejects.toMatchObject({ code: 'too_large' });
    expect(await keys()).toEqual(before);
    // Read to its end all the same: the next file of a form comes behind it.
    await expect.poll(() => leftOver).toBe(maxBytes + 1001);
  });

  test('an upload that breaks off leaves nothing', async () => {
    const stream = new PassThrough();
    const receiving = files.receive(stream, { maxBytes });
    stream.write(Buffer.alloc(1000));
    stream.destroy(new Error('connection reset'));
    await expect(receiving).rejects.toThrow('connection reset');
    if (kind === 'disk') expect(await fs.readdir(join(dataDir, 'incoming'))).toEqual([]);
  });

  test('a discarded upload leaves nothing; discarding after keeping harms nothing', async () => {
    const received = await files.receive(Readable.from([Buffer.from('a')]), { maxBytes });
    await received.discard();
    await expect(fs.access(received.path)).rejects.toThrow(/ENOENT/);
    const other = await files.receive(Readable.from([Buffer.from('b')]), { maxBytes });
    const key = randomUUID();
    await files.keep(other, key);
    await other.discard();
    expect((await buffer(await files.open(key))).toString()).toBe('b');
  });

  test.each(['7b1c9d1e-0c55-4f0e-9a43-0f3a5c1d2e88', 'no UUID'])(
    'what was discarded before it is kept as %j is refused, and hurts nobody else',
    async (key) => {
      const received = await files.receive(Readable.from([Buffer.from('a')]), { maxBytes });
      await received.discard();
      await expect(files.keep(received, key)).rejects.toThrow();
      // A stream's failure that nobody hears would end the process in the next turns.
      await setTimeout(20);
    },
  );

  test('what is removed is gone, and removing it again is no error', async () => {
    const key = await kept(Buffer.from('x'));
    expect(await keys()).toContain(key);
    await files.remove(key);
    await files.remove(key);
    expect(await keys()).not.toContain(key);
    await expect(files.open(key)).rejects.toMatchObject({ code: 'not_found' });
    await expect(files.localPath(key)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a note is kept under its name, beside the files', async () => {
    const before = await keys();
    expect(await files.notes.list()).toEqual([]);
    expect(await files.notes.read('mark')).toBeUndefined();
    await files.notes.write('mark', 'a');
    await files.notes.write('mark', 'é');
    await files.notes.write('000001.jsonl', 'b');
    expect(await files.notes.read('mark')).toBe('é');
    expect(await files.notes.list()).toEqual(['000001.jsonl', 'mark']);
    expect(await keys()).toEqual(before);
    await expect(files.notes.write('../mark', 'a')).rejects.toThrow(/name/);
  });

  test('the list tells when each file was kept', async () => {
    const key = await kept(Buffer.from('x'));
    for await (const entry of files.list()) {
      if (entry.key === key) expect(Math.abs(entry.modifiedAt.getTime() - Date.now())).toBeLessThan(60_000);
    }
  });

  test.each(['../secret-key', 'a/b', '', 'name.pdf'])('a key that is no UUID is refused: %j', async (key) => {
    const received = await files.receive(Readable.from([Buffer.from('x')]), { maxBytes });
    await expect(files.keep(received, key)).rejects.toThrow(/UUID/);
    await expect(files.open(key)).rejects.toThrow(/UUID/);
    await received.discard();
  });
});

test('uploads that a killed process left are cleared a day later', async () => {
  const dataDir = await fs.mkdtemp(join(tmpdir(), 'parlance-files-test-'));
  await openDiskFiles(dataDir);
  const [old, fresh] = [join(dataDir, 'incoming', 'old'), join(dataDir, 'incoming', 'fresh')];
  await fs.writeFile(old, 'x');
  await fs.writeFile(fresh, 'x');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await fs.utimes(old, twoDaysAgo, twoDaysAgo);
  await openDiskFiles(dataDir);
  expect(await fs.readdir(join(dataDir, 'incoming'))).toEqual(['fresh']);
  await fs.rm(dataDir, { recursive: true, force: true });
});
