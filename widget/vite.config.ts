import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
  // It leaves declarations in our order, and in `styles.css` that is the one that gzip shrinks best.
  cssMinify: 'esbuild' as const,
  modulePreload: false as const,
};

/** What the panel's parts call each other by. None of it is the page's, the protocol's or another file's: it gets short names. */
const ownNames =
  /^(conversation|focusField|focusWithin|announce|say|element|field|draw|dress|widget|tools|isShown|isOver|mark|paint|views|drawAll|begin|follow|drawCards|busy|started|frame|allows|table|kind|lines|restart|refusal|composer|footer|header)$/;

/** Also looked up by the code of what went wrong. */
const lookedUp = ['network', 'internal'];
const named = /(?<![.\w])t\.(\w+)\b/g;

/**
 * One language's sentences in the place of both: a visitor reads, and loads, one. A sentence stands where it is named (as
 * `t.send`), so that its name is not loaded; those that are functions, or looked up, stay together.
 */
function oneLanguage(language: Language): Plugin {
  let texts: Record<string, unknown> = {};
  const inPlace = (key: string) => typeof texts[key] === 'string' && !lookedUp.includes(key);
  return {
    name: 'one-language',
    enforce: 'pre',
    async buildStart() {
      const { module } = await runnerImport<typeof import('./src/messages.ts')>(
        join(sources, 'messages.ts'),
        {
          configFile: false,
        },
      );
      texts = module.textsIn(language);
    },
    async load(id) {
      if (!id.endsWith('/src/messages.ts')) return null;
      const using = await Promise.all(
        (await readdir(join(sources, 'panel'), { recursive: true }))
          .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
          .map((file) => readFile(join(sources, 'panel', file), 'utf8')),
      );
      const placed = new Set(
        [...using.join('\n').matchAll(named)].map(([, key = '']) => key).filter(inPlace),
      );
      let sentences = '';
      for (const [key, sentence] of Object.entries(texts))
        if (!placed.has(key))
          sentences += `${key}:${typeof sentence === 'string' ? JSON.stringify(sentence) : sentence},`;
      return `export const textsIn = () => ({${sentences}});`;
    },
    transform(code, id) {
      if (!id.startsWith(join(sources, 'panel'))) return null;
      return {
        code: code.replace(named, (found, key: string) =>
          inPlace(key) ? JSON.stringify(texts[key]) : found,
        ),
        map: null,
      };
    },
  };
}

/** What the panels' file names begin with, in the files that load them. */
const namedPanel = (prefix: () => string): Plugin => ({
  name: 'named-panel',
  transform: (code) =>
    code.includes('PANEL}') ? { code: code.replace('$' + '{PANEL}', prefix()), map: null } : null,
});

async function moduleOf(entry: string, plugin?: Plugin): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    plugins: plugin ? [plugin] : [],
    build: {
      ...shared,
      write: false,
      rolldownOptions: {
        input: join(sources, entry),
        preserveEntrySignatures: 'strict',
        optimization: { inlineConst: { mode: 'all', pass: 3 } },
        output: {
          minify: {
            compress: true,
            mangle: { toplevel: true },
            codegen: { removeWhitespace: true },
            mangleProps: { include: ownNames },
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 8);

/**
 * The build proper is the loader: a classic script, since the page includes it without `type="module"`. Before
 * it come the panels, one a language, what draws pictures, and the scripts of the embed page and of the customiser's preview; all find
 * the panels by a name that changes with their content. `files.json` tells the server what to serve; `panel` and `picture` are those to measure.
 */
function panels(): Plugin {
  let prefix = '';
  const files = {
    loader: 'widget.js',
    panel: '',
    picture: '',
    page: '',
    preview: '',
    assets: [] as string[],
  };
  return {
    ...namedPanel(() => prefix),
    async buildStart() {
      for (const file of await readdir(sources, { recursive: true })) this.addWatchFile(join(sources, file));
      const codes: [name: string, code: string][] = [];
      for (const language of languages)
        codes.push([language, await moduleOf('styled-panel.ts', oneLanguage(language))]);
      codes.push(['picture', await moduleOf('picture.ts')]);
      prefix = `panel-${digest(codes.join())}-`;
      const named = namedPanel(() => prefix);
      const page = await moduleOf('embed-page.ts', named);
      const preview = await moduleOf('preview-page.ts', named);
      files.panel = `${prefix}fr.js`;
      files.picture = `${prefix}picture.js`;
      files.page = `embed-page-${digest(page)}.js`;
      files.preview = `preview-page-${digest(preview)}.js`;

      await rm(outDir, { recursive: true, force: true });
      await mkdir(outDir, { recursive: true });
      await writeFile(join(outDir, files.page), page);
      await writeFile(join(outDir, files.preview), preview);
      files.assets = [files.page, files.preview];
      for (const [name, code] of codes) {
        await writeFile(join(outDir, `${prefix}${name}.js`), code);
        files.assets.push(`${prefix}${name}.js`);
      }
    },
    async writeBundle() {
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
