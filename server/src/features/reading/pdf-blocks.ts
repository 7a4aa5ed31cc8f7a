import type { Block } from './block.ts';
import { joinLines } from './pdf-hyphens.ts';
import type { Line } from './pdf-lines.ts';
import { hasNameWithoutValues, looksLikeHeader } from './table-header.ts';

export interface PageStyle {
  /** The size of most of the document's text. */
  body: number;
  /** Larger sizes, largest first: they make the levels of headings. */
  larger: readonly number[];
  /** Titles of the document's own outline, as they are compared, with their levels. */
  outline: ReadonlyMap<string, number>;
  /** Words with hyphens that stand whole in the document's lines. */
  compounds: ReadonlySet<string>;
}

export const titleKey = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export const sentenceEnd = /[.!?:;…»”")\]]\s*$/;
/** A line of a table of contents: its dots lead to a page's number. */
const contentsLine = /… ?\p{N}+$/u;
const mark = '[•●▪■□◻◦○◆❖❑❒‣➢➔→✓✗☑☒–—*·]';
const dot = new RegExp(`^${mark}\\s`);
const bullet = new RegExp(`^(?:(?:${mark}|o)\\s|\\(?\\d{1,3}[.)]\\s|\\(?[a-z][.)]\\s)`);

/** Rows of a table: at least two neighbours of two or more cells whose columns stand under each other. */
function areRows(a: Line, b: Line): boolean {
  if (a.cells.length < 2 || b.cells.length < 2) return false;
  if (Math.abs(a.size - b.size) > 1.5) return false;
  const gap = b.y - a.y;
  if (gap <= 0 || gap > 4 * Math.max(a.size, b.size)) return false;
  const [few, many] = a.cells.length <= b.cells.length ? [a, b] : [b, a];
  const aligned = few.cells.filter((cell) =>
    many.cells.some(
      (other) =>
        Math.abs(other.x - cell.x) < a.size ||
        Math.abs(other.end - cell.end) < a.size ||
        Math.abs((other.x + other.end) / 2 - (cell.x + cell.end) / 2) < a.size,
    ),
  ).length;
  return aligned >= 2 && aligned >= few.cells.length * 0.6;
}

/** A row of a table; its cells' text may take several lines. */
interface Row {
  first: Line;
  last: Line;
  cells: Line['cells'];
  lines: number;
}

/** Whether a line holds nothing but what is left over of a row's cells, right under them and not under the first. */
function isRest(row: Row, line: Line, next: Line | undefined): boolean {
  const gap = line.y - row.last.y;
  if (Math.abs(line.size - row.first.size) > 0.5 || gap <= 0 || gap > line.size * 1.5) return false;
  const isUnder = line.cells.every(({ x, end }) =>
    row.cells
      .slice(1)
      .some((cell) => Math.abs(cell.x - x) < line.size / 2 || (x >= cell.x && end <= cell.end)),
  );
  // Lines of one cell stand closer together than rows.
  return isUnder && line.cells.length < row.cells.length && (!next || next.y - line.y > gap * 1.15);
}

/** The rows of the table that begins with a line; one where there is none. */
function rowsFrom(lines: readonly Line[], from: number): Row[] {
  const rows: Row[] = [];
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] as Line;
    const row = rows.at(-1);
    if (row && isRest(row, line, lines[at + 1])) {
      row.cells = row.cells.map((cell, column) => {
        const rest = line.cells.filter(
          (other) =>
            column > 0 &&
            (Math.abs(other.x - cell.x) < line.size / 2 || (other.x >= cell.x && other.end <= cell.end)),
        );
        return { ...cell, text: [cell.text, ...rest.map(({ text }) => text)].join(' ') };
      });
      row.last = line;
      row.lines++;
      continue;
    }
    // A row whose cells go on below it is compared with the next as if it took one line.
    if (row && !areRows({ ...row.first, y: row.last.y }, line)) break;
    rows.push({ first: line, last: line, cells: line.cells, lines: 1 });
  }
  // What hangs below a line alone is a paragraph of its own.
  const [only] = rows;
  return rows.length === 1 && only ? [{ ...only, lines: 1, cells: only.first.cells }] : rows;
}

function headingLevel(line: Line, style: PageStyle, page: readonly Line[]): number | undefined {
  const named = style.outline.get(titleKey(line.text));
  if (named !== undefined) return Math.min(6, named);
  if (line.text.length > 160 || !/\p{L}{2}/u.test(line.text) || dot.test(line.text)) return undefined;
  const rank = style.larger.findIndex((size) => Math.abs(size - line.size) < 0.3);
  if (rank < 0) return undefined;
  // A page all in large type (a cover, slides) has no headings but its largest lines.
  const share = page.filter(({ size }) => size >= line.size - 0.3).length / page.length;
  return share > 0.6 && page.length > 8 ? undefined : Math.min(5, rank + 1);
}

