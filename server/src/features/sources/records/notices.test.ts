import { errors } from '@parlance/contract/errors';
import { expect, test } from 'vitest';
import { messages } from './messages.ts';
import { noticesOf } from './notices.ts';
import { errorColumnsOf, noError, type Refusal, refusalIn, wordRefusal } from './refusals.ts';

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

test.each<[Refusal, string, string]>([
  [
    { code: 'limit_exceeded', detail: { reason: 'document_limit', limit: 'tableRows' } },
    `${errors.limit_exceeded.title.fr} Il contient un tableau de plus de 50\u202f000 lignes.`,
    `${errors.limit_exceeded.title.en} It contains a table of more than 50,000 rows.`,
  ],
  [
    { code: 'no_text', detail: { reason: 'pages_without_text', pages: '1–3', isOne: false } },
    `${errors.no_text.title.fr} Aucun texte aux pages 1–3.`,
    `${errors.no_text.title.en} No text on pages 1–3.`,
  ],
  [
    { code: 'storage_quota_exceeded', detail: { reason: 'first_page_left_out', url: 'https://a.example/b' } },
    `${errors.storage_quota_exceeded.title.fr} Première page non lue\u00a0: https://a.example/b`,
    `${errors.storage_quota_exceeded.title.en} First page left out: https://a.example/b`,
  ],
  [
    { code: 'bot_protection', statusCode: 403, detail: { reason: 'crawler_rule' } },
    `${errors.bot_protection.title.fr} Le site a répondu 403. Règle à autoriser\u00a0: agent utilisateur «\u00a0ParlanceBot\u00a0».`,
    `${errors.bot_protection.title.en} The site answered 403. Rule to allow: user agent “ParlanceBot”.`,
  ],
  [
    { code: 'fetch_failed', statusCode: 503 },
    'La page n’a pas pu être lue. Le site est en difficulté (503). Relancez plus tard.',
    'The page could not be read. The site has trouble (503). Retry later.',
  ],
  [{ code: 'corrupt_file' }, errors.corrupt_file.title.fr, errors.corrupt_file.title.en],
])('what a source’s columns say of an error is worded in the reader’s language: %j', (refusal, fr, en) => {
  const { error_detail, ...columns } = errorColumnsOf(refusal);
  const stored = refusalIn({ ...columns, error_detail: error_detail && JSON.parse(error_detail) });
  if (!stored) throw new Error('nothing stored');
  expect([wordRefusal(stored, 'fr'), wordRefusal(stored, 'en')]).toEqual([fr, en]);
  expect(refusalIn(noError)).toBeUndefined();
});
