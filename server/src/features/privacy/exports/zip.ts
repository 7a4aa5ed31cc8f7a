import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ArchiveEntry } from '../../../db/json.ts';

export type ZipEntry = ArchiveEntry;

const max32 = 0xffff_ffff;
const is64 = (value: number) => value >= max32;
const signatures = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
};
/** Sizes follow the file, names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980, the earliest that there is: when a row was written, the row says. */
const date = 0x21;
const lastBlock = Buffer.from([0x03, 0x00]);

function record(...fields: [value: number, bytes: 2 | 4 | 8][]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, size]) => sum + size, 0));
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, size);
    at += size;
  }
  return bytes;
}

export function beginEntry(name: string, start: number): { entry: ZipEntry; bytes: Buffer } {
  const encoded = Buffer.from(name);
  const head = record(
    [signatures.local, 4],
    [45, 2],
    [flags, 2],
    [deflated, 2],
    [0, 2],
    [date, 2],
    [0, 4],
    [0, 4],
    [0, 4],
    [encoded.length, 2],
    [0, 2],
  );
  return { entry: { name, start, crc: 0, size: 0, packed: 0 }, bytes: Buffer.concat([head, encoded]) };
}

/**
 * Packs the next bytes of a file, on their own: a deflate stream may be cut behind any block that was flushed, so that
 * nothing but sums goes from one part to the next. `isPacked` says that they would not get smaller.
 */
export function packChunk(entry: ZipEntry, chunk: Buffer, isPacked: boolean): Buffer {
  if (chunk.length === 0) return chunk;
  const packed = deflateRawSync(chunk, {
    level: isPacked ? 0 : 6,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  entry.crc = crc32(chunk, entry.crc);
  entry.size += chunk.length;
  entry.packed += packed.length;
  return packed;
}

export function endEntry(entry: ZipEntry): Buffer {
  entry.packed += lastBlock.length;
  const width = is64(entry.size) || is64(entry.packed) ? 8 : 4;
  const sums = record([signatures.descriptor, 4], [entry.crc, 4], [entry.packed, width], [entry.size, width]);
  return Buffer.concat([lastBlock, sums]);
}

export function listEntry({ name, start, crc, size, packed }: ZipEntry): Buffer {
  const encoded = Buffer.from(name);
  const large = [size, packed, start].filter(is64);
  const extra =
    large.length === 0
      ? Buffer.alloc(0)
      : record([1, 2], [large.length * 8, 2], ...large.map((value): [number, 8] => [value, 8]));
  const small = (value: number) => Math.min(value, max32);
  const head = record(
    [signatures.central, 4],
    [(3 << 8) | 45, 2],
    [45, 2],
    [flags, 2],
    [deflated, 2],
    [0, 2],
    [date, 2],
    [crc, 4],
    [small(packed), 4],
    [small(size), 4],
    [encoded.length, 2],
    [extra.length, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0o100600 * 0x10000, 4],
    [small(start), 4],
  );
  return Buffer.concat([head, encoded, extra]);
}

/** The end of an archive, behind the list of its entries. */
export function endArchive({ count, start, size }: { count: number; start: number; size: number }): Buffer {
  const end64 = record(
    [signatures.end64, 4],
    [44, 8],
    [45, 2],
    [45, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [start, 8],
  );
  const locator = record([signatures.locator64, 4], [0, 4], [start + size, 8], [1, 4]);
  const few = Math.min(count, 0xffff);
  const end = record(
    [signatures.end, 4],
    [0, 2],
    [0, 2],
    [few, 2],
    [few, 2],
    [Math.min(size, max32), 4],
    [Math.min(start, max32), 4],
    [0, 2],
  );
  const needs64 = count >= 0xffff || is64(start) || is64(size);
  return needs64 ? Buffer.concat([end64, locator, end]) : end;
}
