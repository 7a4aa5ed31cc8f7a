import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@parlance/contract/i18n';
import { escapeHtml } from '../../kit/formats/html.ts';
import { type PrintedMarkdown, printMarkdown } from './markdown.ts';

export interface PrintedPage extends PrintedMarkdown {
  title: string;
  /** The paragraph below the title. */
  lead: string;
}

/** How much larger pictures are than they are shown at most. */
const pictureScale = 1;

/** The size of a WebP picture, by its first chunk: `VP8 ` lossy, `VP8L` lossless, `VP8X` with extras. */
function pictureSize(path: string): { width: number; height: number } {
  const bytes = Buffer.alloc(30);
  const file = openSync(path, 'r');
  readSync(file, bytes, 0, bytes.length, 0);
  closeSync(file);
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** Signs that French glues to their words, written with ordinary spaces in the files. */
const glued = (text: string) =>
  text
    .replace(/ (?=[:;!?»%€])/g, '\u00a0')
    .replace(/« /g, '«\u00a0')
    .replace(/(?<=\d) (?=\d{3}|[KMG]o\b|[hj]\b)/g, '\u00a0');

/** A page of the guide: its title, the sentence below it, and the rest as HTML, with links between pages and sized pictures. */
export function printPage(markdown: string, language: Language, folder: string): PrintedPage {
  const [title = '', lead = '', ...rest] = (language === 'fr' ? glued(markdown) : markdown).split('\n\n');
  if (!title.startsWith('# ') || lead === '')
    throw new Error('A page of the guide begins with its title and a sentence.');
  const printed = printMarkdown(rest.join('\n\n'), {
    addressOf: (href) =>
      /^[a-z-]+\.md/.test(href) ? `/guide/${language}/${href}`.replace(/(?:\/index)?\.md/, '') : href,
    picture: (href, alt) => {
      const { width, height } = pictureSize(join(folder, href));
      const address = href.replace('..', '/guide');
      return `<img src="${escapeHtml(address)}" alt="${escapeHtml(alt)}" width="${Math.round(width / pictureScale)}" height="${Math.round(height / pictureScale)}" loading="lazy" decoding="async">`;
    },
  });
  return { title: title.slice(2), lead: lead.replaceAll('\n', ' '), ...printed };
}
