import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReadText } from '../ingest/phrases.ts';
import { normalise } from '../material/collections.ts';
import { installPackages } from '../setup/packages.ts';

/** As measured: the loaders, the splitter, and the parsers that the loaders ask for. */
const packages = [
  '@langchain/classic@1.0.50',
  '@langchain/community@1.1.29',
  '@langchain/core@1.2.13',
  '@langchain/textsplitters@1.0.2',
  'd3-dsv@2.0.0',
  'mammoth@1.13.0',
  'pdf-parse@1.1.1',
];
const name = 'LangChain.js loaders and its recursive splitter (1,000 characters, 200 of overlap)';

let folder = process.env.BENCH_LANGCHAIN;

/**
 * The reference, in the folder that BENCH_LANGCHAIN names or in one of its own outside the repository, which is
 * removed again. Undefined where it can't be installed.
 */
export async function openReference(): Promise<{ name: string; close(): Promise<void> } | undefined> {
  const installed = await installPackages('langchain', packages, folder);
  if (!installed) return undefined;
  folder = installed.folder;
  return { name, close: installed.remove };
}

interface Loaded {
  pageContent: string;
  metadata: { loc?: { pageNumber?: number; lines?: { from: number } }; line?: number };
}
interface Loader {
  load(): Promise<Loaded[]>;
}
type LoaderClass = new (path: string) => Loader;

const load = async (name: string) => {
  const require = createRequire(join(folder ?? '', 'package.json'));
  return (await import(pathToFileURL(require.resolve(name)).href)) as Record<string, unknown>;
};

const loaders: Record<string, [module: string, name: string] | undefined> = {
  '.pdf': ['@langchain/community/document_loaders/fs/pdf', 'PDFLoader'],
  '.docx': ['@langchain/community/document_loaders/fs/docx', 'DocxLoader'],
  '.csv': ['@langchain/community/document_loaders/fs/csv', 'CSVLoader'],
  '.txt': ['@langchain/classic/document_loaders/fs/text', 'TextLoader'],
};

export const hasLoader = (path: string) => loaders[extname(path)] !== undefined;

/** What the reference makes of a document; it has no loader for XLSX. */
export async function readByReference(
  path: string,
): Promise<{ reading: ReadText; failed: boolean; seconds: number }> {
  const named = loaders[extname(path)];
  if (!named) return { reading: { whole: '', at: () => '' }, failed: false, seconds: 0 };
  const from = performance.now();
  let documents: Loaded[] = [];
  let failed = false;
  try {
    const Loader = (await load(named[0]))[named[1]] as LoaderClass;
    const { RecursiveCharacterTextSplitter } = (await load('@langchain/textsplitters')) as {
      RecursiveCharacterTextSplitter: new (
        options: object,
      ) => { splitDocuments(documents: Loaded[]): Promise<Loaded[]> };
    };
    const splitter = new RecursiveCharacterTextSplitter({ chunkSize: 1000, chunkOverlap: 200 });
    documents = await splitter.splitDocuments(await new Loader(path).load());
  } catch {
    failed = true;
  }
  const seconds = (performance.now() - from) / 1000;
  const text = (parts: readonly Loaded[]) =>
    normalise(parts.map(({ pageContent }) => pageContent).join('\n'));
  return {
    failed,
    seconds,
    reading: {
      whole: text(documents),
      at: ({ page }) =>
        text(documents.filter(({ metadata }) => page === undefined || metadata.loc?.pageNumber === page)),
    },
  };
}

/** The reference's seconds for these documents, in a process of its own that has loaded nothing before. */
export async function measureReferenceSeconds(paths: readonly string[]): Promise<number> {
  const child = fork(join(import.meta.dirname, 'ingest-run.ts'), paths, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, BENCH_LANGCHAIN: folder },
    // The loaders' own warnings.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const [seconds] = (await once(child, 'message')) as [number];
  return seconds;
}
