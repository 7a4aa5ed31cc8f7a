import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { User } from '@supabase/auth-js';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { field, press, render, says, type, until } from '../../../test/render.tsx';

const userId = '0190a000-0000-7000-8000-000000000001';
const now = new Date().toISOString();
const identity = (provider: string) => ({
  identity_id: `0190a000-0000-7000-8000-0000000000${provider.length}0`,
  id: userId,
  user_id: userId,
  provider,
  identity_data: { email: 'camille@example.fr' },
  created_at: now,
  updated_at: now,
});
const factor = (id: string, name: string) => ({
  id,
  friendly_name: name,
  factor_type: 'totp',
  status: 'verified',
  created_at: now,
  updated_at: now,
});

/** What the server holds, which a test changes under the screen's feet. */
let held: {
  profile: Record<string, unknown>;
  identities: ReturnType<typeof identity>[];
  factors: ReturnType<typeof factor>[];
  sessions: Record<string, unknown>[];
  broken: string[];
  ended: boolean;
  /** The session began a while ago. */
  isStale: boolean;
};
let asked: { method: string; path: string; body: Record<string, unknown> }[];
let server: Server;

const user = () => ({
  id: userId,
  aud: 'authenticated',
  role: 'authenticated',
  email: 'camille@example.fr',
  app_metadata: { provider: held.identities[0]?.provider },
  user_metadata: { first_name: 'Camille', last_name: 'Morel' },
  identities: held.identities,
  factors: held.factors,
  created_at: now,
});
const part = (object: unknown) => Buffer.from(JSON.stringify(object)).toString('base64url');
const tokenOf = (aal: string) =>
  `${part({ alg: 'ES256', kid: 'k', typ: 'JWT' })}.${part({ sub: userId, aal, exp: 4e9 })}.c2lnbmF0dXJl`;
const tokens = (aal: string) => ({
  access_token: tokenOf(aal),
  refresh_token: 'refresh-token',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: 4e9,
  user: user(),
});

function answer(method: string, path: string, body: Record<string, unknown>): [number, unknown] {
  if (path === '/config.json')
    return [200, { publishableKey: 'sb_publishable_test', google: true, supportEmail: 'aide@exemple.fr' }];
  if (held.ended && path !== '/config.json') return [401, { code: 'PGRST301', message: 'ended' }];
  if (held.broken.includes(path)) return [403, { code: 'forbidden', title: 'Refusé', message: 'refused' }];
  const isGuarded = /^\/auth\/v1\/(factors|user\/identities)/.test(path);
  if (held.isStale && isGuarded) return [400, { code: 'reauthentication_needed', message: 'needed' }];
  if (method === 'DELETE' && isGuarded) return [200, {}];
  switch (`${method} ${path}`) {
    case 'POST /api/v1/session/proof':
      if (body.password !== 'le-bon-passe' && body.code !== '123456')
        return [422, { code: 'proof_wrong', title: 'Pas le bon', status: 422 }];
      held.isStale = false;
      return [204, undefined];
    case 'POST /auth/v1/factors':
      return [
        200,
        { id: 'f9', type: 'totp', totp: { qr_code: '<svg/>', secret: 'GEZDGNBV', uri: 'otpauth://x' } },
      ];
    case 'GET /rest/v1/profiles':
      return [200, [held.profile]];
    case 'PATCH /rest/v1/profiles':
      Object.assign(held.profile, body);
      return [200, [{ id: userId }]];
    case 'GET /auth/v1/user':
      return [200, user()];
    case 'PUT /auth/v1/user':
      if (body.password === 'toujours-pareil') return [422, { code: 'same_password', message: 'same' }];
      if (body.password && !body.current_password && body.nonce !== '123456')
        return [400, { code: 'reauthentication_needed', message: 'needed' }];
      return [200, user()];
    case 'GET /auth/v1/reauthenticate':
      return [200, {}];
    case 'POST /auth/v1/token':
      return body.password === 'le-bon-passe'
        ? [200, tokens('aal1')]
        : [400, { code: 'invalid_credentials', message: 'Invalid login credentials' }];
    case 'POST /auth/v1/logout':
      return [204, undefined];
    case 'GET /api/v1/api-keys':
      return [200, { items: [] }];
    case 'GET /api/v1/sessions':
      return [200, { items: held.sessions, nextCursor: null }];
    case 'POST /api/v1/privacy/deletion':
      return [202, { scheduledFor: '2026-12-03T13:30:00.000Z' }];
    default:
      return path.startsWith('/api/v1/sessions/') ? [204, undefined] : [404, { code: 'not_found' }];
  }
}

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response: ServerResponse) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const body = text ? JSON.parse(text) : {};
      const method = request.method ?? '';
      asked.push({ method, path, body });
      const [status, json] = answer(method, path, body);
      const headers = { 'Content-Type': 'application/json', 'X-Supabase-Api-Version': '2024-01-01' };
      response.writeHead(status, headers).end(json === undefined ? '' : JSON.stringify(json));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  window.location.href = `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile`;
  // What a browser has in a moment takes a busy machine seconds to compile.
  await Promise.all([import('../../../ui/dialogs/DialogPanel.tsx'), import('../personal/LeaveDialog.tsx')]);
});
afterAll(() => new Promise((done) => server.close(done)));

