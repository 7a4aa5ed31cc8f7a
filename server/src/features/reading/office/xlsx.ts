import type { Block } from '../blocks/block.ts';
import { RowTables, type TableRow } from '../blocks/row-tables.ts';
import type { DocumentSummary } from '../files/document-messages.ts';
import { limitError, ReadingError } from '../files/reading-error.ts';
import { drain, openZip, type ZipDocument } from '../files/zip.ts';
import { formatNumber } from './number-format.ts';

/** Bounds of security S3.6. */
const limits = { rows: 1_000_000, columns: 16_384, cell: 1_048_576, strings: 200 * 1_048_576 };

/** Each cell of a style is shown by its format; Excel's own are no longer. */
const maxFormatLength = 255;

interface Sheet {
  name: string;
  part: string;
}

const resolveTarget = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

/** The sheets that a person sees, in their order, the names of the others, and the workbook's calendar. */
async function readWorkbook(zip: ZipDocument) {
  const targets = new Map<string, string>();
  await drain(
    zip.xml('xl/_rels/workbook.xml.rels', {
      open({ name, attributes }) {
        const { Id, Target, Type, TargetMode } = attributes;
        if (
          name === 'Relationship' &&
          Id &&
          Target &&
          TargetMode !== 'External' &&
          /\/worksheet$/.test(Type ?? '')
        ) {
          targets.set(Id, resolveTarget(Target));
        }
      },
    }),
  );
  const sheets: Sheet[] = [];
  const hidden: string[] = [];
  let is1904 = false;
  await drain(
    zip.xml('xl/workbook.xml', {
      open({ name, attributes }) {
        if (name === 'workbookPr') is1904 = attributes.date1904 === '1' || attributes.date1904 === 'true';
        const part = name === 'sheet' ? targets.get(attributes.id ?? '') : undefined;
        const isSeen = attributes.state === undefined || attributes.state === 'visible';
        if (part === undefined) return;
        if (isSeen) sheets.push({ name: attributes.name ?? '', part });
        else hidden.push(attributes.name ?? '');
      },
    }),
  );
  return { sheets, hidden, is1904 };
}

async function readSharedStrings(zip: ZipDocument): Promise<string[]> {
  const strings: string[] = [];
  if (!zip.has('xl/sharedStrings.xml')) return strings;
  let text = '';
  let isText = false;
  let phonetic = 0;
  let total = 0;
  await drain(
    zip.xml('xl/sharedStrings.xml', {
      open({ name }) {
        if (name === 'si') text = '';
        else if (name === 'rPh') phonetic++;
        else if (name === 't') isText = phonetic === 0;
      },
      close(name) {
        if (name === 't') isText = false;
        else if (name === 'rPh') phonetic--;
        else if (name === 'si') {
          total += text.length;
          if (text.length > limits.cell || total > limits.strings) throw limitError('cell');
          strings.push(text);
        }
      },
      text(piece) {
        if (isText) text += piece;
      },
    }),
  );
  return strings;
}

/** The number format of each cell style. */
async function readFormats(zip: ZipDocument): Promise<(string | number)[]> {
  const formats: (string | number)[] = [];
  if (!zip.has('xl/styles.xml')) return formats;
  const custom = new Map<string, string>();
  let inCells = false;
  await drain(
    zip.xml('xl/styles.xml', {
      open({ name, attributes }) {
        if (name === 'numFmt' && attributes.numFmtId) {
          const code = attributes.formatCode ?? '';
          custom.set(attributes.numFmtId, code.length > maxFormatLength ? '' : code);
        }
        if (name === 'cellXfs') inCells = true;
        if (name === 'xf' && inCells) {
          const id = attributes.numFmtId ?? '0';
          formats.push(custom.get(id) ?? Number(id));
        }
      },
      close(name) {
        if (name === 'cellXfs') inCells = false;
      },
    }),
  );
  return formats;
}

/** The number of a cell's column: "BC12" → 54. */
function columnOf(reference: string): number {
  let column = 0;
  for (const character of reference) {
    const code = character.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    column = column * 26 + code;
  }
  return column - 1;
}

/** Bytes up to which a sheet may be made by hand; larger ones come out of programs, which merge nothing. */
const handmade = 20 * 1_048_576;
const maxMergedCells = 100_000;

/**
 * Cells that reach over several rows, by the row they begin in: column and last row. A sheet names them behind its
 * rows, so they are looked for ahead.
 */
