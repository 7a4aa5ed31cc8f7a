import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import production from '../../server/vite.config.ts';

const root = join(import.meta.dirname, '../..');
const outDir = join(root, 'node_modules/.cache/bench-ingest');
const reading = join(root, 'server/src/features/reading');

/** The reading feature and its process as production runs them: the TypeScript loader's weight is not theirs. */
export async function bundleReading(): Promise<typeof import('@parlance/server/features/reading/service')> {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    ssr: production.ssr,
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        input: {
          service: join(reading, 'service.ts'),
          'document-child': join(reading, 'processes/document-child.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  await cp(join(reading, 'words/lexicon'), join(outDir, 'lexicon'), { recursive: true });
  return import(pathToFileURL(join(outDir, 'service.js')).href);
}
