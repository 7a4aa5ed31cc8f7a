import { join } from 'node:path';
import { isFresh } from '../../../scripts/freshness.mjs';
import { distFolder } from '../kit/http/dist-folder.ts';

/**
 * Stands in for `db/entries.ts` in tests: threads and processes start from the bundle where the build is of these sources,
 * as they do for people. Through the TypeScript loader each takes four times as long.
 */
export const runsFromSource = !isFresh();

export function entryFile(path: string): string {
  const name = path.split('/').at(-1) as string;
  return runsFromSource
    ? join(import.meta.dirname, '..', `${path}.ts`)
    : join(distFolder, `server/${name}.js`);
}

/** What starts the whole program as a process of its own. */
export const programCommand = [...(runsFromSource ? ['--import', 'tsx'] : []), entryFile('main')];

/** What starts a command of its operator as a process of its own; its words follow. */
export const commandOfOperator = [...(runsFromSource ? ['--import', 'tsx'] : []), entryFile('parlance')];
