import { gunzipSync } from 'node:zlib';
import { type SaxesAttributeNSIncomplete, SaxesParser } from 'saxes';
import { limitError, ReadingError } from '../files/reading-error.ts';

/** Bounds of security S3.4 and S4.8. */
const limits = { inflated: 50 * 1_048_576, ratio: 200, depth: 256, attributes: 256, value: 8_192 };
/** A short file of blanks is no bomb, whatever its ratio. */
const minBytesForRatio = 1_048_576;

export interface SitemapEntry {
  url: string;
  /** The last change as the site writes it: compared, not understood. */
  lastmod?: string;
}

export interface Sitemap {
  /** Whether the entries are further sitemaps (`index`) or pages. */
  kind: 'index' | 'pages';
  entries: SitemapEntry[];
}

const invalidSitemapError = () => new ReadingError('invalid_sitemap');

function inflate(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const most = Math.min(limits.inflated, Math.max(minBytesForRatio, bytes.length * limits.ratio));
  try {
    return gunzipSync(bytes, { maxOutputLength: most });
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? limitError('inflated')
      : invalidSitemapError();
  }
}

const chunkBytes = 1 << 16;

/** A sitemap's entries: XML, an index, an RSS or Atom feed is none; plain text with an address a line is one. */
export function readSitemap(body: Uint8Array): Sitemap {
  const bytes = inflate(Buffer.from(body.buffer, body.byteOffset, body.byteLength));
  const start = bytes
    .subarray(0, 1024)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  if (!start.startsWith('<') && !bytes.subarray(0, 2).equals(Buffer.of(0xff, 0xfe)))
    return readTextSitemap(bytes);
  const encoding = /^<\?xml[^>]{0,200}encoding=["']([\w-]{1,40})["']/i.exec(start)?.[1] ?? 'utf-8';
  const reader = new SitemapReader();
  const parser = new SaxesParser({ xmlns: false });
  parser.on('doctype', () => {
    throw invalidSitemapError();
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => reader.open(tag.name, tag.attributes));
  parser.on('closetag', (tag) => reader.close(tag.name));
  parser.on('text', (text) => reader.text(text));
  parser.on('cdata', (text) => reader.text(text));
  try {
    const decoder = decoderFor(encoding);
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true }));
    }
    parser.write(decoder.decode()).close();
  } catch (error) {
    throw error instanceof ReadingError ? error : invalidSitemapError();
  }
  return reader.sitemap();
}

function decoderFor(encoding: string) {
  try {
    return new TextDecoder(encoding);
  } catch {
    return new TextDecoder('utf-8');
  }
}

function readTextSitemap(bytes: Buffer): Sitemap {
  const entries: SitemapEntry[] = [];
  for (const line of new TextDecoder().decode(bytes).split(/\r\n|\r|\n/)) {
    const url = line.trim();
    if (url === '') continue;
    if (url.length > limits.value || !/^https?:\/\/[^\s\p{Cc}]+$/iu.test(url)) throw invalidSitemapError();
    entries.push({ url });
  }
  if (entries.length === 0) throw invalidSitemapError();
  return { kind: 'pages', entries };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1).toLowerCase();

class SitemapReader {
  #kind: Sitemap['kind'] | undefined;
  readonly #entries: SitemapEntry[] = [];
  #depth = 0;
  #loc: string | undefined;
  #lastmod: string | undefined;
  #value: { name: string; text: string } | undefined;

  open(name: string, attributes: Record<string, SaxesAttributeNSIncomplete | string>) {
    if (++this.#depth > limits.depth) throw limitError('depth');
    if (Object.keys(attributes).length > limits.attributes) throw invalidSitemapError();
    const local = localName(name);
    if (this.#depth === 1) {
      if (local === 'urlset') this.#kind = 'pages';
      else if (local === 'sitemapindex') this.#kind = 'index';
      else throw invalidSitemapError();
    } else if (this.#depth === 2) {
      this.#loc = undefined;
      this.#lastmod = undefined;
    } else if (this.#depth === 3) this.#value = { name, text: '' };
  }

  text(text: string) {
    // Images and videos have names of their own in other namespaces, deeper down.
    if (this.#value && this.#depth === 3 && this.#value.text.length <= limits.value) this.#value.text += text;
  }

  close(name: string) {
    if (this.#depth === 3 && this.#value) {
      const text = this.#value.text.trim();
      const local = localName(name);
      if (local === 'loc' && !/^(image|video|news|xhtml):/i.test(name)) this.#loc ??= text;
      if (local === 'lastmod') this.#lastmod = text.slice(0, 64);
      this.#value = undefined;
    } else if (this.#depth === 2 && this.#loc !== undefined && this.#loc !== '') {
      this.#entries.push({ url: this.#loc, ...(this.#lastmod ? { lastmod: this.#lastmod } : {}) });
    }
    this.#depth--;
  }

  sitemap(): Sitemap {
    if (this.#kind === undefined) throw invalidSitemapError();
    return { kind: this.#kind, entries: this.#entries };
  }
}
