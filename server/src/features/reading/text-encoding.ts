import { open } from 'node:fs/promises';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const chunkBytes = 1 << 16;

/** Reads a file in pieces that fit in memory. */
async function* piecesOf(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (let position = 0; ; ) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** Of the letters beyond ASCII, how many may be broken in a text that was UTF-8 before somebody cut or mixed it. */
const mostBroken = 0.05;

/** Whether nearly all letters beyond ASCII make sense as UTF-8; in Latin-1 hardly one does. */
async function isNearlyUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder();
  let broken = 0;
  let whole = 0;
  for await (const piece of piecesOf(path)) {
    for (const [letter] of decoder.decode(piece, { stream: true }).matchAll(/[^\0-\x7f]/gu)) {
      if (letter === '\ufffd') broken++;
      else whole++;
    }
  }
  return broken <= whole * mostBroken;
}

/** Tab, line feed, form feed, carriage return, the end of old files, the start of a terminal's colours. */
const ordinaryControls = new Set([9, 10, 12, 13, 0x1a, 0x1b]);

/**
 * The encoding of a text file: its byte order mark, else UTF-16 where every other byte is a zero, else UTF-8
 * where it is valid but for a few places, else Windows-1252, which holds Latin-1's letters. Undefined: not text.
 */
export async function encodingOf(path: string): Promise<TextEncoding | undefined> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let position = 0;
  const zeros: [number, number] = [0, 0];
  let controls = 0;
  for await (const piece of piecesOf(path)) {
    if (position === 0) {
      if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
      if (piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be';
      if (piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf) return 'utf-8';
    }
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (byte >= 0x20) continue;
      if (byte === 0) zeros[(position + at) % 2 === 0 ? 0 : 1]++;
      else if (!ordinaryControls.has(byte)) controls++;
    }
    position += piece.length;
    if (isUtf8) {
      try {
        strict.decode(piece, { stream: true });
      } catch {
        isUtf8 = false;
      }
    }
  }
  if (isUtf8) {
    try {
      strict.decode();
    } catch {
      isUtf8 = false;
    }
  }
  const [even, odd] = zeros;
  if (even + odd > 0) {
    // Latin letters in UTF-16 have one zero byte each, always on the same side.
    const half = position / 2;
    if (odd > half * 0.4 && even < half * 0.02) return 'utf-16le';
    if (even > half * 0.4 && odd < half * 0.02) return 'utf-16be';
    return undefined;
  }
  if (controls > position * 0.001) return undefined;
  return isUtf8 || (await isNearlyUtf8(path)) ? 'utf-8' : 'windows-1252';
}

/** A file's text in pieces, without NUL characters and lone surrogates. */
export async function* textOf(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of piecesOf(path)) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield clean(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield clean(rest);
}

// A decoder never splits a pair of surrogates over two pieces: what is lone is lone.
const clean = (text: string) => (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed();
