import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** This file lies in `server/src/kit/http`, or in `dist/server` once bundled. */
export const distFolder = join(dirname(here), extname(here) === '.ts' ? '../../../../dist' : '..');
