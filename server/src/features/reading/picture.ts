/** A page as it would be printed, without colour: a byte a pixel, 0 is black, row after row. */
export interface Bitmap {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** [a, b, c, d, e, f] as PDF writes them: x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [number, number, number, number, number, number];

/** The matrix that does `first`, then `second`. */
export const combined = (first: Matrix, second: Matrix): Matrix => [
  first[0] * second[0] + first[1] * second[2],
  first[0] * second[1] + first[1] * second[3],
  first[2] * second[0] + first[3] * second[2],
  first[2] * second[1] + first[3] * second[3],
  first[4] * second[0] + first[5] * second[2] + second[4],
  first[4] * second[1] + first[5] * second[3] + second[5],
];

/** Undefined: it flattens everything to a line. */
function inverse([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const size = a * d - b * c;
  if (!Number.isFinite(1 / size)) return undefined;
  return [d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size];
}

/** What is painted: shades, and where it isn't everywhere, how much of each pixel it covers. */
export interface Paint {
  width: number;
  height: number;
  grey: Uint8Array;
  opacity?: Uint8Array;
}

export function blank(width: number, height: number): Bitmap {
  return { width, height, grey: new Uint8Array(width * height).fill(255) };
}

/** At most so many samples a side are taken of what becomes one pixel: 600 dpi as 150. */
const mostSamples = 4;

/**
 * Paints a picture whose pixels `place` puts on the bitmap's. Where it is finer than the bitmap, what falls into one
 * pixel is averaged, so that thin strokes grow pale rather than vanish.
 */
export function paint(on: Bitmap, { width, height, grey, opacity }: Paint, place: Matrix): void {
  const back = inverse(place);
  if (!back) return;
  const [a, b, c, d, e, f] = place;
  const xs = [e, e + a * width, e + c * height, e + a * width + c * height];
  const ys = [f, f + b * width, f + d * height, f + b * width + d * height];
  const left = Math.max(0, Math.floor(Math.min(...xs)));
  const right = Math.min(on.width, Math.ceil(Math.max(...xs)));
  const top = Math.max(0, Math.floor(Math.min(...ys)));
  const bottom = Math.min(on.height, Math.ceil(Math.max(...ys)));
  const finer = Math.max(Math.hypot(back[0], back[1]), Math.hypot(back[2], back[3]));
  const samples = Math.max(1, Math.min(mostSamples, Math.round(finer)));
  const isCoarser = finer < 0.8;
  const step = 1 / samples;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      let sum = 0;
      let covered = 0;
      for (let j = 0; j < samples; j++) {
        for (let i = 0; i < samples; i++) {
          const px = x + (i + 0.5) * step;
          const py = y + (j + 0.5) * step;
          const u = back[0] * px + back[2] * py + back[4];
          const v = back[1] * px + back[3] * py + back[5];
          if (u < 0 || v < 0 || u >= width || v >= height) continue;
          const at = Math.trunc(v) * width + Math.trunc(u);
          const share = opacity ? (opacity[at] as number) / 255 : 1;
          sum += share * (isCoarser && !opacity ? between(grey, width, height, u, v) : (grey[at] as number));
          covered += share;
        }
      }
      if (covered === 0) continue;
      const at = y * on.width + x;
      const all = samples * samples;
      on.grey[at] = (sum + (all - covered) * (on.grey[at] as number)) / all;
    }
  }
}

/** The shade at a point between the middles of four pixels. */
function between(grey: Uint8Array, width: number, height: number, u: number, v: number): number {
  const x = Math.max(0, Math.min(width - 1, u - 0.5));
  const y = Math.max(0, Math.min(height - 1, v - 0.5));
  const [x0, y0] = [Math.trunc(x), Math.trunc(y)];
  const [x1, y1] = [Math.min(width - 1, x0 + 1), Math.min(height - 1, y0 + 1)];
  const at = (column: number, row: number) => grey[row * width + column] as number;
  const above = at(x0, y0) + (at(x1, y0) - at(x0, y0)) * (x - x0);
  const below = at(x0, y1) + (at(x1, y1) - at(x0, y1)) * (x - x0);
  return above + (below - above) * (y - y0);
}

