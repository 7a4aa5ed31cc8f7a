import { createHash } from 'node:crypto';
import fs, { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import * as z from 'zod/mini';
import { DataFolderError, lockDataFolder } from '../../../db/embedded/data-folder.ts';
import { finishRestore, installRestored, syncFolder, unfinished } from '../../../db/embedded/restored.ts';
import { newestMigration } from '../../../db/migrate.ts';
import { type Seal, sealName } from './archive.ts';
import { type Entry, TarReader } from './tar.ts';

const seal = z.object({
  format: z.literal(1),
  at: z.iso.datetime(),
  migration: z.int(),
  entries: z.int(),
  sha256: z.string(),
});
const maxSealBytes = 10_000;

/** The only names that are unpacked: none of them leads out of the folder. */
const isOurs = ({ name, isFolder }: Entry) =>
  isFolder
    ? name === 'files' || /^database(\/\w[\w.-]*)*$/.test(name)
    : name === 'secret-key' || /^files\/[0-9a-f-]{36}$/.test(name) || /^database(\/\w[\w.-]*)+$/.test(name);

async function unpackFile(path: string, body: AsyncIterable<Buffer>): Promise<void> {
  const file = await fs.promises.open(path, 'wx', 0o600);
  try {
    for await (const piece of body) {
      for (let written = 0; written < piece.length; )
        written += (await file.write(piece, written)).bytesWritten;
    }
  } finally {
    await file.close();
  }
}

/** At a time: the disk takes many together as fast as one. */
const syncedTogether = 64;

/** Brings all that was unpacked to the disk, with its names. */
async function syncAll(folder: string): Promise<void> {
  const folders = [folder];
  const sync = async (path: string) => {
    const handle = await fs.promises.open(path, 'r');
    await handle.sync();
    await handle.close();
  };
  for (let at = 0; at < folders.length; at++) {
    const of = folders[at] as string;
    let some: Promise<void>[] = [];
    for await (const entry of await fs.promises.opendir(of)) {
      const path = join(of, entry.name);
      if (entry.isDirectory()) folders.push(path);
      some.push(sync(path));
      if (some.length < syncedTogether) continue;
      await Promise.all(some);
      some = [];
    }
    await Promise.all(some);
  }
  syncFolder(folder);
}

/** Unpacks an archive into a folder of its own; throws unless it is whole. */
async function unpack(file: string, folder: string): Promise<Seal> {
  const hash = createHash('sha256');
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  const unzipped = createGunzip();
  source.on('error', (error) => unzipped.destroy(error));
  const reader = new TarReader(source.pipe(unzipped), (bytes) => hash.update(bytes));
  try {
    for (let entries = 0; ; entries++) {
      const sha256 = hash.copy().digest('hex');
      const entry = await reader.next();
      if (!entry) throw new Error('this archive has no seal: it is not whole');
      if (entry.name === sealName) {
        if (entry.size > maxSealBytes) throw new Error('this archive has a seal that cannot be read');
        const pieces: Buffer[] = [];
        for await (const piece of reader.body(entry)) pieces.push(piece);
        const read = seal.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
        if (read.sha256 !== sha256 || read.entries !== entries || (await reader.next()))
          throw new Error('this archive is not as it was written');
        return read;
      }
      if (!isOurs(entry))
        throw new Error(`this archive holds what no backup does: ${JSON.stringify(entry.name)}`);
      const path = join(folder, entry.name);
      if (entry.isFolder) fs.mkdirSync(path, { mode: 0o700 });
      else await unpackFile(path, reader.body(entry));
    }
  } finally {
    source.destroy();
    unzipped.destroy();
  }
}

const isFilled = (dataDir: string) =>
  fs.existsSync(join(dataDir, 'database')) ||
  (fs.existsSync(join(dataDir, 'files')) && fs.readdirSync(join(dataDir, 'files')).length > 0);

/**
 * Puts an archive's database and files into a data folder that nobody has open. Killed at any moment it leaves what was there
 * before, or all of the archive.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  { mayReplace }: { mayReplace: boolean },
): Promise<Seal> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = await lockDataFolder(dataDir);
  const folder = join(dataDir, unfinished);
  try {
    fs.rmSync(folder, { recursive: true, force: true });
    finishRestore(dataDir);
    if (isFilled(dataDir) && !mayReplace)
      throw new DataFolderError(
        `DATA_DIR: ${dataDir} is not empty; choose an empty folder, or add --force to put aside what is there`,
      );
    fs.mkdirSync(folder, { mode: 0o700 });
    const read = await unpack(file, folder);
    if (read.migration > newestMigration())
      throw new Error('this archive was written by a newer Parlance: install that one first');
    await syncAll(folder);
    installRestored(dataDir);
    return read;
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await release();
  }
}
