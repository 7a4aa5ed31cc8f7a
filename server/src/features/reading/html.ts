import { Parser } from 'htmlparser2';
import type { Block } from './block.ts';
import { overLimit } from './reading-error.ts';
import { hasNameWithoutValues, looksLikeHeader } from './table-header.ts';

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
const roles = new Set(['navigation', 'search', 'dialog', 'alertdialog', 'complementary', 'menu', 'menubar']);
/** Names that sites give to what is not their text; whole words of a class or an id. */
const furniture =
  /(^|[\s_-])(cookie|cookies|consent|gdpr|rgpd|navbar|breadcrumbs?|sidebar|menu|newsletter|share|social|popup|modal|skip-link|pagination)([\s_-]|$)/i;
/** Names of what stands above and below the text on every page, for sites without `header` and `footer`. */
const above = /(^|\s)((site|main|global|top)[-_])?(header|masthead|topbar|top-bar)(\s|$)/i;
const below = /(^|\s)((site|page|main|global|bottom)[-_])?(footer|colophon)(\s|$)/i;
/** Most elements have neither name, and are not asked about. */
const isNamed = (names: RegExp, classes: string | undefined, id: string | undefined) =>
  (classes !== undefined && names.test(classes)) || (id !== undefined && names.test(id));
const levels: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 };
const headingLevel = (name: string) => (name.length === 2 ? levels[name] : undefined);
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

export interface HtmlOptions {
  /** Of the page, for its links. */
  url: string;
  /** What the server's header says. */
  charset?: string | undefined;
  ignoreHeader?: boolean | undefined;
  ignoreFooter?: boolean | undefined;
  /** Whether the addresses that it links to are asked for. */
  wantsLinks?: boolean | undefined;
}

export interface HtmlPage {
  title?: string;
  language?: string;
  /** What the page calls its own address, absolute. */
  canonical?: string;
  /** Where it leads, absolute, each once. */
  links: string[];
  blocks: Block[];
}

/** More than any page for people has; what follows is not followed. */
const mostLinks = 5_000;

type Region = 'header' | 'footer';

interface Table {
  rows: { cells: string[]; isHeader: boolean }[];
  cell: string[] | undefined;
  isHeaderCell: boolean;
}

/** Blocks of a page's main text, and what its head says. */
class PageReader {
  readonly blocks: { block: Block; inMain: boolean; region: Region | undefined }[] = [];
  title: string | undefined;
  language: string | undefined;
  canonical: string | undefined;
  readonly links = new Set<string>();
  /** Whether a `main` or `article` was met: then what stands outside is the site's, not the page's. */
  hasMain = false;
  readonly #options: HtmlOptions;
  #base: string;
  #depth = 0;
  #nodes = 0;
  #skippedFrom: number | undefined;
  #mainFrom: number | undefined;
  #region: { name: Region; from: number } | undefined;
  #text: string[] = [];
  #kind: 'paragraph' | 'item' = 'paragraph';
  #heading: number | undefined;
  #tables: Table[] = [];
  #title: string[] | undefined;
  #preformatted = 0;

  constructor(options: HtmlOptions) {
    this.#options = options;
    this.#base = options.url;
  }

