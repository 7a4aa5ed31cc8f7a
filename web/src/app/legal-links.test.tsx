import type { User } from '@supabase/auth-js';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { queryClient } from '../lib/queries/query-client.ts';
import { session } from '../lib/session/session.ts';
import { press, render, until } from '../test/render.tsx';
import { UserMenu } from './signed-in/UserMenu.tsx';
import { SignedOutLayout } from './signed-out/SignedOutLayout.tsx';

const show = (path: string) =>
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter(
          [
            { Component: SignedOutLayout, children: [{ path: '/login', element: 'connexion' }] },
            { path: '/', element: <UserMenu /> },
          ],
          { initialEntries: [path] },
        )}
      />
    </QueryClientProvider>,
  );

test('the pages for who is signed out lead to the legal documents, beside what is typed', async () => {
  await show('/login');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('footer a')];
  expect(links.map(({ textContent, target }) => [textContent, target])).toEqual([
    ['Conditions d’utilisation', '_blank'],
    ['Politique de confidentialité', '_blank'],
  ]);
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/terms', '/privacy']);
});

test('so does the menu of who is signed in', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const user = { id: '1', email: 'camille@example.fr', user_metadata: {}, app_metadata: {} } as User;
  await act(async () => session.set({ status: 'signedIn', user }));
  for (const [name, path] of [
    ['Conditions d’utilisation', '/terms'],
    ['Politique de confidentialité', '/privacy'],
  ] as const) {
    await show('/');
    await press(/camille@example\.fr/);
    await until(() => document.querySelector('[role=menu]'));
    const entry = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find(
      ({ textContent }) => textContent === name,
    );
    await act(async () => entry?.click());
    expect(opened).toHaveBeenLastCalledWith(path, '_blank', 'noreferrer');
  }
});
