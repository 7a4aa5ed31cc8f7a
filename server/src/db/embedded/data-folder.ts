import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';

/** A data folder that cannot be used. The sentence is for the operator: it ends the start as it stands. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

/**
 * How long a new lock is left before it is trusted: a rival that took its predecessor's remains for it has put it back
 * by then.
 */
const settleMs = 100;

/**
 * A path of the folder that is short until it is closed: a socket's may have 107 bytes at most, and one through the folder's
 * open descriptor always fits.
 */
export function shortPathOf(folder: string): { path: string; close: () => void } {
  const descriptor = fs.openSync(folder, 'r');
  return {
    path: process.platform === 'linux' ? `/proc/self/fd/${descriptor}` : folder,
    close: () => fs.closeSync(descriptor),
  };
}

/**
 * Locks the folder for this process alone, and returns the release. The lock is a listening socket in the folder: the
 * kernel closes it with the process, however it dies, so no left-over can be mistaken for a living holder, and a reused
 * process number can't either. It also holds between containers that share a volume.
 */
export async function lockDataFolder(folder: string): Promise<() => Promise<void>> {
  const { path: near, close } = shortPathOf(folder);
  const lock = join(near, 'lock');
  const mine = join(near, `lock.${randomBytes(6).toString('hex')}`);
  const server = net.createServer((socket) => socket.destroy());
  server.unref();
  const abandon = async (reason: string): Promise<never> => {
    await new Promise((closed) => server.close(closed));
    fs.rmSync(mine, { force: true });
    close();
    throw new DataFolderError(reason);
  };
  try {
    await new Promise<void>((listening, failed) => server.once('error', failed).listen(mine, listening));
  } catch (error) {
    close();
    throw new DataFolderError(`DATA_DIR: no lock can be made in ${folder}: ${(error as Error).message}`);
  }
  // Listening first and linked second: whoever sees the lock can already connect to it.
  const inode = fs.statSync(mine).ino;
  const taken = `DATA_DIR: another Parlance is running on ${folder}; stop it, or choose another folder`;
  while (!link(mine, lock)) {
    const seen = inodeOf(lock);
    if (await isAnswered(lock)) return abandon(taken);
    removeDead(lock, seen);
  }
  fs.rmSync(mine, { force: true });
  await new Promise((settled) => setTimeout(settled, settleMs));
  if (inodeOf(lock) !== inode) return abandon(taken);

  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    if (inodeOf(lock) === inode) fs.rmSync(lock, { force: true });
    await new Promise((closed) => server.close(closed));
    close();
  };

  /**
   * Removes a dead process's lock. Between the look and the removal another start may have put its own there: that one
   * is put back.
   */
  function removeDead(path: string, seen: number | undefined) {
    const aside = join(near, `lock.${randomBytes(6).toString('hex')}`);
    try {
      fs.renameSync(path, aside);
    } catch {
      return;
    }
    if (inodeOf(aside) !== seen) link(aside, path);
    fs.rmSync(aside, { force: true });
  }
}

function link(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

const inodeOf = (path: string) => fs.statSync(path, { throwIfNoEntry: false })?.ino;

/** Whether a living process listens behind the socket. */
const isAnswered = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