  open(name: string, attributes: Record<string, string>) {
    if (++this.#nodes > limits.nodes) throw overLimit('nodes');
    if (!voids.has(name) && ++this.#depth > limits.depth) throw overLimit('depth');
    if (name === 'html' && attributes.lang) this.language = attributes.lang.slice(0, 2).toLowerCase();
    // Also of what is not read: menus are where sites link their pages.
    if (name === 'a' || name === 'area' || name === 'link' || name === 'base') this.#lead(name, attributes);
    if (this.#skippedFrom !== undefined) return;
    if (name === 'title' && this.title === undefined) this.#title = [];
    const region = this.#regionOf(name, attributes);
    if (region) {
      this.flush();
      this.#region = { name: region, from: this.#depth };
    }
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
    const level = headingLevel(name);
    if (level !== undefined) {
      this.flush();
      this.#heading = level;
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
      if (this.#region !== undefined && this.#depth < this.#region.from) this.#region = undefined;
      return;
    }
    if (name === 'title' && this.#title) {
      this.title = squeeze(this.#title.join(''));
      this.#title = undefined;
    }
    if (headingLevel(name) !== undefined) this.flush();
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
    if (this.#region !== undefined && this.#depth < this.#region.from) {
      this.flush();
      this.#region = undefined;
    }
  }

  text(text: string) {
    if (this.#title) this.#title.push(text);
    else if (this.#skippedFrom === undefined) this.#put(text);
  }

  #lead(name: string, { href, rel, hreflang }: Record<string, string>) {
    const isLink = name === 'a' || name === 'area';
    if (isLink && !this.#options.wantsLinks) return;
    if (href === undefined || href.length > 2048 || !URL.canParse(href, this.#base)) return;
    const { href: target } = new URL(href, this.#base);
    if (name === 'base') this.#base = target;
    else if (name === 'link') {
      if (hreflang === undefined && /(^|\s)canonical(\s|$)/i.test(rel ?? '')) this.canonical ??= target;
    } else if (!/(^|\s)nofollow(\s|$)/i.test(rel ?? '') && this.links.size < mostLinks)
      this.links.add(target);
  }

  /** The site's header or footer, when one begins with this element. */
  #regionOf(name: string, { role, class: classes, id }: Record<string, string>): Region | undefined {
    if (this.#region !== undefined || this.#mainFrom !== undefined || voids.has(name) || name === 'body')
      return undefined;
    if (name === 'header' || role === 'banner' || isNamed(above, classes, id)) return 'header';
    if (name === 'footer' || role === 'contentinfo' || isNamed(below, classes, id)) return 'footer';
    return undefined;
  }

  #isFurniture(
    name: string,
    { role, class: classes, id, hidden, 'aria-hidden': concealed }: Record<string, string>,
  ) {
    if (unread.has(name) || name === 'head') return name !== 'head';
    if (this.#region?.name === 'header' && this.#options.ignoreHeader) return true;
    if (this.#region?.name === 'footer' && this.#options.ignoreFooter) return true;
    if (hidden !== undefined || concealed === 'true' || (role !== undefined && roles.has(role))) return true;
    return name !== 'body' && name !== 'html' && name !== 'main' && isNamed(furniture, classes, id);
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
    const level = this.#heading;
    this.#heading = undefined;
    if (this.#text.length === 0) return;
    const raw = this.#text.length === 1 ? (this.#text[0] as string) : this.#text.join('');
    this.#text = [];
    const text = (this.#preformatted > 0 ? raw : oneLine(raw)).trim();
    if (text === '') return;
    this.#push(
      level === undefined
        ? { kind: this.#kind, text, position: {} }
        : { kind: 'heading', level, text, position: {} },
    );
  }

  #push(block: Block) {
    this.blocks.push({ block, inMain: this.#mainFrom !== undefined, region: this.#region?.name });
  }
}

/** Most texts are that already, and two replacements of each were a third of reading a page. */
const oneLine = (text: string) =>
  unevenSpace.test(text) ? text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, ' ') : text;
const unevenSpace = /[^\S ]| {2}/;

/** As the page's order mark, the server's header or its own `meta` says; else UTF-8 where it is valid. */
function decoded(body: Uint8Array, named: string | undefined): string {
  const [first, second, third] = body;
  const marked =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : first === 0xef && second === 0xbb && third === 0xbf
          ? 'utf-8'
          : undefined;
  for (const labelOf of [() => marked, () => named, () => metaCharset(body)]) {
    const label = labelOf();
    if (label === undefined) continue;
    try {
      return new TextDecoder(label).decode(body);
    } catch {
      // A name that nobody knows says nothing.
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return new TextDecoder('windows-1252').decode(body);
  }
}

function metaCharset(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 4096)).toString('latin1');
  return /<meta[^>]{0,200}charset=["']?\s*([\w-]{1,40})/i.exec(start)?.[1];
}

const lengthOf = (blocks: Block[]) =>
  blocks.reduce((sum, block) => sum + ('text' in block ? block.text.length : 50), 0);

/** Parsed at once: more would hold up the garbage collector for nothing. */
const piece = 1 << 16;

/** A page's main text and what its head says. */
export function readHtml(body: Uint8Array, options: HtmlOptions): HtmlPage {
  const reader = new PageReader(options);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      onclosetag: (name) => reader.close(name),
      ontext: (text) => reader.text(text),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  const text = decoded(body, options.charset).replaceAll('\0', '').toWellFormed();
  for (let at = 0; at < text.length; at += piece) parser.write(text.slice(at, at + piece));
  parser.end();
  reader.flush();
  const main = reader.blocks.filter(({ inMain }) => inMain).map(({ block }) => block);
  // A page whose `main` holds next to nothing (a template's remains) is read whole.
  const isMainEnough = reader.hasMain && lengthOf(main) > 200;
  const read = reader.blocks.filter(({ inMain, region }) => !isMainEnough || inMain || region !== undefined);
  return {
    ...(reader.title ? { title: reader.title } : {}),
    ...(reader.language ? { language: reader.language } : {}),
    ...(reader.canonical ? { canonical: reader.canonical } : {}),
    links: [...reader.links],
    blocks: read.map(({ block }) => block),
  };
}
