import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';

/**
 * PDFium's own functions by the names of its headers (fpdfview.h, fpdf_text.h, fpdf_doc.h, fpdf_edit.h): places in its
 * memory, truths and letters are numbers. Called past the package's wrappers, which look at each argument anew: several
 * calls are made for each letter.
 */
type Functions = Record<
  | 'FPDFBitmap_CreateEx'
  | 'FPDFBitmap_Destroy'
  | 'FPDFBitmap_FillRect'
  | 'FPDFBitmap_GetBuffer'
  | 'FPDFBitmap_GetStride'
  | 'FPDFBookmark_GetFirstChild'
  | 'FPDFBookmark_GetNextSibling'
  | 'FPDFBookmark_GetTitle'
  | 'FPDFFormObj_CountObjects'
  | 'FPDFFormObj_GetObject'
  | 'FPDFImageObj_GetImagePixelSize'
  | 'FPDFPageObj_Destroy'
  | 'FPDFPageObj_GetBounds'
  | 'FPDFPageObj_GetType'
  | 'FPDFPage_CountObjects'
  | 'FPDFPage_GetObject'
  | 'FPDFPage_GetRotation'
  | 'FPDFPage_RemoveObject'
  | 'FPDFPath_CountSegments'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetCharBox'
  | 'FPDFText_GetCharOrigin'
  | 'FPDFText_GetFontInfo'
  | 'FPDFText_GetFontSize'
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFText_GetMatrix'
  | 'FPDFText_GetTextObject'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_LoadPage'
  | 'FPDF_CloseDocument'
  | 'FPDF_ClosePage'
  | 'FPDF_GetLastError'
  | 'FPDF_GetPageBoundingBox'
  | 'FPDF_GetPageCount'
  | 'FPDF_GetPageHeightF'
  | 'FPDF_GetPageWidthF'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_LoadPage'
  | 'FPDF_RenderPageBitmap'
  | 'free'
  | 'malloc',
  (...args: number[]) => number
>;

/** PDFium's memory, asked for each time: it grows, and its views are new then. */
interface Memory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAP32: Int32Array;
  readonly HEAPF32: Float32Array;
  readonly HEAPF64: Float64Array;
}

export interface PdfLibrary {
  call: Functions;
  memory: Memory;
}

async function startLibrary(): Promise<PdfLibrary> {
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const bytes = await readFile(file);
  const module = await init({
    wasmBinary: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer,
    print: () => undefined,
    printErr: () => undefined,
  });
  module.PDFiumExt_Init();
  return {
    call: module.pdfium.wasmExports as unknown as Functions,
    memory: module.pdfium as unknown as Memory,
  };
}

let loaded: Promise<PdfLibrary> | undefined;

/** PDFium, loaded when the first PDF asks for it. */
export const loadPdfLibrary = () => {
  loaded ??= startLibrary();
  return loaded;
};
