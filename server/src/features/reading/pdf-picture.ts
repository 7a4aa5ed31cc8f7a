import type { PDFPageProxy } from 'pdfjs-dist';
import { pdfLibrary } from './pdf-library.ts';
import { type Bitmap, blank, combined, Filler, type Matrix, type Paint, paint } from './picture.ts';

/** Between these, letters of ten points are as high as those the engine was trained on; more only takes memory. */
const pixelsPerInch = { least: 200, most: 250 };
/** A page of A4 at that density; larger ones are drawn coarser. */
const maxPixels = 6_100_000;
/** Pictures that cover less of the page than this are its logo or a stamp. */
const leastCovered = 0.25;
/** More on one page are no text. */
const maxPainted = 100_000;
/** Letters drawn as outlines have ten points and more each: fewer points than this are rules and frames. */
const leastPoints = 200;

/** As pdf.js hands on a picture: 1 is a bit a pixel, 2 three bytes, 3 four of them. */
interface ImageData {
  width: number;
  height: number;
  kind?: 1 | 2 | 3;
  data?: Uint8Array | string | null;
}

type Operators = Awaited<ReturnType<PDFPageProxy['getOperatorList']>>;

/** What a page paints, with the matrix that puts it there; a picture's is that of its unit square. */
type Painted = { place: Matrix } & (
  | { image: string | ImageData /** For a stencil, the shade it is painted in. */; shade?: number }
  | { outlines: number[][]; shade: number; isEvenOdd: boolean }
);

/** The shade of "#rrggbb". */
function shadeOf(colour: unknown): number {
  const value = typeof colour === 'string' ? /^#([0-9a-f]{6})$/i.exec(colour)?.[1] : undefined;
  if (value === undefined) return 0;
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(value.slice(at, at + 2), 16));
  return Math.round(0.3 * (red ?? 0) + 0.59 * (green ?? 0) + 0.11 * (blue ?? 0));
}

const unit = [1, 0, 0, 1, 0, 0] as const;
const isMatrix = (value: unknown): value is Matrix =>
  (Array.isArray(value) || ArrayBuffer.isView(value)) && (value as { length?: number }).length === 6;

/** Whether a page paints anything but letters. A picture that is too large is left out: only its place remains. */
async function paintsNothing(operators: readonly number[]): Promise<boolean> {
  const { OPS } = await pdfLibrary();
  const painting = new Set<number>([
    OPS.transform,
    OPS.constructPath,
    OPS.shadingFill,
    OPS.paintImageXObject,
    OPS.paintInlineImageXObject,
    OPS.paintInlineImageXObjectGroup,
    OPS.paintImageXObjectRepeat,
    OPS.paintImageMaskXObject,
    OPS.paintImageMaskXObjectGroup,
    OPS.paintImageMaskXObjectRepeat,
    OPS.paintSolidColorImageMask,
  ]);
  return !operators.some((operator) => painting.has(operator));
}

/** Straight pieces that a curve is drawn with: at a letter's size nobody sees more. */
const pieces = 6;

/** pdf.js's numbers for what a path does next. */
const steps = { move: 0, line: 1, curve: 2, quadratic: 3, close: 4 };

/** A path's closed outlines, its curves as straight lines. */
function outlinesOf(path: Float32Array): number[][] {
  const outlines: number[][] = [];
  let outline: number[] = [];
  const at = (index: number) => path[index] ?? 0;
  for (let i = 0; i < path.length; ) {
    const step = path[i++];
    const [x0, y0] = [outline.at(-2) ?? 0, outline.at(-1) ?? 0];
    if (step === steps.move) {
      outline = [at(i), at(i + 1)];
      outlines.push(outline);
      i += 2;
    } else if (step === steps.line) {
      outline.push(at(i), at(i + 1));
      i += 2;
    } else if (step === steps.curve || step === steps.quadratic) {
      const isCubic = step === steps.curve;
      const [ax, ay, bx, by] = [at(i), at(i + 1), at(i + 2), at(i + 3)];
      const [ex, ey] = isCubic ? [at(i + 4), at(i + 5)] : [bx, by];
      for (let piece = 1; piece <= pieces; piece++) {
        const t = piece / pieces;
        const u = 1 - t;
        if (isCubic) {
          outline.push(
            u * u * u * x0 + 3 * u * u * t * ax + 3 * u * t * t * bx + t * t * t * ex,
            u * u * u * y0 + 3 * u * u * t * ay + 3 * u * t * t * by + t * t * t * ey,
          );
        } else
          outline.push(u * u * x0 + 2 * u * t * ax + t * t * ex, u * u * y0 + 2 * u * t * ay + t * t * ey);
      }
      i += isCubic ? 6 : 4;
    } else if (step !== steps.close) break;
  }
  return outlines;
}

