import { expect, test } from 'vitest';
import { bareQuestionIn } from './bare-questions.ts';

test.each([
  ['C’est où ?', 'adresse (rue)'],
  ['vous etes ou', 'adresse (rue)'],
  ['Où êtes-vous ?', 'adresse (rue)'],
  ['Bonjour, vous êtes où exactement ?', 'adresse (rue)'],
  ['where are you?', 'address (street)'],
  ['Hi! Where’s it?', 'address (street)'],
  ['Combien ça coûte ?', 'tarifs'],
  ['How much is it?', 'prices'],
  ['à quelle heure ?', 'horaires d’ouverture'],
  ['When is it?', 'opening hours'],
  ['horaires', 'horaires d’ouverture'],
  ['votre adresse svp', 'adresse (rue)'],
  ['What’s your address?', 'address (street)'],
])('%s asks for: %s', (text, asked) => {
  expect(bareQuestionIn(text)).toBe(asked);
});

test.each([
  'Où est la piscine ?',
  'Combien coûte une chambre ?',
  'When do you open?',
  'ou bien',
  'bonjour',
  '?',
  '',
  'où '.repeat(2000),
])('%s asks for nothing by itself, or for what it names', (text) => {
  expect(bareQuestionIn(text)).toBeUndefined();
});
