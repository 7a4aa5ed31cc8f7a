import { useState } from 'react';
import { expect, test } from 'vitest';
import { press, render, says, until } from '../../test/render.tsx';
import { toasts } from '../toasts/toasts.ts';
import { onDemand } from './OnDemand.tsx';

let isReachable = false;
const Part = onDemand<{ name: string; onClose: () => void }>(async () => {
  if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module');
  return ({ name }) => <p>Voici {name}</p>;
});

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ouvrir
      </button>
      {isOpen && <Part name="Glycine" onClose={() => setOpen(false)} />}
    </>
  );
}

test('what cannot be fetched is told, leaves the page as it is and opens the next time', async () => {
  await render(<Page />);
  await press('Ouvrir');
  await until(() => toasts.get().length === 1);
  expect(toasts.get()[0]).toMatchObject({ tone: 'danger', title: 'Ceci n’a pas pu s’ouvrir.' });
  isReachable = true;
  await press('Ouvrir');
  await until(() => says('Voici Glycine'));
  expect(toasts.get()).toMatchObject([{ dismissed: true }]);
});
