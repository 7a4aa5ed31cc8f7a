import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { noticesOf } from './notices.ts';

test('what a reader found is told as a sentence of each language', () => {
  expect(
    noticesOf([
      { code: 'pages_without_text', pages: [3, 4, 5, 8] },
      { code: 'pages_recognised', pages: [2] },
      { code: 'pages_not_recognised', pages: [41, 42, 43] },
      { code: 'hidden_sheets', sheets: ['Marges', 'Paie'] },
    ]),
  ).toEqual([
    {
      code: 'pages_without_text',
      fr: 'Aucun texte trouvé aux pages 3–5, 8\u00a0: aucune réponse ne s’appuie dessus.',
      en: 'No text found on pages 3–5, 8: no answer draws on them.',
    },
    {
      code: 'pages_recognised',
      fr: 'La page 2 est une image\u00a0: son texte a été reconnu, relisez-le.',
      en: 'Page 2 is a picture: its text was recognised, check it.',
    },
    {
      code: 'pages_not_recognised',
      fr: 'Les pages 41–43 sont des images qui n’ont pas été lues, faute de temps\u00a0: déposez-les dans un autre fichier.',
      en: 'Pages 41–43 are pictures that were not read for lack of time: upload them in another file.',
    },
    {
      code: 'hidden_sheets',
      fr: 'Feuilles masquées, laissées de côté\u00a0: «\u00a0Marges\u00a0», «\u00a0Paie\u00a0».',
      en: 'Hidden sheets left out: “Marges”, “Paie”.',
    },
  ]);
});

test('thousands of pages and sheets stay a sentence', () => {
  const odd = Array.from({ length: 2500 }, (_, at) => 2 * at + 1);
  const sheets = Array.from({ length: 500 }, (_, at) => `Feuille ${at} ${'x'.repeat(1000)}`);
  for (const { fr, en } of noticesOf([
    { code: 'pages_without_text', pages: odd },
    { code: 'hidden_sheets', sheets },
  ])) {
    expect(fr.length).toBeLessThan(500);
    expect(en).toMatch(/…/);
  }
});

test('figures are written as each language writes them', () => {
  expect(messages.beyondLimit.fr(50_000)).toBe('Au-delà de la limite de 50\u00a0000 pages.');
  expect(messages.beyondLimit.en(50_000)).toBe('Beyond the limit of 50,000 pages.');
  expect(messages.beyondLimit.fr(1)).toBe('Au-delà de la limite de 1 page.');
  expect(messages.keptAfterLoss.fr(1, 1200)).toMatch(/qu’un passage sur 1\u00a0200\u00a0:/);
  expect(messages.keptAfterLoss.en(1, 1200)).toMatch(/only 1 of 1,200 passages:/);
});
