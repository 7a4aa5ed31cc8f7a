import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const folder = import.meta.dirname;
const sources = join(folder, 'src');
const outDir = join(folder, '../dist/server');

/**
 * Put into the bundle, because a document's process starts anew for each document: Node needs longer to find, lex and
 * load a library's files one by one than to compile them in one piece.
 */
const readersLibraries =
  /^(?:boolbase|buffer-crc32|css-select|css-what|dom-serializer|domelementtype|domhandler|domutils|entities|htmlparser2|nth-check|papaparse|pend|saxes|xmlchars|yauzl)(?:\/|$)/;

/**
 * Put into the bundle for the program’s own start, of which finding, lexing and loading these libraries’ many hundred files
 * one by one was half of the processor time.
 */
const manyFiledLibraries =
  /^(?:@opentelemetry\/api|bintrees|jose|kysely|nodemailer|oauth4webapi|openid-client|prom-client|stripe|tdigest|undici|ws|zod)(?:\/|$)/;

/** What the program reads as files of its own. */
const data = (): Plugin => ({
  name: 'data',
  async writeBundle() {
    for (const folder of ['db/migrations', 'db/functions', 'features/reading/words/lexicon'])
      await cp(join(sources, folder), join(outDir, basename(folder)), { recursive: true });
    await cp(join(folder, '../docs/guide'), join(outDir, 'guide'), { recursive: true });
  },
});

export default defineConfig({
  root: folder,
  plugins: [data()],
  // The contract is ours and TypeScript; what else is not named stays in node_modules, as Node finds it.
  ssr: { noExternal: [/^@parlance\//, readersLibraries, manyFiledLibraries] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    sourcemap: false,
    minify: false,
    rolldownOptions: {
      // A thread and a process of their own stand beside `main`, where `db/entries.ts` looks.
      input: {
        main: join(sources, 'main.ts'),
        parlance: join(sources, 'parlance.ts'),
        'embedded-worker': join(sources, 'db/embedded/embedded-worker.ts'),
        'document-child': join(sources, 'features/reading/processes/document-child.ts'),
        'pages-child': join(sources, 'features/reading/processes/pages-child.ts'),
        'untrusted-child': join(sources, 'features/chatbots/untrusted/untrusted-child.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
