import { promises as fs } from 'node:fs';
import type { Config } from '../../../config.ts';
import type { Context } from '../../../context.ts';
import { openFiles } from '../../../kit/files/open.ts';
import { openProgram } from '../../../open-context.ts';
import type { ColdCommand, Command } from '../command.ts';
import { writeBackup } from './archive.ts';
import { restoreBackup } from './restoring.ts';

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

export const backup: Command = {
  name: 'backup',
  parameters: ['FILE'],
  summary: 'Writes the embedded database and the files into one archive, while the program runs',
  async run(context, { args: [file = ''], say, signal }) {
    if (context.database.kind !== 'embedded')
      throw new Error('this database is PostgreSQL’s: back it up with pg_dump, as docs/operation.md says');
    const { entries, bytes } = await writeBackup(context, file, signal);
    say(`${file}: ${entries} files, ${megabytes(bytes)}.`);
    if (context.config.storage) say('Documents are in the bucket, and not in this archive.');
    return 0;
  },
};

/** Whether there is a register of deletions to hold a restored database against. */
const hasRegister = async (config: Config) => (await (await openFiles(config)).notes.list()).length > 0;

const withoutDeletions = '--without-deletions';

type Prepare = (context: Context, run: { say: (line: string) => void; signal: AbortSignal }) => Promise<void>;

/** Restores an archive, and has `prepare` repeat what was deleted since. */
export const restore = (prepare: Prepare): ColdCommand => ({
  name: 'restore',
  parameters: ['FILE'],
  options: ['--force', withoutDeletions],
  summary:
    'Puts an archive into the data folder, which must be empty, and deletes again what was deleted since',
  async runCold(config, { args: [file = ''], options, say, signal }) {
    if (config.databaseUrl !== undefined)
      throw new Error('this database is PostgreSQL’s: restore it with pg_restore, as docs/operation.md says');
    await fs.access(file);
    if (!options.has(withoutDeletions) && !(await hasRegister(config)))
      throw new Error(
        `there is no register of deletions: copy the newest one to ${config.dataDir}/deletions, so that what was deleted since this backup is deleted again; or add ${withoutDeletions}`,
      );
    const { at } = await restoreBackup(file, config.dataDir, { mayReplace: options.has('--force') });
    say(`Restored as it was at ${at}.`);
    const context = await openProgram({ ...config, logLevel: 'warn' });
    try {
      await prepare(context, { say, signal });
    } finally {
      await context.close();
    }
    return 0;
  },
});
