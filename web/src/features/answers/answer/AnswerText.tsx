import {
  type AnswerBlock,
  alignOf,
  blocksOf,
  bullet,
  cellsOf,
} from '@parlance/contract/display/answer-blocks';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../../lib/language/texts.ts';
import { cx } from '../../../ui/cx.ts';
import { answerTexts } from '../texts.ts';

type Chip = (number: number, key: string) => ReactNode;

const marks = /\*\*(?=\S)(.+?)\*\*|((?:(?<!\s)\s*\[\d{1,3}\])+)([.,;:!?…)»]*)/g;
/** Characters of what a chip is glued to: with more, a narrow line could not hold both. */
const maxGluedLength = 30;
const lastWord = /(?<!\S)\S+$/;
const wordToGlue = (word = '') => (word.length > maxGluedLength ? '' : word);

/** Bold words and the numbers of citations; everything else is text. */
function renderInline(text: string, chip: Chip): ReactNode[] {
  const parts: ReactNode[] = [];
  let at = 0;
  let isAfterBold = false;
  for (const { 0: whole, 1: bold, 2: numbers, 3: sign, index } of text.matchAll(marks)) {
    const before = text.slice(at, index);
    at = index + whole.length;
    if (numbers === undefined) {
      parts.push(before, <strong key={index}>{bold}</strong>);
      isAfterBold = wordToGlue(bold) !== '';
      continue;
    }
    // Chips stay on the line of the word before them, and what ends the sentence with them.
    const word = before === '' && isAfterBold ? parts.pop() : wordToGlue(lastWord.exec(before)?.[0]);
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

/** The keyboard reaches a table that is wider than its place. */
function TableBox({ children }: { children: ReactNode }) {
  const t = useTexts(answerTexts);
  const box = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth));
    for (const part of [element, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  const reached = scrolls ? ({ tabIndex: 0, role: 'region', 'aria-label': t.table } as const) : undefined;
  return (
    <div ref={box} {...reached} className="overflow-x-auto [overflow-wrap:normal]">
      {children}
    </div>
  );
}

function Table({ lines, chip }: { lines: readonly string[]; chip: Chip }) {
  const [head = '', dashes = '', ...rows] = lines;
  const aligns = cellsOf(dashes).map(alignOf);
  return (
    <TableBox>
      <table className="text-sm">
        <thead>
          <tr>
            {withKeys(cellsOf(head)).map(([column, cell]) => (
              <th
                key={column}
                scope="col"
                style={{ textAlign: aligns[column] ?? 'start' }}
                className="py-1 pe-3 align-top font-strong"
              >
                {renderInline(cell, chip)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {withKeys(rows).map(([key, row]) => (
            <tr key={key} className="border-t border-line">
              {withKeys(cellsOf(row)).map(([column, cell]) => (
                <td key={column} style={{ textAlign: aligns[column] }} className="py-1 pe-3 align-top">
                  {renderInline(cell, chip)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function Items({ kind, lines, chip }: { kind: 'ul' | 'ol'; lines: readonly string[]; chip: Chip }) {
  const items: { deep: boolean; text: string }[] = [];
  for (const line of lines) {
    const parts = bullet.exec(line);
    const last = items.at(-1);
    if (parts || !last) items.push({ deep: (parts?.[1] ?? '').length > 1, text: parts?.[3] ?? '' });
    else last.text += `\n${line.trim()}`;
  }
  const drawn = withKeys(items).map(([key, { deep, text }]) => (
    // An item of the deeper level doesn't count in the numbers of its list.
    <li key={key} className={deep ? 'ms-5 list-[circle] [counter-increment:list-item_0]' : undefined}>
      {renderInline(text, chip)}
    </li>
  ));
  if (kind === 'ul') return <ul className="list-disc whitespace-pre-line ps-5">{drawn}</ul>;
  return (
    <ol
      start={Number(bullet.exec(lines[0] ?? '')?.[2] ?? 1)}
      className="list-decimal whitespace-pre-line ps-5"
    >
      {drawn}
    </ol>
  );
}

function Block({ kind, lines, chip }: AnswerBlock & { chip: Chip }) {
  const text = lines.join('\n');
  switch (kind) {
    case 'hr':
      return <hr className="border-line" />;
    case 'pre':
      return <pre className="whitespace-pre-wrap text-sm">{text.slice(1)}</pre>;
    case 'table':
      return <Table lines={lines} chip={chip} />;
    case 'blockquote':
      return (
        <blockquote className="flex flex-col gap-2 border-s-3 border-accent ps-3">
          <AnswerText text={text} chip={chip} />
        </blockquote>
      );
    case 'ul':
    case 'ol':
      return <Items kind={kind} lines={lines} chip={chip} />;
    default:
      return (
        <p className={cx('whitespace-pre-line', kind === 'h' && 'font-strong')}>{renderInline(text, chip)}</p>
      );
  }
}

/** An answer as a visitor reads it, in the widget's blocks, citations as chips. Links stay text. */
export function AnswerText({ text, chip }: { text: string; chip: Chip }) {
  return withKeys(blocksOf(text)).map(([key, block]) => <Block key={key} {...block} chip={chip} />);
}

/** Parts with their place as the key: a text only ever grows at its end. */
const withKeys = <T,>(parts: readonly T[]) => parts.map((part, at) => [at, part] as const);
