import { expect, test } from 'vitest';
import { detectLanguage } from './language.ts';

test.each([
  ['Comment ça marche ?', 'fr'],
  ['c est combien', 'fr'],
  ['prix ?', 'fr'],
  ["J'ai perdu ma carte", 'fr'],
  ['Où êtes-vous', 'fr'],
  ['Tarif enfant', 'fr'],
  ['bonjour', 'fr'],
  ['how much is it', 'en'],
  ['price?', 'en'],
  ["I've lost my card", 'en'],
  ['opening hours', 'en'],
  ['Where is the museum', 'en'],
  ['hello', 'en'],
  ['what similarity laws must be obeyed when constructing aeroelastic models', 'en'],
  ['ok', undefined],
  ['SAV', undefined],
  ['1234-56', undefined],
  ['', undefined],
])('%s is %s', (text, language) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([
  [
    'fr',
    `prix ?|horaires|Tarifs|garantie|retour produit|carte cadeau|mot de passe oublie|parking gratuit ?|wifi gratuit ?|devis|
    facture|annuler commande|suivi colis|menu enfant|reservation chambre|annulation|chien|mairie|salaire|emploi|point relais`,
  ],
  [
    'en',
    `price?|returns|gift card|forgot password|Open on Sunday?|quote|invoice|cancel order|kids menu|booking|cancellation|
    subscription|heated pool|dog|town hall|paid leave|salary|jobs|doctor|appointment|unsubscribe|engine failure|im lost`,
  ],
  [undefined, 'ok|42|wifi|FA-2024/001|SNCF|👍'],
] as const)('one or two words tell that they are %s', (language, questions) => {
  const others = questions.split('|').filter((question) => detectLanguage(question) !== language);
  expect(others).toEqual([]);
});

test('a few foreign words do not turn a sentence', () => {
  expect(detectLanguage('queue pour star wars VII')).toBe('fr');
  expect(detectLanguage('the devis from the mairie')).toBe('en');
});

test('letters without an end cost no more than their number', () => {
  const noise = 'a'.repeat(2_000);
  const from = performance.now();
  for (let at = 0; at < 1_000; at++) detectLanguage(noise);
  // Tried at each letter anew, the patterns take ten seconds.
  expect(performance.now() - from).toBeLessThan(5_000);
});

test('elisions and contractions tell the language', () => {
  expect(detectLanguage("l'x d’y")).toBe('fr');
  expect(detectLanguage("x's y've")).toBe('en');
  // More than their letters alone do, which are words of both sides here.
  expect(detectLanguage('you l’xy')).toBe('fr');
  expect(detectLanguage('il elle they’re')).toBe('en');
});