beforeEach(async () => {
  // What is still on its way belongs to the test before.
  await render(null);
  held = {
    profile: { first_name: 'Camille', last_name: 'Morel', website: null, receive_updates: false },
    identities: [identity('email')],
    factors: [],
    sessions: [
      {
        id: '0190a000-0000-7000-8000-00000000000a',
        current: false,
        userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1',
        lastSeenAt: new Date(Date.now() - 7_200_000).toISOString(),
      },
      {
        id: '0190a000-0000-7000-8000-00000000000b',
        current: true,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
        lastSeenAt: now,
      },
    ],
    broken: [],
    ended: false,
    isStale: false,
  };
  asked = [];
  sessionStorage.clear();
});

async function open(aal = 'aal1') {
  localStorage.setItem('parlance-auth', JSON.stringify(tokens(aal)));
  // After the address is known: the client takes its server from it.
  const { Profile } = await import('./Profile.tsx');
  const { session } = await import('../../../lib/session/session.ts');
  const { queryClient } = await import('../../../lib/queries/query-client.ts');
  queryClient.clear();
  await act(async () => session.set({ status: 'signedIn', user: user() as unknown as User }));
  const router = createMemoryRouter(
    [
      { path: '/profile', Component: Profile },
      { path: '/', element: 'tableau de bord' },
    ],
    { initialEntries: ['/profile'] },
  );
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await until(() => document.querySelector('form [name=firstName], [role=alert]'));
  return { router, queryClient };
}

const calls = (method: string, path: string) =>
  asked.filter((call) => call.method === method && call.path === path);
const describedBy = (label: string) =>
  document.getElementById(field(label).getAttribute('aria-describedby')?.split(' ')[0] ?? '')?.textContent;

test('names, a cleaned website and the wish for news are saved to one’s own row', async () => {
  await open();
  expect(field('Adresse email').readOnly).toBe(true);
  expect(says('aide@exemple.fr')).toBe(true);
  await type('Prénom', ' ');
  await type('Site web', 'pas une adresse');
  await press('Enregistrer');
  expect(describedBy('Prénom')).toBe('Ce champ est requis');
  expect(describedBy('Site web')).toBe('Cette adresse de site n’est pas valable');
  expect(calls('PATCH', '/rest/v1/profiles')).toHaveLength(0);
  await type('Prénom', ' Camélia ');
  await type('Site web', 'exemple.fr');
  await press('Enregistrer');
  await until(() => calls('PUT', '/auth/v1/user').length > 0);
  expect(calls('PATCH', '/rest/v1/profiles')[0]?.body).toMatchObject({
    first_name: 'Camélia',
    last_name: 'Morel',
    website: 'https://exemple.fr/',
    receive_updates: false,
    updated_at: expect.stringMatching(/^20/),
  });
  await until(() => !says('Modifications non enregistrées'));
  expect(field('Prénom').value).toBe('Camélia');
});

test('a profile that does not load says so and can be asked for again', async () => {
  held.broken = ['/rest/v1/profiles'];
  await open();
  await until(() => says('Impossible de charger le profil.'));
  held.broken = [];
  await press('Réessayer');
  await until(() => document.querySelector('[name=firstName]'));
});

test('what was changed elsewhere meanwhile is told before it is replaced', async () => {
  await open();
  await type('Prénom', 'Camélia');
  held.profile.last_name = 'Durand';
  await press('Enregistrer');
  await until(() => says('Modifié ailleurs entre-temps.'));
  expect(calls('PATCH', '/rest/v1/profiles')).toHaveLength(0);
  await press('Reprendre la plus récente');
  expect(field('Prénom').value).toBe('Camille');
  expect(field('Nom').value).toBe('Durand');

  await type('Prénom', 'Camélia');
  held.profile.last_name = 'Petit';
  await press('Enregistrer');
  await until(() => says('Modifié ailleurs entre-temps.'));
  await press('Enregistrer');
  await until(() => calls('PATCH', '/rest/v1/profiles').length > 0);
  expect(held.profile).toMatchObject({ first_name: 'Camélia', last_name: 'Durand' });
  await until(() => !says('Modifications non enregistrées'));
});

