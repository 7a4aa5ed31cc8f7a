/** The blocks of an answer, of the small part of Markdown that models write; the widget and the app draw them. */
export interface AnswerBlock {
  kind: 'p' | 'h' | 'ul' | 'ol' | 'pre' | 'blockquote' | 'hr' | 'table';
  /** Its lines; those of a list keep their marks, those of a table their pipes; the first of code is what opened it. */
  lines: string[];
}

/** An item of a list: what it is indented by, its number, its text. */
export const bullet = /^(\s*)(?:[-*•]|(\d{1,3})[.)])\s+(\S.*)?$/s;

/** The cells of a table's row, which may stand between two pipes more. */
export function cellsOf(row: string): string[] {
  const cells: string[] = [];
  for (const cell of row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/))
    cells[cells.length] = cell.trim().replace(/\\\|/g, '|');
  return cells;
}

/** The dashes between a table's head and its rows. */
const isDivider = (line = '') => line.includes('|') && /^[:|\s]*-[-:|\s]*$/.test(line);

// Pages rewrite the methods of arrays (see the widget's dom.ts): here they are walked with loops.
export function blocksOf(text: string): AnswerBlock[] {
  const blocks: AnswerBlock[] = [];
  let open: AnswerBlock | undefined;
  const add = (kind: AnswerBlock['kind'], line: string) => {
    if (open?.kind !== kind) {
      open = { kind, lines: [] };
      blocks[blocks.length] = open;
    }
    open.lines[open.lines.length] = line;
  };
  const lines = text.split(/\r?\n/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    const last = open?.kind;
    const list = last === 'ul' || last === 'ol' ? last : undefined;
    const heading = /^#+\s+(\S.*)?$/s.exec(line);
    const item = bullet.exec(line);
    // However deep it is said to be, a quotation has one level.
    const quoted = line.replace(/^(?:\s*>)+ ?/, '');
    if (/^\s*```/.test(line)) {
      open = undefined;
      if (last !== 'pre') add('pre', '');
    } else if (last === 'pre') add('pre', line);
    else if (!line.trim()) {
      // A blank line between two items doesn't end their list.
      open = list && open;
    } else if (line.includes('|') && (last === 'table' || isDivider(lines[at + 1]))) add('table', line);
    else if (heading || /^\s*([-*_])\1\1+\s*$/.test(line)) {
      add(heading ? 'h' : 'hr', heading?.[1] ?? '');
      open = undefined;
    } else if (item) add((item[1] as string).length > 1 && list ? list : item[2] ? 'ol' : 'ul', line);
    else if (quoted !== line) add('blockquote', quoted);
    else add(last && /^\s/.test(line) ? last : 'p', line);
  }
  return blocks;
}

/**
 * What stands in a line, by its groups: an escaped sign, code, bold, italics in two ways, citation markers and the stop behind
 * them, a link's label and address; or a bare address. Each try at a mark ends where another could begin, or stands at the start
 * of its run: none is read over and over.
 */
export const inlineMarks =
  /\\([\\`*_[\]#])|`([^`]+)`|\*\*(?=\S)(.+?)\*\*|\*(?=\S)([^*]+?)\*|(?<![\p{L}\p{N}])_(?=\S)([^_]+?)_(?![\p{L}\p{N}])|((?:(?<!\s)\s*\[\d{1,2}\])+)([.,;:!?…)»”]*)|!?\[([^[\]]*)\]\(([^()\s]*)(?:\s[^()]*)?\)|https?:\/\/[^\s<>"')\]]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gsu;

/** Where a column's text stands, by the dashes below its head. */
export const alignOf = (dashes = '') =>
  dashes.at(-1) === ':' ? (dashes[0] === ':' ? 'center' : 'end') : 'start';

/**
 * The text without what is not settled while it streams: half of a mark, a row without its end, a table's head without
 * the dashes below.
 */
export const cutUnsettled = (text: string) =>
  text.replace(
    /(?:^|\n)(?:\|[-:| ]*[^-:| \n][^\n]*(?:\n|$))?[-*_#>:| ]*\n?$|(?<!\s)\s*(?:\[\d*|[*`]{1,3}|\[[^[\]]*\]\([^()]*)$/,
    '',
  );