async function readMerged(zip: ZipDocument, part: string): Promise<Map<number, Map<number, number>>> {
  const merged = new Map<number, Map<number, number>>();
  if (zip.size(part) > handmade) return merged;
  let count = 0;
  let rest = '';
  for await (const chunk of zip.bytes(part)) {
    const text = rest + chunk.toString('latin1');
    let end = 0;
    for (const match of text.matchAll(/mergeCell\s+ref="([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g)) {
      const [whole, column = '', first, last] = match;
      end = match.index + whole.length;
      if (Number(last) <= Number(first) || ++count > maxMergedCells) continue;
      const columns = merged.get(Number(first)) ?? new Map<number, number>();
      merged.set(Number(first), columns.set(columnOf(column), Number(last)));
    }
    // An element may be cut between two pieces.
    rest = text.slice(Math.max(end, text.length - 100));
  }
  return merged;
}

async function* readSheet(
  zip: ZipDocument,
  sheet: Sheet,
  strings: readonly string[],
  formats: readonly (string | number)[],
  is1904: boolean,
  count: () => void,
): AsyncGenerator<Block> {
  const rows: TableRow[] = [];
  const merged = await readMerged(zip, sheet.part);
  /** Text of merged cells by column, which the rows under them say as well. */
  const repeated = new Map<number, { text: string; last: number }>();
  const repeat = (number: number, cells: string[]) => {
    for (const [column, { text, last }] of repeated) {
      if (number > last) repeated.delete(column);
      else if ((cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('');
        cells[column] = text;
      }
    }
    for (const [column, last] of merged.get(number) ?? [])
      if (cells[column]) repeated.set(column, { text: cells[column], last });
  };
  let number = 0;
  let cells: string[] = [];
  let cell = { column: 0, type: 'n', style: 0, value: '', isValue: false };

  const shown = (): string => {
    const { type, value, style } = cell;
    if (value === '') return '';
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (type === 'str' || type === 'inlineStr' || type === 'd') return value;
    if (type === 'e') return '';
    return formatNumber(Number(value), formats[style] ?? 0, is1904);
  };

  const parts = zip.xml(sheet.part, {
    open({ name, attributes }) {
      if (name === 'row') {
        number = attributes.r ? Number(attributes.r) : number + 1;
        cells = [];
      } else if (name === 'c') {
        const column = attributes.r ? columnOf(attributes.r) : cells.length;
        if (column >= limits.columns) throw limitError('columns');
        cell = {
          column,
          type: attributes.t ?? 'n',
          style: Number(attributes.s ?? 0),
          value: '',
          isValue: false,
        };
      } else if (name === 'v' || name === 't') cell.isValue = true;
    },
    text(text) {
      if (!cell.isValue) return;
      cell.value += text;
      if (cell.value.length > limits.cell) throw limitError('cell');
    },
    close(name) {
      if (name === 'v' || name === 't') cell.isValue = false;
      else if (name === 'c') {
        const text = shown().trim();
        if (text !== '') {
          while (cells.length < cell.column) cells.push('');
          cells[cell.column] = text;
        }
      } else if (name === 'row') {
        count();
        if (cells.some((text) => text !== '')) {
          repeat(number, cells);
          rows.push({ number, cells });
        }
      }
    },
  });

  const tables = new RowTables(sheet.name);
  yield { kind: 'heading', level: 1, text: sheet.name, position: { sheet: sheet.name } };
  for await (const _ of parts) {
    for (const row of rows.splice(0)) yield* tables.add(row);
  }
  yield* tables.end();
}

/** A workbook: its visible sheets, row by row, each value as a person sees it. `report` gets the names of the others. */
export async function* readXlsx(
  path: string,
  report: (summary: DocumentSummary) => void,
): AsyncGenerator<Block> {
  const zip = await openZip(path);
  try {
    if (!zip.has('xl/workbook.xml')) throw new ReadingError('corrupt_file');
    const { sheets, hidden, is1904 } = await readWorkbook(zip);
    if (hidden.length > 0) report({ notices: [{ code: 'hidden_sheets', sheets: hidden }] });
    const strings = await readSharedStrings(zip);
    const formats = await readFormats(zip);
    let rows = 0;
    const count = () => {
      if (++rows > limits.rows) throw limitError('rows');
    };
    for (const sheet of sheets) {
      if (zip.has(sheet.part)) yield* readSheet(zip, sheet, strings, formats, is1904, count);
    }
  } finally {
    zip.close();
  }
}
