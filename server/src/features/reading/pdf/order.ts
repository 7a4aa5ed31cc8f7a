import type { Line } from './lines.ts';

/** Lines side by side that are columns, not rows of a table or a chance. */
const minWovenLines = 5;
/** Cells of text are at least this long on the average, a table's shorter. */
const minProseLength = 22;
/** The share of neighbours in a column that a sentence runs through. */
const minFlowingShare = 0.5;

const partOfLine = (line: Line, cells: Line['cells']): Line => ({
  ...line,
  cells,
  text: cells.map(({ text }) => text).join(' '),
  x: cells[0]?.x ?? line.x,
  end: cells.at(-1)?.end ?? line.end,
});

const sidesOf = (line: Line, at: number): [Line['cells'], Line['cells']] => [
  line.cells.filter(({ x, end }) => (x + end) / 2 < at),
  line.cells.filter(({ x, end }) => (x + end) / 2 >= at),
];

/** Whether texts go on from line to line: short cells, or cells that each begin anew, are a table's. */
function isProse(texts: readonly string[]): boolean {
  const length = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
  if (length < minProseLength) return false;
  const flowing = texts
    .slice(1)
    .filter((text, at) => /^\p{Ll}/u.test(text) || /[\p{Ll},-]$/u.test(texts[at] ?? ''));
  return flowing.length >= (texts.length - 1) * minFlowingShare;
}

/**
 * Where the gap between two columns lies whose lines were drawn side by side; undefined where there is none. Lines
 * that cross it (titles, a picture's caption) are few.
 */
function gutterOf(lines: readonly Line[]): number | undefined {
  const gaps = lines.flatMap(({ cells }) =>
    cells.slice(1).map(({ x }, at) => ({ from: cells[at]?.end ?? x, to: x })),
  );
  if (gaps.length < minWovenLines) return undefined;
  const starts = new Map<number, number>();
  for (const { to } of gaps) starts.set(Math.round(to), (starts.get(Math.round(to)) ?? 0) + 1);
  const [start, count] = [...starts].sort((a, b) => b[1] - a[1])[0] as [number, number];
  if (count < minWovenLines) return undefined;
  const at = start - 1;
  const woven = lines.filter(({ cells }) =>
    cells.some(
      ({ x }, index) => index > 0 && Math.abs(x - start) <= 1.5 && (cells[index - 1]?.end ?? x) < at,
    ),
  );
  const crossed = lines.filter(({ cells }) => cells.some(({ x, end }) => x < at - 1 && end > at + 1)).length;
  if (woven.length < minWovenLines || crossed * 4 > woven.length) return undefined;
  const sides = woven.map((line) => sidesOf(line, at));
  const texts = (side: 0 | 1) => sides.map((both) => both[side].map(({ text }) => text).join(' '));
  return isProse(texts(0)) && isProse(texts(1)) ? at : undefined;
}

/** Lines that hold two columns, cut where the columns part. */
function separateColumns(lines: readonly Line[]): readonly Line[] {
  const at = gutterOf(lines);
  if (at === undefined) return lines;
  const cut = lines.flatMap((line) => {
    const [left, right] = sidesOf(line, at);
    return left.length > 0 && right.length > 0 ? [partOfLine(line, left), partOfLine(line, right)] : [line];
  });
  // Three columns have two gaps.
  return cut.length > lines.length ? separateColumns(cut) : lines;
}

const overlaps = (a: Line, b: Line) => a.x < b.end && b.x < a.end;

/** Whether a page draws its text upwards, or here and there: columns go up only where they change place. */
function isOutOfOrder(lines: readonly Line[]): boolean {
  let upwards = 0;
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    if (before && before.y - line.y > line.size * 0.5 && overlaps(before, line)) upwards++;
  }
  return upwards >= 3 && upwards * 3 > lines.length;
}

/** Boxes in reading order: columns one after the other where a gap runs through, else from the top. */
function sortLines(lines: readonly Line[], depth = 0): Line[] {
  if (lines.length < 2) return [...lines];
  const down = [...lines].sort((a, b) => a.y - b.y || a.x - b.x);
  if (depth > 40) return down;
  const across = [...lines].sort((a, b) => a.x - b.x);
  let end = Number.NEGATIVE_INFINITY;
  for (const [at, line] of across.entries()) {
    if (at > 0 && line.x - end > line.size) {
      const [left, right] = [across.slice(0, at), across.slice(at)];
      const top = Math.max(...[left, right].map((side) => Math.min(...side.map(({ y }) => y))));
      const bottom = Math.min(...[left, right].map((side) => Math.max(...side.map(({ y }) => y))));
      if (left.length > 2 && right.length > 2 && bottom > top)
        return [...sortLines(left, depth + 1), ...sortLines(right, depth + 1)];
    }
    end = Math.max(end, line.end);
  }
  let widest = { at: 0, gap: 0 };
  for (const [at, line] of down.entries()) {
    const gap = at === 0 ? 0 : line.y - (down[at - 1]?.y ?? line.y);
    if (gap > widest.gap) widest = { at, gap };
  }
  if (widest.at === 0) return down;
  return [...sortLines(down.slice(0, widest.at), depth + 1), ...sortLines(down.slice(widest.at), depth + 1)];
}

/**
 * The lines with the first and last in their place: what was drawn first but stands below all else goes last, what was
 * drawn last and stands above it goes first.
 */
function endsInPlace(lines: readonly Line[]): readonly Line[] {
  const count = lines.length;
  const lowestFrom: number[] = Array(count + 1).fill(Number.NEGATIVE_INFINITY);
  const highestTo: number[] = Array(count + 1).fill(Number.POSITIVE_INFINITY);
  for (let at = count - 1; at >= 0; at--)
    lowestFrom[at] = Math.max(lowestFrom[at + 1] as number, (lines[at] as Line).y);
  for (let at = 0; at < count; at++)
    highestTo[at + 1] = Math.min(highestTo[at] as number, (lines[at] as Line).y);
  for (let at = count - 1; at > 0; at--) {
    // Clearly above: a note's raised number may be drawn after its line.
    const clear = (lines[at] as Line).size * 1.2;
    if ((highestTo[at] as number) > (lowestFrom[at] as number) + clear)
      return [...lines.slice(at), ...endsInPlace(lines.slice(0, at))];
  }
  return lines;
}

/**
 * The lines of a page as they are read. The order in which it draws them is trusted, as it is right in nearly every
 * document, unless it goes upwards time and again or line by line through its columns.
 */
export function sortInReadingOrder(lines: readonly Line[]): readonly Line[] {
  const cut = separateColumns(lines);
  if (cut.length > lines.length || isOutOfOrder(cut)) return sortLines(cut);
  return endsInPlace(cut);
}
