import { escapeHtml } from '../../kit/formats/html.ts';

/** What becomes of addresses and pictures; the rest of the Markdown says what it is. */
export interface Surroundings {
  addressOf(href: string): string;
  picture(href: string, alt: string): string;
}

export interface PrintedMarkdown {
  html: string;
  /** Of the second level, with what stands in them as HTML. */
  headings: { id: string; text: string }[];
}

// In their order: what is code stays as it is written, a picture is no link. Bounded, so that an open bracket costs no more.
const inlineMark =
  /`([^`]{1,300})`|!\[([^[\]]{0,300})\]\(([^)\s]{1,300})\)|\[([^[\]]{0,300})\]\(([^)\s]{1,300})\)|\*\*([^*]{1,300})\*\*|(?<!\w)_([^_\s][^_]{0,300})_(?!\w)/g;

/** Words with their marks: `code`, **bold**, _emphasis_, [links](to) and ![pictures](of). */
export function printInline(text: string, around: Surroundings): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(inlineMark)) {
    const [whole, code, alt, source = '', words, href = '', bold, emphasis] = match;
    html += escapeHtml(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (alt !== undefined) html += around.picture(source, alt);
    else if (words !== undefined)
      html += `<a href="${escapeHtml(around.addressOf(href))}"${/^https?:/.test(href) ? ' rel="noreferrer"' : ''}>${printInline(words, around)}</a>`;
    else if (bold !== undefined) html += `<strong>${escapeHtml(bold)}</strong>`;
    else html += `<em>${escapeHtml(emphasis ?? '')}</em>`;
  }
  return html + escapeHtml(text.slice(end));
}

const heading = /^(##+) (.+?)(?: <a id="([a-z0-9-]+)"><\/a>)?$/;
const item = /^(?:(\d+)\.|-) +/;
const kindOf = (line: string) => /^(?:\d|-)/.exec(line)?.[0].replace(/\d/, '1');

/** The lines of a table, whose second one only rules it off. */
function printTable(lines: readonly string[], inline: (text: string) => string): string {
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => inline(cell.trim()));
  const [head = '', , ...rows] = lines;
  const named = cellsOf(head).map((cell) => `<th scope="col">${cell}</th>`);
  const body = rows.map(
    (row) =>
      `<tr>${cellsOf(row)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  );
  return `<div class="wide"><table><thead><tr>${named.join('')}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}

/** A list's items, each with the lines that are indented below it. */
function itemsOf(lines: readonly string[]): string[][] {
  const items: string[][] = [];
  for (const line of lines) {
    const mark = item.exec(line);
    if (mark) items.push([line.slice(mark[0].length)]);
    else items.at(-1)?.push(line.replace(/^ {2,3}/, ''));
  }
  return items;
}

/** The blocks of a text: what stands together between empty lines, a list with what is indented below it. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let isOpen = false;
  for (const line of text.split('\n')) {
    const last = blocks.at(-1);
    const isList = last !== undefined && item.test(last[0] ?? '');
    if (line.trim() === '') {
      isOpen = false;
      if (isList) last.push('');
    } else if (last && (isOpen || (isList && /^ {2}/.test(line)))) last.push(line);
    else if (isList && item.test(line) && kindOf(line) === kindOf(last[0] ?? '')) last.push(line);
    else blocks.push([line]);
    if (line.trim() !== '') isOpen = true;
  }
  return blocks;
}

/**
 * The Markdown that the guide is written in, as HTML: headings, paragraphs, lists with paragraphs and pictures in their
 * items, quotations, tables, code and the marks within a line.
 */
export function printMarkdown(text: string, around: Surroundings): PrintedMarkdown {
  const headings: PrintedMarkdown['headings'] = [];
  const inline = (words: string) => printInline(words, around);
  const printBlock = (lines: readonly string[]): string => {
    const first = lines[0] ?? '';
    const named = heading.exec(first);
    if (named) {
      const [, marks = '', words = '', id] = named;
      const inner = inline(words);
      if (id && marks.length === 2) headings.push({ id, text: inner });
      return `<h${marks.length}${id ? ` id="${id}"` : ''}>${inner}</h${marks.length}>`;
    }
    if (first.startsWith('> '))
      return `<blockquote>${print(lines.map((line) => line.slice(2)).join('\n'))}</blockquote>`;
    if (first.startsWith('|')) return printTable(lines, inline);
    // By keyboard, too: a long line is scrolled to.
    if (first.startsWith('```'))
      return `<pre tabindex="0"><code>${escapeHtml(lines.slice(1, -1).join('\n'))}</code></pre>`;
    const list = item.exec(first);
    if (!list) return `<p>${inline(lines.map((line) => line.trim()).join(' '))}</p>`;
    const tag = list[1] ? 'ol' : 'ul';
    const items = itemsOf(lines).map((lines) => {
      const html = print(lines.join('\n'));
      // One paragraph alone is the item itself.
      return html.lastIndexOf('<p>') === 0 && html.endsWith('</p>') ? html.slice(3, -4) : html;
    });
    return `<${tag}>${items.map((html) => `<li>${html}</li>`).join('\n')}</${tag}>`;
  };
  const print = (part: string): string => blocksOf(part).map(printBlock).join('\n');
  return { html: print(text), headings };
}
