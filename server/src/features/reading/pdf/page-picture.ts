import type { Bitmap } from '../ocr/bitmap.ts';
import type { PdfDocument } from './document.ts';

/** Between these, letters of ten points are as high as those the engine was trained on; more only takes memory. */
const pixelsPerInch = { min: 200, max: 250 };
const pointsPerInch = 72;
/** A page of A4 at that density; larger ones are drawn coarser. */
const maxPixels = 6_100_000;
/** Pixels of a picture that is decoded: A4 at 600 dpi has 35 million, and takes three bytes for each. */
const maxPicturePixels = 40_000_000;
/** Pictures that cover less of the page than this are its logo or a stamp. */
const minCoveredShare = 0.25;
/**
 * A page with more objects is no text; nor is one that the bounds of its pictures and shapes would cover more often.
 */
const limits = { objects: 100_000, layers: 500 };
/** Letters drawn as outlines have ten points and more each: fewer points than this are rules and frames. */
const minPicturePoints = 200;
/** Forms within forms. */
const maxDepth = 8;

/** fpdf_edit.h: FPDF_PAGEOBJ_… */
const kinds = { text: 1, path: 2, image: 3, form: 5 };
/** fpdfview.h: FPDFBitmap_Gray. */
const greyFormat = 1;
/** fpdfview.h: FPDF_GRAYSCALE, FPDF_RENDER_LIMITEDIMAGECACHE, FPDF_ANNOT. */
const flags = 0x08 | 0x200 | 0x01;
const white = 0xffffffff;

/** What stands on a page, or in a form on it, beside letters. */
interface PageContent {
  objects: number;
  pictures: number;
  /** The share of the page that pictures cover. */
  covered: number;
  /** The number of times that the bounds of all cover the page; in forms as if they were drawn in their own size. */
  layers: number;
  /** Pixels a point of the finest picture; 0 where none stands on the page itself. */
  density: number;
  /** Pixels of the largest picture. */
  largest: number;
  /** Points of its shapes. */
  points: number;
}

interface PageFrame {
  document: PdfDocument;
  width: number;
  height: number;
}

/** An object's bounds as far as they lie on the page. */
function boundsOf({ document: { library, scratch }, width, height }: PageFrame, object: number) {
  const { call, memory } = library;
  if (call.FPDFPageObj_GetBounds(object, scratch, scratch + 4, scratch + 8, scratch + 12) === 0)
    return { width: 0, height: 0 };
  const at = scratch >> 2;
  const [left = 0, bottom = 0, right = 0, top = 0] = memory.HEAPF32.subarray(at, at + 4);
  return { width: Math.min(width, right - left), height: Math.min(height, top - bottom) };
}

function inspectObjects(place: PageFrame, holder: number, shown: PageContent, depth: number): void {
  const { library, scratch } = place.document;
  const { call, memory } = library;
  const isPage = depth === 0;
  const count = isPage ? call.FPDFPage_CountObjects(holder) : call.FPDFFormObj_CountObjects(holder);
  for (let at = 0; at < count && shown.objects < limits.objects; at++) {
    const object = isPage ? call.FPDFPage_GetObject(holder, at) : call.FPDFFormObj_GetObject(holder, at);
    const kind = call.FPDFPageObj_GetType(object);
    if (kind === kinds.text) continue;
    shown.objects++;
    const bounds = boundsOf(place, object);
    const layer = (bounds.width * bounds.height) / (place.width * place.height);
    shown.layers += layer;
    const before = shown.pictures;
    if (kind === kinds.form && depth < maxDepth) inspectObjects(place, object, shown, depth + 1);
    else if (kind === kinds.path) shown.points += call.FPDFPath_CountSegments(object);
    else if (kind === kinds.image) {
      shown.pictures++;
      call.FPDFImageObj_GetImagePixelSize(object, scratch, scratch + 4);
      const pixels = memory.HEAP32[scratch >> 2] as number;
      shown.largest = Math.max(shown.largest, pixels * (memory.HEAP32[(scratch >> 2) + 1] as number));
      if (isPage) shown.density = Math.max(shown.density, pixels / (bounds.width || pixels));
    }
    if (isPage && shown.pictures > before) shown.covered += layer;
  }
}

/** Removes the page's own letters, which would be read twice. Those in its forms stay. */
function removeLetters({ library: { call } }: PdfDocument, page: number): void {
  for (let at = call.FPDFPage_CountObjects(page) - 1; at >= 0; at--) {
    const object = call.FPDFPage_GetObject(page, at);
    if (call.FPDFPageObj_GetType(object) !== kinds.text) continue;
    if (call.FPDFPage_RemoveObject(page, object) !== 0) call.FPDFPageObj_Destroy(object);
  }
}

/** A page as it is seen, `scale` pixels a point; undefined where there is no memory for it. */
export function drawPage({ library }: PdfDocument, page: number, scale: number): Bitmap | undefined {
  const { call, memory } = library;
  const width = Math.max(1, Math.floor(call.FPDF_GetPageWidthF(page) * scale));
  const height = Math.max(1, Math.floor(call.FPDF_GetPageHeightF(page) * scale));
  const bitmap = call.FPDFBitmap_CreateEx(width, height, greyFormat, 0, 0);
  if (bitmap === 0) return undefined;
  call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white);
  call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
  const [from, stride] = [call.FPDFBitmap_GetBuffer(bitmap), call.FPDFBitmap_GetStride(bitmap)];
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    grey.set(memory.HEAPU8.subarray(from + y * stride, from + y * stride + width), y * width);
  call.FPDFBitmap_Destroy(bitmap);
  return { width, height, grey };
}

/**
 * What a page shows beside its letters, upright as a reader holds it, and how many pixels make a point: scanners cut
 * pages into strips, or lay letters as a stencil over their paper; other programs draw letters as shapes.
 */
export function pictureOf(
  document: PdfDocument,
  page: number,
): { bitmap: Bitmap; scale: number } | 'blank' | 'no picture' {
  const { call } = document.library;
  const [pageWidth, pageHeight] = [call.FPDF_GetPageWidthF(page), call.FPDF_GetPageHeightF(page)];
  const shown: PageContent = {
    objects: 0,
    pictures: 0,
    covered: 0,
    layers: 0,
    density: 0,
    largest: 0,
    points: 0,
  };
  inspectObjects({ document, width: pageWidth, height: pageHeight }, page, shown, 0);
  if (shown.objects === 0) return 'blank';
  const isScan = shown.covered >= minCoveredShare && shown.largest <= maxPicturePixels;
  if (!isScan && shown.points < minPicturePoints) return 'no picture';
  if (shown.objects >= limits.objects || shown.layers > limits.layers) return 'no picture';
  const inch = isScan && shown.density > 0 ? shown.density * pointsPerInch : pixelsPerInch.max;
  const scale = Math.min(
    Math.max(pixelsPerInch.min, Math.min(pixelsPerInch.max, inch)) / pointsPerInch,
    Math.sqrt(maxPixels / (pageWidth * pageHeight)),
  );
  removeLetters(document, page);
  const bitmap = drawPage(document, page, scale);
  return bitmap ? { bitmap, scale } : 'no picture';
}
