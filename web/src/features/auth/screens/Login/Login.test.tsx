import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { field, press, render, says, type, until } from '../../../../test/render.tsx';

let server: Server;
let router: ReturnType<typeof createMemoryRouter>;
const asked: string[] = [];
const refusals: Record<string, [status: number, code: string, headers?: Record<string, string>]> = {
  'wrong-one': [400, 'invalid_credentials'],
  'taken-address': [422, 'user_already_exists'],
  unconfirmed: [400, 'email_not_confirmed'],
  'too-many': [429, 'over_request_rate_limit', { 'Retry-After': '130' }],
};

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      const headers = { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' };
      if (request.url === '/config.json') {
        response.writeHead(200, headers).end(JSON.stringify({ publishableKey: 'sb_publishable_test' }));
        return;
      }
      asked.push(`${request.headers.apikey} ${body}`);
      if (JSON.parse(body || '{}').password === 'nobody') {
        response.writeHead(200, headers).end('{}');
        return;
      }
      if (JSON.parse(body || '{}').password === 'right-one') {
        response.writeHead(200, headers).end(JSON.stringify({ id: 'x', identities: [{}] }));
        return;
      }
      const [status, code, more] = refusals[JSON.parse(body || '{}').password] ?? [500, 'unexpected_failure'];
      response.writeHead(status, { ...headers, ...more }).end(JSON.stringify({ code, message: code }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/login`;
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  asked.length = 0;
  // After the address is known: the client takes its server from it.
  const { Login } = await import('./Login.tsx');
  const { rateLimits } = await import('../../limits/rate-limit.ts');
  rateLimits.set([]);
  const { Register } = await import('../Register/Register.tsx');
  router = createMemoryRouter(
    [
      { path: '/login', Component: Login },
      { path: '/register', Component: Register },
    ],
    { initialEntries: ['/login'] },
  );
  const { queryClient } = await import('../../../../lib/queries/query-client.ts');
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
});

const submit = () => press('Se connecter');
const describedBy = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby') ?? '')?.textContent;

test('nothing typed, a wrong address and a short password are said at their fields', async () => {
  await submit();
  expect(describedBy('Adresse email')).toBe('Email et mot de passe requis');
  await type('Adresse email', 'camille');
  await type('Mot de passe', ' abc ');
  await submit();
  expect(describedBy('Adresse email')).toBe("Format d'email invalide");
  expect(describedBy('Mot de passe')).toBe('Le mot de passe doit contenir au moins 6 caractères');
  expect(asked).toEqual([]);
});

test('a cleaned address is shown before it is used', async () => {
  await type('Adresse email', "O'Brien@Example.fr");
  await type('Mot de passe', 'wrong-one');
  await submit();
  expect(field('Adresse email').value).toBe('obrien@example.fr');
  expect(asked).toEqual([]);
  await submit();
  await until(() => says('Email ou mot de passe incorrect'));
  expect(asked[0]).toContain('sb_publishable_test');
  expect(asked[0]).toContain('"obrien@example.fr"');
  expect(field('Adresse email').value).toBe('obrien@example.fr');
});

test('an unconfirmed address offers a new mail', async () => {
  await type('Adresse email', 'camille@example.fr');
  await type('Mot de passe', ' unconfirmed ');
  await submit();
  await until(() => says('Renvoyer l’email'));
});

test('a global limit names its minutes, is kept, and asks nothing while it holds', async () => {
  await type('Adresse email', 'camille@example.fr');
  await type('Mot de passe', 'too-many');
  await submit();
  await until(() => says('Trop de tentatives depuis cette connexion'));
  expect(says('Réessayez dans 3 minutes')).toBe(true);
  expect(JSON.parse(localStorage.getItem('global_rate_limit') ?? '')).toMatchObject({ email: 'GLOBAL' });
  const before = asked.length;
  await press(/^Réessayez dans 2\s?min/);
  expect(asked).toHaveLength(before);
});

test('an answer without a user is told as such', async () => {
  await type('Adresse email', 'camille@example.fr');
  await type('Mot de passe', 'nobody');
  await submit();
  await until(() => says('Échec de la connexion'));
});

test('a refused sign-up is said at its field, and not above the form as well', async () => {
  await act(async () => router.navigate('/register'));
  await type('Prénom', 'Camille');
  await type('Nom', 'Morel');
  await type('Adresse email', `${'a'.repeat(251)}@b.fr`);
  await type('Mot de passe', 'taken-address');
  await type('Confirmer le mot de passe', 'taken-address');
  await act(async () => document.querySelector<HTMLInputElement>('input[name=terms]')?.click());
  await press('Créer un compte');
  expect(describedBy('Adresse email')).toBe('Cette adresse est trop longue : 255 caractères au plus');
  expect(asked).toEqual([]);
  await type('Adresse email', 'camille@example.fr');
  await press('Créer un compte');
  const sentence =
    'Cette adresse email est déjà utilisée. Essayez de vous connecter ou utilisez une autre adresse';
  await until(() => describedBy('Adresse email') === sentence);
  expect(document.body.textContent?.split(sentence)).toHaveLength(2);
  const { toasts } = await import('../../../../ui/toasts/toasts.ts');
  const standing = () => toasts.get().filter(({ dismissed }) => !dismissed);
  expect(standing().map(({ description }) => description)).toContain(sentence);
  await type('Mot de passe', 'right-one');
  await type('Confirmer le mot de passe', 'right-one');
  await press('Créer un compte');
  await until(() => says('camille@example.fr') && !says('Confirmer le mot de passe'));
  expect(standing().filter(({ description }) => description === sentence)).toEqual([]);
});
