import type { ReactNode } from 'react';

const marks = /\*\*(?=\S)(.+?)\*\*|((?:(?<!\s)\s*\[\d{1,3}\])+)([.,;:!?…)»]*)/g;
/** What a chip is glued to: longer than this, and a narrow line could not hold both. */
const longestGlued = 30;
const lastWord = /(?<!\S)\S+$/;
const glued = (word = '') => (word.length > longestGlued ? '' : word);

/** Bold words and the numbers of citations; everything else is text. */
function inline(text: string, chip: (number: number, key: string) => ReactNode): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  let isAfterBold = false;
  for (const { 0: whole, 1: bold, 2: numbers, 3: sign, index } of text.matchAll(marks)) {
    const before = text.slice(at, index);
    at = index + whole.length;
    if (numbers === undefined) {
      parts.push(before, <strong key={index}>{bold}</strong>);
      isAfterBold = glued(bold) !== '';
      continue;
    }
    // Chips stay on the line of the word before them, and what ends the sentence with them.
    const word = before === '' && isAfterBold ? parts.pop() : glued(lastWord.exec(before)?.[0]);
    isAfterBold = false;
    if (typeof word === 'string') parts.push(before.slice(0, before.length - word.length));
    parts.push(
      <span key={index} className="whitespace-nowrap">
        {word}
        {[...numbers.matchAll(/\d+/g)].map((number) => chip(Number(number[0]), String(index + number.index)))}
        {sign}
      </span>,
    );
  }
  return [...parts, text.slice(at)];
}

/** While it streams, half of a mark at the end waits for its other half. */
export const withoutHalfMark = (text: string) => text.replace(/(?<!\s)\s*(?:\[\d*|\*{1,2})$/, '');

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
