import { isSymbolCode, symbolOf } from '../files/symbol-fonts.ts';
import type { PdfDocument } from './document.ts';
import { blankGap, isCellApart, type Run, wordGap } from './lines.ts';

/** Runs of a page by the quarters, counted against the clock, in which its text runs. */
export type RunsByQuarter = [Run[], Run[], Run[], Run[]];

const quarterOf = (a: number, b: number) => ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;

/** Letters further from their run's line than this, in ems, are raised or lowered: a run of their own. */
const sameLineTolerance = 0.02;
/** The overlap that is kerning, or an accent drawn over a letter: letters may begin before the one before them ends. */
const maxOverlap = 0.6;

/** What PDFium gives for a hyphen at a line's end. */
const lineEndHyphens = new Set([0x02, 0xfffe]);
const isBlank = (code: number) => code <= 0x20 || code === 0xa0 || (code >= 0x2000 && code <= 0x200b);
const isInvisible = (code: number) => code === 0xfeff || code === 0xffff || (code >= 0x7f && code < 0xa0);

/** Where a letter ends by its advance, in the direction in which it is read; its box is left, top, right and bottom. */
function advanceEnd({ library, scratch }: PdfDocument, text: number, at: number, quarter: number): number {
  library.call.FPDFText_GetLooseCharBox(text, at, scratch);
  const side = library.memory.HEAPF32[(scratch >> 2) + (advanceSides[quarter] as number)] as number;
  return quarter < 2 ? side : -side;
}
const advanceSides = [2, 1, 0, 3];

/**
 * Where a letter's ink ends, in the direction in which it is read; its box is left, right, bottom and top. What stands
 * for several letters (a ligature, a text given in place of what is drawn) has its own advance only.
 */
function inkEnd({ library, scratch }: PdfDocument, text: number, at: number, quarter: number): number {
  library.call.FPDFText_GetCharBox(text, at, scratch, scratch + 8, scratch + 16, scratch + 24);
  const side = library.memory.HEAPF64[(scratch >> 3) + (inkSides[quarter] as number)] as number;
  return quarter < 2 ? side : -side;
}
const inkSides = [1, 3, 0, 2];

/** Bytes of a font's name that are looked at: what it begins with tells it apart. */
const fontNameBytes = 128;

function fontOf({ library, scratch }: PdfDocument, text: number, at: number): string {
  const length = library.call.FPDFText_GetFontInfo(text, at, scratch, fontNameBytes, 0);
  if (length === 0 || length > fontNameBytes) return '';
  return Buffer.from(library.memory.HEAPU8.subarray(scratch, scratch + length - 1)).toString('latin1');
}

/**
 * A page's letters in the order in which it draws them, put together to runs, each turned so that it runs left to right
 * and y grows downwards. PDFium's own blanks, guessed from gaps, are passed over: lines are made by `linesOf`. So is what
 * stands beside the page, where nobody sees it.
 */
export function runsOf(document: PdfDocument, page: number): RunsByQuarter {
  const { library, scratch } = document;
  const { call, memory } = library;
  const runs: RunsByQuarter = [[], [], [], []];
  const text = call.FPDFText_LoadPage(page);
  if (text === 0) return runs;
  const count = call.FPDFText_CountChars(text);
  call.FPDF_GetPageBoundingBox(page, scratch);
  const [left = 0, top = 0, right = 0, bottom = 0] = memory.HEAPF32.subarray(
    scratch >> 2,
    (scratch >> 2) + 4,
  );
  let object = 0;
  let quarter = 0;
  let size = 0;
  let run: Run | undefined;
  let runQuarter = 0;
  let end = 0;
  let lastX = Number.NaN;
  let lastY = Number.NaN;
  let isApart = false;
  for (let at = 0; at < count; at++) {
    const owner = call.FPDFText_GetTextObject(text, at);
    // Not drawn, but guessed.
    if (owner === 0) continue;
    const told = call.FPDFText_GetUnicode(text, at);
    const symbol = isSymbolCode(told) ? symbolOf(told, fontOf(document, text, at)) : undefined;
    if (symbol === '') continue;
    const code = symbol?.codePointAt(0) ?? told;
    if (isBlank(code) && !lineEndHyphens.has(code)) {
      isApart = true;
      continue;
    }
    if (isInvisible(code)) continue;
    const isSameText = owner === object;
    if (!isSameText) {
      object = owner;
      call.FPDFText_GetMatrix(text, at, scratch);
      const [a = 0, b = 0, c = 0, d = 0] = memory.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4);
      const fontSize = call.FPDFText_GetFontSize(text, at);
      quarter = fontSize < 0 ? quarterOf(-a, -b) : quarterOf(a, b);
      size = Math.abs(fontSize) * (Math.hypot(c, d) || Math.hypot(a, b)) || 1;
    }
    call.FPDFText_GetCharOrigin(text, at, scratch, scratch + 8);
    const e = memory.HEAPF64[scratch >> 3] as number;
    const f = memory.HEAPF64[(scratch >> 3) + 1] as number;
    if (e < left || e > right || f < bottom || f > top) continue;
    const x = quarter === 0 ? e : quarter === 1 ? f : quarter === 2 ? -e : -f;
    const y = quarter === 0 ? -f : quarter === 1 ? e : quarter === 2 ? f : -e;
    const isPiece = e === lastX && f === lastY;
    lastX = e;
    lastY = f;
    const letterEnd = Math.max(
      x,
      isPiece ? inkEnd(document, text, at, quarter) : advanceEnd(document, text, at, quarter),
    );
    const letter = lineEndHyphens.has(code) ? '-' : String.fromCodePoint(code);
    const gap = (x - end) / size;
    const goesOn =
      run !== undefined &&
      runQuarter === quarter &&
      Math.abs(size - run.size) <= size * sameLineTolerance &&
      Math.abs(y - run.y) <= size * sameLineTolerance &&
      gap > -maxOverlap &&
      !isCellApart(gap, run.text, letter);
    if (run && (goesOn || isPiece)) {
      // Within one text a blank is meant as one, however tightly it is set.
      const isBlankMeant = isApart && (isSameText || gap > blankGap);
      if (isBlankMeant || (!isPiece && gap > wordGap)) run.text += ' ';
      run.text += letter;
      end = isPiece ? Math.max(end, letterEnd) : letterEnd;
      run.width = end - run.x;
    } else {
      if (isApart) runs[quarter as 0].push({ text: ' ', x, y, width: 0, size });
      run = { text: letter, x, y, width: letterEnd - x, size };
      runQuarter = quarter;
      end = letterEnd;
      runs[quarter as 0].push(run);
    }
    isApart = false;
  }
  call.FPDFText_ClosePage(text);
  return runs;
}
