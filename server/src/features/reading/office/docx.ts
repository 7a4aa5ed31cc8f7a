import type { Block } from '../blocks/block.ts';
import { isBoldTitle, type PlacedBlock, standAlone, withHeadings } from '../blocks/headings.ts';
import { isEntry } from '../blocks/list-entry.ts';
import { hasNameWithoutValues, isFigure, isNamedColumn, looksLikeHeader } from '../blocks/table-header.ts';
import { limitError, ReadingError } from '../files/reading-error.ts';
import { symbolOf } from '../files/symbol-fonts.ts';
import { drain, openZip, type Tag, type ZipDocument } from '../files/zip.ts';
import { type Numbering, openNumbering } from './docx-numbering.ts';

const documentPart = 'word/document.xml';
/** A table is collected to know its header; beyond this its rows go on without. */
const maxTableRows = 50_000;

/** What a paragraph's style says of it. */
interface Style {
  level?: number;
  list?: { id: string; at: number };
  isBold?: boolean;
}

/** Styles by id. Headings are known by their outline, else by their name, which Word translates. */
async function readStyles(zip: ZipDocument): Promise<Map<string, Style>> {
  const styles = new Map<string, Style>();
  if (!zip.has('word/styles.xml')) return styles;
  const basedOn = new Map<string, string>();
  let id: string | undefined;
  let style: Style = {};
  await drain(
    zip.xml('word/styles.xml', {
      open({ name, attributes: { val, styleId } }) {
        if (name === 'style') {
          id = styleId;
          style = {};
          if (id !== undefined) styles.set(id, style);
        }
        if (id === undefined) return;
        if (name === 'basedOn' && val) basedOn.set(id, val);
        if (name === 'outlineLvl') {
          const level = Number(val) + 1;
          if (level >= 1 && level <= 6) style.level = level;
        }
        if (name === 'b') style.isBold = val !== '0' && val !== 'false';
        if (name === 'numId' && val) style.list = { id: val, at: style.list?.at ?? 0 };
        if (name === 'ilvl') style.list = { id: style.list?.id ?? '', at: Number(val) || 0 };
        if (name === 'name') {
          const match = /^(?:heading|titre|überschrift|título)\s*([1-6])$/i.exec(val ?? '');
          if (match) style.level = Number(match[1]);
          else if (/^(title|titre)$/i.test(val ?? '')) style.level = 1;
        }
      },
      close(name) {
        if (name === 'style') id = undefined;
      },
    }),
  );
  for (const [own, style] of styles) {
    let parent = basedOn.get(own);
    for (let hops = 0; parent !== undefined && hops < 10; hops++) {
      const { level, list, isBold } = styles.get(parent) ?? {};
      if (isBold !== undefined) style.isBold ??= isBold;
      if (style.level === undefined && level !== undefined) style.level = level;
      if (style.list === undefined && list !== undefined) style.list = list;
      parent = basedOn.get(parent);
    }
  }
  return styles;
}

interface Cell {
  texts: string[];
  /** Columns that it takes. */
  span: number;
  /** It goes on with the cell above it. */
  isMerged: boolean;
}

interface Table {
  rows: Cell[][];
  cell: Cell | undefined;
  headerRows: number;
}

interface Paragraph {
  text: string[];
  level: number | undefined;
  list: { id: string; at: number } | undefined;
  /** Notes that it refers to, by kind and id. */
  notes: string[];
  /** All of its letters are. */
  isBold: boolean;
  /** Its style is, where a run doesn't say otherwise. */
  isStyledBold: boolean;
  /** How many of its texts stand in bold above a line's end. */
  boldTexts: number;
}

/** Below any style's heading that a document may have. */
const boldLevel = 6;
/** People who know of no styles set a title in bold: a short line that ends no sentence. */
const isTitleLike = (text: string) =>
  isBoldTitle(text) ||
  (text.length <= 100 && /\p{L}{2}/u.test(text) && !/[.!?:;,…]$|\n/.test(text) && !isEntry(text));
/** More lines in bold, one below the other, are a letterhead or a text that is all bold. */
const maxTitles = 3;

/** What documents of one style sheet and one set of lists are read with. */
interface DocumentContext {
  styles: Map<string, Style>;
  numbering: Numbering;
  /** Footnotes and endnotes, by kind and id; each is told once. */
  notes: Map<string, string>;
}

const maxSpan = 1000;

/** Turns WordprocessingML's events into blocks, in reading order. */
class WordReader {
  readonly blocks: Block[] = [];
  /** Those that are set in bold like a title. */
  readonly bold = new WeakSet<Block>();
  readonly #around: DocumentContext;
  /** A text box stands inside a paragraph, which goes on behind it. */
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: Table[] = [];
  #notes: string[] = [];
  #inRunText = false;
  #inRunProperties = false;
  #isHidden = false;
  #isBold = false;
  #deleted = 0;
  #skipped = 0;

