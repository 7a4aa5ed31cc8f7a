import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDocx, makePdf, makeXlsx } from '@parlance/server/test/documents';

const MB = 1_048_576;
const target = 49.5 * MB;

const words = (
  'le service livre chaque commande dans un délai de cinq jours ouvrés the office opens at nine and closes at six ' +
  'prix tarif remise contrat garantie adresse warranty refund delivery customer region report budget figure table'
).split(' ');

/** Words in an order that doesn't repeat, so that no compression flatters the files; the same on each run. */
function wordsFrom(seed: number) {
  let state = seed >>> 0 || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const sentence = () => {
    const count = 8 + (next() % 14);
    const parts = Array.from(
      { length: count },
      () => `${words[next() % words.length]}${next() % 7 === 0 ? next() % 10_000 : ''}`,
    );
    const text = parts.join(' ');
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`;
  };
  return { next, sentence };
}

async function writeText(path: string, line: () => string) {
  const file = createWriteStream(path);
  let size = 0;
  while (size < target) {
    let piece = '';
    while (piece.length < 1 << 16) piece += line();
    size += Buffer.byteLength(piece);
    if (!file.write(piece)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

/** Files of almost 50 MB of each type, and a PDF whose pages are small only while they are deflated. */
export async function* makeLargeDocuments(): AsyncGenerator<{ name: string; path: string; mb: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-bench-'));
  const { next, sentence } = wordsFrom(7);
  const one = async function* (name: string, file: string, make: (path: string) => Promise<void>) {
    const path = join(folder, file);
    await make(path);
    yield { name, path, mb: (await stat(path)).size / MB };
    await rm(path);
  };
  const pages = (count: number, lines: number, length: number) =>
    Array.from({ length: count }, () =>
      Array.from({ length: lines }, () => `${sentence()} ${sentence()}`.slice(0, length)),
    );
  try {
    yield* one('text, paragraphs', 'a.txt', (path) =>
      writeText(path, () => `${sentence()}${next() % 6 === 0 ? '\n\n' : '\n'}`),
    );
    yield* one('text, one line', 'b.txt', (path) => writeText(path, () => `${sentence()} `));
    yield* one('CSV', 'c.csv', (path) =>
      writeText(path, () => `${next()};${sentence()};${sentence()};${next() % 1000}\n`),
    );
    yield* one('DOCX, 340,000 paragraphs, stored', 'd.docx', (path) =>
      makeDocx(path, {
        paragraphs: Array.from({ length: 340_000 }, () => ({ text: sentence() })),
        isStored: true,
      }),
    );
    yield* one('XLSX, 705,000 rows', 'e.xlsx', (path) =>
      makeXlsx(path, {
        sheets: [
          {
            name: 'A',
            rows: Array.from({ length: 705_000 }, (_, at) => [at, sentence(), next() % 1000, sentence()]),
          },
        ],
      }),
    );
    yield* one('PDF, 4,900 pages, stored', 'f.pdf', (path) =>
      makePdf(path, { isStored: true, pages: pages(4_900, 56, 150) }),
    );
    yield* one('PDF, 4,900 dense pages, deflated', 'g.pdf', (path) =>
      makePdf(path, { pages: pages(4_900, 52, 92) }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
