import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '@parlance/contract/i18n';
import { build, defineConfig, type Plugin, type Rolldown, runnerImport } from 'vite';

const folder = import.meta.dirname;
const sources = join(folder, 'src');
const outDir = join(folder, '../dist/widget');
const languages: Language[] = ['fr', 'en'];

const shared = {
  outDir,
  emptyOutDir: false,
  target: 'es2022',
  cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
  modulePreload: false as const,
};

/** One language's sentences in the place of both. */
const oneLanguage = (language: Language): Plugin => ({
  name: 'one-language',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith('/src/messages.ts')) return null;
    const { module } = await runnerImport<typeof import('./src/messages.ts')>(id, { configFile: false });
    let sentences = '';
    for (const [key, sentence] of Object.entries(module.textsIn(language)))
      sentences += `${key}:${typeof sentence === 'string' ? JSON.stringify(sentence) : sentence},`;
    return `export const textsIn = () => ({${sentences}});`;
  },
});

/** The names of the panels, as the file that is built sees them. */
const namedPanels = (names: () => Record<string, string>, prefix: string): Plugin => ({
  name: 'named-panels',
  transform(code) {
    if (!code.includes('PANELS[')) return null;
    const addresses: Record<string, string> = {};
    for (const language of languages) addresses[language] = prefix + names()[language];
    return { code: code.replace('PANELS[', `(${JSON.stringify(addresses)})[`), map: null };
  },
});

async function buildModule(entry: string, name: string, plugins: Plugin[]): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    plugins,
    build: {
      ...shared,
      rolldownOptions: {
        input: join(sources, entry),
        preserveEntrySignatures: 'strict',
        output: { format: 'es', entryFileNames: `${name}-[hash].js` },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].fileName;
}

/**
 * The build proper is the loader: a classic script, since the page includes it without `type="module"`. Before
 * it come the panels, one a language, and the embed page's script, which both carry the panels' names.
 * `files.json` tells the server what to serve; `panel` is one to measure.
 */
function panels(): Plugin {
  let names: Record<string, string> = {};
  let page = '';
  return {
    ...namedPanels(() => names, '../../assets/'),
    async buildStart() {
      for (const file of await readdir(sources)) this.addWatchFile(join(sources, file));
      await rm(outDir, { recursive: true, force: true });
      names = {};
      for (const language of languages)
        names[language] = await buildModule('panel.ts', `panel-${language}`, [oneLanguage(language)]);
      page = await buildModule('embed-page.ts', 'embed-page', [namedPanels(() => names, './')]);
    },
    async writeBundle() {
      const files = { loader: 'widget.js', panel: names.fr, page, assets: [page, ...Object.values(names)] };
      await writeFile(join(outDir, 'files.json'), `${JSON.stringify(files)}\n`);
    },
  };
}

export default defineConfig({
  root: folder,
  plugins: [panels()],
  build: {
    ...shared,
    rolldownOptions: {
      input: join(sources, 'loader.ts'),
      output: { format: 'iife', entryFileNames: 'widget.js' },
    },
  },
});
