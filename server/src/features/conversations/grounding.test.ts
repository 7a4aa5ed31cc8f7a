import { expect, test } from 'vitest';
import { GroundedText } from './grounding.ts';

const passages = [
  { text: 'Une chambre double coûte 148 €. Réservez sur https://hotel.example/tarifs ou au 04 50 11 22 33.' },
  { text: 'Write to desk@hotel.example before noon, or go to Booking.com.' },
  {
    text: 'Accueil : 04 50 11 22 33\u00a006 98 76 54 32, depuis l’étranger +33 (0)6 11 22 33 44. 10 000 ou 12 000 €.',
  },
];

function run(pieces: string[], allowed: string[] = []) {
  const grounded = new GroundedText(passages, allowed);
  const shown = pieces.map((piece) => grounded.take(piece)).join('') + grounded.end();
  return { shown, grounded };
}

/** Cut at every place: what is shown must not depend on how a provider cuts its stream. */
const letters = (text: string) => [...text];

test('a sound answer passes as it is, however it is cut', () => {
  const answer = 'La chambre coûte **148 €** [1]. Voir https://hotel.example/tarifs [1] ou 04 50 11 22 33.';
  for (const pieces of [[answer], letters(answer), answer.split(' ').map((word) => `${word} `)]) {
    expect(run(pieces).shown.trim()).toBe(answer);
  }
});

test('only passages that exist are cited', () => {
  const { shown, grounded } = run(letters('Oui [1], non [4], peut-être [2].'));
  expect(shown).toBe('Oui [1], non , peut-être [2].');
  expect([...grounded.cited]).toEqual([1, 2]);
});

test('a link, an address or a number that no passage holds never reaches the visitor', () => {
  const { shown } = run(
    letters('Voir https://evil.example/a?b=c et mail@evil.example ou +33 6 99 88 77 66 merci'),
  );
  expect(shown).not.toMatch(/evil|99 88/);
  expect(run(letters('Voir [le site](https://evil.example) donc')).shown).toBe('Voir le site donc');
  expect(run(letters('Une image ![x](https://evil.example/i.png?q=secret) ici')).shown).not.toContain('evil');
});

test.each([
  // What only begins or ends like something known.
  'https://hotel.exampl',
  'https://hotel.example/tarif',
  'https://hotel.example/tarifs2',
  'https://hotel.example/tarifs?next=evil',
  'https://tel.example/tarifs',
  'https://hotel.example.evil.example/tarifs',
  'https://hotel.example@evil.example/tarifs',
  'ftp://hotel.example/tarifs',
  'sk@hotel.example',
  'desk@hotel.example.fr',
  'evil@hotel.example',
  // Without a scheme.
  'evil.com/x',
  'evil.com',
  'EVIL.COM',
  'sub.evil.co.uk',
  'www.evil.zone',
  'évil.fr/é',
  'xn--vil-9oa.fr',
  'Site:evil.com/x,',
  '**evil.com/x**',
  'evil.com:8080',
  'mailto:mail@evil.example',
  // Made of the ends of two numbers that stand one behind the other, or of a part of one.
  '22 33 06 98 76',
  '22.33.06.98.76',
  '50 11 22 33',
  '04 50 11 22',
  '33 06 98 76 54 32',
  // No longer than these.
  '12345678',
  '123 456 789',
  '22 33 44 55',
  '+45 22 33 44',
  '612-345-678',
  '06 12 34 56 7',
  '+99 4 50 11 22 33',
])('%s is not told: nobody said so', (invented) => {
  for (const pieces of [letters(`Voir ${invented} donc.`), [`Voir ${invented} donc.`]]) {
    const { shown } = run(pieces);
    expect(shown.replace(/Site:|mailto:|[*,]/g, '').replace(/ +/g, ' ')).toBe('Voir donc.');
  }
});

test.each([
  'https://www.Hotel.example/tarifs/',
  'http://hotel.example/tarifs',
  'hotel.example/tarifs',
  '**hotel.example**',
  '<https://hotel.example>',
  '[les tarifs](https://hotel.example/tarifs)',
  '[écrire](mailto:desk@hotel.example)',
  'Desk@Hotel.example',
  'l’accueil (desk@hotel.example)',
  'Booking.com',
  '0450112233',
  '04.50.11.22.33',
  '06 98 76 54 32',
  '04 50 11 22 33 06 98 76 54 32',
  '+33 6 11 22 33 44',
  '06 11 22 33 44',
  '0033 6 11 22 33 44',
  // No telephone numbers, no hosts.
  'le 15/01/2024',
  '2023-2024',
  'de 10.30-12.30',
  '10 000-12 000 €',
  'tarifs.pdf',
  'p.ex',
  'c.-à-d.',
  'Node.js',
  'midi.Ouvert',
])('%s may be told', (known) => {
  for (const pieces of [letters(`Voir ${known} donc.`), [`Voir ${known} donc.`]])
    expect(run(pieces).shown).toBe(`Voir ${known} donc.`);
});

