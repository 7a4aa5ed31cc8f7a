import { isAddress } from '@parlance/contract/web-address';
import { expect, test } from 'vitest';
import { addressesIn, isSitemapAddress } from './addresses.ts';

test('addresses are found however they were pasted, each once, and what is none is told as it stood', () => {
  const pasted =
    ' https://a.example/1\nb.example,https://a.example/1;\thttps://c.example/?q=1,2 \nour prices: d.example\n';
  expect(addressesIn(pasted)).toEqual({
    addresses: ['https://a.example/1', 'b.example', 'https://c.example/?q=1,2', 'd.example'],
    others: ['our prices:'],
  });
  expect(addressesIn(' \n ')).toEqual({ addresses: [], others: [] });
});

test.each([
  ['https://www.example.com/prices', true],
  ['example.com', true],
  ['http://localhost:8080/a', true],
  ['ftp://example.com', false],
  ['bonjour', false],
])('%s looks like an address: %s', (text, expected) => expect(isAddress(text)).toBe(expected));

test.each([
  ['https://www.example.com/sitemap.xml', true],
  ['https://www.example.com/pages.xml.gz?v=2', true],
  ['example.com/sitemap_index.php', true],
  ['https://www.example.com/', false],
  ['https://sitemap.example.com/', false],
  ['sitemap.xml', false],
])('%s looks like a sitemap: %s', (text, expected) => expect(isSitemapAddress(text)).toBe(expected));
