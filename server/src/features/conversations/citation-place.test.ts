import { expect, test } from 'vitest';
import { placeOf } from './citation-place.ts';

const rates = {
  text: 'Chambre: Lavande | Prix: 95 | Vue: jardin\nChambre: Belvédère | Prix: 140 | Vue: lac\nChambre: Mansarde | Prix: 80',
  position: { sheet: 'Tarifs', row: 2 },
};

test.each([
  ['a row is told by its own number', 'Chambre: Belvédère | Prix: 140 | Vue: lac', 3],
  ['also one of which only some cells are quoted', 'Chambre: Mansarde | Prix: 80', 4],
  ['the first is where the passage begins', 'Chambre: Lavande | Vue: jardin', 2],
  ['several rows are told by the first of them', 'Chambre: Belvédère | Prix: 140\nChambre: Mansarde', 3],
  ['what cannot be found, by the passage', 'Suite | 300', 2],
])('%s', (_name, quote, row) => {
  expect(placeOf(rates, quote)).toEqual({ sheet: 'Tarifs', row });
});

test('headings above the table are no rows of it, and what stands below another text is told by the passage', () => {
  const position = { sheet: 'Été', heading: 'Été › Tarifs', row: 4 };
  const text = 'Été\n\nTarifs\n\nLavande | 95\nBelvédère | 140\n\nSauf en août\n\nMansarde | 80';
  expect(placeOf({ text, position }, 'Belvédère | 140').row).toBe(5);
  expect(placeOf({ text, position }, 'Mansarde | 80').row).toBe(4);
});

test('what has no rows keeps its place', () => {
  expect(placeOf({ text: 'Un | deux', position: { page: 3 } }, 'Un | deux')).toEqual({ page: 3 });
});
