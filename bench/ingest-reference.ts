import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { normalise, type Reading } from './ingest-phrases.ts';

/**
 * A folder outside the repository where @langchain/community, @langchain/classic, @langchain/textsplitters and the
 * parsers that their loaders ask for (pdf-parse 1, mammoth, d3-dsv 2) are installed.
 */
const folder = process.env.BENCH_LANGCHAIN;

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

export async function referenceName(): Promise<string | undefined> {
  if (folder === undefined || !existsSync(join(folder, 'node_modules/@langchain/community')))
    return undefined;
  return 'LangChain.js loaders and its recursive splitter (1,000 characters, 200 of overlap)';
}

const loaders: Record<string, [module: string, name: string] | undefined> = {
  '.pdf': ['@langchain/community/document_loaders/fs/pdf', 'PDFLoader'],
  '.docx': ['@langchain/community/document_loaders/fs/docx', 'DocxLoader'],
  '.csv': ['@langchain/community/document_loaders/fs/csv', 'CSVLoader'],
  '.txt': ['@langchain/classic/document_loaders/fs/text', 'TextLoader'],
};

/** What the reference makes of a document; it has no loader for XLSX. */
export async function readByReference(
  path: string,
): Promise<{ reading: Reading; failed: boolean; seconds: number }> {
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
