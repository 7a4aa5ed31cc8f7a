import fs from 'node:fs';
import { join } from 'node:path';
import { DataFolderError } from './data-folder.ts';

/** What a restored archive is unpacked into, until it is whole. */
export const unfinished = 'restore.unfinished';
/** What is whole, and takes its place at the next look: a rename decides, so that a kill leaves the old or the new. */
const ready = 'restore.ready';
/** The database last: without one, nothing starts. */
const parts = ['secret-key', 'files', 'database'];

export function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
}

/** Lets what was unpacked take the place of what was there. */
export function installRestored(dataDir: string): void {
  fs.renameSync(join(dataDir, unfinished), join(dataDir, ready));
  syncFolder(dataDir);
  finishRestore(dataDir);
}

/**
 * Finishes a restore that was decided: each part takes its place, what was there goes aside. Done before a folder is opened, by
 * whoever holds its lock.
 */
export function finishRestore(dataDir: string): void {
  const from = join(dataDir, ready);
  if (!fs.existsSync(from)) {
    if (fs.existsSync(join(dataDir, unfinished)) && !fs.existsSync(join(dataDir, 'database')))
      throw new DataFolderError(
        `DATA_DIR: a restore into ${dataDir} was broken off; run it again, or delete ${unfinished} there`,
      );
    return;
  }
  const aside = join(from, 'replaced');
  for (const part of parts) {
    if (!fs.existsSync(join(from, part))) continue;
    if (fs.existsSync(join(dataDir, part))) {
      fs.mkdirSync(aside, { recursive: true, mode: 0o700 });
      fs.renameSync(join(dataDir, part), join(aside, part));
    }
    fs.renameSync(join(from, part), join(dataDir, part));
    syncFolder(dataDir);
  }
  if (fs.existsSync(aside)) fs.renameSync(aside, join(dataDir, `replaced-${Date.now()}`));
  fs.rmSync(from, { recursive: true });
  syncFolder(dataDir);
}
