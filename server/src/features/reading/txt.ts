import type { Block } from './block.ts';
import { textOf } from './text-encoding.ts';
import { isMarked, type PlacedBlock, withHeadings } from './txt-headings.ts';
import { tablesAmong } from './txt-tables.ts';

/** A paragraph longer than this is handed on in pieces: a 49 MB line costs no more than its length. */
const longest = 20_000;

const underline = /^\s*([=~*#_-])\1{2,}\s*$/;
const bullet = /^\s{0,12}(?:[-*•–·o]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/;
const numbered =
  /^\s{0,4}(?:(?:\d{1,3}\.){1,5}\d{0,3}|[IVXLC]{1,6}\.|(?:chapitre|chapter|partie|part|section|annexe|appendix|article)\s+[\dIVXLCA-Z]+(?:er|re|e|bis|ter)?)(?:\s*[-–—:.])?\s+\S/i;

const sectionNumber = /^\s{0,12}\d{1,3}(?:\.\d{1,3})*\.?\s+[\p{L}«“"]/u;

const markdown = /^#{2,6}\s+(?=\S)/;

/** A line of its own that names what follows: short, without a sentence's end, numbered or in capitals. */
function headingLevel(line: string): number | undefined {
  const text = line.trim();
  if (text.length < 3 || text.length > 100 || /[.;,:!?…]$/.test(text.replace(/\d\.$/, ''))) return undefined;
  const letters = text.replace(/[^\p{L}]/gu, '');
  if (letters.length < 3) return undefined;
  if (numbered.test(line)) return Math.min(6, (text.match(/^\S+/)?.[0].match(/\d+/g)?.length ?? 1) + 1);
  if (letters === letters.toUpperCase() && letters !== letters.toLowerCase()) return 2;
  return undefined;
}

async function* linesOf(path: string, encoding: string): AsyncGenerator<string> {
  let rest = '';
  let endedInReturn = false;
  for await (let piece of textOf(path, encoding)) {
    if (endedInReturn && piece.startsWith('\n')) piece = piece.slice(1);
    endedInReturn = piece.endsWith('\r');
    const lines = piece.split(/\r\n|\r|\n|\f|\u2028|\u2029/);
    lines[0] = rest + (lines[0] ?? '');
    rest = lines.pop() ?? '';
    yield* lines;
    while (rest.length > longest) {
      const cut = rest.lastIndexOf(' ', longest);
      const end = cut > 0 ? cut : longest;
      yield rest.slice(0, end);
      rest = rest.slice(end);
    }
  }
  yield rest;
}

/** Paragraphs of a plain text, below their headings: lines that a writer or a mailer wrapped are joined again. */
export const readTxt = (path: string, encoding: string): AsyncGenerator<Block> =>
  withHeadings(paragraphsOf(path, encoding));

async function* paragraphsOf(path: string, encoding: string): AsyncGenerator<PlacedBlock> {
  let paragraph: string[] = [];
  let length = 0;
  let kind: 'paragraph' | 'item' = 'paragraph';
  const position = {};
  let isAfterBlank = true;
  let followsBlank = true;

  const flush = function* (): Generator<PlacedBlock> {
    for (const block of blocks()) {
      yield { block, isAfterBlank };
      isAfterBlank = false;
    }
  };
  const blocks = function* (): Generator<Block> {
    const lines = paragraph;
    paragraph = [];
    length = 0;
    const numbers = lines.filter((line) => sectionNumber.test(line)).length;
    if (numbers > 1 && numbers * 3 >= lines.length * 2) {
      for (const entry of entriesOf(lines)) yield { kind: 'item', text: joined(entry), position };
      return;
    }
    for (const part of tablesAmong(lines)) {
      if (part.isTable) yield* part.blocks;
      else for (const lines of linesTogether(part.lines)) yield* textBlock(lines);
    }
  };
  const textBlock = function* (lines: readonly string[]): Generator<Block> {
    const [only] = lines;
    const level =
      lines.length === 1 && only !== undefined && kind === 'paragraph' ? headingLevel(only) : undefined;
    const text = joined(lines);
    if (text === '') return;
    yield level === undefined ? { kind, text, position } : { kind: 'heading', level, text, position };
  };

  for await (const line of linesOf(path, encoding)) {
    if (line.trim() === '') {
      yield* flush();
      followsBlank = true;
      continue;
    }
    if (underline.test(line)) {
      const title = paragraph.length === 1 ? paragraph.pop()?.trim() : undefined;
      if (title && title.length <= 120) {
        length = 0;
        const level = line.includes('=') ? 1 : 2;
        yield { block: { kind: 'heading', level, text: title, position }, isAfterBlank };
      } else yield* flush();
      continue;
    }
    const marks = line.startsWith('##') ? markdown.exec(line)?.[0] : undefined;
    if (marks !== undefined) {
      yield* flush();
      const text = line.slice(marks.length).trim();
      yield { block: { kind: 'heading', level: marks.trim().length, text, position }, isAfterBlank };
      continue;
    }
    if (bullet.test(line)) {
      yield* flush();
      kind = 'item';
    } else if (paragraph.length === 0) kind = 'paragraph';
    if (paragraph.length === 0) isAfterBlank = followsBlank;
    followsBlank = false;
    paragraph.push(line);
    length += line.length;
    if (length > longest) yield* flush();
  }
  yield* flush();
}

/** The entries of a table of contents, each of which begins with its number. */
function entriesOf(lines: readonly string[]): string[][] {
  const entries: string[][] = [];
  for (const line of lines) {
    if (entries.length === 0 || sectionNumber.test(line)) entries.push([line]);
    else entries.at(-1)?.push(line);
  }
  return entries;
}

/** Lines as one text: a word broken by a soft hyphen is whole again. */
function joined(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const trimmed = line.trim();
    if (text === '') text = trimmed;
    else if (/\p{L}\u00ad$/u.test(text)) text = text.slice(0, -1) + trimmed;
    else text += ` ${trimmed}`;
  }
  return text;
}

/** Text is wrapped at no less than this: what is narrower throughout was written line by line. */
const leastWidth = 40;

/**
 * Lines that were one before they were wrapped. A line that ends where the next word would have had plenty of room
 * was ended on purpose, if a new sentence follows: a title that stands right above its text, an address.
 */
function linesTogether(lines: readonly string[]): readonly (readonly string[])[] {
  const width = Math.max(0, ...lines.map(({ length }) => length));
  const together: string[][] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? '';
    const room = width < leastWidth ? Number.POSITIVE_INFINITY : width * 0.7 - before.length - 1;
    const hasEnded =
      /^\s*[\p{Lu}\d]/u.test(line) &&
      (width < leastWidth ? !/[,;-]\s*$/.test(before) : room > 0) &&
      (/^\s*\S*/.exec(line)?.[0].length ?? 0) < room;
    if (at === 0 || isMarked(line) || hasEnded) together.push([line]);
    else together.at(-1)?.push(line);
  }
  return together;
}
