import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readSitemap } from './sitemap.ts';

const urlset = (body: string) => `<?xml version="1.0" encoding="UTF-8"?><urlset>${body}</urlset>`;

test('addresses and the dates of their last change, whatever else stands there', () => {
  const text =
    urlset(`<url><loc> https://a.org/?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod><priority>1</priority>
    <image:image><image:loc>https://a.org/i.png</image:loc></image:image></url><url><loc><![CDATA[https://a.org/é]]></loc></url>
    <url><priority>1</priority></url>`);
  const expected = {
    kind: 'pages',
    entries: [{ url: 'https://a.org/?x=1&y=2', lastmod: '2026-01-02' }, { url: 'https://a.org/é' }],
  };
  expect(readSitemap(Buffer.from(text))).toEqual(expected);
  expect(readSitemap(gzipSync(text))).toEqual(expected);
  expect(readSitemap(Buffer.from(`\ufeff${text}`))).toEqual(expected);
  expect(readSitemap(Buffer.from(text.replace('UTF-8', 'iso-8859-1'), 'latin1'))).toEqual(expected);
});

test('an index names sitemaps; plain text names pages', () => {
  const index =
    '<s:sitemapindex xmlns:s="x"><s:sitemap><s:loc>https://a.org/1.xml</s:loc></s:sitemap></s:sitemapindex>';
  expect(readSitemap(Buffer.from(index))).toEqual({
    kind: 'index',
    entries: [{ url: 'https://a.org/1.xml' }],
  });
  expect(readSitemap(Buffer.from('https://a.org/1\r\n\nhttps://a.org/2\n')).entries).toHaveLength(2);
});

test('a hundred thousand entries are read in one go', () => {
  const entries = Array.from(
    { length: 100_000 },
    (_, at) => `<url><loc>https://a.org/page/${at}</loc></url>`,
  );
  expect(readSitemap(Buffer.from(urlset(entries.join('')))).entries).toHaveLength(100_000);
});

test.each([
  ['', 'invalid_sitemap'],
  ['hello', 'invalid_sitemap'],
  ['https://a.org/1\nhttps://b.org/\0', 'invalid_sitemap'],
  ['<html><body></body></html>', 'invalid_sitemap'],
  ['<urlset><url><loc>x</loc></url>', 'invalid_sitemap'],
  ['<!DOCTYPE urlset SYSTEM "http://169.254.169.254/"><urlset/>', 'invalid_sitemap'],
  [`<urlset ${Array.from({ length: 300 }, (_, at) => `a${at}="x"`).join(' ')}/>`, 'invalid_sitemap'],
  [`<urlset>${'<a>'.repeat(300)}`, 'limit_exceeded'],
  [gzipSync(Buffer.alloc(60_000_000, 32)), 'limit_exceeded'],
  [Buffer.from([0x1f, 0x8b, 1, 2, 3]), 'invalid_sitemap'],
])('%s is none', (body, code) => {
  expect(() => readSitemap(Buffer.from(body))).toThrow(expect.objectContaining({ code }));
});
