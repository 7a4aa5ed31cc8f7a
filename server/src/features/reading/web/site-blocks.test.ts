import { expect, test } from 'vitest';
import type { Block } from '../blocks/block.ts';
import { readPages } from '../processes/pages.ts';
import { SiteBlocks } from './site-blocks.ts';

const blocks = (...texts: string[]): Block[] =>
  texts.map((text) =>
    text.startsWith('#')
      ? { kind: 'heading', level: text.lastIndexOf('#') + 1, text, position: {} }
      : { kind: 'paragraph', text, position: {} },
  );
/** Pages read one batch after the other, as the jobs of a slow site do. */
function read(...batches: Record<string, string[]>[]) {
  let remembered: Uint8Array = new Uint8Array();
  return batches.map((batch) => {
    const site = new SiteBlocks(remembered);
    const pages = Object.entries(batch).map(([url, texts]) => ({ url, blocks: blocks(...texts) }));
    const own = site.ownBlocks(pages).map((some) => some.map((block) => ('text' in block ? block.text : '')));
    remembered = site.toBytes();
    return own;
  });
}

test('what stands on all pages stays on the first alone, also when they come one by one', () => {
  const page = (own: string) => ['Call us now', own, 'Footer'];
  const whole = [page('one'), ['two'], ['three'], ['four']];
  expect(read({ a: page('one'), b: page('two'), c: page('three'), d: page('four') })).toEqual([whole]);
  expect(
    read({ a: page('one') }, { b: page('two') }, { c: page('three') }, { d: page('four') }).flat(),
  ).toEqual(whole);
});

test('the first page keeps it when it is read again', () => {
  const page = (own: string) => [own, 'Footer'];
  const [, again] = read({ a: page('one'), b: page('two') }, { b: page('two'), a: page('one') });
  expect(again).toEqual([['two'], page('one')]);
});

test('what two pages say in the midst of their own is theirs; three make it the site’s', () => {
  const page = (own: string) => [`${own} above`, 'Free delivery', `${own} below`];
  expect(read({ a: page('a'), b: page('b') })).toEqual([[page('a'), page('b')]]);
  expect(read({ a: page('a'), b: page('b'), c: page('c') })[0]?.slice(1)).toEqual([
    ['b above', 'b below'],
    ['c above', 'c below'],
  ]);
});

test('a heading goes with the last text under it, and a page that is all like others stays whole', () => {
  const contact = ['# Contact', 'Call us'];
  const pages = {
    a: ['# A', 'one', ...contact],
    b: ['# B', 'two', ...contact],
    c: ['# C', 'three', ...contact],
  };
  expect(read(pages)[0]?.[2]).toEqual(['# C', 'three']);
  expect(read({ a: contact, b: contact, c: contact })).toEqual([[contact, contact, contact]]);
});

test('what is remembered has a bound', () => {
  const site = new SiteBlocks(new Uint8Array());
  site.ownBlocks(
    Array.from({ length: 100 }, (_, page) => ({
      url: `p${page}`,
      blocks: blocks(...Array.from({ length: 100 }, (_, at) => `text ${page} ${at}`)),
    })),
  );
  expect(site.toBytes().length).toBeLessThan(40_000);
});

test('what the pages of a large batch have in common is known to the last of them', async () => {
  const footer = 'Hotel of the Lakes, 12 Harbour Street, registered under 442 318.';
  const pages = Array.from({ length: 130 }, (_, at) => ({
    url: `https://lakes.example/${at}`,
    body: Buffer.from(
      `<p>Room ${at} has ${at} windows, and all of them look at the lake.</p><p>${footer}</p>`,
    ),
  }));
  const { signal } = new AbortController();
  const read = await readPages({ pages, siteBlocks: Buffer.alloc(0) }, { ownerId: 'one', signal });
  const texts = read.pages.map((page) =>
    'passages' in page ? page.passages.map(({ text }) => text).join() : '',
  );
  expect(texts.map((text, at) => text.includes(`Room ${at} `))).not.toContain(false);
  expect(texts.filter((text) => text.includes(footer))).toHaveLength(1);
  expect(read.siteBlocks.length).toBeGreaterThan(0);
});
