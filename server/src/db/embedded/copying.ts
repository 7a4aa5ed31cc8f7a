import { promises as fs } from 'node:fs';
import { join } from 'node:path';

/** A file of the database as it is copied: with text where it lies nowhere. */
export interface CopiedFile {
  name: string;
  path: string;
  isFolder: boolean;
}

type Session = <T>(statement: string) => Promise<T[]>;

const log = 'pg_wal';
/** Of the process that runs, and what would be read of it. */
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'backup_label.old']);

async function* walk(folder: string, below = ''): AsyncGenerator<CopiedFile> {
  for await (const entry of await fs.opendir(join(folder, below))) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (leftOut.has(name)) continue;
    const isFolder = entry.isDirectory();
    yield { name, path: join(folder, name), isFolder };
    if (isFolder) yield* walk(folder, name);
  }
}

/** The log's files that are to be copied: its segments, from the first that is needed to the last. */
const isNeeded = (name: string, from: string, to: string) =>
  !/^[0-9A-F]{24}$/.test(name) || (name >= from && name <= to);

/**
 * The database's files, copied while it is written to: by PostgreSQL's own way for that, which notes where the copy began and
 * ends, so that its log makes one moment of it, that of the end. Between two files others are answered. `label` is to lie in the
 * copy as `backup_label`.
 */
export async function* copyDatabase(
  folder: string,
  query: Session,
): AsyncGenerator<CopiedFile | { name: string; text: string }> {
  await query(`select pg_backup_start('parlance', fast => true)`);
  let isStopped = false;
  try {
    for await (const file of walk(folder)) if (file.isFolder || !file.name.startsWith(`${log}/`)) yield file;
    const [stopped] = await query<{ labelfile: string; last: string }>(
      'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    isStopped = true;
    if (!stopped) throw new Error('the database did not say where its copy ends');
    const first = /\(file ([0-9A-F]{24})\)/.exec(stopped.labelfile)?.[1] ?? '';
    for await (const file of walk(folder, log))
      if (!file.isFolder && isNeeded(file.name.slice(log.length + 1), first, stopped.last)) yield file;
    yield { name: 'backup_label', text: stopped.labelfile };
  } finally {
    if (!isStopped) await query('select pg_backup_stop(false)');
  }
}
