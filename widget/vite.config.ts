import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, defineConfig, type Plugin } from 'vite';

const folder = import.meta.dirname;
const outDir = join(folder, 'dist/widget');

/**
 * The loader is a classic script of its own (the page includes it without `type="module"`), built once the
 * name of the panel's file is known. `files.json` tells the server what to serve.
 */
const loader: Plugin = {
  name: 'loader',
  async writeBundle(_options, bundle) {
    const named = (name: string) => {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk' && chunk.isEntry && chunk.name === name) return chunk.fileName;
      throw new Error(`no ${name} in the widget's build`);
    };
    const panel = named('panel');
    await build({
      configFile: false,
      root: folder,
      logLevel: 'warn',
      define: { PANEL: JSON.stringify(`../../assets/${panel}`) },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        rolldownOptions: {
          input: join(folder, 'src/loader.ts'),
          output: { format: 'iife', entryFileNames: 'widget.js' },
        },
      },
    });
    const files = { loader: 'widget.js', panel, page: named('embed-page'), assets: Object.keys(bundle) };
    await writeFile(join(outDir, 'files.json'), `${JSON.stringify(files)}\n`);
  },
};

export default defineConfig({
  root: folder,
  plugins: [loader],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: false,
    rolldownOptions: {
      input: { panel: join(folder, 'src/panel.ts'), 'embed-page': join(folder, 'src/embed-page.ts') },
      preserveEntrySignatures: 'allow-extension',
      output: { format: 'es', entryFileNames: '[name]-[hash].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
