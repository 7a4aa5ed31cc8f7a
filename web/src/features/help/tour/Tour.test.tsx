import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { press, render, says, until } from '../../../test/render.tsx';
import { placeOf } from './placement.ts';
import { steps } from './steps.ts';
import { tourTexts } from './texts.ts';

const part = (object: unknown) => Buffer.from(JSON.stringify(object)).toString('base64url');
const tokens = {
  access_token: `${part({ alg: 'ES256' })}.${part({ sub: 'u', aal: 'aal1', exp: 4e9 })}.c2lnbmF0dXJl`,
  refresh_token: 'refresh-token',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4e9,
  user: { id: 'u', app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '2026-01-01' },
};

let server: Server;
let held: { tour: string; step: number | null; tooltips: boolean };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let sent = '';
    for await (const part of request) sent += part;
    const path = request.url?.split('?')[0];
    if (request.method === 'PUT') held = { ...held, ...JSON.parse(sent) };
    response.setHeader('content-type', 'application/json');
    if (path === '/config.json') response.end('{"publishableKey":"sb_publishable_test"}');
    else if (path === '/api/v1/preferences/help') response.end(JSON.stringify(held));
    else response.end('{"items":[],"nextCursor":null}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  localStorage.setItem('parlance-auth', JSON.stringify(tokens));
  // What a browser has in a moment takes a busy machine seconds to compile.
  await import('../../../ui/dialogs/DialogPanel.tsx');
});
afterAll(() => void server.close());
beforeEach(() => {
  held = { tour: 'new', step: null, tooltips: true };
});

async function open(path = '/') {
  // After the address is known: the client takes its server from it.
  const { Tour } = await import('./Tour.tsx');
  const screen = (
    <main>
      <h1 tabIndex={-1}>Écran</h1>
      <div data-tour="usage">Jetons</div>
      <Tour />
    </main>
  );
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] });
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // happy-dom lays nothing out: what is drawn has a box.
  for (const element of document.querySelectorAll('[data-tour]'))
    element.getClientRects = () => [new DOMRect(0, 0, 10, 10)] as unknown as DOMRectList;
  return router;
}

const key = (name: string) =>
  act(async () => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }));
  });
const isAt = (step: number) => until(() => says(`Étape ${step} sur ${steps.length}`));

test('who is new is welcomed on the dashboard, and not again once the tour was skipped', async () => {
  await open();
  await until(() => says('Bienvenue dans Parlance'));
  await press('Passer');
  await until(() => held.tour === 'skipped');
  await open();
  await act(async () => void (await new Promise((done) => setTimeout(done, 400))));
  expect(says('Bienvenue dans Parlance')).toBe(false);
});

test('the tour goes through its screens in order, by keys too, and ends with what to do next', async () => {
  const router = await open();
  await until(() => says('Bienvenue dans Parlance'));
  await press('Commencer la visite');
  const seen: string[] = [];
  for (const [at, { name }] of steps.entries()) {
    await isAt(at + 1);
    expect(says(tourTexts[name].fr)).toBe(true);
    await until(() => held.step === at);
    if (seen.at(-1) !== router.state.location.pathname) seen.push(router.state.location.pathname);
    if (at === 2) {
      await key('ArrowLeft');
      await isAt(2);
      await key('ArrowRight');
      await isAt(3);
    }
    if (at < steps.length - 1) await press('Suivant');
  }
  expect(seen).toEqual(['/', '/chatbots', '/channels', '/datasources-selection', '/profile']);
  await press('Terminer');
  await until(() => says('Vous avez fait le tour'));
  await until(() => held.tour === 'completed' && held.step === null);
  await press('Créer mon premier chatbot');
  await until(() => router.state.location.pathname === '/chatbots');
});

test('it goes on where it was left, and Escape ends it and gives the keyboard back', async () => {
  held.step = 7;
  const router = await open('/pricing');
  await isAt(8);
  await until(() => router.state.location.pathname === '/channels');
  await until(() => document.activeElement?.getAttribute('role') === 'dialog');
  await key('Escape');
  await until(() => held.tour === 'skipped' && held.step === null);
  expect(document.querySelector('[role=dialog]')).toBeNull();
  await until(() => document.activeElement?.tagName === 'H1');
});

test('what is not on the screen is explained in the middle', async () => {
  held.step = 6;
  await open();
  await isAt(7);
  await until(() => says('dès que vous aurez un chatbot'));
});

test.each([1440, 360])('without anything to mark, a step stands in the middle of %i px', (width) => {
  vi.stubGlobal('innerWidth', width);
  vi.stubGlobal('innerHeight', 700);
  expect(placeOf({ width: 300, height: 200 }, undefined)).toEqual({ left: (width - 300) / 2, top: 250 });
  vi.unstubAllGlobals();
});
