import Papa from 'papaparse';
import type { Block } from './block.ts';
import { overLimit, type ReadingError } from './reading-error.ts';
import { looksLikeHeader } from './table-header.ts';
import { textOf } from './text-encoding.ts';

/** Bounds of security S3.6. */
const limits = { rows: 1_000_000, columns: 16_384, cell: 1_048_576 };
const sampleLength = 64 * 1024;

/** The separator that cuts most lines of the sample into the same number of cells, more than one. */
function separatorOf(sample: string): string {
  let best = { separator: ',', score: 0 };
  for (const separator of [',', ';', '\t', '|']) {
    const { data } = Papa.parse<string[]>(sample, {
      delimiter: separator,
      preview: 200,
      skipEmptyLines: 'greedy',
    });
    const widths = new Map<number, number>();
    for (const row of data) widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
    const [width, lines] = [...widths].sort((a, b) => b[1] - a[1])[0] ?? [1, 0];
    const score = width > 1 ? (lines / Math.max(1, data.length)) * Math.log2(width + 1) : 0;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

export async function* readCsv(path: string, encoding: string): AsyncGenerator<Block> {
  const pieces = textOf(path, encoding);
  let sample = '';
  while (sample.length < sampleLength) {
    const next = await pieces.next();
    if (next.done) break;
    sample += next.value;
  }
  const delimiter = separatorOf(sample.slice(0, sample.lastIndexOf('\n', sampleLength) + 1 || undefined));
  const rows: string[][] = [];
  let failure: ReadingError | undefined;
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter });
  parser.on('data', (row: string[]) => {
    if (row.length > limits.columns) failure ??= overLimit('columns');
    else if (row.some((cell) => cell.length > limits.cell)) failure ??= overLimit('cell');
    rows.push(row);
  });
  const ended = new Promise<void>((resolve, reject) => {
    parser.once('end', resolve);
    parser.once('error', reject);
  });

  let number = 0;
  let header: string[] | undefined;
  let first: string[] | undefined;
  let firstNumber = 1;
  const blocks = function* (): Generator<Block> {
    for (const row of rows.splice(0)) {
      number++;
      if (failure) throw failure;
      if (number > limits.rows) throw overLimit('rows');
      if (row.every((cell) => cell.trim() === '')) continue;
      if (first === undefined) {
        first = row;
        firstNumber = number;
        continue;
      }
      if (header === undefined) {
        header = looksLikeHeader(first, row) ? first : [];
        // Told once by itself: a column may have a name and no values.
        yield { kind: 'row', header: [], cells: first, position: { row: firstNumber } };
      }
      yield { kind: 'row', header, cells: row, position: { row: number } };
    }
  };
  const write = (text: string) =>
    new Promise<void>((resolve, reject) =>
      parser.write(text, (error) => (error ? reject(error) : resolve())),
    );
  await write(sample);
  yield* blocks();
  for await (const piece of pieces) {
    await write(piece);
    yield* blocks();
  }
  parser.end();
  await ended;
  yield* blocks();
  if (first !== undefined && header === undefined)
    yield { kind: 'row', header: [], cells: first, position: { row: firstNumber } };
}
