import { expect, test } from 'vitest';
import { GroundedText } from './grounding.ts';

const passages = [
  { text: 'Une chambre double coûte 148 €. Réservez sur https://hotel.example/tarifs ou au 04 50 11 22 33.' },
  { text: 'Write to desk@hotel.example before noon.' },
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
  const { shown, grounded } = run(letters('Oui [1], non [3], peut-être [2].'));
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
