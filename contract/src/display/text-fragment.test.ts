import { expect, test } from 'vitest';
import { linkToText } from './text-fragment.ts';

const page = 'https://hotel.example/tarifs';

test.each([
  [
    'a short quote is searched whole',
    'Le parking coûte 12 €.',
    'Le%20parking%20co%C3%BBte%2012%20%E2%82%AC.',
  ],
  [
    'a long one by its two ends',
    'Le petit déjeuner est servi de 7 h à 10 h dans la salle des Glycines.',
    'Le%20petit%20d%C3%A9jeuner%20est%20servi,dans%20la%20salle%20des%20Glycines.',
  ],
  ['what the directive is made of is escaped', 'Porte-à-faux, R&D', 'Porte%2D%C3%A0%2Dfaux%2C%20R%26D'],
  [
    'blocks are joined by a range, an entry loses its mark',
    '- Chiens admis\n- Chats admis',
    'Chiens%20admis,Chats%20admis',
  ],
  ['a row is found by its first cell, without the column’s name', 'Chambre: Double | Prix: 148 €', 'Double'],
  ['what was cut off is not looked for', 'Une phrase trop longue…', 'Une%20phrase%20trop%20longue'],
])('%s', (_name, quote, text) => {
  expect(linkToText(page, quote)).toBe(`${page}#:~:text=${text}`);
});

test('words that stand twice in the passage are told apart by those before', () => {
  const first = 'Le tarif de la chambre est de 90 € en semaine, toute l’année.';
  const second = 'Le tarif de la chambre est de 70 € hors saison, toute l’année.';
  const found = (quote: string) => decodeURI(linkToText(page, quote, `${first} Et aussi : ${second}`));
  expect(found(first)).toBe(`${page}#:~:text=Le tarif de la chambre,€ en semaine%2C toute l’année.`);
  expect(found(second)).toBe(
    `${page}#:~:text=toute l’année. Et aussi %3A-,Le tarif de la chambre,€ hors saison%2C toute l’année.`,
  );
});

test('an anchor of the page stays, an older directive goes, and nothing to look for changes nothing', () => {
  expect(linkToText(`${page}#ete`, 'Juillet')).toBe(`${page}#ete:~:text=Juillet`);
  expect(linkToText(`${page}#:~:text=Mai`, 'Juillet')).toBe(`${page}#:~:text=Juillet`);
  expect(linkToText(page, ' ')).toBe(page);
});