  constructor(around: DocumentContext) {
    this.#around = around;
  }

  open({ name, attributes }: Tag) {
    if (name === 'Fallback') this.#skipped++;
    if (this.#skipped > 0) return;
    const paragraph = this.#paragraphs.at(-1);
    const table = this.#tables.at(-1);
    const { val } = attributes;
    switch (name) {
      case 'p':
        this.#paragraphs.push({
          text: [],
          level: undefined,
          list: undefined,
          notes: [],
          isBold: true,
          isStyledBold: false,
          boldTexts: 0,
        });
        break;
      case 'pStyle': {
        const style = this.#around.styles.get(val ?? '');
        if (!paragraph || !style) break;
        paragraph.level ??= style.level;
        paragraph.list ??= style.list && { ...style.list };
        paragraph.isStyledBold = style.isBold ?? false;
        break;
      }
      case 'outlineLvl': {
        const level = Number(val) + 1;
        if (paragraph && level >= 1 && level <= 6) paragraph.level = level;
        break;
      }
      case 'ilvl':
        if (paragraph) paragraph.list = { id: paragraph.list?.id ?? '', at: Number(val) || 0 };
        break;
      case 'numId':
        // Number 0 takes a paragraph out of its style's list.
        if (paragraph)
          paragraph.list = val === '0' ? undefined : { id: val ?? '', at: paragraph.list?.at ?? 0 };
        break;
      case 'r':
        this.#isHidden = false;
        this.#isBold = paragraph?.isStyledBold ?? false;
        break;
      case 'rStyle':
        this.#isBold = this.#around.styles.get(val ?? '')?.isBold ?? this.#isBold;
        break;
      case 'rPr':
        this.#inRunProperties = true;
        break;
      case 'b':
        if (this.#inRunProperties) this.#isBold = val !== '0' && val !== 'false';
        break;
      case 'vanish':
        if (this.#inRunProperties) this.#isHidden = val !== '0' && val !== 'false';
        break;
      case 'del':
      case 'moveFrom':
        this.#deleted++;
        break;
      case 't':
        this.#inRunText = true;
        break;
      case 'tab':
        this.#put('\t');
        break;
      case 'br':
      case 'cr':
        if (paragraph?.isBold) paragraph.boldTexts = paragraph.text.length;
        this.#put('\n');
        break;
      case 'sym':
        this.#put(symbolOf(Number.parseInt(attributes.char ?? '', 16) || 0, attributes.font ?? ''));
        break;
      case 'noBreakHyphen':
        this.#put('-');
        break;
      case 'footnoteReference':
      case 'endnoteReference':
        if (attributes.id) paragraph?.notes.push(`${name.slice(0, -'Reference'.length)} ${attributes.id}`);
        break;
      case 'tbl':
        this.#tables.push({ rows: [], cell: undefined, headerRows: 0 });
        break;
      case 'tr':
        table?.rows.push([]);
        break;
      case 'tblHeader':
        if (table && val !== '0' && val !== 'false' && table.headerRows === table.rows.length - 1)
          table.headerRows = table.rows.length;
        break;
      case 'tc':
        if (table) table.cell = { texts: [], span: 1, isMerged: false };
        break;
      case 'gridSpan':
        if (table?.cell) table.cell.span = Math.max(1, Math.min(maxSpan, Number(val) || 1));
        break;
      case 'vMerge':
        if (table?.cell) table.cell.isMerged = val !== 'restart';
        break;
    }
  }

  close(name: string) {
    if (name === 'Fallback') {
      this.#skipped--;
      return;
    }
    if (this.#skipped > 0) return;
    switch (name) {
      case 't':
        this.#inRunText = false;
        break;
      case 'rPr':
        this.#inRunProperties = false;
        break;
      case 'r':
      case 'pPr':
        this.#isHidden = false;
        break;
      case 'del':
      case 'moveFrom':
        this.#deleted--;
        break;
      case 'p':
        this.#closeParagraph();
        break;
      case 'tc': {
        const table = this.#tables.at(-1);
        if (table?.cell) table.rows.at(-1)?.push(table.cell);
        if (table) table.cell = undefined;
        break;
      }
      case 'tbl':
        this.#closeTable();
        break;
    }
  }

  text(text: string) {
    if (this.#inRunText) this.#put(text);
  }

  #put(text: string) {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph || this.#skipped > 0 || this.#deleted > 0 || this.#isHidden) return;
    paragraph.text.push(text);
    if (!this.#isBold && text.trim() !== '') paragraph.isBold = false;
  }

  #closeParagraph() {
    const paragraph = this.#paragraphs.pop();
    if (!paragraph) return;
    const { level, list, notes } = paragraph;
    const cell = this.#tables.at(-1)?.cell;
    const own = paragraph.text
      .join('')
      .replace(/(?<![ \u00a0])[ \u00a0]*\t[ \u00a0\t]*/g, '\t')
      .trim();
    this.#notes.push(...notes);
    const number = list && this.#around.numbering.next(list.id, list.at);
    const text = own === '' || number === undefined ? own : `${number} ${own}`;
    if (cell) cell.texts.push(text);
    if (cell || own === '') return;
    if (level !== undefined) this.blocks.push({ kind: 'heading', level, text, position: {} });
    else if (list) {
      const item: Block = { kind: 'item', text, position: {} };
      if (number !== undefined && paragraph.isBold && isTitleLike(own)) this.bold.add(item);
      this.blocks.push(item);
    } else this.#tellLines(own, paragraph);
    this.#tellNotes();
  }

  #tellLines(own: string, { isBold, boldTexts, text }: Paragraph) {
    const above = isBold ? '' : text.slice(0, boldTexts).join('').trim();
    const isHeaded = above !== '' && own.startsWith(above) && isTitleLike(above);
    const rest = isHeaded ? own.slice(above.length).trim() : own;
    const lines = rest
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    const told = lines.length > 1 && standAlone(lines) ? lines : [rest];
    for (const [at, line] of [...(isHeaded ? [above] : []), ...told].entries()) {
      const block: Block = { kind: 'paragraph', text: line, position: {} };
      // Addresses in bold are a letterhead's, as what stands above them is.
      if ((isHeaded && at === 0) || (isBold && (isTitleLike(line) || isEntry(line)))) this.bold.add(block);
      this.blocks.push(block);
    }
  }

  /** Notes come after the paragraph or the table that refers to them. */
  #tellNotes() {
    for (const note of this.#notes.splice(0)) {
      const text = this.#around.notes.get(note);
      if (text !== undefined) this.blocks.push({ kind: 'note', text, position: {} });
      this.#around.notes.delete(note);
    }
  }

