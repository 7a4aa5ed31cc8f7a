import type { Block } from '../blocks/block.ts';
import { isQuestion, standAlone } from '../blocks/headings.ts';
import { limitError } from '../files/reading-error.ts';
import {
  accordionNames,
  blockElements,
  boilerplateNames,
  footerNames,
  headerNames,
  headingLevel,
  isNamed,
  skippedElements,
  skippedRoles,
  voidElements,
} from './html-elements.ts';
import { FaqData } from './html-faq.ts';
import { blocksOfTable, collapseSpace, type HtmlTable } from './html-tables.ts';
import { maxTitleLength, type PageBlock, type Part, questionLevel, type Region } from './html-titles.ts';

/** Bounds of security S4.10. */
const limits = { depth: 512, nodes: 1_000_000 };

export interface HtmlOptions {
  /** The page's address, for its links. */
  url: string;
  /** The encoding that the server's header names. */
  charset?: string | undefined;
  ignoreHeader?: boolean | undefined;
  ignoreFooter?: boolean | undefined;
  /** Whether the addresses that it links to are asked for. */
  wantsLinks?: boolean | undefined;
}

/** Links read of one page: more than any page for people has. */
const maxLinks = 5_000;

/** A button whose text is read. */
interface Toggle {
  from: number;
  controls: string | undefined;
  /** Whether it stands in a heading. */
  isTitle: boolean;
  isNamed: boolean;
  unfolds: boolean;
  isButton: boolean;
}

/** The end of a line that its author broke; those of the markup are spaces. */
const lineBreak = '\u2028';

/** Blocks of a page's main text, and what its head says. */
export class PageReader {
  readonly blocks: PageBlock[] = [];
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
  #tables: HtmlTable[] = [];
  #title: string[] | undefined;
  #preformatted = 0;
  /** Open elements in bold, and whether all of what was read since the last block stands in one. */
  #bold = 0;
  #isBold = true;
  #part: Part | undefined;
  /** The depth of the element that names a question, of whatever kind it is. */
  #questionDepth: number | undefined;
  #question: number | undefined;
  #button: Toggle | undefined;
  /** The ids of what buttons show and hide: there for who presses them. */
  readonly #unfolded = new Set<string>();
  readonly faq = new FaqData();

  constructor(options: HtmlOptions) {
    this.#options = options;
    this.#base = options.url;
  }

