import { expect, test } from 'vitest';
import { maskPersonalData } from './masking.ts';

test.each([
  ['Écrivez à marie.dupont+hotel@exemple.fr, merci', 'Écrivez à [email], merci'],
  ['marie (at) exemple.fr', '[email]'],
  ['Mon numéro : 06 12 34 56 78.', 'Mon numéro : [téléphone].'],
  ['+33 (0)6-12-34-56-78', '[téléphone]'],
  ['+3361234５６78', '[téléphone]'],
  ['carte 4970 1012 3456 7890', 'carte [carte]'],
  ['IBAN FR76 3000 6000 0112 3456 7890 189', 'IBAN [compte]'],
  ['de89370400440532013000', '[compte]'],
  ['du 12/07/2026 au 14/07/2026 pour 2 personnes', 'du 12/07/2026 au 14/07/2026 pour 2 personnes'],
  ['La chambre 204 à 89,50 € à 18 h 30', 'La chambre 204 à 89,50 € à 18 h 30'],
])('%s', (text, masked) => {
  expect(maskPersonalData(text, 'fr')).toBe(masked);
});

test('long texts of nothing but digits, dots and letters are read at once', () => {
  const started = performance.now();
  for (const one of ['1', 'a', 'a1', '1.', 'a.', '+', 'FR76 ', '(at) '])
    maskPersonalData(one.repeat(4000), 'en');
  expect(performance.now() - started).toBeLessThan(500);
});
