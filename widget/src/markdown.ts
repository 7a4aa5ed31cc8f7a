import { linkOut, make, put } from './dom.ts';

/** What a citation marker and a link become is the panel's matter. */
export interface Rendering {
  /** The chip of `[number]`, or nothing when no passage has that number. */
  chip(number: number): Node | undefined;
  /** May this address be a link? Otherwise it stays text. */
  allows(address: URL): boolean;
}

interface Block {
  kind: 'p' | 'ul' | 'ol' | 'pre' | 'h';
  source: string;
  lines: string[];
  start: number;
}

const bullet = /^(\s*)(?:[-*•]|(\d{1,3})[.)])\s+(\S.*)?$/s;

/** Paragraphs, lists, headings and fenced code; anything else is a paragraph's text. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let fenced = false;
  const begin = (kind: Block['kind'], start = 1) => {
    open = { kind, source: '', lines: [], start };
    blocks[blocks.length] = open;
    return open;
  };
  const add = (block: Block, line: string) => {
    block.lines[block.lines.length] = line;
    block.source += `\n${line}`;
  };
  for (const line of text.split(/\r?\n/)) {
    if (/^\s*```/.test(line)) {
      open = undefined;
      fenced = !fenced;
      if (fenced) begin('pre');
      continue;
    }
    if (fenced && open) {
      add(open, line);
      continue;
    }
    const heading = /^#{1,6}\s+(\S.*)?$/s.exec(line);
    const item = bullet.exec(line);
    if (!line.trim()) {
      // A blank line between two items doesn't end their list.
      if (open?.kind !== 'ul' && open?.kind !== 'ol') open = undefined;
    } else if (heading) {
      add(begin('h'), heading[1] ?? '');
      open = undefined;
    } else if (item) {
      const kind = item[2] ? 'ol' : 'ul';
      const nested = (item[1] ?? '').length > 1 && (open?.kind === 'ul' || open?.kind === 'ol');
      const list = nested && open ? open : open?.kind === kind ? open : begin(kind, Number(item[2] ?? 1));
      add(list, line);
    } else if (open && (open.kind === 'p' || /^\s/.test(line))) add(open, line);
    else add(begin('p'), line);
  }
  return blocks;
}

// Each try at a mark ends where another could begin, or stands at the start of its run: none is read over and over.
const marks =
  /\\([\\`*_[\]#])|`([^`]+)`|\*\*(?=\S)(.+?)\*\*|\*(?=\S)([^*]+?)\*|(?<![\p{L}\p{N}])_(?=\S)([^_]+?)_(?![\p{L}\p{N}])|((?:(?<!\s)\s*\[\d{1,2}\])+)([.,;:!?…)»”]*)|!?\[([^[\]]*)\]\(([^()\s]*)(?:\s[^()]*)?\)|https?:\/\/[^\s<>"')\]]+|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gsu;

function linkTo(address: string, label: string, rendering: Rendering): Node | string {
  if (!URL.canParse(address)) return label || address;
  const url = new URL(address);
  const mail = url.protocol === 'mailto:';
  if ((!mail && url.protocol !== 'https:' && url.protocol !== 'http:') || !rendering.allows(url))
    return !label || label === address ? address.replace(/^mailto:/, '') : `${label} (${address})`;
  const shown = mail ? url.pathname : url.host;
  const link = linkOut('', url.href, label || shown);
  // Where a link leads is never hidden behind its words.
  if (label && !label.includes(shown)) put(link, make('span', 'host', ` (${shown})`));
  return link;
}

/** The last word before a marker, taken out of `parent` so that it can be glued to the chip. */
function takeLastWord(parent: Node): Node | string {
  const last = parent.lastChild;
  if (!last) return '';
  const text = last.textContent ?? '';
  if (last.nodeType !== Node.TEXT_NODE) return text.length <= 24 ? parent.removeChild(last) : '';
  // Half of a letter stays with its other half.
  const word = (text.slice(-24).split(/\s/).pop() as string).replace(/^[\udc00-\udfff]/, '');
  last.textContent = text.slice(0, text.length - word.length);
  return word;
}

function inline(parent: Node, text: string, rendering: Rendering): void {
  let at = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index > at) put(parent, text.slice(at, match.index));
    at = match.index + match[0].length;
    const [whole, escaped, code, bold, star, underscore, markers, after, label, address] = match;
    if (escaped) put(parent, escaped);
    else if (code) put(parent, make('code', '', code));
    else if (bold) inline(put(parent, make('strong')), bold, rendering);
    else if (star || underscore) inline(put(parent, make('em')), star ?? underscore ?? '', rendering);
    else if (markers) {
      const chips: Node[] = [];
      for (const number of markers.matchAll(/\d+/g)) {
        const chip = rendering.chip(Number(number[0]));
        if (chip) chips[chips.length] = chip;
      }
      if (chips.length) put(parent, make('span', 'glued', takeLastWord(parent) || '\u2060', ...chips, after));
      else if (after) put(parent, after);
    } else if (whole.startsWith('!')) put(parent, label ?? '');
    else if (address !== undefined) put(parent, linkTo(address, label ?? '', rendering));
    else {
      // The full stop of a sentence isn't part of its address.
      const bare = whole.replace(/(?<![.,;:!?])[.,;:!?]+$/, '');
      at -= whole.length - bare.length;
      put(parent, linkTo(bare.includes('://') ? bare : `mailto:${bare}`, bare, rendering));
    }
  }
  if (at < text.length) put(parent, text.slice(at));
}

function render(block: Block, rendering: Rendering): HTMLElement {
  if (block.kind === 'pre') return make('pre', '', make('code', '', block.lines.join('\n')));
  if (block.kind === 'p' || block.kind === 'h') {
    const paragraph = make('p', block.kind);
    inline(paragraph, block.lines.join('\n'), rendering);
    return paragraph;
  }
  const list = make(block.kind);
  if (block.kind === 'ol' && block.start !== 1) list.setAttribute('start', `${block.start}`);
  let item: HTMLElement = list;
  for (const line of block.lines) {
    const parts = bullet.exec(line);
    if (parts) item = put(list, make('li', (parts[1] ?? '').length > 1 ? 'deep' : ''));
    inline(item, parts ? (parts[3] ?? '') : `\n${line.trim()}`, rendering);
  }
  return list;
}

/** While it streams, half of a mark at the end waits for its other half. */
const settled = (text: string) => text.replace(/(?<!\s)\s*(?:\[\d*|\*{1,2}|`{1,3}|\[[^[\]]*\]\([^()]*)$/, '');

/**
 * Renders a small part of Markdown by creating nodes. Called again with a longer text it touches only the
 * blocks that changed, so that what is being read or selected stays still.
 */
export function createText(element: HTMLElement, rendering: Rendering) {
  let shown: string[] = [];
  return (text: string, streaming: boolean, again = false) => {
    const blocks = blocksOf(streaming ? settled(text) : text);
    let same = 0;
    while (!again && same < blocks.length && blocks[same]?.source === shown[same]) same++;
    while (element.childNodes.length > same) element.removeChild(element.lastChild as Node);
    shown = shown.slice(0, same);
    for (let at = same; at < blocks.length; at++) {
      const block = blocks[at] as Block;
      put(element, render(block, rendering));
      shown[at] = `${block.source}`;
    }
  };
}
