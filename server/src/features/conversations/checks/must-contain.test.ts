import { expect, test } from 'vitest';
import { findMissing } from './must-contain.ts';

const holds = (answer: string, wanted: string) => findMissing(answer, [wanted], []).length === 0;

test('what differs only in the way of writing is the same', () => {
  for (const [answer, wanted] of [
    ['Le PETIT-DÉJEUNER coûte 12 €.', 'petit-dejeuner'],
    ['Ouvert jusqu’à l’aube', "jusqu'à l'aube"],
    ['La nuit coûte 1\u202f200\u00a0€.', '1200 €'],
    ['La nuit coûte 1200€.', '1 200 €'],
    ['Une remise de 12 %', '12%'],
    ['It costs € 40.', '€40'],
    ['le cœur de la ville', 'coeur de la VILLE'],
    ['deux\n\nlignes', 'deux lignes'],
    ['du 3–5 mai', '3-5 mai'],
    ['Le « Bistrot » ouvre', '"bistrot" ouvre'],
    ['Cela coûte **40** euros', '40 euros'],
    ['Cafe\u0301 offert', 'Café'],
    ['مرحبا بكم 🎉', '🎉'],
    ['<b>gras</b> & *', '<b>gras</b>'],
    ['Un total de 1 200 000 €', '1200000'],
  ] as const) {
    expect([answer, wanted, holds(answer, wanted)]).toEqual([answer, wanted, true]);
  }
});

test('a number is whole', () => {
  for (const [answer, wanted] of [
    ['La nuit coûte 1 200 €.', '200 €'],
    ['La nuit coûte 120 €.', '12'],
    ['La nuit coûte 312 €.', '12'],
    ['La nuit coûte 12,50 €.', '12'],
    ['La nuit coûte 8,12 €.', '12'],
    ['Ouvert à 19 h', '9 h'],
  ] as const) {
    expect([answer, wanted, holds(answer, wanted)]).toEqual([answer, wanted, false]);
  }
  expect(holds('Elle coûte 120 €, puis 12.', '12')).toBe(true);
  expect(holds('En 2024 120 places', '120 places')).toBe(true);
});

test('the number of a citation is not what an answer says', () => {
  expect(findMissing('Le parking est couvert. [12]', ['12'], [{ number: 12 }])).toEqual(['12']);
  expect(findMissing('Voir l’annexe [12].', ['12'], [{ number: 1 }])).toEqual([]);
});

test('a text of nothing but marks is looked for as it stands', () => {
  expect(findMissing('Rien', ['**', '́'], [])).toEqual(['**', '́']);
});