test('a session that ended while one typed asks for the password; what was typed stays', async () => {
  await open();
  const { session } = await import('../../../lib/session/session.ts');
  await type('Prénom', 'Camélia');
  held.ended = true;
  await press('Enregistrer');
  await until(() => session.get().status === 'signedIn' && 'asks' in session.get());
  expect(field('Prénom').value).toBe('Camélia');
  expect(sessionStorage.getItem(`draft:${userId}:profile`)).toContain('Camélia');
});

test('unsaved changes are asked about once before the page is left', async () => {
  const { router } = await open();
  await type('Nom', 'Durand');
  await act(async () => void router.navigate('/'));
  await until(() => says('Quitter sans enregistrer'));
  await press('Rester ici');
  expect(router.state.location.pathname).toBe('/profile');
  expect(field('Nom').value).toBe('Durand');
  await act(async () => void router.navigate('/'));
  await until(() => says('Quitter sans enregistrer'));
  await press('Quitter');
  await until(() => says('tableau de bord'));
  expect(sessionStorage.length).toBe(0);
});

test('the password changes once the present one proved right beside the open session', async () => {
  const { router } = await open();
  await until(() => document.querySelector('[name=current]'));
  const submit = () => press('Modifier le mot de passe');
  await type('Mot de passe actuel', 'pas-le-bon');
  await type('Nouveau mot de passe', 'abc');
  await type('Confirmer le mot de passe', 'abd');
  await submit();
  expect(describedBy('Nouveau mot de passe')).toBe('Le mot de passe doit contenir au moins 6 caractères');
  expect(describedBy('Confirmer le mot de passe')).toBe('Les mots de passe ne correspondent pas');
  await type('Nouveau mot de passe', 'six chevaux bleus');
  await type('Confirmer le mot de passe', 'six chevaux bleus');
  await submit();
  await until(() => describedBy('Mot de passe actuel') === 'Mot de passe actuel incorrect');
  expect(calls('PUT', '/auth/v1/user')).toHaveLength(0);

  await type('Mot de passe actuel', 'le-bon-passe');
  await submit();
  await until(() => calls('PUT', '/auth/v1/user').length > 0);
  expect(calls('PUT', '/auth/v1/user')[0]?.body).toMatchObject({
    password: 'six chevaux bleus',
    current_password: 'le-bon-passe',
  });
  await until(() => field('Nouveau mot de passe').value === '');
  // The session of the check is ended; the one at hand is the same as before.
  expect(calls('POST', '/auth/v1/logout')).toHaveLength(1);
  expect(JSON.parse(localStorage.getItem('parlance-auth') ?? '{}').refresh_token).toBe('refresh-token');
  expect(router.state.location.pathname).toBe('/profile');
});

test('a password that is the present one is refused at its field', async () => {
  await open();
  await until(() => document.querySelector('[name=current]'));
  await type('Mot de passe actuel', 'le-bon-passe');
  await type('Nouveau mot de passe', 'toujours-pareil');
  await type('Confirmer le mot de passe', 'toujours-pareil');
  await press('Modifier le mot de passe');
  await until(() => describedBy('Nouveau mot de passe')?.includes('C’est déjà votre mot de passe'));
});

test('without a password to ask for, a mailed code says who adds one', async () => {
  held.identities = [identity('google')];
  await open();
  await until(() => document.querySelector('[name=password]'));
  expect(document.querySelector('[name=current]')).toBeNull();
  await type('Nouveau mot de passe', 'six chevaux bleus');
  await type('Confirmer le mot de passe', 'six chevaux bleus');
  await press('Ajouter un mot de passe');
  await until(() => document.querySelector('[name=mailedCode]'));
  expect(calls('GET', '/auth/v1/reauthenticate')).toHaveLength(1);
  await press('Ajouter un mot de passe');
  await until(() => describedBy('Code reçu par email') === 'Le code compte six chiffres');
  expect(calls('PUT', '/auth/v1/user')).toHaveLength(1);
  await type('Code reçu par email', '123 456');
  await press('Ajouter un mot de passe');
  await until(() => !document.querySelector('[name=mailedCode]'));
  expect(calls('PUT', '/auth/v1/user')[1]?.body).toMatchObject({ nonce: '123456' });
});

test('sessions are named in words, this one first, and others can be ended', async () => {
  await open();
  await until(() => says('Firefox sur Linux'));
  const lines = [...document.querySelectorAll('[aria-label="Sessions ouvertes"] li')];
  expect(lines[0]?.textContent).toContain('Cette session');
  expect(lines[0]?.querySelector('button')).toBeNull();
  expect(lines[1]?.textContent).toContain('Safari sur iPhone');
  expect(lines[1]?.textContent).toMatch(/Active il y a 2\sh/);
  await press('Fermer la session Safari sur iPhone');
  await until(() => calls('DELETE', '/api/v1/sessions/0190a000-0000-7000-8000-00000000000a').length > 0);
});