  #closeTable() {
    const table = this.#tables.pop();
    if (!table) return;
    if (table.rows.length > maxTableRows) throw limitError('tableRows');
    const outer = this.#tables.at(-1)?.cell;
    const rows = cellsOf(table).filter((row) => row.some((cell) => cell !== ''));
    if (outer) {
      for (const row of rows) outer.texts.push(row.filter((cell) => cell !== '').join(' | '));
      return;
    }
    const [first] = rows;
    if (!first) return;
    if (rows.every((row) => row.length === 1)) {
      // A frame around text, not a table.
      for (const [text] of rows) this.blocks.push({ kind: 'paragraph', text: text ?? '', position: {} });
    } else {
      const named = headerRows(rows, table.headerRows);
      const header = named === 0 ? [] : namesOf(rows.slice(0, named));
      if (hasNameWithoutValues(header, rows.slice(named)))
        this.blocks.push({ kind: 'row', header: [], cells: header, position: { row: 1 } });
      for (const [at, cells] of rows.entries()) {
        if (at >= named) this.blocks.push({ kind: 'row', header, cells, position: { row: at + 1 } });
      }
    }
    this.#tellNotes();
  }
}

/** Lines that stand beside each other in cells of one row, fewer of which may be so by chance. */
const minLinesBeside = 3;
const maxCellLengthBeside = 80;

/** Rows that somebody set as one: in each cell a line for each of them, figures in one column at least. */
function rowsIn(row: Cell[]): Cell[][] {
  const filled = row.map(({ texts }) => texts.join('\n').trimEnd().split('\n'));
  const told = filled.filter((lines) => lines.some((line) => line.trim() !== ''));
  const count = told[0]?.length ?? 0;
  const isMany =
    told.length > 1 &&
    count >= minLinesBeside &&
    told.every(
      (lines) => lines.length === count && lines.every(({ length }) => length <= maxCellLengthBeside),
    ) &&
    told.some((lines) => lines.filter(isFigure).length * 2 > count);
  if (!isMany) return [row];
  return Array.from({ length: count }, (_, at) =>
    row.map((cell, column) => ({ ...cell, texts: [filled[column]?.[at]?.trim() ?? ''] })),
  );
}

