import { expect, test } from 'vitest';
import type { TextLanguage } from '../../reading/service.ts';
import type { Features } from './encoder.ts';
import { KnownAnswers } from './known-answers.ts';
import { passageText } from './passage-text.ts';

const featuresIn = (text: string, language: TextLanguage): Features =>
  passageText({ text, language }).said.features;

const deposit: [string, TextLanguage] = ['Un acompte de 30 % vous sera demandé.', 'fr'];
const dogs: [string, TextLanguage] = ['Les chiens de 1re et 2e catégorie sont refusés.', 'fr'];
const wheelchair: [string, TextLanguage] = ['There is a lift, and ramps at both doors.', 'en'];

test.each([
  ['il faut payer d’avance ?', 'fr', deposit],
  ['do I pay something up front', 'en', deposit],
  ['on vient avec notre rottweiler', 'fr', dogs],
  ['je suis en fauteuil, je peux entrer ?', 'fr', wheelchair],
] as const)(
  'what answers is like what answers such questions elsewhere, in either language: %s',
  (question, language, answer) => {
    const known = new KnownAnswers(featuresIn(question, language));
    const [first] = [deposit, dogs, wheelchair]
      .map((one) => ({ one, likeness: known.likenessOf(featuresIn(...one)) }))
      .sort((a, b) => b.likeness - a.likeness);
    expect(first?.one).toBe(answer);
    expect(first?.likeness).toBeGreaterThan(0.1);
  },
);

test('nothing is like the answers to what nobody asks', () => {
  for (const nothing of ['', 'xqzv']) {
    const known = new KnownAnswers(featuresIn(nothing, 'fr'));
    expect(known.likenessOf(featuresIn(...deposit))).toBe(0);
  }
  expect(
    new KnownAnswers(featuresIn('il faut payer d’avance ?', 'fr')).likenessOf(featuresIn('', 'fr')),
  ).toBe(0);
});

test('likeness falls with what else a text says', () => {
  const known = new KnownAnswers(featuresIn('il faut payer d’avance ?', 'fr'));
  const [text] = deposit;
  expect(
    known.likenessOf(featuresIn(`${text} Le parking est derrière l’église, rue Xqzv.`, 'fr')),
  ).toBeLessThan(known.likenessOf(featuresIn(text, 'fr')));
});