/** Pictures and filled shapes of a page, in their order. */
async function paintedOn({ fnArray, argsArray }: Operators): Promise<Painted[]> {
  const { OPS } = await pdfLibrary();
  const placed: Painted[] = [];
  let now: { matrix: Matrix; shade: number } = { matrix: unit, shade: 0 };
  const saved: (typeof now)[] = [];
  const save = () => saved.push({ ...now });
  const restore = () => {
    now = saved.pop() ?? now;
  };
  const transform = (matrix: unknown) => {
    if (isMatrix(matrix)) now.matrix = combined(matrix, now.matrix);
  };
  for (const [at, operator] of fnArray.entries()) {
    const args = (argsArray[at] ?? []) as unknown[];
    if (placed.length > maxPainted) return [];
    switch (operator) {
      case OPS.save:
        save();
        break;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
      case OPS.endGroup:
      case OPS.endAnnotation:
        restore();
        break;
      case OPS.transform:
        transform(args);
        break;
      case OPS.paintFormXObjectBegin:
        save();
        transform(args[0]);
        break;
      case OPS.beginGroup:
        save();
        transform((args[0] as { matrix?: unknown } | undefined)?.matrix);
        break;
      case OPS.beginAnnotation:
        save();
        transform(args[2]);
        transform(args[3]);
        break;
      case OPS.setFillRGBColor:
        now.shade = shadeOf(args[0]);
        break;
      case OPS.constructPath: {
        const [then, [path]] = args as [number, [Float32Array | null]];
        const isEvenOdd = then === OPS.eoFill || then === OPS.eoFillStroke;
        if (path && (isEvenOdd || then === OPS.fill || then === OPS.fillStroke))
          placed.push({ outlines: outlinesOf(path), place: now.matrix, shade: now.shade, isEvenOdd });
        break;
      }
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
        placed.push({ image: args[0] as string | ImageData, place: now.matrix });
        break;
      case OPS.paintInlineImageXObjectGroup:
        for (const { transform: own } of args[1] as { transform: Matrix }[])
          placed.push({ image: args[0] as ImageData, place: combined(own, now.matrix) });
        break;
      case OPS.paintImageXObjectRepeat: {
        const [image, scaleX, scaleY, positions] = args as [string, number, number, number[]];
        for (let i = 0; i + 1 < positions.length; i += 2) {
          const own = [scaleX, 0, 0, scaleY, positions[i] ?? 0, positions[i + 1] ?? 0] as const;
          placed.push({ image, place: combined(own, now.matrix) });
        }
        break;
      }
      case OPS.paintImageMaskXObject:
        placed.push({ image: args[0] as ImageData, place: now.matrix, shade: now.shade });
        break;
      case OPS.paintImageMaskXObjectGroup:
        for (const image of args[0] as (ImageData & { transform: Matrix })[])
          placed.push({ image, place: combined(image.transform, now.matrix), shade: now.shade });
        break;
      case OPS.paintImageMaskXObjectRepeat: {
        const [image, scaleX, skewX, skewY, scaleY, positions] = args as [
          ImageData,
          number,
          number | undefined,
          number | undefined,
          number,
          number[],
        ];
        for (let i = 0; i + 1 < positions.length; i += 2) {
          const own = [
            scaleX,
            skewX ?? 0,
            skewY ?? 0,
            scaleY,
            positions[i] ?? 0,
            positions[i + 1] ?? 0,
          ] as const;
          placed.push({ image, place: combined(own, now.matrix), shade: now.shade });
        }
        break;
      }
    }
  }
  return placed;
}

/** A picture that pdf.js keeps under a name; undefined where it could not be decoded. */
function decoded(page: PDFPageProxy, image: string | ImageData): Promise<ImageData | undefined> {
  const name = typeof image === 'string' ? image : typeof image.data === 'string' ? image.data : undefined;
  if (name === undefined) return Promise.resolve(image as ImageData);
  // Names that begin so belong to the document, the others to the page.
  const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((resolve) => {
    objects.get(name, (data: ImageData | null) => resolve(data ?? undefined));
  });
}

