import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { sizeLimits } from './size-limits.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Puts the boot script and the two canvas colours of the tokens into the page, so that each stands in one place. */
function bootScript(): Plugin {
  return {
    name: 'parlance-boot-script',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const tokens = readFileSync(here('src/app/tokens.css'), 'utf8');
        const [dark, light] = [...tokens.matchAll(/--color-canvas: (#[0-9a-f]{6});/g)].map(
          (match) => match[1],
        );
        if (!dark || !light) throw new Error('tokens.css names no --color-canvas for both themes');
        const source = readFileSync(here('boot.js'), 'utf8');
        const { code } = await transformWithOxc(source.replace(/^\/\/.*\n/, ''), 'boot.js', {});
        return html
          .replace('/* boot */', () => code.trim())
          .replaceAll('%canvas-dark%', dark)
          .replaceAll('%canvas-light%', light);
      },
    },
  };
}

/** A file that could not be fetched is fetched again under another address: see `importAgain`. */
function importsAgain(): Plugin {
  const call = /\bimport\((["'`])(\.{1,2}\/[\w./-]+\.js)\1\)/g;
  return {
    name: 'parlance-imports-again',
    enforce: 'post',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle))
        if (chunk.type === 'chunk')
          chunk.code = chunk.code.replace(
            call,
            (made, mark: string, file: string) =>
              `${made}.catch(()=>importAgain(new URL(${mark}${file}${mark},import.meta.url)))`,
          );
    },
  };
}

/** What the first script needs whole, or all but whole: fine shared chunks would only compress worse. */
const firstPackages =
  /node_modules\/(react|react-dom|scheduler|react-router|tslib|@supabase\/auth-js)\/|node_modules\/@tanstack\/(query-core\/.*\/(queryClient|queryCache|mutationCache|query|mutation|utils|focusManager|onlineManager|notifyManager|retryer|removable|subscribable|thenable|timeoutManager|environmentManager)|react-query\/.*\/QueryClientProvider)\.js$/;

interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** The files that this one imports, directly or through others, and itself. */
function filesOf(
  graph: Graph,
  id: string,
  isFollowed: (id: string) => boolean = () => true,
  seen = new Set<string>(),
): Set<string> {
  if (seen.has(id) || !isFollowed(id)) return seen;
  seen.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) filesOf(graph, next, isFollowed, seen);
  return seen;
}

const filesOfAll = (graph: Graph, files: readonly string[]) =>
  new Set(files.flatMap((file) => [...filesOf(graph, here(`src/${file}`))]));

/** Our own files of the first script. */
const firstFiles = (graph: Graph) =>
  filesOf(graph, here('src/main.tsx'), (id) => !id.includes('node_modules'));

/** What is needed beyond it on the way in, and around every screen behind it. */
const filesOfLogin = (graph: Graph) =>
  filesOfAll(graph, ['app/signed-out/SignedOutLayout.tsx', 'features/auth/screens/Login/Login.tsx']);
const filesOfShell = (graph: Graph) => filesOfAll(graph, ['frames.tsx']);

const router = (file: string) => here(`../node_modules/react-router/dist/production/${file}`);

export default defineConfig(({ command }) => ({
  root: here('.'),
  plugins: [react(), tailwindcss(), bootScript(), importsAgain(), sizeLimits()],
  resolve: {
    alias: [
      // Radix's scroll lock writes a <style>, which `style-src 'self'` refuses; ours adopts a style sheet.
      { find: 'react-style-singleton', replacement: here('src/ui/adopted-style.ts') },
      // The package names its development build for every bundler: warnings that nobody would read.
      ...(command === 'build'
        ? [
            { find: /^react-router$/, replacement: router('index.mjs') },
            { find: /^react-router\/dom$/, replacement: router('dom-export.mjs') },
            {
              find: /^\.\/(GoTrueAdminApi|lib\/(webauthn|web3\/ethereum))$/,
              replacement: here('src/lib/auth-left-out.ts'),
            },
          ]
        : []),
    ],
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    modulePreload: {
      polyfill: false,
      // A link for each file costs a slow telephone more than the one round trip that it spares.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => file.endsWith('.css')),
    },
    assetsInlineLimit: 0,
    sourcemap: false,
    rolldownOptions: {
      output: {
        // The entry lists every chunk for preloading: what nobody asks for by name is named by its hash alone.
        chunkFileNames: ({ isDynamicEntry }) => `assets/${isDynamicEntry ? '[name]-' : ''}[hash:7].js`,
        codeSplitting: {
          groups: [
            {
              debugName: 'first',
              name: (id, graph) => (firstPackages.test(id) || firstFiles(graph).has(id) ? 'first' : null),
            },
            // A browser pays for each file, however small: what several entries share comes in few.
            {
              debugName: 'frame',
              name: (id, graph) =>
                filesOfLogin(graph).has(id) && filesOfShell(graph).has(id) ? 'frame' : null,
              minShareCount: 4,
            },
            {
              debugName: 'kit',
              name: (id, graph) =>
                filesOfLogin(graph).has(id) && !id.includes('/features/auth/') ? 'kit' : null,
              minShareCount: 4,
            },
            { name: 'auth', test: /\/features\/auth\//, minShareCount: 6 },
            {
              debugName: 'shell',
              name: (id, graph) => (filesOfShell(graph).has(id) ? 'shell' : null),
              minShareCount: 4,
            },
            { name: 'screens', minShareCount: 8 },
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
          ],
        },
      },
    },
    target: ['es2023', 'chrome111', 'firefox114', 'safari16.4'],
  },
}));
