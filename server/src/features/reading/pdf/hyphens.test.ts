import { expect, test } from 'vitest';
import { compoundsOf, joinLines } from './hyphens.ts';

const none = new Set<string>();

test.each([
  'peut-|être',
  'c’est-|à-dire',
  'c’est-à-|dire',
  'lui-|même',
  'eux-|mêmes',
  'vingt-|deux',
  'quatre-vingt-|dix',
  'sous-|titre',
  'sous-|traitance',
  'demi-|journée',
  'a-t-|il',
  'a-|t-elle',
  'est-|il',
  'avez-|vous',
  'celle-|là',
  'celui-|ci',
  'ci-|dessous',
  'non-|conformité',
  'twenty-|one',
  'self-|service',
  'state-of-|the-art',
])('%s keeps its hyphen', (word) => {
  const [text = '', next = ''] = `Voici ${word}`.split('|');
  expect(joinLines(text, `${next} ensuite`, none)).toBe(`Voici ${word.replace('|', '')} ensuite`);
});

test.each([
  'métro-|pole',
  'possi-|ble',
  'mer-|ci',
  'voi-|là',
  'sous-|crire',
  'sous-|traction',
  'au-|teur',
  'ci-|ment',
  'mai-|son',
  'semi-|nar',
  'compe-|tition',
  'peut\u00ad|être',
])('%s is one word', (word) => {
  const [text = '', next = ''] = `Voici ${word}`.split('|');
  expect(joinLines(text, `${next}, ensuite`, none)).toBe(`Voici ${text.slice(6, -1)}${next}, ensuite`);
});

test('a compound that the document writes elsewhere stays one', () => {
  const compounds = new Set(compoundsOf('Le Compte‐rendu et l’e-mail de 2024-2025'));
  expect(joinLines('un compte-', 'rendu', compounds)).toBe('un compte-rendu');
  expect(joinLines('un compte-', 'rendu', none)).toBe('un compterendu');
});

test('dashes and figures are no hyphens', () => {
  expect(joinLines('Article 12-', 'bis', none)).toBe('Article 12- bis');
  expect(joinLines('Paris -', 'nord', none)).toBe('Paris - nord');
  expect(joinLines('Val-', 'Oise', none)).toBe('Val- Oise');
});
