import { open } from 'node:fs/promises';
import { Parser } from 'htmlparser2';
import type { Block } from './block.ts';
import { overLimit } from './reading-error.ts';
import { hasNameWithoutValues, looksLikeHeader } from './table-header.ts';
import { encodingOf, textOf } from './text-encoding.ts';

/** Bounds of security S4.10. */
const limits = { depth: 512, nodes: 1_000_000 };

const unread = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'math',
  'canvas',
  'iframe',
  'object',
  'select',
  'button',
  'form',
  'dialog',
  'nav',
  'menu',
  'aside',
  'audio',
  'video',
]);
const ends = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'footer',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'dl',
  'dt',
  'dd',
  'table',
  'figure',
  'figcaption',
  'address',
  'hr',
  'fieldset',
  'details',
  'summary',
  'body',
  'br',
]);
const roles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'search',
  'dialog',
  'alertdialog',
  'complementary',
  'menu',
  'menubar',
]);
/** Names that sites give to what is not their text; whole words of a class or an id. */
const furniture =
  /(^|[\s_-])(cookie|cookies|consent|gdpr|rgpd|navbar|breadcrumbs?|sidebar|menu|newsletter|share|social|popup|modal|skip-link|pagination)([\s_-]|$)/i;
const voids = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();

export interface HtmlSummary {
  title?: string;
  language?: string;
}

interface Table {
  rows: { cells: string[]; isHeader: boolean }[];
  cell: string[] | undefined;
  isHeaderCell: boolean;
}

/** Blocks of a page's main text, and what its head says, in `summary`. */
class PageReader {
  readonly blocks: Block[] = [];
  readonly summary: HtmlSummary = {};
  /** Whether a `main` or `article` was met: then what stands outside is the site's, not the page's. */
  hasMain = false;
  inMain: boolean[] = [];
  #depth = 0;
  #nodes = 0;
  #skippedFrom: number | undefined;
  #mainFrom: number | undefined;
  #text: string[] = [];
  #kind: 'paragraph' | 'item' = 'paragraph';
  #heading: number | undefined;
  #tables: Table[] = [];
  #title: string[] | undefined;
  #preformatted = 0;

