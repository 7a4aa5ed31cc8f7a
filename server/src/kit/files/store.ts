import { createHash, randomUUID } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';

/** An upload that is whole, but not yet kept. */
export interface ReceivedFile {
  path: string;
  size: number;
  sha256: string;
  /** Forgets the upload; after `keep` it does nothing. */
  discard(): Promise<void>;
}

/** Where files are kept. Keys are UUIDs: names that people gave live in the database only. */
export interface FileStore {
  /** Throws `too_large` past `maxBytes`, reading on without keeping so that a form's next file still arrives. */
  receive(stream: Readable, options: { maxBytes: number }): Promise<ReceivedFile>;
  /** Once this returns, the file survives a power cut. */
  keep(received: ReceivedFile, key: string): Promise<void>;
  open(key: string): Promise<Readable>;
  /** For readers that need a file of their own; `release` when done. */
  localPath(key: string): Promise<{ path: string; release(): Promise<void> }>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>;
  /** What must outlive the database and is in no backup of it. */
  notes: Notes;
}

/** Small texts beside the files, under names that the program chooses. */
export interface Notes {
  /** Once this returns, the note survives a power cut; one of this name is replaced. */
  write(name: string, text: string): Promise<void>;
  /** Undefined where there is no note of this name. */
  read(name: string): Promise<string | undefined>;
  /** The names, in order. */
  list(): Promise<string[]>;
}

/** Where notes lie: a folder of DATA_DIR, or what their names in a bucket begin with. */
export const notesFolder = 'deletions';

export function checkNoteName(name: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{0,99}$/.test(name))
    throw new Error('A note has a name of small letters and digits.');
  return name;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export const isFileKey = (name: string) => uuid.test(name);

export function checkFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error('A file key must be a UUID.');
  return key;
}

/**
 * The refusal for a full disk, which is the operator's to mend and the caller's to know; every other error stays what
 * it is.
 */
export function toRefusal(error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT' ? new AppError('storage_full') : error;
}

const abandonedAfterMs = 24 * 3600_000;

/** The folder of uploads under way; leftovers of a process that was killed are cleared. */
export async function openIncoming(folder: string): Promise<string> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await fs.readdir(folder)) {
    const path = join(folder, name);
    const stat = await fs.stat(path).catch(() => undefined);
    if (stat && Date.now() - stat.mtimeMs > abandonedAfterMs) await fs.rm(path, { force: true });
  }
  return folder;
}

/** Streams to a file of its own in `folder`, counting and digesting on the way. */
export async function receiveInto(
  folder: string,
  stream: Readable,
  { maxBytes }: { maxBytes: number },
): Promise<ReceivedFile> {
  const path = join(folder, randomUUID());
  const discard = () => fs.rm(path, { force: true });
  const hash = createHash('sha256');
  let size = 0;
  // A sender that breaks off before the loop below listens must not end the process.
  stream.on('error', () => {});
  const file = await fs.open(path, 'wx', 0o600).catch((error) => {
    stream.resume();
    throw toRefusal(error);
  });
  try {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new AppError('too_large', { limitBytes: maxBytes });
      hash.update(chunk);
      await file.writeFile(chunk);
    }
  } catch (error) {
    stream.resume();
    await file.close();
    await discard();
    throw toRefusal(error);
  }
  await file.close();
  return { path, size, sha256: hash.digest('hex'), discard };
}
