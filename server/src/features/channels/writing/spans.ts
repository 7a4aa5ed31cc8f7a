import {
  type AnswerBlock,
  blocksOf,
  bullet,
  cellsOf,
  inlineMarks,
} from '@parlance/contract/display/answer-blocks';

/** Some text that is all written alike. */
export interface Span {
  text: string;
  style?: 'bold' | 'italic' | 'code';
}

export type Line = Span[];

/** Lines that belong together: between two blocks there is a blank line. */
export interface Block {
  kind: 'text' | 'code' | 'quotation';
  lines: Line[];
}

/** The words without any mark: what is sent where a messenger does not take the marks. */
export const printPlain = (blocks: readonly Block[]): string =>
  blocks
    .map(({ lines }) => lines.map((line) => line.map(({ text }) => text).join('')).join('\n'))
    .join('\n\n');

/** An answer, as Markdown, in what messengers can show: headings are bold lines, rows of tables say what their cells are. */
export const readMarkdown = (text: string): Block[] => blocksOf(text).flatMap(readBlock);

function readBlock({ kind, lines }: AnswerBlock): Block[] {
  const text = (of: readonly string[]): Block => ({ kind: 'text', lines: of.map(readLine) });
  switch (kind) {
    case 'hr':
      return [];
    case 'pre':
      return [{ kind: 'code', lines: lines.slice(1).map((line) => [{ text: line, style: 'code' }]) }];
    case 'h':
      return lines.map((line): Block => ({ kind: 'text', lines: [readLine(line).map(embolden)] }));
    case 'blockquote':
      return [{ kind: 'quotation', lines: lines.map(readLine) }];
    case 'table':
      return [{ kind: 'text', lines: rowsOf(lines) }];
    case 'ul':
    case 'ol':
      return [{ kind: 'text', lines: lines.map(readItem) }];
    default:
      return [text(lines)];
  }
}

const embolden = (span: Span): Span => (span.style === undefined ? { ...span, style: 'bold' } : span);

function readItem(line: string): Line {
  const item = bullet.exec(line);
  if (!item) return [{ text: '  ' }, ...readLine(line.trim())];
  const [, indent = '', number, rest = ''] = item;
  const mark = number === undefined ? '• ' : `${number}. `;
  return [{ text: (indent.length > 1 ? '   ' : '') + mark }, ...readLine(rest)];
}

/** "Room: Suite, Price: 120 €" for each row below the head. */
function rowsOf(lines: readonly string[]): Line[] {
  const [head = '', , ...rows] = lines;
  const names = cellsOf(head);
  return rows.map((row) => [
    { text: '• ' },
    ...cellsOf(row).flatMap((cell, at): Line => {
      if (cell === '') return [];
      const name = names[at] ? [{ text: `${names[at]}: `, style: 'bold' as const }] : [];
      return [...(at === 0 ? [] : [{ text: ', ' }]), ...name, ...readLine(cell)];
    }),
  ]);
}

/** The spans of a line. What a link leads to stands beside its words: messengers show it, and nothing is hidden. */
export function readLine(line: string): Line {
  const spans: Line = [];
  const add = (text: string, style?: Span['style']) => {
    if (text !== '') spans.push(style === undefined ? { text } : { text, style });
  };
  let at = 0;
  for (const match of line.matchAll(inlineMarks)) {
    add(line.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, escaped, code, bold, star, underscore, markers, , label, address] = match;
    if (escaped) add(escaped);
    else if (code) add(code, 'code');
    else if (bold) for (const span of readLine(bold)) spans.push(embolden(span));
    else if (star ?? underscore) add(star ?? underscore ?? '', 'italic');
    else if (markers) add(whole);
    else if (address !== undefined) add(!label || label === address ? address : `${label} (${address})`);
    else add(whole);
  }
  add(line.slice(at));
  return spans;
}
