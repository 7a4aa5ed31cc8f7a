import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { press, render, says } from '../../test/render.tsx';
import { Menu, MenuChoice, MenuItem } from './Menu.tsx';

const chosen = vi.fn();
const draw = () =>
  render(
    <main id="main">
      <Menu label="Actions" trigger={<button type="button">Ouvrir</button>}>
        <MenuItem onSelect={() => chosen('renommer')}>Renommer</MenuItem>
        <MenuItem disabled onSelect={() => chosen('dupliquer')}>
          Dupliquer
        </MenuItem>
        <MenuItem onSelect={() => chosen('supprimer')}>Supprimer</MenuItem>
        <MenuChoice
          label="Langue"
          value="fr"
          options={[
            { value: 'fr', label: 'Français' },
            { value: 'en', label: 'English' },
          ]}
          onChange={chosen}
        />
      </Menu>
    </main>,
  );
const focused = () => document.activeElement?.textContent;
const key = (name: string) =>
  act(async () => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    );
  });

test('arrows go round and skip what is disabled; Home, End and first letters lead on', async () => {
  await draw();
  await press('Ouvrir');
  expect(focused()).toBe('Renommer');
  await key('ArrowDown');
  expect(focused()).toBe('Supprimer');
  await key('End');
  expect(focused()).toBe('English');
  await key('ArrowDown');
  expect(focused()).toBe('Renommer');
  await key('ArrowUp');
  expect(focused()).toBe('English');
  await key('s');
  expect(focused()).toBe('Supprimer');
});

test('Escape closes and gives the focus back; a pressed entry acts once it is closed', async () => {
  await draw();
  await press('Ouvrir');
  await key('Escape');
  expect(says('Renommer')).toBe(false);
  expect(focused()).toBe('Ouvrir');

  await press('Ouvrir');
  await press('Dupliquer');
  expect(chosen).not.toHaveBeenCalled();
  await press('Supprimer');
  expect(chosen).toHaveBeenCalledWith('supprimer');
  expect(says('Renommer')).toBe(false);
  expect(focused()).toBe('Ouvrir');
});

test('a choice is ticked and leaves the menu open', async () => {
  await draw();
  await press('Ouvrir');
  expect(document.querySelector('[aria-checked=true]')?.textContent).toBe('Français');
  await press('English');
  expect(chosen).toHaveBeenCalledWith('en');
  expect(says('Renommer')).toBe(true);
});

test('a list of choices opens at the one that is chosen', async () => {
  const options = ['Accueil', 'Boutique', 'Cuisine'].map((label) => ({ value: label, label }));
  await render(
    <main id="main">
      <Menu label="Chatbot" trigger={<button type="button">Ouvrir</button>}>
        <MenuChoice label="Chatbot" value="Boutique" options={options} onChange={chosen} />
      </Menu>
    </main>,
  );
  await press('Ouvrir');
  expect(focused()).toBe('Boutique');
});
