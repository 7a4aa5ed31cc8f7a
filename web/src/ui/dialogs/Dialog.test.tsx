import { act, useState } from 'react';
import { expect, test } from 'vitest';
import { press, render, says, until } from '../../test/render.tsx';
import { Button } from '../buttons/Button.tsx';
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

function Form({ onLeave }: { onLeave: () => void }) {
  const [name, setName] = useState('');
  return (
    <Dialog
      open
      onOpenChange={onLeave}
      title="Créer"
      closeLabel="Fermer"
      dirty={name !== ''}
      footer={
        <>
          <Button onClick={onLeave}>Annuler</Button>
          <Button look="primary">Enregistrer</Button>
        </>
      }
    >
      <input aria-label="Nom" value={name} onChange={(event) => setName(event.target.value)} />
    </Dialog>
  );
}

test('Escape asks before it throws away what was typed', async () => {
  let left = 0;
  await render(<Form onLeave={() => left++} />);
  const input = await until(() => document.querySelector('input'));
  const pressEscape = () =>
    act(async () => {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      );
    });
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Glycine');
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.focus();
  });
  await pressEscape();
  expect(says('Fermer sans enregistrer')).toBe(true);
  expect(document.activeElement?.textContent).toBe('Continuer');
  await press('Continuer');
  expect(says('Enregistrer')).toBe(true);
  expect(document.activeElement).toBe(input);
  expect(left).toBe(0);
  await pressEscape();
  await press('Abandonner');
  expect(left).toBe(1);
});
