import type { User } from '@supabase/auth-js';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test } from 'vitest';
import { session } from '../../lib/session/session.ts';
import { render, says } from '../../test/render.tsx';
import { Guest, Protected, UnknownPath } from './guards.tsx';

const user = { id: '1', user_metadata: {}, app_metadata: {} } as User;

const entered: string[] = [];

const routerAt = (address: string) =>
  createMemoryRouter(
    [
      {
        element: (
          <Protected
            again={({ asks }) => `ask: ${asks}`}
            consent={() => 'consentement'}
            onEnter={() => entered.push('page')}
          />
        ),
        children: [
          { path: '/', element: 'tableau' },
          { path: '/chatbots', element: 'chatbots' },
        ],
      },
      { Component: Guest, children: [{ path: '/login', element: 'connexion' }] },
      { path: '/reset-password', element: 'nouveau' },
      { path: '*', Component: UnknownPath },
    ],
    { initialEntries: [address] },
  );

const become = (next: 'signedIn' | 'signedOut') =>
  act(async () => session.set(next === 'signedIn' ? { status: next, user } : { status: next }));

beforeEach(() => {
  entered.length = 0;
  return act(async () => session.set({ status: 'loading' }));
});

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

test('who signs in after somebody else does not land on their page, nor on one that was signed out of', async () => {
  const other = { ...user, id: '2' } as User;
  const enter = (person: User) => act(async () => session.set({ status: 'signedIn', user: person }));
  await enter(user);
  await render(<RouterProvider router={routerAt('/chatbots')} />);
  await act(async () => session.set({ status: 'signedOut', last: '1' }));
  await enter(other);
  expect(says('tableau')).toBe(true);

  await render(<RouterProvider router={routerAt('/chatbots')} />);
  await act(async () => session.set({ status: 'signedOut', last: '2' }));
  await enter(other);
  expect(says('chatbots')).toBe(true);

  await act(async () => session.set({ status: 'signedOut', hasLeft: true }));
  await enter(other);
  expect(says('tableau')).toBe(true);
});

test('a session that ended leaves the page in place and asks for the password over it', async () => {
  await render(<RouterProvider router={routerAt('/chatbots')} />);
  await act(async () => session.set({ status: 'signedIn', user, asks: 'password' }));
  expect(says('chatbots')).toBe(true);
  expect(says('ask: password')).toBe(true);
});

test('a session that fell back asks for the code over the page', async () => {
  await render(<RouterProvider router={routerAt('/chatbots')} />);
  await act(async () => session.set({ status: 'signedIn', user, asks: 'code' }));
  expect(says('chatbots')).toBe(true);
  expect(says('ask: code')).toBe(true);
});

test('before the second step nothing is open but /login, which then leads to the wanted page', async () => {
  const router = routerAt('/chatbots');
  await render(<RouterProvider router={router} />);
  await act(async () => session.set({ status: 'secondStep', user }));
  expect(router.state.location.pathname).toBe('/login');
  expect(says('connexion')).toBe(true);
  await become('signedIn');
  expect(router.state.location.pathname).toBe('/chatbots');
});

test('a recovery session reaches only the new password', async () => {
  const router = routerAt('/chatbots');
  await render(<RouterProvider router={router} />);
  await act(async () => session.set({ status: 'recovery', user, isCodeDue: false }));
  expect(router.state.location.pathname).toBe('/reset-password');
});

test('only who came with the social provider is led through the consent step', async () => {
  await render(<RouterProvider router={routerAt('/chatbots')} />);
  const social = { ...user, app_metadata: { provider: 'google' } } as User;
  await act(async () => session.set({ status: 'signedIn', user: social }));
  expect(says('consentement')).toBe(true);
  expect(says('chatbots')).toBe(false);
});

test('each protected page that is entered is noted, once', async () => {
  const router = routerAt('/chatbots');
  await render(<RouterProvider router={router} />);
  expect(entered).toEqual([]);
  await become('signedIn');
  await act(async () => router.navigate('/chatbots?search=x'));
  expect(entered).toHaveLength(1);
  await act(async () => router.navigate('/'));
  expect(entered).toHaveLength(2);
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
