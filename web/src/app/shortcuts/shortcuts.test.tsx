import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { setSingleKeys } from '../../lib/browser/shortcuts.ts';
import { render } from '../../test/render.tsx';
import { SearchInput } from '../../ui/fields/SearchInput.tsx';
import { shortcutList, useShortcuts } from './shortcuts.ts';

function Page() {
  useShortcuts();
  return (
    <main>
      <input aria-label="Nom" />
      <SearchInput label="Chercher" clearLabel="Effacer" value="" onChange={() => {}} />
    </main>
  );
}
const inputs = () => [...document.querySelectorAll('input')];
const press = (key: string, on: EventTarget = document.body) =>
  act(
    async () => void on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  );

afterEach(() =>
  act(async () => {
    setSingleKeys(true);
    shortcutList.set(false);
  }),
);

test('a slash goes to the search and a question mark lists the shortcuts, unless something is typed', async () => {
  await render(<Page />);
  const [name, search] = inputs();
  await act(async () => name?.focus());
  await press('/', name);
  await press('?', name);
  expect([document.activeElement, shortcutList.get()]).toEqual([name, false]);
  await press('/');
  expect(document.activeElement).toBe(search);
  await press('?');
  expect(shortcutList.get()).toBe(true);
});

test('single keys can be turned off', async () => {
  await render(<Page />);
  await act(async () => setSingleKeys(false));
  await press('/');
  await press('?');
  expect([document.activeElement?.tagName, shortcutList.get()]).toEqual(['BODY', false]);
  expect(document.body.textContent).toBe('');
  expect(inputs()[1]?.hasAttribute('aria-keyshortcuts')).toBe(false);
});
