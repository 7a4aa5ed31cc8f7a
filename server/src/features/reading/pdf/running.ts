import type { Line } from './lines.ts';

/** The share of the page's height in which running headers and footers stand. */
const edgeShare = 0.12;
const maxRunningLength = 200;
/** Lines of each kind that are remembered. */
const maxRememberedLines = 10_000;

export interface PrintedLines {
  number: number;
  lines: readonly Line[];
  height: number;
}

/** A line as it is compared with those of other pages. */
interface Print {
  /** Its text, with a mark for each figure. */
  key: string;
  figures: number[];
  /** Its text without the figure that it begins or ends with, and that figure: a title beside a page's number. */
  titles: { text: string; figure: number }[];
}

/** As front matter is numbered; a single letter is more often a list's or an appendix's. */
const roman = /^(?:x{0,3}(?:ix|iv|v?i{0,3})|xl(?:ix|iv|v?i{0,3}))$/;
const romanValues: Record<string, number> = { i: 1, v: 5, x: 10, l: 50 };

function romanNumber(word: string): number | undefined {
  if (word === '' || !roman.test(word)) return undefined;
  const values = [...word].map((letter) => romanValues[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

const prints = new WeakMap<Line, Print>();

function printOf(line: Line): Print {
  let print = prints.get(line);
  if (print) return print;
  const words = line.text.toLowerCase().split(/\s+/);
  const figures: number[] = [];
  const marked = words.map((word, at) => {
    const value = at === 0 || at === words.length - 1 ? romanNumber(word) : undefined;
    if (value !== undefined) {
      figures.push(value);
      return '#';
    }
    return word.replace(/\d+/g, (digits) => {
      figures.push(Number(digits));
      return '#';
    });
  });
  const titles: Print['titles'] = [];
  if (marked.length > 1) {
    const [first, last] = [figures[0], figures.at(-1)];
    if (marked[0] === '#' && first !== undefined)
      titles.push({ text: words.slice(1).join(' '), figure: first });
    if (marked.at(-1) === '#' && last !== undefined)
      titles.push({ text: words.slice(0, -1).join(' '), figure: last });
  }
  print = { key: marked.join(' '), figures, titles };
  // A line is compared with those of all pages around it.
  prints.set(line, print);
  return print;
}

/** A page's number, with what is said around it. */
const isPageNumber = (key: string) => /^(?:page|p\.|[-–—/|#.\s]|sur|of|de)*$/.test(key);

/** Steps from page to page: where two printed pages share a sheet, figures go on by two. */
const steps = [1, 2];

/** Whether two lines, so many pages apart, are the same but for the numbers of their pages. */
function areSame(one: Print, other: Print, apart: number): boolean {
  if (one.key !== other.key) return false;
  if (isPageNumber(one.key)) return true;
  return steps.some((step) =>
    one.figures.every((figure, at) => {
      const there = other.figures[at] as number;
      return there === figure || there - figure === step * apart;
    }),
  );
}

const isNear = (one: Line, other: Line) =>
  Math.abs(one.y - other.y) < one.size * 1.5 && Math.abs(one.size - other.size) < one.size * 0.2;

const lengthOf = (lines: readonly Line[]) => lines.reduce((sum, { text }) => sum + text.length, 0);

/** Whether lines stand at the edges of a page, by all that is printed there. */
function edgesOf({ lines, height }: PrintedLines): (line: Line) => boolean {
  let top = Number.POSITIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { y } of lines) {
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const band = height * edgeShare;
  return ({ y, text }) => text.length <= maxRunningLength && (y < top + band || y > bottom - band);
}

const medianOf = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** A page this many times shorter than those around it is a figure's or a chapter's last, and no label. */
const muchShorter = 4;

/** What is known of the document whose pages are compared. */
export interface PrintedDocument {
  /** The size of most of its text. */
  body: number;
  /** Whether its outline names this. */
  isTitle(text: string): boolean;
}

/**
 * Leaves the headers and footers of a document out, but for the first time that it says what stands there, which may be
 * all that tells of its version or author. Pages are handed over in their order.
 */
export class RunningLines {
  readonly #said = new Set<string>();
  readonly #kept = new Set<string>();

  /** A page's lines without those at its edges that its neighbours have, too. */
  ownOf(page: PrintedLines, neighbours: readonly PrintedLines[], { body, isTitle }: PrintedDocument): Line[] {
    const { lines } = page;
    if (lines.length === 0 || neighbours.length === 0) return [...lines];
    const isAtEdge = edgesOf(page);
    const own = lines.filter((line) => {
      if (!isAtEdge(line)) return true;
      const print = printOf(line);
      if (isShared(line, page, neighbours)) {
        line.isRunning = true;
        return !isPageNumber(print.key) && !this.#isKnown(print.key);
      }
      const title = line.size <= body * 1.05 ? titleBesideNumber(line, page, neighbours) : undefined;
      if (title === undefined) return true;
      line.isRunning = true;
      return title !== '' && !isTitle(title) && !this.#isKnown(title);
    });
    for (const line of own) this.#remember(line);
    const hardlyAny = lengthOf(own) * 4 < lengthOf(lines);
    const usual = medianOf(neighbours.map((other) => lengthOf(other.lines)));
    // Labels or certificates: pages that differ in a figure only have that for their text.
    return hardlyAny && usual < lengthOf(lines) * muchShorter ? [...lines] : own;
  }

  #isKnown = (text: string) => this.#said.has(text) || this.#kept.has(text);

  #remember(line: Line) {
    if (line.text.length > maxRunningLength) return;
    const { key, titles } = printOf(line);
    // What a whole book says would leave no room for its headers.
    const set = line.isRunning ? this.#kept : this.#said;
    for (const text of line.isRunning ? [key, ...titles.map((title) => title.text)] : [key])
      if (set.size < maxRememberedLines) set.add(text);
  }
}

/** Whether the pages around have the same line at the same place. */
function isShared(line: Line, page: PrintedLines, neighbours: readonly PrintedLines[]): boolean {
  const print = printOf(line);
  const same = neighbours.filter((other) =>
    other.lines.some(
      (there) => isNear(line, there) && areSame(print, printOf(there), other.number - page.number),
    ),
  );
  return same.length >= Math.min(2, neighbours.length);
}

/**
 * What a line says beside its page's number, which goes on on the pages around: titles of chapters change. Nothing, for a
 * number alone; undefined for a line without one.
 */
function titleBesideNumber(
  line: Line,
  page: PrintedLines,
  neighbours: readonly PrintedLines[],
): string | undefined {
  const { key, figures, titles } = printOf(line);
  const isAlone = isPageNumber(key) && figures.length === 1;
  const candidates = isAlone ? [{ text: '', figure: figures[0] as number }] : titles;
  return candidates.find(({ figure }) => {
    const going = neighbours.filter((other) => {
      const isAtEdge = edgesOf(other);
      const next = figure + other.number - page.number;
      return other.lines.some((there) => {
        if (!isAtEdge(there) || (!isAlone && !isNear(line, there))) return false;
        const print = printOf(there);
        const isNumber = isPageNumber(print.key) && print.figures[0] === next;
        return isNumber || print.titles.some((title) => title.figure === next);
      });
    });
    return going.length >= Math.min(2, neighbours.length);
  })?.text;
}