/** Smaller than the text, and begun by its mark. */
const isNote = (line: Line, style: PageStyle) =>
  line.size < style.body * 0.92 &&
  /^(?:\(?\d{1,3}\)?|[*†‡§¹²³⁴-⁹]{1,3})[.\s\u00a0]*[\p{L}«“"(]/u.test(line.text);

/** A page's blocks: paragraphs joined over their lines, headings, items, tables row by row. */
export function pageBlocks(lines: readonly Line[], page: number, style: PageStyle): Block[] {
  const blocks: Block[] = [];
  const position = { page };
  let open:
    | { text: string; last: Line; right: number; left: number; kind: 'paragraph' | 'item' | 'note' }
    | undefined;

  const flush = () => {
    if (open) blocks.push({ kind: open.kind, text: open.text, position });
    open = undefined;
  };

  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    const rows = line.cells.length > 1 ? rowsFrom(lines, at) : [];
    if (rows.length > 1) {
      flush();
      pushRows(blocks, rows, page);
      at += rows.reduce((count, { lines }) => count + lines, 0) - 1;
      continue;
    }
    const level = headingLevel(line, style, lines);
    if (level !== undefined) {
      flush();
      const before = blocks.at(-1);
      const previous = lines[at - 1];
      const goesOn =
        before?.kind === 'heading' &&
        before.level === level &&
        previous !== undefined &&
        Math.abs(previous.size - line.size) < 0.3 &&
        line.y > previous.y &&
        line.y - previous.y < line.size * 1.9;
      if (goesOn && before.text.length < 200)
        before.text = joinLines(before.text, line.text, style.compounds);
      else blocks.push({ kind: 'heading', level, text: line.text, position });
      continue;
    }
    if (open && continues(open, line)) {
      open.text = joinLines(open.text, line.text, style.compounds);
      open.last = line;
      open.right = Math.max(open.right, line.end);
      open.left = Math.min(open.left, line.x);
      continue;
    }
    flush();
    open = {
      text: line.text,
      last: line,
      right: line.end,
      left: line.x,
      kind: isNote(line, style) ? 'note' : bullet.test(line.text) ? 'item' : 'paragraph',
    };
  }
  flush();
  return blocks;
}

/** Whether a line goes on with the paragraph before it, in this column or at the head of the next. */
function continues(open: { text: string; last: Line; right: number; left: number }, line: Line): boolean {
  const { last } = open;
  if (Math.abs(last.size - line.size) > Math.max(0.6, last.size * 0.08)) return false;
  if (bullet.test(line.text) || contentsLine.test(last.text)) return false;
  const gap = line.y - last.y;
  const isColumnBreak = gap < -last.size * 2 || line.x > open.right;
  if (isColumnBreak) return !sentenceEnd.test(open.text) && /^[\p{Ll}\d(«“"]/u.test(line.text);
  if (gap < 0) return !sentenceEnd.test(open.text);
  if (gap > last.size * 1.75)
    return !sentenceEnd.test(open.text) && /^\p{Ll}/u.test(line.text) && gap < last.size * 3;
  const isShort = last.end < open.right - last.size * 4;
  const isIndented = line.x > open.left + last.size * 0.8;
  if (sentenceEnd.test(open.text) && (isShort || isIndented)) return false;
  return true;
}

function pushRows(blocks: Block[], rows: readonly Row[], page: number) {
  const [first, second] = rows as [Row, Row];
  const widest = rows.reduce((best, row) => (row.cells.length > best.cells.length ? row : best), first);
  /** Each cell in the column of the widest row that it stands under. */
  const placed = (row: Row): string[] => {
    const cells = widest.cells.map(() => '');
    for (const cell of row.cells) {
      const middle = (cell.x + cell.end) / 2;
      let best = 0;
      let distance = Number.POSITIVE_INFINITY;
      for (const [column, other] of widest.cells.entries()) {
        const away = Math.min(
          Math.abs(other.x - cell.x),
          Math.abs(other.end - cell.end),
          Math.abs((other.x + other.end) / 2 - middle),
        );
        if (away < distance) {
          best = column;
          distance = away;
        }
      }
      cells[best] = cells[best] ? `${cells[best]} ${cell.text}` : cell.text;
    }
    return cells;
  };
  const isNamed =
    looksLikeHeader(placed(first), placed(second)) && first.cells.length >= widest.cells.length - 1;
  const header = isNamed ? placed(first) : [];
  if (hasNameWithoutValues(header, rows.slice(1).map(placed)))
    blocks.push({ kind: 'row', header: [], cells: header, position: { page } });
  for (const [at, row] of rows.entries()) {
    if (at === 0 && isNamed) continue;
    blocks.push({
      kind: 'row',
      header,
      cells: isNamed ? placed(row) : row.cells.map(({ text }) => text),
      position: { page },
    });
  }
}
