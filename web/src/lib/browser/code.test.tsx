import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Suspense } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PageError } from '../../app/root/PageError.tsx';
import { press, render, says, until } from '../../test/render.tsx';
import { pageCode, retriedCode } from './code.ts';

let server: Server;
let file = '';
let answers = 200;
let tries = 0;
let canFetch = false;
let failsOnce = false;

const load = async () => {
  tries++;
  canFetch ||= failsOnce && tries > 1;
  if (!canFetch) throw new TypeError(`Failed to fetch dynamically imported module: ${file}`);
  return () => <h1>Écran</h1>;
};

beforeAll(async () => {
  server = createServer((_request, response) => {
    response.writeHead(answers, { 'access-control-allow-origin': '*' }).end();
  }).listen(0);
  await new Promise((listening) => server.once('listening', listening));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());
beforeEach(() => {
  file = `${window.location.origin}/assets/Screen-abc.js`;
  tries = 0;
  canFetch = false;
  failsOnce = false;
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

const reloads = () => vi.spyOn(window.location, 'reload').mockImplementation(() => {});

const app = () =>
  createMemoryRouter(
    [
      {
        element: (
          <Suspense fallback="attente">
            cadre <Outlet />
          </Suspense>
        ),
        children: [
          { path: '/', element: 'accueil' },
          { path: '/screen', Component: pageCode(load), ErrorBoundary: PageError },
        ],
      },
    ],
    { initialEntries: ['/'] },
  );

test('a screen that could not be fetched is fetched again on pressing, in its place, without a reload', async () => {
  const reload = reloads();
  const router = app();
  // Nobody listens there.
  file = 'http://127.0.0.1:9/assets/Screen-abc.js';
  await render(<RouterProvider router={router} />);
  await router.navigate('/screen');
  await until(() => says('Cette page n’a pas pu être chargée') && says('cadre'));
  await press('Réessayer');
  await until(() => tries === 2 && says('Réessayer'));
  canFetch = true;
  await press('Réessayer');
  await until(() => says('Écran'));
  expect(router.state.location.pathname).toBe('/screen');
  expect(reload).not.toHaveBeenCalled();
});

test('whoever goes elsewhere and comes back finds it, and so does who waits for the network', async () => {
  const router = app();
  file = 'http://127.0.0.1:9/assets/Screen-abc.js';
  await render(<RouterProvider router={router} />);
  await router.navigate('/screen');
  await until(() => says('Réessayer'));
  await router.navigate('/');
  await until(() => says('accueil'));
  await router.navigate('/screen');
  await until(() => says('Réessayer') && tries === 2);
  canFetch = true;
  window.dispatchEvent(new Event('online'));
  await until(() => says('Écran'));
});

test('a connection that was cut off for a moment fails nothing', async () => {
  answers = 200;
  const router = app();
  await render(<RouterProvider router={router} />);
  failsOnce = true;
  await router.navigate('/screen');
  await until(() => says('Écran'));
  expect(tries).toBe(2);
});

test('a file that is gone loads the page anew, once', async () => {
  answers = 404;
  const reload = reloads();
  const first = app();
  await render(<RouterProvider router={first} />);
  await first.navigate('/screen');
  await until(() => reload.mock.calls.length === 1);
  const second = app();
  await render(<RouterProvider router={second} />);
  await second.navigate('/screen');
  await until(() => says('Parlance vient d’être mis à jour'));
  expect(reload).toHaveBeenCalledTimes(1);
  await press('Recharger la page');
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a part beside what is typed comes when it can, and throws nothing away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const Part = retriedCode(load);
  await render(
    <Suspense fallback="attente">
      <Part />
    </Suspense>,
  );
  await vi.advanceTimersByTimeAsync(1100);
  expect(tries).toBe(2);
  canFetch = true;
  await vi.advanceTimersByTimeAsync(2100);
  vi.useRealTimers();
  await until(() => says('Écran'));
});
