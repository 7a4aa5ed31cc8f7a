import { expect, test } from 'vitest';
import { KnownAddresses } from './known-addresses.ts';

const texts = [
  'Une chambre double coûte 148 €. Réservez sur https://hotel.example/tarifs ou au 04 50 11 22 33.',
  'Write to desk@hotel.example before noon, or go to Booking.com.',
  'Accueil : 04 50 11 22 33\u00a006 98 76 54 32, depuis l’étranger +33 (0)6 11 22 33 44. 10 000 ou 12 000 €.',
];
const known = new KnownAddresses(texts);

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
  expect(known.blankKnown(`Voir ${invented} donc.`)).toBeUndefined();
});

test.each([
  'https://www.Hotel.example/tarifs/',
  'http://hotel.example/tarifs',
  'hotel.example/tarifs',
  '**hotel.example**',
  '<https://hotel.example>',
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
])('%s may be told', (told) => {
  expect(known.blankKnown(`Voir ${told} donc.`)).toMatch(/^Voir .* donc\.$/);
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
  expect(new KnownAddresses([text]).blankKnown(answer)).toBeDefined();
});

test.each([
  ['SIREN 732 829 320', '732 829 320 00074'],
  ['Tél. 04 50 11 22 33', '04 50 11 22 33 44 12'],
  ['Le 12 mai 2024', '12/05/2024 04 50 11 22 33'],
  ['10 € la nuit', '04 50 11 22 33 €'],
])('what the sources say as “%s” is not told as “%s”', (text, answer) => {
  expect(new KnownAddresses([text]).blankKnown(`Soit ${answer} !`)).toBeUndefined();
});

test('what a link with a name leads to is known whole, or not', () => {
  for (const target of [
    'https://hotel.example/tarifs',
    'mailto:desk@hotel.example',
    '<https://hotel.example>',
  ])
    expect([target, known.leadsTo(target)]).toEqual([target, true]);
  for (const target of [
    'https://evil.example',
    'javascript:desk@hotel.example',
    'x',
    'hotel.example evil.example',
  ])
    expect([target, known.leadsTo(target)]).toEqual([target, false]);
});

test('what is known is blank in the text that is judged on, and as long', () => {
  const text = 'Écrivez à desk@hotel.example ou au 04 50 11 22 33, avant 9 h.';
  const rest = known.blankKnown(text) as string;
  expect([rest.length, rest.replace(/ +/g, ' ')]).toEqual([text.length, 'Écrivez à ou au , avant 9 h.']);
});
