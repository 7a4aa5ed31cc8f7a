import { crc32 } from 'node:zlib';
import { limits } from '@parlance/contract/limits';
import { ImageError } from './error.ts';

// One walk over the bytes each, without decoding a pixel: what is not needed to draw the picture is left behind,
// metadata and whatever hides after the image's end included.

/** Chunks or segments of an image; what is written piece by piece has some hundreds, and each takes its time. */
const maxParts = 10_000;

const damaged = (detail: string) => new ImageError('image_unreadable', detail);

function checkSides(width: number, height: number) {
  if (width === 0 || height === 0) throw damaged('an image without a size');
  if (width > limits.imageSide || height > limits.imageSide) throw new ImageError('image_dimensions');
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex');
/**
 * The chunks that are kept: pixels, palette, transparency, colour and its profile. Not text, time, EXIF, and not the
 * further frames of an animation.
 */
const pngChunks = new Set([
  'IHDR',
  'PLTE',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
  'pHYs',
  'IDAT',
  'IEND',
]);

export const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(pngSignature);

/** The PNG without metadata. Throws `ImageError` for what is too large, cut off or damaged. */
export function cleanPng(bytes: Buffer): Buffer {
  const kept: Buffer[] = [pngSignature];
  let isFirst = true;
  let hasPixels = false;
  let parts = 0;
  for (let at = 8; ; ) {
    if (++parts > maxParts) throw damaged('too many chunks');
    if (at + 12 > bytes.length) throw damaged('cut off');
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length) throw damaged('cut off');
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (isFirst) {
      if (type !== 'IHDR' || length !== 13) throw damaged('no header');
      checkSides(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
      isFirst = false;
    } else if (type === 'IHDR') throw damaged('two headers');
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw damaged('checksum');
    if (pngChunks.has(type)) kept.push(bytes.subarray(at, end));
    // An upper-case letter: who doesn't know this chunk can't draw the picture.
    else if (/^[A-Z]/.test(type)) throw damaged(`chunk ${type}`);
    if (type === 'IDAT') hasPixels = true;
    if (type === 'IEND') break;
    at = end;
  }
  if (!hasPixels) throw damaged('no pixels');
  return Buffer.concat(kept);
}

export const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee };
/** The frames that browsers draw: baseline, extended and progressive, by Huffman codes. */
const frames = new Set([0xc0, 0xc1, 0xc2]);
const otherFrames = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Huffman and quantisation tables, restart interval. */
const tables = new Set([0xc4, 0xdb, 0xdd]);
/** Scans of a picture; a progressive one has ten or so, and each makes a browser go over all of it once more. */
const maxScans = 100;

/** The JPEG without metadata but its profile and which way is up. Throws `ImageError` as `cleanPng` does. */
export function cleanJpeg(bytes: Buffer): Buffer {
  const kept: Buffer[] = [Buffer.of(0xff, marker.soi)];
  let hasFrame = false;
  let isTurned = false;
  let scans = 0;
  let parts = 0;
  for (let at = 2; ; ) {
    if (at + 2 > bytes.length || bytes[at] !== 0xff) throw damaged('cut off');
    const kind = bytes[at + 1] as number;
    // Fill bytes may stand before any marker.
    if (kind === 0xff) {
      at += 1;
      continue;
    }
    if (kind === marker.eoi) break;
    if (++parts > maxParts) throw damaged('too many segments');
    if (at + 4 > bytes.length) throw damaged('cut off');
    const length = bytes.readUInt16BE(at + 2);
    let end = at + 2 + length;
    if (length < 2 || end > bytes.length) throw damaged('cut off');
    const segment = bytes.subarray(at + 4, end);
    if (otherFrames.has(kind)) throw damaged('a kind of JPEG that browsers do not draw');
    if (frames.has(kind)) {
      if (hasFrame || segment.length < 6) throw damaged('frame');
      checkSides(segment.readUInt16BE(3), segment.readUInt16BE(1));
      hasFrame = true;
    }
    if (kind === marker.sos) {
      if (!hasFrame || ++scans > maxScans) throw damaged('scans');
      end = endOfScan(bytes, end);
    }
    if (kind === marker.app0 && startsWithName(segment, 'JFIF\0') && segment.length >= 14) {
      kept.push(jfif(segment));
    } else if (kind === marker.app1 && !isTurned) {
      const turn = orientationOf(segment);
      isTurned = turn !== undefined;
      if (turn !== undefined) kept.push(buildExif(turn));
    } else if (
      frames.has(kind) ||
      tables.has(kind) ||
      kind === marker.sos ||
      (kind === marker.app2 && startsWithName(segment, 'ICC_PROFILE\0')) ||
      (kind === marker.app14 && startsWithName(segment, 'Adobe'))
    ) {
      kept.push(bytes.subarray(at, end));
    } else if (kind < 0xe0 && !otherFrames.has(kind)) throw damaged(`marker ${kind}`);
    at = end;
  }
  if (scans === 0) throw damaged('no pixels');
  kept.push(Buffer.of(0xff, marker.eoi));
  return Buffer.concat(kept);
}

const startsWithName = (segment: Buffer, name: string) => segment.toString('latin1', 0, name.length) === name;

/** Where the next marker stands: in a scan's data 0xff is followed by 0, or by one of the eight that restart it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damaged('cut off');
}

/** The JFIF segment without the small picture that it may carry. */
function jfif(segment: Buffer): Buffer {
  const made = Buffer.concat([Buffer.of(0xff, marker.app0, 0, 16), segment.subarray(0, 14)]);
  made.writeUInt16BE(0, made.length - 2);
  return made;
}

const orientationTag = 0x0112;

/** Which way is up, 1 to 8, as a camera's EXIF says in its first directory. */
function orientationOf(segment: Buffer): number | undefined {
  if (!startsWithName(segment, 'Exif\0\0') || segment.length < 16) return undefined;
  const tiff = segment.subarray(6);
  const isLittle = startsWithName(tiff, 'II');
  if (!isLittle && !startsWithName(tiff, 'MM')) return undefined;
  const word = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  const count = word(first);
  for (let entry = 0; entry < count; entry++) {
    const at = first + 2 + entry * 12;
    if (at + 12 > tiff.length) return undefined;
    if (word(at) !== orientationTag) continue;
    const value = word(at + 8);
    return value >= 1 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** EXIF that says which way is up, and nothing else. */
function buildExif(orientation: number): Buffer {
  const made = Buffer.from('ffe10022457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001', 'hex');
  const value = Buffer.alloc(8);
  value.writeUInt16BE(orientation, 0);
  return Buffer.concat([made, value]);
}
