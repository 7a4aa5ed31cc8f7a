import { beforeEach, expect, test } from 'vitest';
import { outcome, tellOutcome } from './outcome.ts';
import { toasts, told } from './toasts.ts';

const standing = () => toasts.get().flatMap(({ title, dismissed }) => (dismissed ? [] : [title]));
const never = (): Promise<unknown> => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => toasts.set([]));

test('what failed is told until the same has succeeded', async () => {
  await tellOutcome('Téléchargement impossible', never());
  await tellOutcome('Téléchargement impossible', never());
  outcome('Changement impossible').onError(new Error());
  expect(standing()).toHaveLength(3);
  await tellOutcome('Téléchargement impossible', Promise.resolve());
  expect(standing()).toEqual(['Changement impossible']);
  outcome('Changement impossible').onSuccess();
  expect(standing()).toEqual([]);
});

test('a failure may offer what to do about it', () => {
  told('Non enregistré').failed('Réseau', { label: 'Rouvrir', run() {} });
  expect(toasts.get()[0]).toMatchObject({
    tone: 'danger',
    description: 'Réseau',
    action: { label: 'Rouvrir' },
  });
});
