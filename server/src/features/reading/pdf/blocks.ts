import type { Block } from '../blocks/block.ts';
import { joinLines } from './hyphens.ts';
import type { Line } from './lines.ts';
import type { Table } from './table-rows.ts';
import { blocksOfRows, tablesOf } from './tables.ts';

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

export const titleKeyOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export const sentenceEnd = /[.!?:;…»”")\]]\s*$/;
/** The whole text of a page that says only that it is empty. */
const saysEmpty =
  /\bpage (?:is )?(?:intentionally|deliberately) (?:left )?blank|\bpage (?:laissée )?(?:intentionnellement|volontairement) (?:laissée )?(?:blanche|vide|vierge)/i;
/** A line of a table of contents: its dots lead to a page's number. */
const contentsLine = /… ?\p{N}+$/u;
const mark = '[•●▪■□◻◦○◆❖❑❒‣➢➔→✓✗☑☒–—*·]';
const dot = new RegExp(`^${mark}\\s`);
const bullet = new RegExp(`^(?:(?:${mark}|o)\\s|\\(?(?:\\d{1,3}\\.){0,4}\\d{1,3}[.)]\\s|\\(?[a-z][.)]\\s)`);

function headingLevel(line: Line, style: PageStyle, page: readonly Line[]): number | undefined {
  if (line.isRunning || saysEmpty.test(line.text)) return undefined;
  const named = style.outline.get(titleKeyOf(line.text));
  if (named !== undefined) return Math.min(6, named);
  if (line.text.length > 160 || !/\p{L}{2}/u.test(line.text) || dot.test(line.text)) return undefined;
  const rank = style.larger.findIndex((size) => Math.abs(size - line.size) < 0.3);
  if (rank < 0) return undefined;
  // A page all in large type (a cover, slides) has no headings but its largest lines.
  const share = page.filter(({ size }) => size >= line.size - 0.3).length / page.length;
  return share > 0.6 && page.length > 8 ? undefined : Math.min(5, rank + 1);
}

/** Whether a line is a note: smaller than the text, and begun by its mark. */
const isNote = (line: Line, style: PageStyle) =>
  line.size < style.body * 0.92 &&
  /^(?:\(?\d{1,3}\)?|[*†‡§¹²³⁴-⁹]{1,3})[.\s\u00a0]*[\p{L}«“"(]/u.test(line.text);

/**
 * A page's blocks: paragraphs joined over their lines, headings, items, tables row by row. With the last table, by which
 * one that goes on on the next page is read.
 */
export function blocksOfPage(
  lines: readonly Line[],
  page: number,
  style: PageStyle,
  tableBefore?: Table,
): { blocks: Block[]; lastTable: Table | undefined } {
  const blocks: Block[] = [];
  const position = { page };
  let open:
    | { text: string; last: Line; right: number; left: number; kind: 'paragraph' | 'item' | 'note' }
    | undefined;

  const flush = () => {
    if (open) blocks.push({ kind: open.kind, text: open.text, position });
    open = undefined;
  };

  const { tables, named, last } = tablesOf(lines, tableBefore);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as Line;
    if (named.has(at)) continue;
    const table = tables.get(at);
    if (table) {
      flush();
      blocks.push(...blocksOfRows(table, position));
      at = table.to - 1;
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
    if (open && isContinuedBy(open, line)) {
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
  return { blocks, lastTable: last };
}

/** Whether a line goes on with the paragraph before it, in this column or at the head of the next. */
function isContinuedBy(open: { text: string; last: Line; right: number; left: number }, line: Line): boolean {
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