test('removing the last app says that the second step goes with it', async () => {
  held.factors = [factor('f1', 'Mon téléphone')];
  await open('aal2');
  await until(() => says('Mon téléphone'));
  await press('Retirer Mon téléphone');
  await until(() => says('la connexion en deux étapes sera désactivée'));
});

test('the last way into the account can’t be removed, and why is said', async () => {
  await open();
  await until(() => says('Comptes liés'));
  expect(says('Lier')).toBe(true);
  expect(says('elle ne peut pas être retirée')).toBe(true);
  expect(says('Délier')).toBe(false);
});

test('with two ways into the account each can be removed', async () => {
  held.identities = [identity('email'), identity('google')];
  await open();
  await until(() => says('Comptes liés'));
  await press('Délier Google');
  await until(() => says('Vous ne pourrez plus entrer dans ce compte par là.'));
});

test('that a way could not be removed is told until it is removed', async () => {
  const { toasts } = await import('../../../ui/toasts/toasts.ts');
  const isTold = () =>
    toasts.get().some(({ title, dismissed }) => title === 'Le compte n’a pas été délié' && !dismissed);
  const google = identity('google');
  held.identities = [identity('email'), google];
  held.broken = [`/auth/v1/user/identities/${google.identity_id}`];
  await open();
  const unlink = async () => {
    await until(() => says('Comptes liés'));
    await press('Délier Google');
    await until(() => says('Vous ne pourrez plus entrer dans ce compte par là.'));
    await press('Délier');
  };
  await unlink();
  await until(isTold);
  held.broken = [];
  await until(() => !says('Vous ne pourrez plus entrer'));
  await unlink();
  await until(() => !isTold());
});

test('a session of a while ago asks for the password before a way into the account goes', async () => {
  held.identities = [identity('email'), identity('google')];
  held.isStale = true;
  await open();
  await until(() => says('Comptes liés'));
  await press('Délier Google');
  await until(() => says('Vous ne pourrez plus entrer dans ce compte par là.'));
  await press('Délier');
  await until(() => says('Confirmez que c’est bien vous'));
  await type('Votre mot de passe', 'pas-le-bon');
  await press('Confirmer');
  await until(() => says('Mot de passe incorrect'));
  expect(held.isStale).toBe(true);
  await type('Votre mot de passe', 'le-bon-passe');
  await press('Confirmer');
  await until(() => !says('Confirmez que c’est bien vous'));
  const unlinked = asked.filter(
    ({ method, path }) => method === 'DELETE' && path.startsWith('/auth/v1/user/identities/'),
  );
  expect(unlinked).toHaveLength(2);
});

test('a code by mail does as well, before a first app is added, whose name stays', async () => {
  held.isStale = true;
  await open();
  await press('Activer');
  await until(() => document.querySelector('[name=name]'));
  await type('Nom de l’appareil', 'Ma tablette');
  await press('Continuer');
  await until(() => says('Confirmez que c’est bien vous'));
  await press('Recevoir plutôt un code par email');
  await until(() => document.querySelector('[name=code]'));
  expect(calls('GET', '/auth/v1/reauthenticate')).toHaveLength(1);
  await type('Code reçu par email', '123456');
  await press('Confirmer');
  await until(() => says('GEZD GNBV'));
  expect(calls('POST', '/auth/v1/factors').map(({ body }) => body.friendly_name)).toEqual([
    'Ma tablette',
    'Ma tablette',
  ]);
});

test('who declines to say who they are changes nothing, and nothing is said', async () => {
  held.identities = [identity('email'), identity('google')];
  held.isStale = true;
  await open();
  await until(() => says('Comptes liés'));
  await press('Délier Google');
  await until(() => says('Vous ne pourrez plus entrer dans ce compte par là.'));
  await press('Délier');
  await until(() => says('Confirmez que c’est bien vous'));
  await press('Annuler');
  await until(() => !says('Confirmez que c’est bien vous'));
  expect(says('n’a pas pu')).toBe(false);
});

test('the account is deleted only after its box is ticked, and the date is told', async () => {
  await open();
  await press('Supprimer mon compte');
  expect(says('Cochez cette case pour confirmer la suppression')).toBe(true);
  expect(calls('POST', '/api/v1/privacy/deletion')).toHaveLength(0);
  await act(async () => field('Je comprends').click());
  await press('Supprimer mon compte');
  await until(() => says('Suppression demandée'));
  expect(says('3 décembre 2026')).toBe(true);
});
