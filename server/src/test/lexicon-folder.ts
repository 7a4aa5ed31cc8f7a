import { join } from 'node:path';
import { distFolder } from '../kit/http/dist-folder.ts';
import { runsFromSource } from './entries.ts';

/**
 * Stands in for `reading/words/lexicon-folder.ts` in tests: what the build has prepared of the lexicon is read, where it is of
 * these sources; working it out takes seconds.
 */
export const lexiconFolder = runsFromSource
  ? join(import.meta.dirname, '../features/reading/words/lexicon')
  : join(distFolder, 'server/lexicon');
