import { readFile } from 'node:fs/promises';
import type { Block } from '../blocks/block.ts';
import type { DocumentSummary, ReadingNotice } from '../files/document-messages.ts';
import { formatPageRanges } from '../files/page-list.ts';
import { limitError, ReadingError } from '../files/reading-error.ts';
import { blocksOfPage, type PageStyle, sentenceEnd, titleKeyOf } from './blocks.ts';
import { type OutlineEntry, PdfDocument } from './document.ts';
import { compoundsOf, joinLines } from './hyphens.ts';
import { type Line, linesOf, type Run } from './lines.ts';
import { sortInReadingOrder } from './order.ts';
import type { PageRecogniser } from './recognition.ts';
import { RunningLines } from './running.ts';
import { runsOf } from './runs.ts';
import type { Table } from './table-rows.ts';

/** Security S3.5. */
const maxPages = 5000;
/** Pages read ahead: what stands at the same edge of several of them is a running header or footer. */
const pageWindowSize = 6;
const maxOutlineEntries = 5000;
const maxOutlineLevels = 6;
/** Characters below which a page's text is a stamp or a page number. */
const minPageLetters = 12;
/** A line at most is what a fax, a scanner's app or a stamp writes on a page that is a picture. */
const maxStampLength = 60;
const maxCompounds = 50_000;

interface Page {
  number: number;
  lines: Line[];
  /** Text that runs another way than most of the page's. */
  aside: Line[];
  height: number;
}

const lettersIn = (runs: readonly Run[]) => runs.reduce((sum, { text }) => sum + text.trim().length, 0);

/** The page's text, most of which runs one way; and its height when it is turned so that this is left to right. */
const readPage = (document: PdfDocument, number: number): Promise<Page> =>
  document.withPage(number, (page) => {
    const runs = runsOf(document, page);
    const letters = runs.map(lettersIn);
    const main = letters.indexOf(Math.max(...letters));
    const { call } = document.library;
    // PDFium tells the sides of the page as it is shown.
    const isLyingDown = (call.FPDFPage_GetRotation(page) + main) % 2 === 1;
    return {
      number,
      lines: linesOf(runs[main] ?? []),
      aside: runs.flatMap((others, quarter) => (quarter === main ? [] : linesOf(others))),
      height: isLyingDown ? call.FPDF_GetPageWidthF(page) : call.FPDF_GetPageHeightF(page),
    };
  });

/** Levels of the outline's titles, by the key under which a line is compared with them. */
function levelsOf(outline: readonly OutlineEntry[]): Map<string, number> {
  const levels = new Map<string, number>();
  for (const { title, level } of outline) {
    const key = titleKeyOf(title);
    if (key.length >= 4 && !levels.has(key)) levels.set(key, level);
  }
  return levels;
}

const round = (size: number) => Math.round(size * 2) / 2;

/** Sizes of type by how much is written in them. */
function styleOf(pages: readonly Page[], outline: Map<string, number>): Omit<PageStyle, 'compounds'> {
  const written = new Map<number, number>();
  for (const { lines } of pages) {
    for (const { size, text } of lines)
      written.set(round(size), (written.get(round(size)) ?? 0) + text.length);
  }
  const body = [...written].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 10;
  const total = [...written.values()].reduce((sum, length) => sum + length, 0);
  const larger = [...written]
    .filter(([size, length]) => size > body * 1.12 && length < total * 0.25)
    .map(([size]) => size)
    .sort((a, b) => b - a);
  return { body, larger, outline };
}

interface PdfReadOptions {
  report(summary: DocumentSummary): void;
  /** Called with the pages done, and waited for. */
  progress(done: number, total: number): Promise<void>;
  /** Called when a picture is to be read, which takes long; without it none is. */
  recognising?(): Promise<void>;
}

const lettersOf = ({ lines, aside }: Page) =>
  [...lines, ...aside].reduce((sum, { text }) => sum + text.replace(/\s/g, '').length, 0);

/** What became of the pages that had no text of their own. */
interface Pictures {
  recognised: number[];
  withoutText: number[];
  late: number[];
  recogniser?: PageRecogniser;
}

/** Reads the letters in a page's pictures where it has hardly any others. */
async function addRecognised(
  document: PdfDocument,
  page: Page,
  length: number,
  pictures: Pictures,
  reading: PdfReadOptions,
) {
  const { number } = page;
  if (!reading.recognising) {
    if (length < minPageLetters) pictures.withoutText.push(number);
    return;
  }
  if (!pictures.recogniser) {
    const { PageRecogniser } = await import('./recognition.ts');
    pictures.recogniser = new PageRecogniser(reading.recognising);
  }
  const found = await pictures.recogniser.recognise(document, number);
  if (typeof found === 'object') {
    page.lines = [...page.lines, ...found.lines];
    page.height = found.height;
    pictures.recognised.push(number);
  } else if (found === 'no time') pictures.late.push(number);
  else if (found === 'no text' && length < minPageLetters) pictures.withoutText.push(number);
}

