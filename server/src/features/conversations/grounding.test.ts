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

test('the model’s refusal is known and never shown', () => {
  for (const pieces of [['NO_ANSWER'], letters('NO_ANSWER'), ['NO', '_ANS', 'WER.\n']]) {
    const grounded = new GroundedText(passages);
    const shown = pieces.map((piece) => grounded.take(piece)).join('');
    expect(grounded.isRefusal).toBe(true);
    expect(shown + grounded.end()).toBe('');
  }
  expect(run(['NOTHING else matters']).shown).toBe('NOTHING else matters');
});

test('a bracket that never closes does not hold the answer for ever', () => {
  expect(run([`[${'mot '.repeat(2000)}`]).shown.length).toBeGreaterThan(7000);
});
