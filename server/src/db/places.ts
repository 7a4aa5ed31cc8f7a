import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** Beside the sources, or beside the bundle: the build puts this folder's SQL and worker into `dist/server`. */
const folder = dirname(here);

export const runsFromSource = extname(here) === '.ts';
export const migrationsFolder = join(folder, 'migrations');
export const embeddedWorkerFile = join(folder, runsFromSource ? 'embedded-worker.ts' : 'embedded-worker.js');