function noticesOf({ recognised, withoutText, late }: Pictures): ReadingNotice[] {
  const notices: ReadingNotice[] = [
    { code: 'pages_recognised', pages: recognised },
    { code: 'pages_without_text', pages: withoutText },
    { code: 'pages_not_recognised', pages: late },
  ];
  return notices.filter((notice) => 'pages' in notice && notice.pages.length > 0);
}

const noTextError = (pages: readonly number[]) =>
  new ReadingError('no_text', {
    reason: 'pages_without_text',
    pages: formatPageRanges(pages),
    isOne: pages.length === 1,
  });

/** Longer paragraphs are not text that happens to cross a page's end, but text without sentences. */
const maxJoinedLength = 4_000;

/** A page's last paragraph with the notes under it, taken off its blocks: it may go on on the next page. */
function lastOf(blocks: Block[]): Block[] {
  let at = blocks.length;
  while (at > 0 && blocks[at - 1]?.kind === 'note') at--;
  return blocks.splice(Math.max(0, at - 1));
}

/** The last paragraph of a page, its notes, and the first block of the next: one text, where a sentence goes on. */
function joinOverPages([last, ...notes]: Block[], first: Block, compounds: ReadonlySet<string>): Block[] {
  const goesOn =
    (last?.kind === 'paragraph' || last?.kind === 'item') &&
    first.kind === 'paragraph' &&
    last.text.length < maxJoinedLength &&
    !sentenceEnd.test(last.text) &&
    /^\p{Ll}/u.test(first.text);
  if (goesOn) {
    const text = joinLines(last.text, first.text, compounds);
    const next = { at: text.length - first.text.length, page: first.position.page as number };
    return [{ ...last, text, pages: [...(last.pages ?? []), next] }, ...notes];
  }
  return last ? [last, ...notes, first] : [first];
}

/** A PDF's text in reading order, page by page. */
export async function* readPdf(path: string, reading: PdfReadOptions): AsyncGenerator<Block> {
  const document = await PdfDocument.open(await readFile(path));
  try {
    const numPages = document.pageCount;
    if (numPages > maxPages) throw limitError('pages');
    const outline = levelsOf(document.outline(maxOutlineEntries, maxOutlineLevels));
    const pages: Page[] = [];
    const pictures: Pictures = { recognised: [], withoutText: [], late: [] };
    const compounds = new Set<string>();
    const running = new RunningLines();
    let open: Block[] = [];
    let table: Table | undefined;
    let style: PageStyle | undefined;
    let characters = 0;
    for (let number = 1; number <= numPages + pageWindowSize; number++) {
      if (number <= numPages) {
        const page = await readPage(document, number);
        let length = lettersOf(page);
        if (length < maxStampLength) {
          await addRecognised(document, page, length, pictures, reading);
          length = lettersOf(page);
        }
        characters += length;
        for (const { text } of page.lines) {
          if (compounds.size >= maxCompounds) break;
          for (const word of compoundsOf(text)) compounds.add(word);
        }
        pages.push(page);
        await reading.progress(number, numPages);
      }
      const ready =
        number > pageWindowSize ? pages.find((page) => page.number === number - pageWindowSize) : undefined;
      if (!ready) continue;
      style ??= { ...styleOf(pages, outline), compounds };
      const neighbours = pages.filter((page) => page !== ready);
      const printed = { body: style.body, isTitle: (text: string) => outline.has(titleKeyOf(text)) };
      const lines = sortInReadingOrder(running.ownOf(ready, neighbours, printed));
      const { blocks, lastTable } = blocksOfPage(lines, ready.number, style, table);
      table = lastTable;
      blocks.push(...blocksOfPage(ready.aside, ready.number, { ...style, larger: [] }).blocks);
      while ((pages[0]?.number ?? number) < number - 2 * pageWindowSize) pages.shift();
      if (blocks.length === 0) continue;
      blocks.unshift(...joinOverPages(open, blocks.shift() as Block, compounds));
      open = lastOf(blocks);
      yield* blocks;
    }
    yield* open;
    if (characters < minPageLetters) throw noTextError(Array.from({ length: numPages }, (_, at) => at + 1));
    reading.report({ notices: noticesOf(pictures) });
  } finally {
    document.close();
  }
}
