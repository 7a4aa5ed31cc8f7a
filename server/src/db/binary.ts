/**
 * PostgreSQL's binary form of what is sent in bulk: as text, each number would be printed here and parsed there, each
 * character escaped here and looked at there. Both databases read it.
 */

const headerBytes = 20;
const [int4, text, bytea] = [23, 25, 17];

/** An array of one dimension without nulls, up to its elements. */
function arrayOf(type: number, length: number, elementBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + elementBytes);
  bytes.writeInt32BE(length > 0 ? 1 : 0, 0);
  bytes.writeInt32BE(0, 4);
  bytes.writeInt32BE(type, 8);
  bytes.writeInt32BE(length, 12);
  bytes.writeInt32BE(1, 16);
  // Without an element it has no dimension.
  return length > 0 ? bytes : bytes.subarray(0, 12);
}

/** An array for a parameter of type `int4[]`. */
export function encodeIntegers(values: Int32Array): Buffer {
  const bytes = arrayOf(int4, values.length, values.length * 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = headerBytes;
  for (const value of values) {
    view.setInt32(at, 4);
    view.setInt32(at + 4, value);
    at += 8;
  }
  return bytes;
}

/** An array for a parameter of type `text[]`. */
export function encodeTexts(values: readonly string[]): Buffer {
  const lengths = values.map((value) => Buffer.byteLength(value));
  const bytes = arrayOf(
    text,
    values.length,
    lengths.reduce((sum, length) => sum + 4 + length, 0),
  );
  let at = headerBytes;
  for (const [index, value] of values.entries()) {
    at = bytes.writeInt32BE(lengths[index] as number, at);
    at += bytes.write(value, at);
  }
  return bytes;
}

/** An array for a parameter of type `bytea[]`. */
export function encodeByteStrings(values: readonly Uint8Array[]): Buffer {
  const bytes = arrayOf(
    bytea,
    values.length,
    values.reduce((sum, { length }) => sum + 4 + length, 0),
  );
  let at = headerBytes;
  for (const value of values) {
    at = bytes.writeInt32BE(value.length, at);
    bytes.set(value, at);
    at += value.length;
  }
  return bytes;
}

/** The places of a vector that are not zero, ascending from 1, with what stands there. */
export interface SparseVector {
  places: ArrayLike<number>;
  values: ArrayLike<number>;
}

/** An array for a parameter of type `sparsevec[]`, whose element type has another number (`type`) in each database. */
export function encodeSparseVectors(
  type: number,
  dimensions: number,
  vectors: readonly SparseVector[],
): Buffer {
  const bytes = arrayOf(
    type,
    vectors.length,
    vectors.reduce((sum, { places }) => sum + 16 + places.length * 8, 0),
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = headerBytes;
  for (const { places, values } of vectors) {
    view.setInt32(at, 12 + places.length * 8);
    view.setInt32(at + 4, dimensions);
    view.setInt32(at + 8, places.length);
    view.setInt32(at + 12, 0);
    at += 16;
    for (let index = 0; index < places.length; index += 1, at += 4)
      view.setInt32(at, (places[index] as number) - 1);
    for (let index = 0; index < places.length; index += 1, at += 4)
      view.setFloat32(at, values[index] as number);
  }
  return bytes;
}
