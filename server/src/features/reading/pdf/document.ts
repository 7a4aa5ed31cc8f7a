import { ReadingError } from '../files/reading-error.ts';
import { loadPdfLibrary, type PdfLibrary } from './library.ts';

/** fpdfview.h: FPDF_ERR_PASSWORD. */
const wantsPassword = 4;
/** Bytes of an outline's title that are looked at. */
const titleBytes = 2048;

export interface OutlineEntry {
  title: string;
  /** 1 for the uppermost. */
  level: number;
}

/** A PDF that is open in PDFium, until it is closed. */
export class PdfDocument {
  readonly library: PdfLibrary;
  readonly #bytes: number;
  readonly #document: number;
  /** Room for what PDFium answers beside its result: a title at most. */
  readonly scratch: number;

  private constructor(library: PdfLibrary, bytes: number, document: number) {
    this.library = library;
    this.#bytes = bytes;
    this.#document = document;
    this.scratch = library.call.malloc(titleBytes);
  }

  /** Throws `ReadingError`: `encrypted_file`, `corrupt_file`. */
  static async open(file: Uint8Array): Promise<PdfDocument> {
    const library = await loadPdfLibrary();
    const { call, memory } = library;
    const bytes = call.malloc(file.length);
    memory.HEAPU8.set(file, bytes);
    const document = call.FPDF_LoadMemDocument(bytes, file.length, 0);
    if (document === 0) {
      const isLocked = call.FPDF_GetLastError() === wantsPassword;
      call.free(bytes);
      throw new ReadingError(isLocked ? 'encrypted_file' : 'corrupt_file');
    }
    const opened = new PdfDocument(library, bytes, document);
    if (opened.pageCount > 0) return opened;
    opened.close();
    throw new ReadingError('corrupt_file');
  }

  get pageCount(): number {
    return this.library.call.FPDF_GetPageCount(this.#document);
  }

  /** Hands a page to `use` and lets go of it afterwards. Throws `ReadingError`: `corrupt_file`. */
  async withPage<T>(number: number, use: (page: number) => T | Promise<T>): Promise<T> {
    const { call } = this.library;
    const page = call.FPDF_LoadPage(this.#document, number - 1);
    if (page === 0) throw new ReadingError('corrupt_file');
    try {
      return await use(page);
    } finally {
      call.FPDF_ClosePage(page);
    }
  }

  /** The outline's entries, up to this number and depth. */
  outline(maxEntries: number, maxLevels: number): OutlineEntry[] {
    const { call } = this.library;
    const entries: OutlineEntry[] = [];
    const visit = (parent: number, level: number) => {
      let bookmark = call.FPDFBookmark_GetFirstChild(this.#document, parent);
      for (; bookmark !== 0 && entries.length < maxEntries; ) {
        entries.push({ title: this.#titleOf(bookmark), level });
        if (level < maxLevels) visit(bookmark, level + 1);
        bookmark = call.FPDFBookmark_GetNextSibling(this.#document, bookmark);
      }
    };
    visit(0, 1);
    return entries;
  }

  /** A bookmark's title (UTF-16LE with a zero at its end); a longer one is left out. */
  #titleOf(bookmark: number): string {
    const { call, memory } = this.library;
    const length = call.FPDFBookmark_GetTitle(bookmark, this.scratch, titleBytes);
    if (length > titleBytes) return '';
    return Buffer.from(memory.HEAPU8.subarray(this.scratch, this.scratch + Math.max(0, length - 2))).toString(
      'utf16le',
    );
  }

  close(): void {
    const { call } = this.library;
    call.FPDF_CloseDocument(this.#document);
    call.free(this.#bytes);
    call.free(this.scratch);
  }
}