function paintOf({ width, height, kind, data }: ImageData, shade: number | undefined): Paint | undefined {
  if (!ArrayBuffer.isView(data) || width < 1 || height < 1) return undefined;
  const pixels = width * height;
  const rowBytes = (width + 7) >> 3;
  const bit = (x: number, y: number) => ((data[y * rowBytes + (x >> 3)] as number) >> (7 - (x & 7))) & 1;
  const grey = new Uint8Array(pixels);
  if (shade !== undefined) {
    // A stencil's zeros let the colour through.
    const opacity = new Uint8Array(pixels);
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++) opacity[at] = bit(x, y) === 0 ? 255 : 0;
    return { width, height, grey: grey.fill(shade), opacity };
  }
  if (kind === 1) {
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++) grey[at] = bit(x, y) === 0 ? 0 : 255;
    return { width, height, grey };
  }
  const bytes = kind === 3 ? 4 : 3;
  if (data.length < pixels * bytes) return undefined;
  for (let at = 0, from = 0; at < pixels; at++, from += bytes) {
    grey[at] =
      (77 * (data[from] as number) + 151 * (data[from + 1] as number) + 28 * (data[from + 2] as number)) >> 8;
  }
  if (bytes === 3) return { width, height, grey };
  const opacity = new Uint8Array(pixels);
  for (let at = 0; at < pixels; at++) opacity[at] = data[at * 4 + 3] as number;
  return { width, height, grey, opacity };
}

/** What of the page, of 1, a picture covers, as far as it lies on it. */
function coverOf([a, b, c, d, e, f]: Matrix, width: number, height: number): number {
  const xs = [e, e + a, e + c, e + a + c].map((x) => Math.max(0, Math.min(width, x)));
  const ys = [f, f + b, f + d, f + b + d].map((y) => Math.max(0, Math.min(height, y)));
  return (
    ((Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))) / Math.max(1, width * height)
  );
}

/**
 * What a page shows beside its letters, upright as a reader holds it, and how many pixels make a point: scanners cut
 * pages into strips, or lay letters as a stencil over their paper; other programs draw letters as shapes.
 */
export async function pictureOf(
  page: PDFPageProxy,
): Promise<{ bitmap: Bitmap; scale: number } | 'blank' | 'no picture'> {
  const operators = await page.getOperatorList();
  if (await paintsNothing(operators.fnArray)) return 'blank';
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const painted = (await paintedOn(operators)).map((one) => ({
    ...one,
    place: combined(one.place, transform as unknown as Matrix),
  }));
  let covered = 0;
  let points = 0;
  let density = pixelsPerInch.most / 72;
  const densities: number[] = [];
  for (const one of painted) {
    if ('outlines' in one) points += one.outlines.reduce((sum, { length }) => sum + length / 2, 0);
    else {
      covered += coverOf(one.place, width, height);
      const { width: pixels = 0 } = (await decoded(page, one.image)) ?? {};
      densities.push(pixels / Math.hypot(one.place[0], one.place[1]));
    }
  }
  const isScan = covered >= leastCovered;
  if (!isScan && points < leastPoints) return 'no picture';
  if (isScan) density = Math.max(...densities);
  const scale = Math.min(
    Math.max(pixelsPerInch.least / 72, Math.min(pixelsPerInch.most / 72, density)),
    Math.sqrt(maxPixels / (width * height)),
  );
  const bitmap = blank(Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale)));
  const filler = new Filler(bitmap);
  const scaled = [scale, 0, 0, scale, 0, 0] as const;
  for (const one of painted) {
    if ('outlines' in one) {
      if (!filler.fill(one.outlines, combined(one.place, scaled), one.shade, one.isEvenOdd)) break;
      continue;
    }
    const data = await decoded(page, one.image);
    const picture = data && paintOf(data, one.shade);
    if (!picture) continue;
    // From the picture's pixels, counted from its top, to its unit square, to the page, to the bitmap.
    const ofPixels = [1 / picture.width, 0, 0, -1 / picture.height, 0, 1] as const;
    paint(bitmap, picture, combined(combined(ofPixels, one.place), scaled));
  }
  return { bitmap, scale };
}
