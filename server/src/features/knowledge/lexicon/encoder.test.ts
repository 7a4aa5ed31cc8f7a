import { expect, test } from 'vitest';
import type { TextLanguage } from '../../reading/service.ts';
import { closeness, type EncodedSide, encode } from './encoder.ts';
import { passageText } from './passage-text.ts';

const lay = (side: EncodedSide, text: string, language: TextLanguage) =>
  encode(side, passageText({ text, language }).said.features);

/** Which of the answers lies closest to a question. */
function closest(
  question: string,
  language: TextLanguage,
  answers: readonly [string, TextLanguage][],
): string {
  const asked = lay('question', question, language);
  const [first] = answers
    .map(([text, of]) => ({ text, close: closeness(asked, lay('answer', text, of)) }))
    .sort((a, b) => b.close - a.close);
  return first?.text ?? '';
}

const instalments = 'Le règlement peut être échelonné en trois mensualités, sur simple demande.';
const dogs = 'Les chiens de 1re et 2e catégorie sont refusés.';
const quiet = 'After 10 pm we ask for quiet on all pitches.';
const keys = 'Le gardien laisse le badge dans un coffre à code à côté de la porte.';
const answers: [string, TextLanguage][] = [
  [instalments, 'fr'],
  [dogs, 'fr'],
  [quiet, 'en'],
  [keys, 'fr'],
];

test.each([
  ['je peux pas tout sortir d’un coup ce mois-ci', 'fr', instalments],
  ['can’t afford it all in one go', 'en', instalments],
  ['on vient avec notre rottweiler', 'fr', dogs],
  ['nos voisins de tente font la fête', 'fr', quiet],
  ['mon train arrive tard, comment je récupère la clé', 'fr', keys],
] as const)(
  'a situation lies close to the sentence that answers it, in either language: %s',
  (question, language, answer) => {
    expect(closest(question, language, answers)).toBe(answer);
  },
);

test('what says nothing that was taught has no direction', () => {
  expect(closeness(lay('question', 'xqzv', 'fr'), lay('answer', dogs, 'fr'))).toBe(0);
});
