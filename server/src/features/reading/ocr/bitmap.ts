/** A page as it would be printed, without colour: a byte a pixel, 0 is black, row after row. */
export interface Bitmap {
  width: number;
  height: number;
  grey: Uint8Array;
}

/** The bitmap turned clockwise by quarters. */
export function rotateBitmap(bitmap: Bitmap, quarters: number): Bitmap {
  const { width, height, grey } = bitmap;
  const turns = ((quarters % 4) + 4) % 4;
  if (turns === 0) return bitmap;
  const result = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at =
        turns === 1
          ? x * height + (height - 1 - y)
          : turns === 2
            ? (height - 1 - y) * width + (width - 1 - x)
            : (width - 1 - x) * height + y;
      result[at] = grey[y * width + x] as number;
    }
  }
  return turns === 2 ? { width, height, grey: result } : { width: height, height: width, grey: result };
}
