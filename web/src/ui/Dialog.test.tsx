import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { press, render, until } from '../test/render.tsx';
import { Dialog } from './Dialog.tsx';

function Page({ isOpenerKept }: { isOpenerKept: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <main>
      <h1 tabIndex={-1}>Chatbots</h1>
      {(isOpenerKept || !isOpen) && (
        <button type="button" onClick={() => setOpen(true)}>
          Créer
        </button>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title="Créer un chatbot" closeLabel="Fermer">
        <input aria-label="Nom" />
      </Dialog>
    </main>
  );
}

async function openAndClose(isOpenerKept: boolean) {
  await render(<Page isOpenerKept={isOpenerKept} />);
  await act(async () => document.querySelector('button')?.focus());
  await press('Créer');
  await until(() => document.activeElement?.getAttribute('aria-label') === 'Nom');
  await press('Fermer');
  await until(() => !document.querySelector('[role=dialog]'));
}

test('the keyboard goes on at what opened a dialog, or at the head of the page', async () => {
  await openAndClose(true);
  await until(() => document.activeElement?.textContent === 'Créer');
  await openAndClose(false);
  await until(() => document.activeElement?.tagName === 'H1');
  expect(document.activeElement?.textContent).toBe('Chatbots');
});
