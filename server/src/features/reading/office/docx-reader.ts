import type { Block } from '../blocks/block.ts';
import { isBoldTitle, standAlone } from '../blocks/headings.ts';
import { isEntry } from '../blocks/list-entry.ts';
import { limitError } from '../files/reading-error.ts';
import { symbolOf } from '../files/symbol-fonts.ts';
import type { Tag } from '../files/zip.ts';
import type { Numbering } from './docx-numbering.ts';
import type { Style } from './docx-styles.ts';
import { blocksOfTable, cellsOf, type WordTable } from './docx-tables.ts';

/** A table is collected to know its header; beyond this its rows go on without. */
const maxTableRows = 50_000;

interface Paragraph {
  text: string[];
  level: number | undefined;
  list: { id: string; at: number } | undefined;
  /** Notes that the paragraph refers to, by kind and id. */
  notes: string[];
  /** Whether all of its letters are bold. */
  isBold: boolean;
  /** Whether its style is bold, where a run doesn't say otherwise. */
  isStyledBold: boolean;
  /** Bold texts above a line's end. */
  boldTexts: number;
}

/** Whether a bold text may be a title: people who know of no styles set one so, a short line that ends no sentence. */
const isTitleLike = (text: string) =>
  isBoldTitle(text) ||
  (text.length <= 100 && /\p{L}{2}/u.test(text) && !/[.!?:;,…]$|\n/.test(text) && !isEntry(text));

/** What documents of one style sheet and one set of lists are read with. */
export interface DocumentContext {
  styles: Map<string, Style>;
  numbering: Numbering;
  /** Footnotes and endnotes, by kind and id; each is given once. */
  notes: Map<string, string>;
}

const maxSpan = 1000;

/** Turns WordprocessingML's events into blocks, in reading order. */
export class WordReader {
  readonly blocks: Block[] = [];
  /** Blocks that are set in bold like a title. */
  readonly bold = new WeakSet<Block>();
  readonly #around: DocumentContext;
  /** Open paragraphs, the innermost last: a text box stands inside a paragraph, which goes on behind it. */
  readonly #paragraphs: Paragraph[] = [];
  readonly #tables: WordTable[] = [];
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

  /** Adds the notes after the paragraph or the table that refers to them. */
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
    if (rows.length === 0) return;
    this.blocks.push(...blocksOfTable(rows, table.headerRows));
    this.#tellNotes();
  }
}
