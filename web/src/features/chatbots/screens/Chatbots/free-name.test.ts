import { countCharacters } from '@parlance/contract/limits';
import { expect, test } from 'vitest';
import { findFreeName } from './free-name.ts';

const among = (names: string[]) => async (name: string) => names.includes(name);

test('a copy takes the next free number', async () => {
  expect(await findFreeName('Accueil', among([]))).toBe('Accueil (2)');
  expect(await findFreeName('Accueil', among(['Accueil (2)', 'Accueil (3)']))).toBe('Accueil (4)');
  expect(await findFreeName('Accueil (2)', among(['Accueil (2)']))).toBe('Accueil (3)');
  expect(await findFreeName('Salle (bleue)', among([]))).toBe('Salle (bleue) (2)');
});

test('a long name makes room for its number, between two characters', async () => {
  const name = await findFreeName('👩‍👩‍👧'.repeat(50), among([]));
  expect(name).toBe(`${'👩‍👩‍👧'.repeat(46)} (2)`);
  expect(countCharacters(name)).toBe(50);
});

test('it does not ask for ever', async () => {
  let asked = 0;
  await findFreeName('Accueil', async () => ++asked > 0);
  expect(asked).toBeLessThan(25);
});
