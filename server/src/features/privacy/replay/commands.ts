import { promises as fs } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from '../../../operation/commands/command.ts';
import { numberOf, readNote } from './register.ts';
import { type ReplayParts, replay, tellDone } from './replay.ts';

/** Replays a register that lies elsewhere: a copy of one, for a database whose own was lost. */
export const replayDeletions = (parts: ReplayParts): Command => ({
  name: 'replay-deletions',
  parameters: ['FILE'],
  summary: 'Deletes again whatever a register of deletions names: a folder of it, or one of its files',
  async run(context, { args: [place = ''], say, signal }) {
    const isFolder = (await fs.stat(place)).isDirectory();
    const files = isFolder
      ? (await fs.readdir(place))
          .filter((name) => numberOf(name) !== undefined)
          .map((name) => join(place, name))
      : [place];
    if (files.length === 0) throw new Error(`${place} holds no register of deletions`);
    const sum = { account: 0, chatbot: 0, source: 0, conversation: 0, api_key: 0 };
    for (const file of files.sort()) {
      const deletions = readNote(basename(file), await fs.readFile(file, 'utf8'));
      const done = await replay(context, parts, deletions, signal);
      for (const kind of Object.keys(sum) as (keyof typeof sum)[]) sum[kind] += done[kind];
    }
    say(tellDone(sum));
    return 0;
  },
});
