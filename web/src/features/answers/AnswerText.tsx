import type { ReactNode } from 'react';

const marks = /\*\*(?=\S)(.+?)\*\*|\[(\d{1,3})\]/g;

/** Bold words and the numbers of citations; everything else is text. */
function inline(text: string, chip: (number: number, key: string) => ReactNode): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: whole, 1: bold, 2: number, index } of text.matchAll(marks)) {
    const before = text.slice(at, index);
    at = index + whole.length;
    // A chip stays on the line of the word before it.
    parts.push(number === undefined ? before : `${before.trimEnd()}\u2060`);
    parts.push(
      number === undefined ? <strong key={index}>{bold}</strong> : chip(Number(number), String(index)),
    );
  }
  return [...parts, text.slice(at)];
}

/** While it streams, half of a mark at the end waits for its other half. */
export const withoutHalfMark = (text: string) => text.replace(/\s*(?:\[\d*|\*{1,2})$/, '');

const bullet = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;

/** An answer as a visitor reads it: paragraphs and lists, citations as chips. */
export function AnswerText({
  text,
  chip,
}: {
  text: string;
  chip: (number: number, key: string) => ReactNode;
}) {
  return keyed(text.split(/\n{2,}/).filter((block) => block.trim() !== '')).map(([key, block]) => {
    const lines = block.split('\n');
    return lines.every((line) => bullet.test(line)) ? (
      <ul key={key} className="list-disc ps-5">
        {keyed(lines).map(([key, line]) => (
          <li key={key}>{inline(line.replace(bullet, ''), chip)}</li>
        ))}
      </ul>
    ) : (
      <p key={key} className="whitespace-pre-line">
        {inline(block, chip)}
      </p>
    );
  });
}

/** Text that only ever grows at its end: a part is known by its place. */
const keyed = (parts: readonly string[]) => parts.map((part, at) => [at, part] as const);
