import type { Block } from './block.ts';
import { overLimit, ReadingError } from './reading-error.ts';
import { hasNameWithoutValues, looksLikeHeader } from './table-header.ts';
import { drain, openZip, type Tag, type ZipDocument } from './zip.ts';

const documentPart = 'word/document.xml';
/** A table is collected to know its header; beyond this its rows go on without. */
const maxTableRows = 50_000;

/** Heading levels by style id: from the outline, else from the name, which Word translates. */
async function headingStyles(zip: ZipDocument): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  if (!zip.has('word/styles.xml')) return levels;
  const basedOn = new Map<string, string>();
  let style: string | undefined;
  await drain(
    zip.xml('word/styles.xml', {
      open({ name, attributes }) {
        if (name === 'style') style = attributes.styleId;
        if (style === undefined) return;
        if (name === 'basedOn' && attributes.val) basedOn.set(style, attributes.val);
        if (name === 'outlineLvl') {
          const level = Number(attributes.val) + 1;
          if (level >= 1 && level <= 6) levels.set(style, level);
        }
        if (name === 'name') {
          const match = /^(?:heading|titre|überschrift|título)\s*([1-6])$/i.exec(attributes.val ?? '');
          if (match) levels.set(style, Number(match[1]));
          else if (/^(title|titre)$/i.test(attributes.val ?? '')) levels.set(style, 1);
        }
      },
      close(name) {
        if (name === 'style') style = undefined;
      },
    }),
  );
  for (const [id] of basedOn) {
    let parent = basedOn.get(id);
    for (let hops = 0; parent !== undefined && !levels.has(id) && hops < 10; hops++) {
      const level = levels.get(parent);
      if (level !== undefined) levels.set(id, level);
      parent = basedOn.get(parent);
    }
  }
  return levels;
}

interface Table {
  rows: string[][];
  cell: string[] | undefined;
  headerRows: number;
}

/** Turns WordprocessingML's events into blocks, in reading order. */
class WordReader {
  readonly blocks: Block[] = [];
  /** Footnotes and endnotes that the text refers to, by kind and id, in order. */
  readonly notes: string[] = [];
  #styles: Map<string, number>;
  #text: string[] = [];
  #inRunText = false;
  #level: number | undefined;
  #isItem = false;
  #deleted = 0;
  #skipped = 0;
  #paragraphs = 0;
  #tables: Table[] = [];

  constructor(styles: Map<string, number>) {
    this.#styles = styles;
  }

