import type { Block } from '../blocks/block.ts';
import { isMarked, isQuestion, type PlacedBlock, pairIn, withHeadings } from '../blocks/headings.ts';
import { isEntry } from '../blocks/list-entry.ts';
import { textOf } from '../files/text-encoding.ts';
import { findTables } from './txt-tables.ts';

/** A paragraph longer than this is handed on in pieces: a 49 MB line costs no more than its length. */
const maxParagraphLength = 20_000;

const underline = /^\s*([=~*#_-])\1{2,}\s*$/;
const bullet = /^\s{0,12}(?:[-*•–·o]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/;
const numbered =
  /^\s{0,4}(?:(?:\d{1,3}\.){1,5}\d{0,3}|[IVXLC]{1,6}\.|(?:chapitre|chapter|partie|part|section|annexe|appendix|article)\s+[\dIVXLCA-Z]+(?:er|re|e|bis|ter)?)(?:\s*[-–—:.])?\s+\S/i;

const sectionNumber = /^\s{0,12}\d{1,3}(?:\.\d{1,3})*\.?\s+[\p{L}«“"]/u;

/** "## Tarifs", "=== Tarifs ===", "**Tarifs**": a title by what stands around it. One "#" may be a comment. */
const markdown = /^(#{2,6})\s+(\S.*)$/;
const topMarkdown = /^#\s+(\p{Lu}.{0,98}[^\s.;,:{}()=])$/u;
const framed = /^([*=~_•-]{2,10})\s?([^\s*=~_•-](?:.{0,118}[^\s*=~_•-])?[?:]?)\s?([*=~_•-]{2,10})$/;

function parseMarkedTitle(line: string): { level: number; text: string } | undefined {
  const text = line.trim();
  if (text.length > 200 || !/^[#*=~_•-]/.test(text)) return undefined;
  const [, marks, title] = markdown.exec(line) ?? [];
  if (marks !== undefined && title !== undefined)
    return { level: marks.length, text: title.replace(/(?<!\s)\s+#+$/, '').replaceAll('**', '') };
  const [, before, inside, after] = framed.exec(text) ?? [];
  if (inside === undefined || before === undefined || before[0] !== after?.[0]) return undefined;
  // Emphasised sentences, and names of values.
  if (/[.!;,…]$|\*\*|[.!?]\s/.test(inside) || !/\p{L}{2}/u.test(inside) || isEntry(inside)) return undefined;
  return { level: 6, text: inside };
}

const isCapitals = (text: string) => {
  if (/\p{Ll}/u.test(text)) return false;
  const letters = text.replace(/[^\p{L}]/gu, '');
  return letters.length >= 3 && letters !== letters.toLowerCase();
};
/** "TARIFS 2024", "ANNEXE 2", but not "SIRET 123 456 789", "12 RUE DES LILAS". */
const figuresInTitle = /^\d{1,3}(?:\.\d{1,3})*[.)°]?\s|\b(?:19|20)\d{2}\b|\b\d{1,2}$/g;

/**
 * The level of a line that names what follows: short, without a sentence's end, numbered or in capitals. Undefined for
 * any other.
 */
function headingLevel(line: string): number | undefined {
  const text = line.trim();
  if (text.length < 3 || text.length > 100 || /[.;,!?…]$/.test(text.replace(/\d\.$/, ''))) return undefined;
  if (text.replace(/[^\p{L}]/gu, '').length < 3 || isEntry(text)) return undefined;
  if (!text.endsWith(':') && numbered.test(line))
    return Math.min(6, (text.match(/^\S+/)?.[0].match(/\d+/g)?.length ?? 1) + 1);
  return isCapitals(text) && !/\d/.test(text.replace(figuresInTitle, '')) ? 2 : undefined;
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
    while (rest.length > maxParagraphLength) {
      const cut = rest.lastIndexOf(' ', maxParagraphLength);
      const end = cut > 0 ? cut : maxParagraphLength;
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
  let hasBegun = false;
  let hasMarkdown = false;

  const flush = function* (): Generator<PlacedBlock> {
    for (const placed of blocks()) {
      yield { ...placed, isApart: isAfterBlank || placed.isApart };
      isAfterBlank = false;
    }
  };
  const blocks = function* (): Generator<PlacedBlock> {
    const lines = paragraph;
    paragraph = [];
    length = 0;
    const numbers = lines.filter((line) => sectionNumber.test(line) && !line.trimEnd().endsWith('?')).length;
    if (numbers > 1 && numbers * 3 >= lines.length * 2) {
      for (const entry of entriesOf(lines))
        yield { block: { kind: 'item', text: joinLines(entry), position }, isApart: false };
      return;
    }
    for (const part of findTables(lines)) {
      if (part.isTable) for (const block of part.blocks) yield { block, isApart: false };
      else
        for (const { lines, isApart } of groupLines(part.lines))
          for (const block of textBlock(lines)) yield { block, isApart };
    }
  };
  const textBlock = function* (lines: readonly string[]): Generator<Block> {
    const [only] = lines;
    const level =
      lines.length === 1 && only !== undefined && kind === 'paragraph' ? headingLevel(only) : undefined;
    const text = joinLines(lines);
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
      const above = paragraph.at(-1)?.trim() ?? '';
      // Below several lines it underlines the last, where it is as long.
      const isOfLast = paragraph.length === 1 || Math.abs(above.length - line.trim().length) <= 2;
      const isTitle = above !== '' && above.length <= 120 && isOfLast;
      if (isTitle) paragraph.pop();
      yield* flush();
      const level = line.includes('=') ? 1 : 2;
      if (isTitle) yield { block: { kind: 'heading', level, text: above, position }, isApart: true };
      continue;
    }
    const isTop = !hasBegun || hasMarkdown;
    hasBegun = true;
    const top = followsBlank && isTop && line.startsWith('# ') ? topMarkdown.exec(line)?.[1] : undefined;
    const title = top === undefined ? parseMarkedTitle(line) : { level: 1, text: top };
    if (title) {
      hasMarkdown ||= line.startsWith('#');
      yield* flush();
      yield { block: { kind: 'heading', ...title, position }, isApart: true };
      followsBlank = false;
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
    if (length > maxParagraphLength) yield* flush();
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
function joinLines(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const trimmed = line.trim();
    if (text === '') text = trimmed;
    else if (/\p{L}\u00ad$/u.test(text)) text = text.slice(0, -1) + trimmed;
    else text += ` ${trimmed}`;
  }
  return text;
}

/** The least width at which text is wrapped: what is narrower throughout was written line by line. */
const minWrapWidth = 40;

/** A line that begins so goes on with the one before it. */
const continuation = /^\s*[\p{Ll}&(]/u;
const sentenceEnd = /[.!?:;…)»”"]\s*$/;

type Shape = 'entry' | 'pair' | 'question' | 'title';

/** What lines are by their shape and their neighbours', where that sets them apart: of most, nothing. */
function shapesOf(lines: readonly string[]): (Shape | undefined)[] {
  const widest = Math.max(minWrapWidth, ...lines.map(({ length }) => length));
  const hasCapitals = !lines.every(isCapitals);
  const shapes = lines.map((line, at): Shape | undefined => {
    const text = line.trim();
    const before = lines[at - 1];
    const isFresh = before === undefined || sentenceEnd.test(before) || before.length < widest * 0.6;
    if (isQuestion(text))
      return isFresh || (lines[at - 2] !== undefined && isEntry(before)) ? 'question' : undefined;
    if (isFresh && pairIn(text)) return 'pair';
    if (isEntry(line)) return 'entry';
    if (hasCapitals && text.length <= 60 && isCapitals(text) && headingLevel(text)) return 'title';
    return undefined;
  });
  // One line alone may be a sentence's that was wrapped; those that belong to a list have a neighbour.
  const next = (at: number, step: 1 | -1) => {
    let place = at + step;
    while (
      lines[place] !== undefined &&
      shapes[place] === undefined &&
      continuation.test(lines[place] as string)
    )
      place += step;
    return shapes[place];
  };
  return shapes.map((shape, at) =>
    (shape !== 'entry' && shape !== 'pair') ||
    [next(at, 1), next(at, -1)].some((other) => other !== undefined)
      ? shape
      : undefined,
  );
}

/**
 * Lines that were one before they were wrapped. A line that ends where the next word would have had plenty of room
 * was ended on purpose, if a new sentence follows: a title that stands right above its text, an address. Lines of a list of
 * hours or prices, questions and titles in capitals stand alone.
 */
function groupLines(lines: readonly string[]): readonly { lines: string[]; isApart: boolean }[] {
  const width = Math.max(0, ...lines.map(({ length }) => length));
  const shapes = shapesOf(lines);
  const together: { lines: string[]; isApart: boolean }[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? '';
    const shape = shapes[at];
    const above = shapes[at - 1];
    const room = width < minWrapWidth ? Number.POSITIVE_INFINITY : width * 0.7 - before.length - 1;
    const isEnded =
      /^\s*[\p{Lu}\d]/u.test(line) &&
      (width < minWrapWidth ? !/[,;-]\s*$/.test(before) : room > 0) &&
      (/^\s*\S*/.exec(line)?.[0].length ?? 0) < room;
    const isOwn =
      shape !== undefined ||
      above === 'question' ||
      above === 'title' ||
      (above !== undefined && !continuation.test(line));
    if (at === 0 || isMarked(line) || isOwn || isEnded)
      together.push({ lines: [line], isApart: shape === 'question' || shape === 'pair' });
    else together.at(-1)?.lines.push(line);
  }
  return together;
}
