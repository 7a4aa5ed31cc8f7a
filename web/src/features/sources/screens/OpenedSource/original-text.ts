/** The text of a file as its reader on the server takes it: by its mark, else UTF-8 if it is, else Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (a !== undefined && b === 0) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0 && b !== undefined) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export interface Range {
  start: number;
  end: number;
}

/** Words of each end of a passage that are looked for. */
const endWords = 6;

// Between two words the original may have broken its line, drawn columns, or hyphenated nothing.
const between = /[\s\u00ad]+/y;

/** Places where these words follow each other in the text, in any layout, from a place on. */
function* matchesInAnyLayout(
  [first = '', ...others]: readonly string[],
  text: string,
  from = 0,
): Generator<Range> {
  for (let start = text.indexOf(first, from); start >= 0; start = text.indexOf(first, start + 1)) {
    let end = start + first.length;
    const isWhole = others.every((word) => {
      between.lastIndex = end;
      if (!between.test(text) || !text.startsWith(word, between.lastIndex)) return false;
      end = between.lastIndex + word.length;
      return true;
    });
    if (isWhole) yield { start, end };
  }
}

/** The place of a passage in the text it was read from: from its first words to the next place of its last ones. */
export function locatePassage(text: string, passage: string): Range | undefined {
  const lines = passage.split('\n').map((line) => line.trim());
  const words = lines.flatMap((line) => line.split(/\s+/)).filter((word) => word !== '' && word !== '-');
  if (words.length === 0) return undefined;
  const first = words.slice(0, endWords);
  const last = words.slice(-endWords);
  let ending: Range | undefined;
  for (const { start } of matchesInAnyLayout(first, text)) {
    if (!ending || ending.start < start) [ending] = matchesInAnyLayout(last, text, start);
    if (!ending) break;
    const { end } = ending;
    // Far longer than the passage: its first words stand elsewhere, too.
    if (end - start <= passage.length * 2 + 200) return { start, end };
  }
  return undefined;
}

/** The place of a table's rows in a CSV; rows count from 1, and a cell in quotes may hold line breaks. */
export function locateRows(text: string, row: number, rows: number): Range | undefined {
  let number = 0;
  let start = 0;
  let quoted = false;
  let found: number | undefined;
  let left = rows;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    if (at < text.length && (character !== '\n' || quoted)) continue;
    number++;
    if (number === row) found = start;
    // Empty rows are no part of a passage.
    if (found !== undefined && /[^\s,;|"]/.test(text.slice(start, at)) && --left === 0)
      return { start: found, end: at };
    start = at + 1;
  }
  return found === undefined ? undefined : { start: found, end: text.length };
}

/**
 * Characters of an original that are drawn before and after a passage: a screen holds less, and 50 MB would stop the
 * browser.
 */
const context = 20_000;

export interface Excerpt {
  before: string;
  lit: string;
  after: string;
  isCut: boolean;
}

/** The part of a text that is drawn: around a range, cut at lines. */
export function excerptOf(text: string, range: Range = { start: 0, end: 0 }): Excerpt {
  const end = Math.min(range.end, range.start + 2 * context);
  const from = range.start > context ? text.indexOf('\n', range.start - context) + 1 : 0;
  const start = from > range.start || from === 0 ? Math.max(0, range.start - context) : from;
  const till = text.indexOf('\n', end + context);
  const stop = Math.min(text.length, till < 0 || till > end + 2 * context ? end + 2 * context : till);
  return {
    before: text.slice(start, range.start),
    lit: text.slice(range.start, end),
    after: text.slice(end, stop),
    isCut: start > 0 || stop < text.length,
  };
}
