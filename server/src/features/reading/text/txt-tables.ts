import type { Block } from '../blocks/block.ts';
import { looksLikeHeader } from '../blocks/table-header.ts';

/** "| a | b |" */
const isFramed = (line: string) => line.length > 1 && line.startsWith('|') && line.endsWith('|');
/** "+---+---+", "|---+---|", "|:--|--:|" */
const isRule = (line: string) => /^[+|][-=:+| ]*[+|]$/.test(line) && /[-=]/.test(line);
/** Whether a line has columns that stand apart by blanks: "a b". */
const columnGap = /\S {3,}\S/;

const hasThree = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length > 2;

/** Whether tabs part a line into columns ("a	b	c"); a pair alone is a name and its value. */
const isTabbed = (line: string) => hasThree(line.split('\t'));

/** Whether bars part a line into columns: "a | b | c", a frame without its sides. */
const isBarred = (line: string) => hasThree(line.split(' | '));

type Row = string[];

/** A framed line's cells, by the places of its rule's corners where the bars stand under them. */
function framedCells(line: string, corners: readonly number[]): Row {
  const isUnder = corners.length > 1 && corners.every((at) => line[at] === '|');
  const cells = isUnder
    ? corners.slice(1).map((end, at) => line.slice((corners[at] as number) + 1, end))
    : line.trim().slice(1, -1).split('|');
  return cells.map((cell) => cell.trim());
}

const mergeRows = (rows: readonly Row[]): Row =>
  rows.reduce((all, row) =>
    Array.from({ length: Math.max(all.length, row.length) }, (_, at) =>
      [all[at] ?? '', row[at] ?? ''].filter((cell) => cell !== '').join(' '),
    ),
  );

/** Rows between rules; where rules stand between all rows, the lines between two of them are one row. */
function framedRows(lines: readonly string[]): { header: Row | undefined; rows: Row[] } {
  const ruled = lines.find((line) => isRule(line.trim())) ?? '';
  const corners = [...ruled.matchAll(/[+|]/g)].map(({ index }) => index);
  const groups: Row[][] = [[]];
  for (const line of lines) {
    if (isRule(line.trim())) groups.push([]);
    else groups.at(-1)?.push(framedCells(line, corners));
  }
  const filled = groups.filter((group) => group.length > 0);
  const [first, ...others] = filled;
  if (!first || others.length === 0) return { header: undefined, rows: first ?? [] };
  return { header: mergeRows(first), rows: others.length > 1 ? others.map(mergeRows) : (others[0] as Row[]) };
}

const betweenCells = { tabbed: /\t+/, barred: / \|(?: |$)/, apart: / {2,}/ };

function splitRows(lines: readonly string[], between: RegExp): { header: Row | undefined; rows: Row[] } {
  const rows = lines.map((line) => line.trim().split(between));
  const [first, second] = rows;
  const isEven = rows.every((row) => row.length === first?.length);
  const isNamed = first && second && isEven && looksLikeHeader(first, second);
  return isNamed ? { header: first, rows: rows.slice(1) } : { header: undefined, rows };
}

/** Whether two neighbours have a column that begins at the same place: justified text has gaps, but anywhere. */
function areAligned(lines: readonly string[]): boolean {
  const starts = lines.map((line) =>
    [...line.matchAll(/(?<=\S) {2,}(?=\S)/g)].map(({ 0: { length }, index }) => index + length),
  );
  return starts.some((own, at) => own.some((start) => starts[at + 1]?.includes(start)));
}

/** The lines of a paragraph, those that draw a table apart from the others. */
export function findTables(
  lines: readonly string[],
): ({ isTable: false; lines: string[] } | { isTable: true; blocks: Block[] })[] {
  const kindOf = (line: string) => {
    const own = /[|+]/.test(line) ? line.trim() : '';
    if (isFramed(own) || isRule(own)) return 'framed';
    if (line.includes('\t') && isTabbed(line)) return 'tabbed';
    if (own !== '' && isBarred(line)) return 'barred';
    return line.includes('   ') && columnGap.test(line) ? 'apart' : 'text';
  };
  const runs: { kind: 'framed' | 'tabbed' | 'barred' | 'apart' | 'text'; lines: string[] }[] = [];
  for (const line of lines) {
    const kind = kindOf(line);
    const run = runs.at(-1);
    if (run?.kind === kind) run.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  return runs.map(({ kind, lines: own }) => {
    if (kind === 'text' || own.length < 2 || (kind === 'apart' && !areAligned(own)))
      return { isTable: false, lines: own };
    const { header = [], rows } = kind === 'framed' ? framedRows(own) : splitRows(own, betweenCells[kind]);
    const blocks = rows.map((cells): Block => ({ kind: 'row', header, cells, position: {} }));
    // A column may have a name and no values.
    const isUnnamed = header.some((name, at) => name !== '' && rows.every((row) => (row[at] ?? '') === ''));
    if (isUnnamed || rows.length === 0)
      blocks.unshift({ kind: 'row', header: [], cells: header, position: {} });
    return { isTable: true, blocks };
  });
}
