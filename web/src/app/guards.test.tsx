import type { User } from '@supabase/auth-js';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../lib/session.ts';
import { render, says } from '../test/render.tsx';
import { Guest, Protected, UnknownPath } from './guards.tsx';

const user = { id: '1', user_metadata: {}, app_metadata: {} } as User;

const routerAt = (address: string) =>
  createMemoryRouter(
    [
      {
        element: <Protected again={() => 'mot de passe'} />,
        children: [
          { path: '/', element: 'tableau' },
          { path: '/chatbots', element: 'chatbots' },
        ],
      },
      { Component: Guest, children: [{ path: '/login', element: 'connexion' }] },
      { path: '*', Component: UnknownPath },
    ],
    { initialEntries: [address] },
  );

const become = (next: 'signedIn' | 'signedOut') =>
  act(async () => session.set(next === 'signedIn' ? { status: next, user } : { status: next }));

beforeEach(() => act(async () => session.set({ status: 'loading' })));

test('a spinner while nothing is known, then /login, then the wanted page with its query', async () => {
  const router = routerAt('/chatbots?search=spa');
  await render(<RouterProvider router={router} />);
  expect(says('Chargement...')).toBe(true);
  await become('signedOut');
  expect(says('connexion')).toBe(true);
  await become('signedIn');
  expect(says('chatbots')).toBe(true);
  expect(router.state.location.search).toBe('?search=spa');
});

test('a session that ended leaves the page in place and asks for the password over it', async () => {
  await render(<RouterProvider router={routerAt('/chatbots')} />);
  await act(async () => session.set({ status: 'signedIn', user, ended: true }));
  expect(says('chatbots')).toBe(true);
  expect(says('mot de passe')).toBe(true);
});

test('a signed-in person has no business on /login', async () => {
  const router = routerAt('/login');
  await render(<RouterProvider router={router} />);
  await become('signedIn');
  expect(router.state.location.pathname).toBe('/');
});

test('an unknown address leads to / or /login', async () => {
  const router = routerAt('/nulle/part');
  await render(<RouterProvider router={router} />);
  expect(says('Chargement...')).toBe(true);
  await become('signedOut');
  expect(router.state.location.pathname).toBe('/login');

  await become('signedIn');
  const again = routerAt('/nulle/part');
  await render(<RouterProvider router={again} />);
  expect(again.state.location.pathname).toBe('/');
});