test.each([
  ['Population 67,391,582', 'La population est de 67 391 582 habitants'],
  ['CHF 12’500’000', 'CHF 12 500 000'],
  [
    'Un budget de 10 millions d’euros',
    'Un budget de 10 000 000 €, soit $11,000,000 ou 11 000 000,00 dollars',
  ],
  ['Entre dix et vingt millions d’euros', 'Entre 10 000 000–20 000 000 €'],
  ['Du 12 mai 2024 au 15 juin 2024', 'Du 12/05/2024-15/06/2024, ou 12/05/24-15/06/24'],
  ['Le 12 mai 2024 de 9 h à 14 h 30', 'Le 12/05/2024 14h30, le 12-05-2024 09:00, le 2024-05-12 9h'],
  ['Le 1er mai 2024 pour 120 personnes', 'Le 01/05/2024 (2024), 01/05/2024 120 places'],
  ['IBAN FR7630006000011234567890189', 'IBAN : FR76 3000 6000 0112 3456 7890 189'],
  ['IBAN GB29 NWBK 6016 1331 9268 19', 'IBAN: GB29NWBK60161331926819'],
  ['SIRET 73282932000074', 'SIRET 732 829 320 00074'],
  ['Tél. 04 50 11 22 33 24h/24 7j/7', 'Au 04 50 11 22 33 (24h/24), ou 04 50 11 22 33 7j/7'],
  ['Tél. 04 50 11 22 33 9h-18h', 'De 9h-18h au 04 50 11 22 33'],
  ['Tél. 04 50 11 22 33 (7 jours sur 7)', 'Au 04 50 11 22 33'],
  ['Tél. 04 50 11 22 33 / 34', 'Au 04 50 11 22 33/34'],
  ['10 rue X 75008 Paris', '10 rue X, 75008 Paris, ou CH-1003 Lausanne, SW1A 1AA'],
  ['Call 1-800-555-0199', 'Call +1 800 555 0199 or 1 (800) 555-0199'],
  ['Version 2.14.3 (build 20240512)', 'Version 2.14.3, build 20240512'],
  ['ISBN 978-2-07-036822-8', 'ISBN 9782070368228'],
])('what the sources say as “%s” may be told as “%s”', (text, answer) => {
  for (const pieces of [letters(`${answer}.`), [`${answer}.`]]) {
    const grounded = new GroundedText([{ text }]);
    expect(pieces.map((piece) => grounded.take(piece)).join('') + grounded.end()).toBe(`${answer}.`);
  }
});

test.each([
  ['SIREN 732 829 320', '732 829 320 00074', ''],
  ['Tél. 04 50 11 22 33', '04 50 11 22 33 44 12', ''],
  ['Le 12 mai 2024', '12/05/2024 04 50 11 22 33', '12/05/2024'],
  ['10 € la nuit', '04 50 11 22 33 €', '€'],
])('what the sources say as “%s” is not told as “%s”', (text, answer, told) => {
  for (const pieces of [letters(`Soit ${answer} !`), [`Soit ${answer} !`]]) {
    const grounded = new GroundedText([{ text }]);
    const shown = pieces.map((piece) => grounded.take(piece)).join('') + grounded.end();
    expect(shown.split(/ +/).join(' ')).toBe(`Soit ${told} !`.replace('  ', ' '));
  }
});

test('the number of a list’s item is no part of what it names', () => {
  const list = '1. 04 50 11 22 33\n2. 06 98 76 54 32\n10. 04 50 11 22 99';
  for (const pieces of [letters(list), [list], list.split(/(?<= )/)])
    expect(run(pieces).shown).toBe('1. 04 50 11 22 33\n2. 06 98 76 54 32\n10. ');
});

test('a word without an end lets no address through, and what follows it is told', () => {
  for (const long of ['a'.repeat(1990), 'a'.repeat(5000), `[${'mot '.repeat(495)}`, '1 '.repeat(996)]) {
    for (const cut of [1, 7, 1999, 10_000]) {
      const answer = `${long}https://evil.example/x et evil.com/x, 04 50 11 22 99. Fin.`;
      const pieces = answer.match(new RegExp(`[^]{1,${cut}}`, 'g')) as string[];
      const { shown } = run(pieces);
      expect(shown).not.toMatch(/vil|[mx]ple|22 99/);
      expect(shown).toMatch(/ Fin\.$/);
    }
  }
  const { shown } = run([...letters(`https://evil.example/${'x'.repeat(5000)}`), ' Fin.']);
  expect(shown).toBe('Fin.');
});

test('the owner’s contact may be told', () => {
  expect(run(['Écrivez à aide@hotel.example.'], ['aide@hotel.example']).shown).toContain(
    'aide@hotel.example',
  );
});

const refusals: [string, string[], string][] = [
  ['alone', ['NO_ANSWER'], ''],
  ['in letters', letters('NO_ANSWER'), ''],
  ['in pieces', ['NO', '_ANS', 'WER.\n'], ''],
  ['small', ['no_answer'], ''],
  ['as Markdown', ['**NO\\_ANSWER**.'], ''],
  ['with an excuse', letters('NO_ANSWER\n\nDésolé, le texte [1] dit https://evil.example.'), ''],
  ['behind an excuse', letters('Je ne sais pas. NO_ANSWER, voir [1].'), 'Je ne sais pas. '],
];
test.each(refusals)('the model’s refusal is known and never shown: %s', (_name, pieces, before) => {
  const grounded = new GroundedText(passages);
  const shown = pieces.map((piece) => grounded.take(piece)).join('') + grounded.end();
  expect([shown, grounded.text, grounded.isRefusal, [...grounded.cited]]).toEqual([before, before, true, []]);
});

test('what was cited before a refusal is no refusal', () => {
  const grounded = new GroundedText(passages);
  const said = 'De 7 h à 10 h 30 [1]. NO_ANSWER for the rest.';
  const shown = letters(said).map((piece) => grounded.take(piece));
  expect([shown.join('') + grounded.end(), grounded.isRefusal]).toEqual([
    'De 7 h à 10 h 30 [1].  for the rest.',
    false,
  ]);
  expect(run(['NOTHING else matters']).shown).toBe('NOTHING else matters');
});

test('a bracket that never closes does not hold the answer for ever', () => {
  expect(run([`[${'mot '.repeat(2000)}`]).shown.length).toBeGreaterThan(7000);
});