/** Turned clockwise by quarters. */
export function turned(bitmap: Bitmap, quarters: number): Bitmap {
  const { width, height, grey } = bitmap;
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 0) return bitmap;
  const result = turns === 2 ? blank(width, height) : blank(height, width);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at =
        turns === 1
          ? x * height + (height - 1 - y)
          : turns === 2
            ? (height - 1 - y) * width + (width - 1 - x)
            : (width - 1 - x) * height + y;
      result.grey[at] = grey[y * width + x] as number;
    }
  }
  return result;
}

/** Sub-rows of a pixel that are looked at for what a shape covers. */
const fine = 4;
/** Sub-rows crossed and pixels covered in them, for one page: one of outlined letters has some ten millions. */
const mostWork = 200_000_000;

/** Fills shapes bounded by points that `place` puts on the bitmap's pixels, and keeps count of its work. */
export class Filler {
  readonly #on: Bitmap;
  #work = 0;

  constructor(on: Bitmap) {
    this.#on = on;
  }

  /** Each outline is a closed line of x, y, x, y, …; false once a page's share of work is spent. */
  fill(outlines: readonly (readonly number[])[], place: Matrix, shade: number, isEvenOdd = false): boolean {
    const { width, height, grey } = this.#on;
    const rows = new Map<number, { x: number; turn: number }[]>();
    for (const points of outlines) {
      const count = points.length >> 1;
      const at = (index: number) => {
        const x = points[(index % count) * 2] as number;
        const y = points[(index % count) * 2 + 1] as number;
        return [place[0] * x + place[2] * y + place[4], place[1] * x + place[3] * y + place[5]] as const;
      };
      for (let index = 0; index < count; index++) {
        const [x0, y0] = at(index);
        const [x1, y1] = at(index + 1);
        const [top, bottom] = [Math.min(y0, y1), Math.max(y0, y1)];
        const first = Math.max(0, Math.ceil(top * fine - 0.5));
        const last = Math.min(height * fine - 1, Math.ceil(bottom * fine - 0.5) - 1);
        if (!(last >= first)) continue;
        this.#work += last - first + 1;
        if (this.#work > mostWork) return false;
        for (let row = first; row <= last; row++) {
          const x = x0 + (((row + 0.5) / fine - y0) / (y1 - y0)) * (x1 - x0);
          const crossed = rows.get(row) ?? [];
          crossed.push({ x: Math.max(0, Math.min(width, x)), turn: y1 > y0 ? 1 : -1 });
          rows.set(row, crossed);
        }
      }
    }
    const covered = new Float32Array(width + 1);
    let [from, to] = [width, 0];
    const finished = (y: number) => {
      for (let x = from; x < to; x++) {
        const share = covered[x] as number;
        if (share === 0) continue;
        const pixel = y * width + x;
        grey[pixel] = Math.round((grey[pixel] as number) + share * (shade - (grey[pixel] as number)));
        covered[x] = 0;
      }
      [from, to] = [width, 0];
    };
    let y: number | undefined;
    for (const [row, crossed] of [...rows].sort(([a], [b]) => a - b)) {
      const ofRow = Math.floor(row / fine);
      if (y !== undefined && y !== ofRow) finished(y);
      y = ofRow;
      crossed.sort((a, b) => a.x - b.x);
      let winding = 0;
      for (const [index, { x, turn }] of crossed.entries()) {
        winding += turn;
        const end = crossed[index + 1]?.x;
        if (end === undefined || (isEvenOdd ? index % 2 === 1 : winding === 0)) continue;
        this.#work += end - x;
        if (this.#work > mostWork) return false;
        from = Math.min(from, Math.floor(x));
        to = Math.max(to, Math.ceil(end));
        for (let column = Math.floor(x); column < end; column++)
          covered[column] =
            (covered[column] as number) + (Math.min(end, column + 1) - Math.max(x, column)) / fine;
      }
    }
    if (y !== undefined) finished(y);
    return true;
  }
}
