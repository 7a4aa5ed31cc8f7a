import { expect, test } from 'vitest';
import { citationPositionOf } from './citation-place.ts';

const part = (start: number, end: number) => ({ start, end });

const crossing = {
  position: { page: 3, pageEnd: 5, heading: 'Congés' },
  starts: [0, 3, 100, 4, 200, 5, 250, 3],
};

test.each([
  ['words of the first page', [part(10, 50)], { page: 3 }],
  ['words of the next', [part(100, 140)], { page: 4 }],
  ['words on both sides of a page’s end', [part(90, 110)], { page: 3, pageEnd: 4 }],
  ['words that end with their page', [part(90, 100)], { page: 3 }],
  ['a footnote below a paragraph that goes on on the next page', [part(260, 280)], { page: 3 }],
  ['sentences of several pages, by the first', [part(110, 120), part(210, 220)], { page: 4, pageEnd: 5 }],
  [
    'sentences of several pages, the later one first',
    [part(210, 220), part(110, 120)],
    { page: 4, pageEnd: 5 },
  ],
  ['all of it', [part(0, 300)], { page: 3, pageEnd: 5 }],
])('%s', (_name, quoted, place) => {
  expect(citationPositionOf(crossing, quoted)).toEqual({ heading: 'Congés', ...place });
});

test('a row is told by its own number, and what stands beside a table by none', () => {
  const position = { sheet: 'Été', row: 4, rowEnd: 7 };
  const starts = [0, 0, 5, 4, 25, 7, 60, 0];
  expect(citationPositionOf({ position, starts }, [part(25, 40)])).toEqual({ sheet: 'Été', row: 7 });
  expect(citationPositionOf({ position, starts }, [part(5, 24), part(25, 40)])).toEqual({
    sheet: 'Été',
    row: 4,
    rowEnd: 7,
  });
  expect(citationPositionOf({ position, starts }, [part(62, 70)])).toEqual({ sheet: 'Été' });
});

test('what has one place only keeps it', () => {
  expect(citationPositionOf({ position: { page: 3 }, starts: [] }, [part(5, 9)])).toEqual({ page: 3 });
});
