import Papa from 'papaparse';
import type { Block } from '../blocks/block.ts';
import { RowTables } from '../blocks/row-tables.ts';
import { limitError, type ReadingError } from '../files/reading-error.ts';
import { textOf } from '../files/text-encoding.ts';

/** Bounds of security S3.6. */
const limits = { rows: 1_000_000, columns: 16_384, cell: 1_048_576 };
const sampleLength = 64 * 1024;

const inDoubleQuotes = /(?:^|[,;\t|])"[^"\n]*"(?=[,;\t|\r\n]|$)/m;
const inSingleQuotes = /(?:^|[,;\t|])'[^'\n]*'(?=[,;\t|\r\n]|$)/gm;

/** The quote of a file's cells: single, where none is in double ones. */
const quoteOf = (sample: string) =>
  !inDoubleQuotes.test(sample) && (sample.match(inSingleQuotes)?.length ?? 0) > 1 ? "'" : '"';

/** The separator that cuts most lines of the sample into the same number of cells, more than one. */
function separatorOf(sample: string, quoteChar: string): string {
  let best = { separator: ',', score: 0 };
  for (const separator of [',', ';', '\t', '|']) {
    const { data } = Papa.parse<string[]>(sample, {
      delimiter: separator,
      quoteChar,
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

/**
 * What is wrong with the beginning of a row that does not end. The parser looks through all of it for each piece that
 * comes, and with quotes for each cell: minutes, where there are millions of them.
 */
function endless(
  row: string,
  { delimiter, quoteChar, startsQuoted }: { delimiter: string; quoteChar: string; startsQuoted: boolean },
): ReadingError | undefined {
  let columns = 1;
  let cellAt = 0;
  let isQuoted = startsQuoted;
  for (let at = 0; at < row.length; at++) {
    const letter = row[at];
    if (letter === quoteChar) isQuoted = !isQuoted;
    else if (letter === delimiter && !isQuoted) {
      columns++;
      cellAt = at + 1;
    } else if (letter === '\n' && !isQuoted) {
      columns = 1;
      cellAt = at + 1;
    }
    if (at - cellAt > limits.cell) return limitError('cell');
    if (columns > limits.columns) return limitError('columns');
  }
  return undefined;
}

export async function* readCsv(path: string, encoding: string): AsyncGenerator<Block> {
  const pieces = textOf(path, encoding);
  let sample = '';
  while (sample.length < sampleLength) {
    const next = await pieces.next();
    if (next.done) break;
    sample += next.value;
  }
  // Spreadsheets say so themselves at times, in a line of their own.
  const told = /^\ufeff?sep=(.)\r?\n/i.exec(sample);
  const isTold = told !== null;
  sample = sample.slice(told?.[0].length ?? 0);
  const start = sample.slice(0, sample.lastIndexOf('\n', sampleLength) + 1 || undefined);
  const quoteChar = quoteOf(start);
  const delimiter = told?.[1] ?? separatorOf(start, quoteChar);
  const rows: string[][] = [];
  let failure: ReadingError | undefined;
  const parser = Papa.parse(Papa.NODE_STREAM_INPUT, { delimiter, quoteChar });
  parser.on('data', (row: string[]) => {
    if (row.length > limits.columns) failure ??= limitError('columns');
    else if (row.some((cell) => cell.length > limits.cell)) failure ??= limitError('cell');
    rows.push(row);
  });
  const ended = new Promise<void>((resolve, reject) => {
    parser.once('end', resolve);
    parser.once('error', reject);
  });

  let number = isTold ? 1 : 0;
  const tables = new RowTables();
  const blocks = function* (): Generator<Block> {
    for (const cells of rows.splice(0)) {
      number++;
      if (failure) throw failure;
      if (number > limits.rows) throw limitError('rows');
      if (cells.some((cell) => cell.trim() !== '')) yield* tables.add({ number, cells });
    }
  };
  let unfinished = '';
  let startsQuoted = false;
  let judgedAt = limits.cell;
  const write = async (text: string) => {
    unfinished += text;
    if (unfinished.length > judgedAt) {
      const refusal = endless(unfinished, { delimiter, quoteChar, startsQuoted });
      if (refusal) throw refusal;
      judgedAt = 2 * unfinished.length;
    }
    await new Promise<void>((resolve, reject) =>
      parser.write(text, (error) => (error ? reject(error) : resolve())),
    );
    if (rows.length === 0) return;
    const end = unfinished.lastIndexOf('\n') + 1;
    // The end of a line may stand within a cell: an odd number of quotes has opened one.
    if (unfinished.slice(0, end).split(quoteChar).length % 2 === 0) startsQuoted = !startsQuoted;
    unfinished = unfinished.slice(end);
    judgedAt = limits.cell;
  };
  await write(sample);
  yield* blocks();
  for await (const piece of pieces) {
    await write(piece);
    yield* blocks();
  }
  parser.end();
  await ended;
  yield* blocks();
  yield* tables.end();
}
