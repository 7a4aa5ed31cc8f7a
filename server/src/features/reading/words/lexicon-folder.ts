import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the sources, or beside the bundle: the build puts this folder's files into `dist/server`. */
export const lexiconFolder = join(dirname(fileURLToPath(import.meta.url)), 'lexicon');