/** A table's texts by column: a merged cell's text stands in each row and header that it covers. */
function cellsOf({ rows, headerRows }: Table): string[][] {
  const above: string[] = [];
  const apart = rows.flatMap((row, at) => (at < headerRows ? [row] : rowsIn(row)));
  return apart.map((row, at) => {
    const texts: string[] = [];
    for (const { texts: own, span, isMerged } of row) {
      const text = isMerged
        ? (above[texts.length] ?? '')
        : own
            .filter((line) => line !== '')
            .join('\n')
            .trim();
      for (let column = 0; column < span; column++) {
        above[texts.length] = text;
        texts.push(column === 0 || at < headerRows ? text : '');
      }
    }
    return texts;
  });
}

const isFilled = (cell: string | undefined) => cell !== undefined && cell !== '';

/** How many of a table's first rows name its columns. */
function headerRows(rows: readonly string[][], declared: number): number {
  const [first = [], ...below] = rows;
  // Units may stand between the names and the first row that has one.
  const second = below.find(([name]) => name !== '') ?? below[0];
  if (!second) return 0;
  if (declared > 0) return Math.min(declared, rows.length - 1);
  if (!looksLikeHeader(first, second)) return 0;
  // Two columns are as often names and their values, row by row, as a table: figures below a word tell.
  const isPairs = Math.max(...rows.map((row) => row.length)) === 2;
  return isPairs && !isNamedColumn(rows.map((row) => row[1] ?? '')) ? 0 : 1;
}

/** Several rows of names as one: "Tarifs" over "Réduit" is "Tarifs Réduit". */
function namesOf(rows: readonly string[][]): string[] {
  const [first = []] = rows;
  return first.map((_, column) => [...new Set(rows.map((row) => row[column]).filter(isFilled))].join(' '));
}

/** The texts of footnotes or endnotes, by id. */
async function readNotes(zip: ZipDocument, kind: 'footnote' | 'endnote', around: DocumentContext) {
  const notes = new Map<string, string>();
  const part = `word/${kind}s.xml`;
  if (!zip.has(part)) return notes;
  let reader = new WordReader(around);
  let id: string | undefined;
  await drain(
    zip.xml(part, {
      open(tag) {
        if (tag.name === kind) {
          reader = new WordReader(around);
          // Separators have a type of their own; they are drawn lines.
          id =
            tag.attributes.type === undefined || tag.attributes.type === 'normal'
              ? tag.attributes.id
              : undefined;
        } else reader.open(tag);
      },
      close(name) {
        if (name !== kind) return reader.close(name);
        const text = reader.blocks
          .map((block) => (block.kind === 'row' ? block.cells.join(' | ') : block.text))
          .join('\n');
        if (id !== undefined && text !== '') notes.set(`${kind} ${id}`, text);
      },
      text: (text) => reader.text(text),
    }),
  );
  return notes;
}

/** Lines in bold as the titles of what stands below them. */
class BoldTitles {
  #held: Block[] = [];

  *add(block: Block, isBold: boolean): Generator<PlacedBlock> {
    if (isBold) {
      this.#held.push(block);
      // What is all bold has no end that must be waited for.
      if (this.#held.length > 2 * maxTitles) yield { block: this.#held.shift() as Block, isApart: true };
      return;
    }
    const held = this.#held.splice(0);
    const hasEntry = held.some((one) => 'text' in one && isEntry(one.text));
    for (const one of held) {
      const mayBeTitle = !hasEntry && held.length <= (one.kind === 'item' ? 1 : maxTitles);
      if ('text' in one && mayBeTitle) {
        const { text, position } = one;
        yield { block: { kind: 'heading', level: boldLevel, text, position }, isApart: true };
      } else yield { block: one, isApart: true };
    }
    yield { block, isApart: true };
  }

  /** The last lines head nothing. */
  *end(): Generator<PlacedBlock> {
    for (const block of this.#held) yield { block, isApart: true };
  }
}

/** A Word document: headings, lists, tables, notes after the paragraph that refers to them. */
export const readDocx = (path: string): AsyncGenerator<Block> => withHeadings(placedBlocks(path), true);

async function* placedBlocks(path: string): AsyncGenerator<PlacedBlock> {
  const zip = await openZip(path);
  try {
    if (!zip.has(documentPart)) throw new ReadingError('corrupt_file');
    const around: DocumentContext = {
      styles: await readStyles(zip),
      numbering: await openNumbering(zip),
      notes: new Map(),
    };
    for (const kind of ['footnote', 'endnote'] as const)
      for (const [id, text] of await readNotes(zip, kind, around)) around.notes.set(id, text);
    const reader = new WordReader(around);
    const parts = zip.xml(documentPart, {
      open: (tag) => reader.open(tag),
      close: (name) => reader.close(name),
      text: (text) => reader.text(text),
    });
    const titles = new BoldTitles();
    for await (const _ of parts)
      for (const block of reader.blocks.splice(0)) yield* titles.add(block, reader.bold.has(block));
    yield* titles.end();
  } finally {
    zip.close();
  }
}
