import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

/** Whether the program runs from its TypeScript sources (development) or from the bundle. */
export const runsFromSource = extname(here) === '.ts';

/** The path of an entry of its own (a worker, a child): beside the sources, or flat in `dist/server` once bundled. */
export function entryFile(path: string): string {
  const name = path.split('/').at(-1) as string;
  return runsFromSource ? join(dirname(here), '..', `${path}.ts`) : join(dirname(here), `${name}.js`);
}
