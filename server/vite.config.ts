import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const folder = import.meta.dirname;
const sources = join(folder, 'src');
const outDir = join(folder, '../dist/server');

/** What the program reads as files of its own. */
const migrations = (): Plugin => ({
  name: 'migrations',
  async writeBundle() {
    await cp(join(sources, 'db/migrations'), join(outDir, 'migrations'), { recursive: true });
  },
});

export default defineConfig({
  root: folder,
  plugins: [migrations()],
  // The contract is ours and TypeScript; everything else stays in node_modules, as Node finds it.
  ssr: { noExternal: [/^@parlance\//] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: false,
    minify: false,
    rolldownOptions: {
      // A thread and a process of their own stand beside `main`, where `db/places.ts` and `kit/child.ts` look.
      input: {
        main: join(sources, 'main.ts'),
        'embedded-worker': join(sources, 'db/embedded-worker.ts'),
        'document-child': join(sources, 'features/reading/document-child.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
