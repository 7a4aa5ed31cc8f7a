import type { Block, Line } from './spans.ts';

const lengthOfLine = (line: Line) => line.reduce((sum, { text }) => sum + text.length, 0);
const lengthOf = ({ lines }: Block) =>
  lines.reduce((sum, line) => sum + lengthOfLine(line), 0) + Math.max(0, lines.length - 1);

/** Between two blocks of a message. */
const gap = 2;

/**
 * Blocks in messages of at most `max` UTF-16 units, as a messenger counts them once its marks are taken out: parted at blank lines,
 * else at lines, sentences, words, and only then within one, but not within a letter. What is bold goes on so in the next.
 */
export function partsOf(blocks: readonly Block[], max: number): Block[][] {
  const parts: Block[][] = [];
  let part: Block[] = [];
  let length = 0;
  for (const block of blocks.flatMap((block) => cutBlock(block, max))) {
    const size = lengthOf(block);
    if (part.length > 0 && length + gap + size > max) {
      parts.push(part);
      part = [];
      length = 0;
    }
    length += (part.length > 0 ? gap : 0) + size;
    part.push(block);
  }
  if (part.length > 0) parts.push(part);
  return parts;
}

function cutBlock(block: Block, max: number): Block[] {
  if (lengthOf(block) <= max) return [block];
  const pieces: Block[] = [];
  let lines: Line[] = [];
  for (const line of block.lines.flatMap((line) => cutLine(line, max))) {
    if (lines.length > 0 && lengthOf({ ...block, lines: [...lines, line] }) > max) {
      pieces.push({ ...block, lines });
      lines = [];
    }
    lines.push(line);
  }
  if (lines.length > 0) pieces.push({ ...block, lines });
  return pieces;
}

function cutLine(line: Line, max: number): Line[] {
  const pieces: Line[] = [];
  let rest = line;
  while (lengthOfLine(rest) > max) {
    const text = rest.map((span) => span.text).join('');
    const at = placeToCut(text, max);
    pieces.push(trimEnd(takeUpTo(rest, 0, at)));
    const skipped = text.length - text.slice(at).trimStart().length;
    rest = takeUpTo(rest, Math.max(at, skipped), text.length);
  }
  if (lengthOfLine(rest) > 0) pieces.push(rest);
  return pieces;
}

/** Where to part a text of more than `max`: behind a sentence, else at a space, where that leaves no crumb. */
function placeToCut(text: string, max: number): number {
  const head = text.slice(0, max);
  const sentence = Math.max(...['. ', '! ', '? ', '… '].map((end) => head.lastIndexOf(end) + 1));
  if (sentence > max / 2) return sentence;
  const space = head.lastIndexOf(' ');
  if (space > max / 2) return space;
  const isWithinLetter = /[\ud800-\udbff]$/.test(head);
  return isWithinLetter ? max - 1 : max;
}

function takeUpTo(line: Line, from: number, to: number): Line {
  let at = 0;
  return line.flatMap((span) => {
    const start = at;
    at += span.text.length;
    const text = span.text.slice(Math.max(0, from - start), Math.max(0, to - start));
    return text === '' ? [] : [{ ...span, text }];
  });
}

const trimEnd = (line: Line): Line =>
  line.map((span, at) => (at === line.length - 1 ? { ...span, text: span.text.trimEnd() } : span));
