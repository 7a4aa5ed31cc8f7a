import { isAscii } from 'node:buffer';
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
const maxBrokenShare = 0.05;

/** Counts the letters beyond ASCII that make sense as UTF-8, and those that don't; in Latin-1 hardly one does. */
class Utf8Letters {
  whole = 0;
  broken = 0;
  /** Bytes that the letter at hand still lacks, and the bounds of its next one. */
  #wanted = 0;
  #lower = 0x80;
  #upper = 0xbf;

  take(byte: number) {
    if (this.#wanted > 0) {
      const goesOn = byte >= this.#lower && byte <= this.#upper;
      this.#lower = 0x80;
      this.#upper = 0xbf;
      if (goesOn) {
        if (--this.#wanted === 0) this.whole++;
        return;
      }
      this.#wanted = 0;
      this.broken++;
    }
    if (byte < 0x80) return;
    // As the Encoding Standard decodes: nothing overlong, no surrogates, nothing beyond U+10FFFF.
    if (byte >= 0xc2 && byte <= 0xdf) this.#wanted = 1;
    else if (byte >= 0xe0 && byte <= 0xef) {
      this.#wanted = 2;
      if (byte === 0xe0) this.#lower = 0xa0;
      if (byte === 0xed) this.#upper = 0x9f;
    } else if (byte >= 0xf0 && byte <= 0xf4) {
      this.#wanted = 3;
      if (byte === 0xf0) this.#lower = 0x90;
      if (byte === 0xf4) this.#upper = 0x8f;
    } else this.broken++;
  }

  get isUtf8() {
    return this.broken + (this.#wanted > 0 ? 1 : 0) <= this.whole * maxBrokenShare;
  }
}

/** Blanks, the end of old files, the start of a terminal's colours, and what old exports set between their fields. */
const ordinaryControls = new Set([9, 10, 11, 12, 13, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x1f]);

/** This many bytes of zero in a row fill up a record of a program's; no text has them. */
const minZeroRun = 3;
/** Control characters that a text may have by accident: some, or so large a share of a long one. Noise has 8 %. */
const maxStrayControls = { some: 2, part: 0.03 };

/**
 * The encoding of a text file: its byte order mark, else UTF-16 where every other byte is a zero, else UTF-8
 * where it is valid but for a few places, else Windows-1252, which holds Latin-1's letters. Undefined: not text.
 */
export async function encodingOf(path: string): Promise<TextEncoding | undefined> {
  const letters = new Utf8Letters();
  let position = 0;
  const zeros: [number, number] = [0, 0];
  let controls = 0;
  let run = 0;
  let longestRun = 0;
  for await (const piece of piecesOf(path)) {
    if (position === 0) {
      if (piece[0] === 0xff && piece[1] === 0xfe) return 'utf-16le';
      if (piece[0] === 0xfe && piece[1] === 0xff) return 'utf-16be';
      if (piece[0] === 0xef && piece[1] === 0xbb && piece[2] === 0xbf) return 'utf-8';
    }
    const isPlain = isAscii(piece);
    if (isPlain) letters.take(0);
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at] as number;
      if (!isPlain) letters.take(byte);
      if (byte === 0) {
        zeros[(position + at) % 2 === 0 ? 0 : 1]++;
        longestRun = Math.max(longestRun, ++run);
        continue;
      }
      run = 0;
      if (byte < 0x20 && !ordinaryControls.has(byte)) controls++;
    }
    position += piece.length;
  }
  const [even, odd] = zeros;
  // Latin letters in UTF-16 have one zero byte each, always on the same side.
  const half = position / 2;
  if (odd > half * 0.4 && even < half * 0.02) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.02) return 'utf-16be';
  if (longestRun >= minZeroRun) return undefined;
  if (even + odd + controls > maxStrayControls.some + position * maxStrayControls.part) return undefined;
  return letters.isUtf8 ? 'utf-8' : 'windows-1252';
}

/** A file's text in pieces, without stray control characters and lone surrogates. */
export async function* textOf(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of piecesOf(path)) {
    const text = decoder.decode(piece, { stream: true });
    if (text !== '') yield clean(text);
  }
  const rest = decoder.decode();
  if (rest !== '') yield clean(rest);
}

/** Control characters of ASCII that are no blanks. */
const stray = /(?![\s\u0080-\u009f])\p{Cc}/gu;
/** What stands between the fields of old exports parts words, too. */
const replacementOf = (control: string) => (control >= '\x1c' && control <= '\x1f' ? ' ' : '');

// A decoder never splits a pair of surrogates over two pieces: what is lone is lone.
const clean = (text: string) => text.replace(stray, replacementOf).toWellFormed();
