import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the lexicon, beside the sources or beside the bundle: the build puts its files into `dist/server`. */
export const lexiconFolder = join(dirname(fileURLToPath(import.meta.url)), 'lexicon');
