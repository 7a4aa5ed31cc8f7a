import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../errors.ts';
import {
  checkFileKey,
  checkNoteName,
  type FileStore,
  isFileKey,
  type Notes,
  notesFolder,
  openIncoming,
  receiveInto,
  toRefusal,
} from './store.ts';

/** Files in DATA_DIR: written aside, synced, renamed, folder synced (S11.1). */
export async function openDiskFiles(dataDir: string): Promise<FileStore> {
  const folder = join(dataDir, 'files');
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  // Beside the kept ones, on the same file system, so that keeping is a rename.
  const incoming = await openIncoming(join(dataDir, 'incoming'));
  const pathOf = (key: string) => join(folder, checkFileKey(key));

  return {
    receive: (stream, options) => receiveInto(incoming, stream, options),
    async keep(received, key) {
      try {
        await sync(received.path);
        await fs.rename(received.path, pathOf(key));
        await sync(folder);
      } catch (error) {
        throw toRefusal(error);
      }
    },
    async open(key) {
      const file = await fs.open(pathOf(key), 'r').catch(absent);
      return file.createReadStream();
    },
    async localPath(key) {
      const path = pathOf(key);
      await fs.access(path).catch(absent);
      return { path, release: async () => {} };
    },
    remove: (key) => fs.rm(pathOf(key), { force: true }),
    async *list() {
      for await (const entry of await fs.opendir(folder)) {
        if (!entry.isFile() || !isFileKey(entry.name)) continue;
        const stat = await fs.stat(join(folder, entry.name)).catch(() => undefined);
        if (stat) yield { key: entry.name, modifiedAt: stat.mtime };
      }
    },
    notes: notesOnDisk(join(dataDir, notesFolder)),
  };
}

export function notesOnDisk(folder: string): Notes {
  return {
    async write(name, text) {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, checkNoteName(name));
      await fs.writeFile(`${path}.new`, text, { mode: 0o600 });
      await sync(`${path}.new`);
      await fs.rename(`${path}.new`, path);
      await sync(folder);
    },
    read: (name) =>
      fs.readFile(join(folder, checkNoteName(name)), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    async list() {
      const names = await fs.readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      return names.filter((name) => !name.endsWith('.new')).sort();
    },
  };
}

async function sync(path: string): Promise<void> {
  const handle = await fs.open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function absent(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new AppError('not_found') : error;
}
