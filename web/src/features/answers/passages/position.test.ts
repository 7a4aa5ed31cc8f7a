import { speak } from '@parlance/contract/i18n';
import { expect, test } from 'vitest';
import { answerTexts } from '../texts.ts';
import { describePosition } from './position.ts';

const t = speak(answerTexts, 'fr');

test('a place is told by what it has, and a sheet’s name once', () => {
  expect(describePosition({ page: 2, heading: 'Tarifs › Haute saison' }, t)).toBe(
    'page 2 · Tarifs › Haute saison',
  );
  expect(describePosition({ sheet: 'Été', row: 4, heading: 'Été › Été 2027' }, t)).toBe(
    'feuille Été · ligne 4 · Été 2027',
  );
  expect(describePosition({ sheet: 'Été', row: 4, heading: 'Été' }, t)).toBe('feuille Été · ligne 4');
  expect(describePosition({ page: 2, pageEnd: 3 }, t)).toBe('pages 2–3');
  expect(describePosition({ sheet: 'Été', row: 4, rowEnd: 9 }, t)).toBe('feuille Été · lignes 4–9');
  expect(describePosition({}, t)).toBe('');
});