  open(name: string, attributes: Record<string, string>) {
    if (++this.#nodes > limits.nodes) throw limitError('nodes');
    if (!voidElements.has(name) && ++this.#depth > limits.depth) throw limitError('depth');
    if (name === 'html' && attributes.lang) this.language = attributes.lang.slice(0, 2).toLowerCase();
    // Links of what is not read count as well: menus are where sites link their pages.
    if (name === 'a' || name === 'area' || name === 'link' || name === 'base') this.#lead(name, attributes);
    if (this.#skippedFrom !== undefined) return;
    if (name === 'script') this.faq.open(attributes.type);
    if (name === 'title' && this.title === undefined) this.#title = [];
    const region = this.#regionOf(name, attributes);
    if (region) {
      this.flush();
      this.#region = { name: region, from: this.#depth };
    }
    if (this.#isToggle(name, attributes)) return this.#openToggle(name, attributes);
    if (this.#isFurniture(name, attributes)) {
      this.flush();
      if (!voidElements.has(name)) this.#skippedFrom = this.#depth;
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
    if (name === 'b' || name === 'strong') this.#bold++;
    this.#openQuestion(attributes);
    const level = name === 'summary' ? questionLevel : headingLevel(name);
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
    else if (name === 'br') this.#break();
    else if (blockElements.has(name)) this.#tables.at(-1)?.cell ? this.#put(' ') : this.flush();
    if (name === 'dt' || name === 'dd') this.#part = name === 'dt' ? 'term' : 'definition';
    if (name === 'pre') this.#preformatted++;
  }

  /** Whether a button is read: it is of the site, unless it is a title or unfolds what follows. */
  #isToggle(name: string, attributes: Record<string, string>) {
    const isButton = name === 'button';
    const isLikeOne = attributes.role === 'button' && attributes['aria-expanded'] !== undefined;
    return (
      (isButton || isLikeOne) &&
      this.#button === undefined &&
      !voidElements.has(name) &&
      !this.#isFurniture('div', attributes)
    );
  }

  #openToggle(name: string, attributes: Record<string, string>) {
    const isTitle = this.#heading !== undefined || this.#part === 'term';
    const controls =
      attributes['aria-controls'] ??
      (attributes['data-bs-target'] ?? attributes['data-target'] ?? attributes.href)?.replace(/^#/, '');
    const isNamed = accordionNames.test(attributes.class ?? '');
    this.#button = {
      from: this.#depth,
      controls,
      isTitle,
      isNamed,
      unfolds: isNamed || attributes['aria-expanded'] !== undefined,
      isButton: name === 'button',
    };
    if (isTitle) return;
    this.flush();
    this.#part = 'toggle';
  }

  #closeToggle({ controls, isTitle, isNamed, unfolds: accordionNames, isButton }: Toggle) {
    this.#button = undefined;
    const text = collapseSpace(this.#text.join(''));
    const isSure = isTitle || isNamed || (accordionNames && isQuestion(text));
    if (controls && isSure) this.#unfolded.add(controls);
    if (isTitle) return;
    // What else is pressed ("Réserver") is read where it is a link, or the page's own data calls it a question.
    if (!isSure) this.#part = isButton ? 'button' : undefined;
    this.flush();
    this.#part = undefined;
  }

  #openQuestion({ itemtype, itemprop }: Record<string, string>) {
    if (itemtype !== undefined && /\/Question$/i.test(itemtype)) this.#questionDepth ??= this.#depth;
    if (this.#questionDepth === undefined || this.#question !== undefined || itemprop !== 'name') return;
    this.flush();
    this.#heading = questionLevel;
    this.#question = this.#depth;
  }

  /** Ends a line, but not in a table. */
  #break() {
    // A title is of few pieces: to join more at each break would take the square of their time.
    const length = this.#text.length <= 10 ? collapseSpace(this.#text.join('')).length : 0;
    const isTitle = this.#isBold && this.#bold === 0 && length > 0 && length <= maxTitleLength;
    const isFree = this.#heading === undefined && this.#part === undefined && this.#kind === 'paragraph';
    if (isTitle && isFree && !this.#tables.at(-1)?.cell) this.flush();
    else this.#put(lineBreak);
  }

  close(name: string) {
    if (!voidElements.has(name)) this.#depth--;
    if (name === 'script') this.faq.close();
    if (this.#skippedFrom !== undefined) {
      if (this.#depth < this.#skippedFrom) this.#skippedFrom = undefined;
      if (this.#region !== undefined && this.#depth < this.#region.from) this.#region = undefined;
      return;
    }
    if (this.#button !== undefined && this.#depth < this.#button.from) this.#closeToggle(this.#button);
    if (name === 'b' || name === 'strong') this.#bold = Math.max(0, this.#bold - 1);
    if (this.#question !== undefined && this.#depth < this.#question) {
      this.flush();
      this.#heading = undefined;
      this.#question = undefined;
    }
    if (this.#questionDepth !== undefined && this.#depth < this.#questionDepth)
      this.#questionDepth = undefined;
    if (name === 'title' && this.#title) {
      this.title = collapseSpace(this.#title.join(''));
      this.#title = undefined;
    }
    if (headingLevel(name) !== undefined || name === 'summary') {
      this.flush();
      this.#heading = undefined;
    } else if (name === 'td' || name === 'th') this.#closeCell();
    else if (name === 'table') this.#closeTable();
    else if (name === 'li' || (blockElements.has(name) && name !== 'br')) {
      if (this.#tables.at(-1)?.cell) this.#put(' ');
      else this.flush();
    }
    if (name === 'li') this.#kind = 'paragraph';
    if (name === 'dt' || name === 'dd') this.#part = undefined;
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
    if (this.faq.isOpen) this.faq.text(text);
    else if (this.#title) this.#title.push(text);
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
    } else if (!/(^|\s)nofollow(\s|$)/i.test(rel ?? '') && this.links.size < maxLinks) this.links.add(target);
  }

  /** The site's header or footer, when one begins with this element. */
  #regionOf(name: string, { role, class: classes, id }: Record<string, string>): Region | undefined {
    if (
      this.#region !== undefined ||
      this.#mainFrom !== undefined ||
      voidElements.has(name) ||
      name === 'body'
    )
      return undefined;
    if (name === 'header' || role === 'banner' || isNamed(headerNames, classes, id)) return 'header';
    if (name === 'footer' || role === 'contentinfo' || isNamed(footerNames, classes, id)) return 'footer';
    return undefined;
  }

  #isFurniture(
    name: string,
    { role, class: classes, id, hidden, 'aria-hidden': concealed }: Record<string, string>,
  ) {
    if (skippedElements.has(name) || name === 'head') return name !== 'head';
    if (this.#region?.name === 'header' && this.#options.ignoreHeader) return true;
    if (this.#region?.name === 'footer' && this.#options.ignoreFooter) return true;
    const isUnfolded = id !== undefined && this.#unfolded.has(id);
    if (
      ((hidden !== undefined || concealed === 'true') && !isUnfolded) ||
      (role !== undefined && skippedRoles.has(role))
    )
      return true;
    return name !== 'body' && name !== 'html' && name !== 'main' && isNamed(boilerplateNames, classes, id);
  }

  #put(text: string) {
    const cell = this.#tables.at(-1)?.cell;
    if (cell) cell.push(text);
    else {
      this.#text.push(text);
      if (this.#bold === 0 && this.#isBold && text.trim() !== '') this.#isBold = false;
    }
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
    row?.cells.push(collapseSpace(table.cell.join('')));
    if (row && !table.isHeaderCell) row.isHeader = false;
    table.cell = undefined;
  }

  #closeTable() {
    this.#closeCell();
    const table = this.#tables.pop();
    for (const block of table ? blocksOfTable(table) : []) this.#push(block);
  }

  flush() {
    const level = this.#heading;
    const isBold = this.#isBold;
    this.#isBold = true;
    // A heading may hold elements of its own, before its text.
    if (this.#text.every((text) => text.trim() === '')) {
      this.#text = [];
      return;
    }
    this.#heading = undefined;
    const raw = this.#text.length === 1 ? (this.#text[0] as string) : this.#text.join('');
    this.#text = [];
    if (this.#preformatted > 0) {
      const text = raw.replaceAll(lineBreak, '\n').trim();
      if (text !== '') this.#tell(text, level, false);
    } else for (const line of linesIn(raw)) this.#tell(line, level, isBold);
  }

  #tell(text: string, level: number | undefined, isBold: boolean) {
    this.#push(
      level === undefined
        ? { kind: this.#kind, text, position: {} }
        : { kind: 'heading', level, text, position: {} },
      isBold && level === undefined && this.#kind === 'paragraph' && this.#part === undefined
        ? 'bold'
        : undefined,
    );
  }

  #push(block: Block, part = this.#part) {
    this.blocks.push({ block, inMain: this.#mainFrom !== undefined, region: this.#region?.name, part });
  }
}

/** A paragraph's lines, where its author broke it into such as stand alone. */
function linesIn(raw: string): string[] {
  const whole = oneLine(raw.replaceAll(lineBreak, ' ')).trim();
  if (!raw.includes(lineBreak)) return whole === '' ? [] : [whole];
  const lines = raw
    .split(lineBreak)
    .map((line) => oneLine(line).trim())
    .filter((line) => line !== '');
  return standAlone(lines) ? lines : whole === '' ? [] : [whole];
}

/** Most texts are that already, and two replacements of each were a third of reading a page. */
const oneLine = (text: string) =>
  unevenSpace.test(text) ? text.replace(/[^\S\n]+/g, ' ').replace(/ ?\n ?/g, ' ') : text;
const unevenSpace = /[^\S ]| {2}/;