  open(name: string, attributes: Record<string, string>) {
    if (++this.#nodes > limits.nodes) throw overLimit('nodes');
    if (!voids.has(name) && ++this.#depth > limits.depth) throw overLimit('depth');
    if (name === 'html' && attributes.lang) this.summary.language = attributes.lang.slice(0, 2).toLowerCase();
    if (this.#skippedFrom !== undefined) return;
    if (name === 'title' && this.summary.title === undefined) this.#title = [];
    if (this.#isFurniture(name, attributes)) {
      this.flush();
      if (!voids.has(name)) this.#skippedFrom = this.#depth;
      return;
    }
    if (
      (name === 'main' || name === 'article' || attributes.role === 'main') &&
      this.#mainFrom === undefined
    ) {
      this.flush();
      this.#mainFrom = this.#depth;
      this.hasMain = true;
    }
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) {
      this.flush();
      this.#heading = Number(level);
    } else if (name === 'li') {
      this.flush();
      this.#kind = 'item';
    } else if (name === 'table') {
      this.flush();
      this.#tables.push({ rows: [], cell: undefined, isHeaderCell: false });
    } else if (name === 'tr') this.#tables.at(-1)?.rows.push({ cells: [], isHeader: true });
    else if (name === 'td' || name === 'th') this.#openCell(name);
    else if (name === 'br') this.#put('\n');
    else if (ends.has(name)) this.#tables.at(-1)?.cell ? this.#put(' ') : this.flush();
    if (name === 'pre') this.#preformatted++;
  }

  close(name: string) {
    if (!voids.has(name)) this.#depth--;
    if (this.#skippedFrom !== undefined) {
      if (this.#depth < this.#skippedFrom) this.#skippedFrom = undefined;
      return;
    }
    if (name === 'title' && this.#title) {
      this.summary.title = squeeze(this.#title.join(''));
      this.#title = undefined;
    }
    if (/^h[1-6]$/.test(name)) this.flush();
    else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'table') this.#closeTable();
    else if (name === 'li' || (ends.has(name) && name !== 'br')) {
      if (this.#tables.at(-1)?.cell) this.#put(' ');
      else this.flush();
    }
    if (name === 'li') this.#kind = 'paragraph';
    if (name === 'pre') this.#preformatted--;
    if (this.#mainFrom !== undefined && this.#depth < this.#mainFrom) {
      this.flush();
      this.#mainFrom = undefined;
    }
  }

  text(text: string) {
    if (this.#title) this.#title.push(text);
    else if (this.#skippedFrom === undefined) this.#put(text);
  }

  #isFurniture(
    name: string,
    { role, class: classes, id, hidden, 'aria-hidden': concealed }: Record<string, string>,
  ) {
    if (unread.has(name) || name === 'head') return name !== 'head';
    if ((name === 'header' || name === 'footer') && this.#mainFrom === undefined) return true;
    if (hidden !== undefined || concealed === 'true' || (role !== undefined && roles.has(role))) return true;
    return (
      name !== 'body' &&
      name !== 'html' &&
      name !== 'main' &&
      (furniture.test(classes ?? '') || furniture.test(id ?? ''))
    );
  }

  #put(text: string) {
    const cell = this.#tables.at(-1)?.cell;
    if (cell) cell.push(text);
    else this.#text.push(text);
  }

  #openCell(name: string) {
    const table = this.#tables.at(-1);
    if (!table) return;
    this.#closeCell();
    table.cell = [];
    table.isHeaderCell = name === 'th';
  }

  #closeCell() {
    const table = this.#tables.at(-1);
    if (!table?.cell) return;
    const row = table.rows.at(-1);
    row?.cells.push(squeeze(table.cell.join('')));
    if (row && !table.isHeaderCell) row.isHeader = false;
    table.cell = undefined;
  }

  #closeTable() {
    this.#closeCell();
    const table = this.#tables.pop();
    const rows = table?.rows.filter(({ cells }) => cells.some((cell) => cell !== '')) ?? [];
    const [first, second] = rows;
    if (!first) return;
    const isLayout = rows.every(({ cells }) => cells.length < 2);
    if (isLayout) {
      for (const { cells } of rows) this.#push({ kind: 'paragraph', text: cells[0] ?? '', position: {} });
      return;
    }
    const isNamed = first.isHeader || (second !== undefined && looksLikeHeader(first.cells, second.cells));
    const header = isNamed && second ? first.cells : [];
    if (
      hasNameWithoutValues(
        header,
        rows.slice(1).map(({ cells }) => cells),
      )
    ) {
      this.#push({ kind: 'row', header: [], cells: header, position: { row: 1 } });
    }
    for (const [at, { cells }] of rows.entries()) {
      if (at === 0 && header.length > 0) continue;
      this.#push({ kind: 'row', header, cells, position: { row: at + 1 } });
    }
  }

  flush() {
    const raw = this.#text.join('');
    this.#text = [];
    const level = this.#heading;
    this.#heading = undefined;
    const lines = this.#preformatted > 0 ? raw : raw.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, ' ');
    const text = lines.trim();
    if (text === '') return;
    this.#push(
      level === undefined
        ? { kind: this.#kind, text, position: {} }
        : { kind: 'heading', level, text, position: {} },
    );
  }

  #push(block: Block) {
    this.blocks.push(block);
    this.inMain.push(this.#mainFrom !== undefined);
  }
}

/** The encoding that the page names: its order mark, the server's header, then its own `meta`. */
async function charsetOf(path: string, named: string | undefined): Promise<string> {
  const file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(4096), 0, 4096, 0).finally(() => file.close());
  const start = buffer.subarray(0, bytesRead);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const meta = /<meta[^>]{0,200}charset=["']?\s*([\w-]{1,40})/i.exec(start.toString('latin1'))?.[1];
  for (const label of [named, meta]) {
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).encoding;
    } catch {
      // A name that nobody knows says nothing.
    }
  }
  return (await encodingOf(path)) ?? 'utf-8';
}

/** The page's main text; `told` receives what its head says once it is read. */
export async function* readHtml(
  path: string,
  charset: string | undefined,
  told: (summary: HtmlSummary) => void,
): AsyncGenerator<Block> {
  const reader = new PageReader();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  for await (const piece of textOf(path, await charsetOf(path, charset))) parser.write(piece);
  parser.end();
  reader.flush();
  told(reader.summary);
  const main = reader.blocks.filter((_, at) => reader.inMain[at]);
  const lengthOf = (blocks: Block[]) =>
    blocks.reduce((sum, block) => sum + ('text' in block ? block.text.length : 50), 0);
  // A page whose `main` holds next to nothing (a template's remains) is read whole.
  yield* reader.hasMain && lengthOf(main) > 200 ? main : reader.blocks;
}
