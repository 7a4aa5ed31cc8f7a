import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { press, render, says, type, until } from '../../../../test/render.tsx';

let server: Server;
let asked: { path: string; body: Record<string, unknown> }[];

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      if (path === '/config.json')
        return response.end(JSON.stringify({ publishableKey: 'sb_publishable_test' }));
      const body = text ? JSON.parse(text) : {};
      asked.push({ path, body });
      const code =
        body.token !== 'jeton'
          ? 'undo_invalid'
          : body.password !== 'le-bon-passe'
            ? 'undo_password_wrong'
            : '';
      if (code) response.writeHead(422, { 'content-type': 'application/problem+json' });
      else response.writeHead(204);
      return response.end(code && JSON.stringify({ code, title: 'Refusé', status: 422 }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/undo`;
});
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => {
  asked = [];
});

async function open(address: string | { pathname: string; state: unknown }) {
  // After the address is known: the client takes its server from it.
  const { UndoChange } = await import('./UndoChange.tsx');
  const router = createMemoryRouter([{ path: '/undo', Component: UndoChange }], {
    initialEntries: [address],
  });
  await render(<RouterProvider router={router} />);
  return router;
}

test('a change is undone by the password of before, and its token leaves the address', async () => {
  const router = await open('/undo#jeton');
  await until(() => router.state.location.hash === '');
  await type('Mot de passe d’avant la modification', 'pas-le-bon');
  await press('Annuler la modification');
  await until(() => says('Ce n’est pas le mot de passe d’avant la modification'));
  await type('Mot de passe d’avant la modification', 'le-bon-passe');
  await press('Annuler la modification');
  await until(() => says('Modification annulée'));
  expect(asked.filter(({ path }) => path === '/api/v1/account/undo').at(-1)?.body).toEqual({
    token: 'jeton',
    password: 'le-bon-passe',
  });
  expect(document.querySelector('a[href="/forgot-password"]')).not.toBeNull();
});

test('its page loaded again goes on, until it is done', async () => {
  const before = await open('/undo#jeton');
  await until(() => before.state.location.hash === '');
  const { pathname, search, state } = before.state.location;
  expect(pathname + search).toBe('/undo');
  const router = await open({ pathname, state });
  await type('Mot de passe d’avant la modification', 'le-bon-passe');
  await press('Annuler la modification');
  await until(() => says('Modification annulée'));
  expect(router.state.location.state).toBeNull();
});

test.each(['/undo', '/undo#autre'])('%s says that the link is not good any more', async (address) => {
  await open(address);
  if (address !== '/undo') await press('Annuler la modification');
  await until(() => says('Lien invalide ou expiré'));
});
