import { expect, test } from 'vitest';
import { addressWith } from './address.ts';

const at = (search: string) => new URLSearchParams(search);

test('what is shown joins the list’s own filters, and leaves them', () => {
  expect(addressWith(at('kind=url&q=menu'), { source: 'a', passage: 'p' })).toBe(
    '?kind=url&q=menu&source=a&passage=p',
  );
  expect(addressWith(at('kind=url&source=a&passage=p&find=x'), { source: undefined })).toBe('?kind=url');
});

test('another source begins without the passage and the search of the first', () => {
  expect(addressWith(at('source=a&passage=p&find=x&test=1'), { source: 'b' })).toBe('?source=b&test=1');
  expect(addressWith(at('source=a&find=x'), { source: 'a', passage: 'p' })).toBe(
    '?source=a&find=x&passage=p',
  );
});

test('the page of a citation goes with its passage', () => {
  expect(addressWith(at('source=a'), { source: 'a', passage: 'p', page: 4 })).toBe(
    '?source=a&passage=p&page=4',
  );
  expect(addressWith(at('source=a&passage=p&page=4'), { passage: 'q' })).toBe('?source=a&passage=q');
  expect(addressWith(at('source=a&passage=p&page=4'), { test: true })).toBe(
    '?source=a&passage=p&page=4&test=1',
  );
});

test('the test stands beside, whatever is shown, until it is closed', () => {
  expect(addressWith(at('source=a'), { test: true })).toBe('?source=a&test=1');
  expect(addressWith(at('source=a&passage=p&test=1'), { test: false })).toBe('?source=a&passage=p');
  expect(addressWith(at('test=1'), { source: 'a', passage: 'p', test: false })).toBe('?source=a&passage=p');
});
