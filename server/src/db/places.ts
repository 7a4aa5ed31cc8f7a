import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Beside the sources, or beside the bundle: the build puts this folder's SQL into `dist/server`. */
export const migrationsFolder = join(dirname(fileURLToPath(import.meta.url)), 'migrations');
