import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, promises as fs } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { copyDatabase } from '../../../db/embedded/copying.ts';
import { syncFolder } from '../../../db/embedded/restored.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

/** The archive's last entry, which says that it is whole. */
export interface Seal {
  format: 1;
  at: string;
  /** The newest migration of the database. */
  migration: number;
  entries: number;
  /** SHA-256 of all that stands before the seal. */
  sha256: string;
}

export const sealName = 'seal.json';

const pieceBytes = 256 * 1024;
/** Clocks of file systems go in steps. */
const clockSlackMs = 5000;

interface Source {
  name: string;
  path?: string;
  text?: string;
  isFolder?: boolean;
}

/** Files that were kept in this span: each is written once, and never again. */
async function* filesKept(folder: string, isIn: (time: number) => boolean): AsyncGenerator<Source> {
  for await (const { name } of await fs.opendir(folder)) {
    const stat = await fs.stat(join(folder, name)).catch(() => undefined);
    // Keeping is a rename, which is told by the second.
    if (stat?.isFile() && isIn(Math.max(stat.mtimeMs, stat.ctimeMs)))
      yield { name: `files/${name}`, path: join(folder, name) };
  }
}

/**
 * All that is to be kept of a data folder. Files that are there now come before the database, those that came meanwhile behind it, so
 * that the copy has each file that its database names, but for what was deleted amid.
 */
async function* sources({ config, db }: Context): AsyncGenerator<Source> {
  const { dataDir } = config;
  const began = Date.now() - clockSlackMs;
  yield { name: 'files', isFolder: true };
  const files = config.storage ? undefined : join(dataDir, 'files');
  if (files) yield* filesKept(files, (time) => time < began);
  yield { name: 'database', isFolder: true };
  const query = async <T>(statement: string) => (await sql.raw<T>(statement).execute(db)).rows;
  for await (const { name, ...rest } of copyDatabase(join(dataDir, 'database'), query))
    yield { name: `database/${name}`, ...rest };
  if (files) yield* filesKept(files, (time) => time >= began);
  if (!config.secretKeys?.length) yield { name: 'secret-key', path: join(dataDir, 'secret-key') };
}

const isGone = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/** An entry of as many bytes as its header says: a file of the database may grow or shrink meanwhile, which its log knows of. */
async function* entryOf({ name, path, text, isFolder = false }: Source, at: Date): AsyncGenerator<Buffer> {
  if (isFolder || path === undefined) {
    const bytes = Buffer.from(text ?? '');
    yield tarHeader({ name, size: bytes.length, isFolder }, at);
    yield bytes;
    yield tarPadding(bytes.length);
    return;
  }
  const file = await fs.open(path, 'r').catch(isGone);
  if (!file) return;
  try {
    const { size } = await file.stat();
    yield tarHeader({ name, size, isFolder }, at);
    let left = size;
    while (left > 0) {
      const piece = Buffer.alloc(Math.min(pieceBytes, left));
      const { bytesRead } = await file.read(piece, 0, piece.length, size - left);
      // What is missing of one that has shrunk stays zero.
      left -= bytesRead === 0 ? piece.length : bytesRead;
      yield bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
    }
    yield tarPadding(size);
  } finally {
    await file.close();
  }
}

async function* archive(context: Context, onEntry: () => void): AsyncGenerator<Buffer> {
  const at = context.clock();
  const hash = createHash('sha256');
  let entries = 0;
  for await (const source of sources(context)) {
    let isThere = false;
    for await (const piece of entryOf(source, at)) {
      hash.update(piece);
      isThere = true;
      if (piece.length > 0) yield piece;
    }
    if (!isThere) continue;
    entries++;
    onEntry();
  }
  const { rows } = await sql<{ migration: number }>`
    select max(number) as migration from schema_migrations`.execute(context.db);
  const seal: Seal = {
    format: 1,
    at: at.toISOString(),
    migration: rows[0]?.migration ?? 0,
    entries,
    sha256: hash.digest('hex'),
  };
  yield* entryOf({ name: sealName, text: JSON.stringify(seal) }, at);
  yield tarEnd;
}

let isWriting = false;

/** Writes the embedded database and the files into one archive, while the program runs. Gives what it holds. */
export async function writeBackup(
  context: Context,
  file: string,
  signal: AbortSignal,
): Promise<{ entries: number; bytes: number }> {
  // Nobody but this process has the folder open.
  if (isWriting) throw new Error('a backup is being written');
  isWriting = true;
  const own = `${file}.unfinished`;
  let entries = 0;
  try {
    if (existsSync(file)) throw new Error(`${file} is there already`);
    const target = createWriteStream(own, { mode: 0o600 });
    await pipeline(
      Readable.from(
        archive(context, () => entries++),
        { objectMode: false },
      ),
      // Documents are packed already; a database is half air, which the quickest way takes out.
      createGzip({ level: 1 }),
      target,
      { signal },
    );
    const handle = await fs.open(own, 'r');
    await handle.sync();
    await handle.close();
    await fs.rename(own, file);
    syncFolder(dirname(file));
    return { entries, bytes: target.bytesWritten };
  } catch (error) {
    await fs.rm(own, { force: true });
    throw error;
  } finally {
    isWriting = false;
  }
}
