import {
  type AnswerBlock,
  alignOf,
  blocksOf,
  bullet,
  cellsOf,
  cutUnsettled,
  inlineMarks,
} from '@parlance/contract/display/answer-blocks';
import { append, createExternalLink, make } from '../../dom.ts';

/** What a citation marker and a link become is the panel's matter. */
export interface Rendering {
  /** The chip of `[number]`, or nothing when no passage has that number. */
  chip(number: number): Node | undefined;
  /** Whether this address may be a link; otherwise it stays text. */
  allows(address: URL): boolean;
  /** The name of a table where it scrolls. */
  table: string;
}

function createLink(address: string, label: string, rendering: Rendering): Node | string {
  if (!URL.canParse(address)) return label || address;
  const url = new URL(address);
  const mail = url.protocol === 'mailto:';
  if (!/^(?:https?|mailto):$/.test(url.protocol) || !rendering.allows(url))
    return !label || label === address ? address : `${label} (${address})`;
  const shown = mail ? url.pathname : url.host;
  const link = createExternalLink('', url.href, label || shown);
  // Where a link leads is never hidden behind its words.
  if (label && !label.includes(shown)) append(link, make('span', 'host', ` (${shown})`));
  return link;
}

/** The last word before a marker, taken out of `parent` so that it can be glued to the chip. */
function takeLastWord(parent: Element): Node | string {
  const last = parent.lastChild;
  if (!last) return '';
  const text = last.textContent ?? '';
  if (last.nodeType !== 3) return text.length <= 24 ? parent.removeChild(last) : '';
  // Half of a letter stays with its other half.
  const word = (text.slice(-24).split(/\s/).pop() as string).replace(/^[\udc00-\udfff]/, '');
  last.textContent = text.slice(0, text.length - word.length);
  return word;
}

function renderInline(parent: Element, text: string, rendering: Rendering): void {
  let at = 0;
  for (const match of text.matchAll(inlineMarks)) {
    if (match.index > at) append(parent, text.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, escaped, code, bold, star, underscore, markers, after, label, address] = match;
    if (escaped) append(parent, escaped);
    else if (code) append(parent, make('code', '', code));
    else if (bold) renderInline(append(parent, make('strong')), bold, rendering);
    else if (star || underscore)
      renderInline(append(parent, make('em')), star ?? underscore ?? '', rendering);
    else if (markers) {
      const chips: Node[] = [];
      for (const number of markers.matchAll(/\d+/g)) {
        const chip = rendering.chip(Number(number[0]));
        if (chip) chips[chips.length] = chip;
      }
      if (chips.length)
        append(parent, make('span', 'glued', takeLastWord(parent) || '\u2060', ...chips, after));
      else if (after) append(parent, after);
    } else if (whole[0] === '!') append(parent, label ?? '');
    else if (address !== undefined) append(parent, createLink(address, label ?? '', rendering));
    else {
      // The full stop of a sentence isn't part of its address.
      const bare = whole.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
      at -= whole.length - bare.length;
      append(parent, createLink(bare.includes('://') ? bare : `mailto:${bare}`, bare, rendering));
    }
  }
  if (at < text.length) append(parent, text.slice(at));
}

/** A table in a box of its own, which the keyboard reaches where the table is wider. */
function tableOf(lines: string[], rendering: Rendering): HTMLElement {
  const table = make('table');
  const box = make('div', 'table', table);
  const dashes = cellsOf(lines[1] as string);
  for (let at = 0; at < lines.length; at++) {
    if (at === 1) continue;
    const row = append(table, make('tr'));
    const cells = cellsOf(lines[at] as string);
    for (let column = 0; column < cells.length; column++) {
      const cell = append(row, make(at ? 'td' : 'th'));
      if (!at) cell.scope = 'col';
      cell.style.textAlign = alignOf(dashes[column]);
      renderInline(cell, cells[column] as string, rendering);
    }
  }
  new ResizeObserver(() => {
    if (box.scrollWidth <= box.clientWidth) return;
    box.tabIndex = 0;
    box.role = 'region';
    box.ariaLabel = rendering.table;
  }).observe(box);
  return box;
}

function renderBlock({ kind, lines }: AnswerBlock, rendering: Rendering): HTMLElement {
  const text = lines.join('\n');
  if (kind === 'hr') return make(kind);
  if (kind === 'pre') return make(kind, '', make('code', '', text.slice(1)));
  if (kind === 'table') return tableOf(lines, rendering);
  if (kind === 'blockquote') {
    const quotation = make(kind);
    quotation.dir = 'auto';
    for (const block of blocksOf(text)) append(quotation, renderBlock(block, rendering));
    return quotation;
  }
  if (kind === 'p' || kind === 'h') {
    const paragraph = make('p', kind);
    renderInline(paragraph, text, rendering);
    return paragraph;
  }
  const list = make(kind);
  if (kind === 'ol') list.setAttribute('start', bullet.exec(text)?.[2] as string);
  let item: HTMLElement = list;
  for (const line of lines) {
    const parts = bullet.exec(line);
    if (parts) item = append(list, make('li', (parts[1] ?? '').length > 1 ? 'deep' : ''));
    renderInline(item, parts ? (parts[3] ?? '') : `\n${line.trim()}`, rendering);
  }
  return list;
}

/**
 * Renders a small part of Markdown by creating nodes. Called again with a longer text it touches only the
 * blocks that changed, so that what is being read or selected stays still.
 */
export function createTextRenderer(element: HTMLElement, rendering: Rendering) {
  let shown: string[] = [];
  return (text: string, streaming: boolean, again = false) => {
    const blocks = blocksOf(streaming ? cutUnsettled(text) : text);
    const before = again ? [] : shown;
    shown = [];
    for (const { kind, lines } of blocks) shown[shown.length] = kind + lines.join('\n');
    let same = 0;
    while (same < shown.length && shown[same] === before[same]) same++;
    while (element.childNodes.length > same) element.removeChild(element.lastChild as Node);
    for (; same < blocks.length; same++) append(element, renderBlock(blocks[same] as AnswerBlock, rendering));
  };
}