  open({ name, attributes }: Tag) {
    if (name === 'Fallback') this.#skipped++;
    if (this.#skipped > 0) return;
    switch (name) {
      case 'p':
        // A text box stands inside a paragraph: what came before it is whole.
        if (this.#paragraphs++ > 0) this.#flush();
        this.#level = undefined;
        this.#isItem = false;
        break;
      case 'pStyle':
        this.#level = this.#styles.get(attributes.val ?? '') ?? this.#level;
        break;
      case 'outlineLvl': {
        const level = Number(attributes.val) + 1;
        if (level >= 1 && level <= 6) this.#level = level;
        break;
      }
      case 'numPr':
        this.#isItem = true;
        break;
      case 'del':
      case 'moveFrom':
        this.#deleted++;
        break;
      case 't':
        this.#inRunText = this.#deleted === 0;
        break;
      case 'tab':
        this.#put('\t');
        break;
      case 'br':
      case 'cr':
        this.#put('\n');
        break;
      case 'noBreakHyphen':
        this.#put('-');
        break;
      case 'footnoteReference':
        if (attributes.id) this.notes.push(`footnote ${attributes.id}`);
        break;
      case 'endnoteReference':
        if (attributes.id) this.notes.push(`endnote ${attributes.id}`);
        break;
      case 'tbl':
        this.#flush();
        this.#tables.push({ rows: [], cell: undefined, headerRows: 0 });
        break;
      case 'tr':
        this.#tables.at(-1)?.rows.push([]);
        break;
      case 'tblHeader': {
        const table = this.#tables.at(-1);
        if (table && attributes.val !== '0' && attributes.val !== 'false')
          table.headerRows = table.rows.length;
        break;
      }
      case 'tc': {
        const table = this.#tables.at(-1);
        if (table) table.cell = [];
        break;
      }
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
      case 'del':
      case 'moveFrom':
        this.#deleted--;
        break;
      case 'p':
        this.#flush();
        this.#paragraphs--;
        break;
      case 'tc': {
        const table = this.#tables.at(-1);
        const cell = table?.cell?.join('\n').trim() ?? '';
        if (table) {
          table.rows.at(-1)?.push(cell);
          table.cell = undefined;
        }
        break;
      }
      case 'tbl':
        this.#closeTable();
        break;
    }
  }

  text(text: string) {
    if (this.#inRunText && this.#skipped === 0) this.#text.push(text);
  }

  #put(text: string) {
    if (this.#skipped === 0 && this.#deleted === 0 && this.#paragraphs > 0) this.#text.push(text);
  }

  #flush() {
    const text = this.#text
      .join('')
      .replace(/[ \u00a0]*\t[ \u00a0\t]*/g, '\t')
      .trim();
    this.#text = [];
    if (text === '') return;
    const cell = this.#tables.at(-1)?.cell;
    if (cell) cell.push(text);
    else if (this.#level !== undefined)
      this.blocks.push({ kind: 'heading', level: this.#level, text, position: {} });
    else this.blocks.push({ kind: this.#isItem ? 'item' : 'paragraph', text, position: {} });
  }

  #closeTable() {
    const table = this.#tables.pop();
    if (!table) return;
    const outer = this.#tables.at(-1)?.cell;
    const rows = table.rows.filter((row) => row.some((cell) => cell !== ''));
    if (outer) {
      for (const row of rows) outer.push(row.filter((cell) => cell !== '').join(' | '));
      return;
    }
    const [first, second] = rows;
    if (!first) return;
    if (rows.every((row) => row.length === 1)) {
      // A frame around text, not a table.
      for (const [text] of rows) this.blocks.push({ kind: 'paragraph', text: text ?? '', position: {} });
      return;
    }
    if (rows.length > maxTableRows) throw overLimit('tableRows');
    const isNamed = second !== undefined && (table.headerRows > 0 || looksLikeHeader(first, second));
    const header = isNamed ? first : [];
    if (hasNameWithoutValues(header, rows.slice(1)))
      this.blocks.push({ kind: 'row', header: [], cells: header, position: { row: 1 } });
    for (const [at, cells] of rows.entries()) {
      if (at === 0 && isNamed) continue;
      this.blocks.push({ kind: 'row', header, cells, position: { row: at + 1 } });
    }
  }
}

/** The texts of footnotes or endnotes, by id. */
async function readNotes(zip: ZipDocument, kind: 'footnote' | 'endnote', styles: Map<string, number>) {
  const notes = new Map<string, string>();
  const part = `word/${kind}s.xml`;
  if (!zip.has(part)) return notes;
  let reader = new WordReader(styles);
  let id: string | undefined;
  await drain(
    zip.xml(part, {
      open(tag) {
        if (tag.name === kind) {
          reader = new WordReader(styles);
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

/** A Word document: headings, lists, tables, notes after the paragraph that refers to them. */
export async function* readDocx(path: string): AsyncGenerator<Block> {
  const zip = await openZip(path);
  try {
    if (!zip.has(documentPart)) throw new ReadingError('corrupt_file');
    const styles = await headingStyles(zip);
    const notes = new Map([
      ...(await readNotes(zip, 'footnote', styles)),
      ...(await readNotes(zip, 'endnote', styles)),
    ]);
    const reader = new WordReader(styles);
    const parts = zip.xml(documentPart, {
      open: (tag) => reader.open(tag),
      close: (name) => reader.close(name),
      text: (text) => reader.text(text),
    });
    for await (const _ of parts) {
      yield* reader.blocks.splice(0);
      for (const note of reader.notes.splice(0)) {
        const text = notes.get(note);
        if (text !== undefined) yield { kind: 'note', text, position: {} };
        notes.delete(note);
      }
    }
  } finally {
    zip.close();
  }
}
