import { beforeEach, expect, test } from 'vitest';
import { outcomeHandlers, showOutcome } from './outcome.ts';
import { reportOutcome, toasts } from './toasts.ts';

const standing = () => toasts.get().flatMap(({ title, dismissed }) => (dismissed ? [] : [title]));
const never = (): Promise<unknown> => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => toasts.set([]));

test('what failed is told until the same has succeeded', async () => {
  await showOutcome('Téléchargement impossible', never());
  await showOutcome('Téléchargement impossible', never());
  outcomeHandlers('Changement impossible').onError(new Error());
  expect(standing()).toHaveLength(3);
  await showOutcome('Téléchargement impossible', Promise.resolve());
  expect(standing()).toEqual(['Changement impossible']);
  outcomeHandlers('Changement impossible').onSuccess();
  expect(standing()).toEqual([]);
});

test('a failure may offer what to do about it', () => {
  reportOutcome('Non enregistré').failed('Réseau', { action: { label: 'Rouvrir', run() {} } });
  expect(toasts.get()[0]).toMatchObject({
    tone: 'danger',
    description: 'Réseau',
    action: { label: 'Rouvrir' },
  });
});
