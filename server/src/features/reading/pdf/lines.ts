/** Letters of one size that follow each other on a line, turned so that they run left to right; y grows downwards. */
export interface Run {
  text: string;
  x: number;
  y: number;
  width: number;
  size: number;
}

/** Runs on one baseline that follow each other; `cells` are its parts between wide gaps. */
export interface Line {
  cells: { text: string; x: number; end: number }[];
  text: string;
  x: number;
  end: number;
  y: number;
  size: number;
  /** Whether it stands at the edge of other pages too. */
  isRunning?: boolean;
}

/** Dots that lead the eye to a page's number or to a value. */
const leader = /(?<!\s)\s*(?:[.…·]\s?){5,}/g;

/** From this gap on, in ems, two runs are cells of a row rather than words of a sentence. */
export const cellGap = 1.6;
/**
 * The gap from which on two figures are cells, narrower than between words: columns of numbers are set tightly, and no
 * blank is that wide.
 */
const figureGap = 0.75;
const endsFigure = /[\d%)*…]$/;
const beginsFigure = /^[\d(*…$€£+–−-]/;

/** Whether what follows a text after a gap, in ems, is a cell of its own. */
export const isCellApart = (gap: number, before: string, after: string) =>
  gap > cellGap || (gap > figureGap && endsFigure.test(before) && beginsFigure.test(after));

/** From this gap on, in ems, two runs are two words. */
export const wordGap = 0.16;
/** The gap of two words with a blank drawn between them; a narrower one stands for kerning. */
export const blankGap = 0.04;

/**
 * Lines in the order in which the page draws its text, which is its reading order in nearly every document:
 * columns come out one after the other, and only what stands on one baseline is put together.
 */
export function linesOf(runs: readonly Run[]): Line[] {
  const lines: Line[] = [];
  let current: Line | undefined;
  let isApart = false;
  for (const run of runs) {
    if (run.text.trim() === '') {
      isApart = true;
      continue;
    }
    const hadBlank = isApart;
    isApart = false;
    const size = run.size || 1;
    const follows =
      current !== undefined &&
      Math.abs(run.y - current.y) < Math.max(size, current.size) * 0.45 &&
      run.x > current.end - size * 0.6;
    if (!current || !follows) {
      current = {
        cells: [{ text: run.text, x: run.x, end: run.x + run.width }],
        text: '',
        x: run.x,
        end: run.x + run.width,
        y: run.y,
        size,
      };
      lines.push(current);
      continue;
    }
    const gap = (run.x - current.end) / Math.max(size, current.size);
    const cell = current.cells.at(-1) as Line['cells'][number];
    if (isCellApart(gap, cell.text, run.text))
      current.cells.push({ text: run.text, x: run.x, end: run.x + run.width });
    else {
      const needsSpace =
        gap > (hadBlank ? blankGap : wordGap) && !/\s$/.test(cell.text) && !/^\s/.test(run.text);
      cell.text += (needsSpace ? ' ' : '') + run.text;
      cell.end = run.x + run.width;
    }
    // Figures raised above the line (a note's number) don't move it.
    if (size > current.size * 1.15) {
      current.size = size;
      current.y = run.y;
    }
    current.end = Math.max(current.end, run.x + run.width);
  }
  for (const line of lines) {
    for (const cell of line.cells) cell.text = cell.text.replace(leader, ' … ').replace(/\s+/g, ' ').trim();
    line.cells = line.cells.filter(({ text }) => text !== '');
    if (line.cells.length > 2) line.cells = line.cells.flatMap((cell) => splitAtLeader(cell, line.size));
    line.text = line.cells.map(({ text }) => text).join(' ');
  }
  return lines.filter(({ text }) => text !== '');
}

/** The width of most letters and figures, in ems. */
const letterWidth = 0.5;

/** A row's name and its first value, where dots lead from one to the other. */
function splitAtLeader({ text, x, end }: Line['cells'][number], size: number): Line['cells'] {
  const at = text.indexOf(' … ');
  const name = text.slice(0, at);
  const value = text.slice(at + 3);
  if (at < 1 || /\s/.test(value) || !/\d/.test(value)) return [{ text: text.replace(/ …$/, ''), x, end }];
  const valueX = Math.max(x, end - value.length * letterWidth * size);
  return [
    { text: name, x, end: Math.min(valueX, x + name.length * letterWidth * size) },
    { text: value, x: valueX, end },
  ];
}
