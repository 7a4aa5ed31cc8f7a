import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The outlines of letters, for documents that draw their text instead of writing it. */
export interface Letters {
  /** The closed outlines of a line of text in points, from its start on its baseline; y grows upwards. */
  outlinesOf(text: string, size: number): number[][];
  widthOf(text: string, size: number): number;
}

interface Point {
  x: number;
  y: number;
  isOn: boolean;
}

/** A contour's quadratic curves as straight lines. */
function flattened(points: readonly Point[]): number[] {
  const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, isOn: true });
  const whole = points.flatMap((point, at) => {
    const next = points[(at + 1) % points.length] as Point;
    return point.isOn || next.isOn ? [point] : [point, between(point, next)];
  });
  const start = whole.findIndex(({ isOn }) => isOn);
  const turned = [...whole.slice(start), ...whole.slice(0, start)];
  const line: number[] = [];
  for (const [at, point] of turned.entries()) {
    if (point.isOn) {
      line.push(point.x, point.y);
      continue;
    }
    const from = turned[at - 1] as Point;
    const to = turned[(at + 1) % turned.length] as Point;
    for (const t of [0.25, 0.5, 0.75]) {
      const u = 1 - t;
      line.push(
        u * u * from.x + 2 * u * t * point.x + t * t * to.x,
        u * u * from.y + 2 * u * t * point.y + t * t * to.y,
      );
    }
  }
  return line;
}

/** A TrueType font's letters (OpenType 1.9: cmap 4, glyf, hmtx). */
export async function openLetters(): Promise<Letters> {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const font = await readFile(join(folder, 'standard_fonts/LiberationSans-Regular.ttf'));
  const tables = new Map<string, number>();
  for (let at = 12; at < 12 + font.readUInt16BE(4) * 16; at += 16)
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  const table = (name: string) => tables.get(name) as number;
  const em = font.readUInt16BE(table('head') + 18);
  const hasLongOffsets = font.readUInt16BE(table('head') + 50) === 1;
  const advances = font.readUInt16BE(table('hhea') + 34);

  const maps = Array.from({ length: font.readUInt16BE(table('cmap') + 2) }, (_, at) => {
    const map = table('cmap') + font.readUInt32BE(table('cmap') + 4 + at * 8 + 4);
    return font.readUInt16BE(map) === 4 ? map : undefined;
  });
  const map = maps.find((one) => one !== undefined) as number;
  const segments = font.readUInt16BE(map + 6) / 2;
  const glyphOf = (code: number): number => {
    for (let at = 0; at < segments; at++) {
      if (font.readUInt16BE(map + 14 + at * 2) < code) continue;
      const start = font.readUInt16BE(map + 16 + segments * 2 + at * 2);
      if (start > code) return 0;
      const delta = font.readUInt16BE(map + 16 + segments * 4 + at * 2);
      const rangeAt = map + 16 + segments * 6 + at * 2;
      const range = font.readUInt16BE(rangeAt);
      if (range === 0) return (code + delta) & 0xffff;
      const glyph = font.readUInt16BE(rangeAt + range + (code - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
  const advanceOf = (glyph: number) => font.readUInt16BE(table('hmtx') + Math.min(glyph, advances - 1) * 4);

  const contoursOf = (glyph: number): Point[][] => {
    const offset = (at: number) =>
      hasLongOffsets
        ? font.readUInt32BE(table('loca') + at * 4)
        : font.readUInt16BE(table('loca') + at * 2) * 2;
    if (offset(glyph) === offset(glyph + 1)) return [];
    let at = table('glyf') + offset(glyph);
    const count = font.readInt16BE(at);
    at += 10;
    if (count < 0) {
      const parts: Point[][] = [];
      for (let flags = 0x20; (flags & 0x20) !== 0; ) {
        flags = font.readUInt16BE(at);
        const part = font.readUInt16BE(at + 2);
        const isWide = (flags & 1) !== 0;
        const dx = isWide ? font.readInt16BE(at + 4) : font.readInt8(at + 4);
        const dy = isWide ? font.readInt16BE(at + 6) : font.readInt8(at + 5);
        at += isWide ? 8 : 6;
        at += (flags & 8) !== 0 ? 2 : (flags & 0x40) !== 0 ? 4 : (flags & 0x80) !== 0 ? 8 : 0;
        parts.push(...contoursOf(part).map((line) => line.map((p) => ({ ...p, x: p.x + dx, y: p.y + dy }))));
      }
      return parts;
    }
    const ends = Array.from({ length: count }, (_, index) => font.readUInt16BE(at + index * 2));
    at += count * 2;
    at += 2 + font.readUInt16BE(at);
    const total = (ends.at(-1) ?? -1) + 1;
    const flags: number[] = [];
    while (flags.length < total) {
      const flag = font.readUInt8(at++);
      const times = (flag & 8) !== 0 ? font.readUInt8(at++) + 1 : 1;
      for (let time = 0; time < times; time++) flags.push(flag);
    }
    const along = (short: number, same: number) => {
      let value = 0;
      return flags.map((flag) => {
        if ((flag & short) !== 0) value += (flag & same) !== 0 ? font.readUInt8(at++) : -font.readUInt8(at++);
        else if ((flag & same) === 0) {
          value += font.readInt16BE(at);
          at += 2;
        }
        return value;
      });
    };
    const xs = along(2, 16);
    const ys = along(4, 32);
    const points = flags.map((flag, index) => ({
      x: xs[index] as number,
      y: ys[index] as number,
      isOn: (flag & 1) !== 0,
    }));
    return ends.map((end, index) => points.slice(index === 0 ? 0 : (ends[index - 1] as number) + 1, end + 1));
  };

  return {
    outlinesOf(text, size) {
      let right = 0;
      return [...text].flatMap((letter) => {
        const glyph = glyphOf(letter.codePointAt(0) as number);
        const from = right;
        right += advanceOf(glyph);
        return contoursOf(glyph).map((points) =>
          flattened(points).map((value, at) => ((at % 2 === 0 ? value + from : value) * size) / em),
        );
      });
    },
    widthOf: (text, size) =>
      ([...text].reduce((sum, letter) => sum + advanceOf(glyphOf(letter.codePointAt(0) as number)), 0) *
        size) /
      em,
  };
}
