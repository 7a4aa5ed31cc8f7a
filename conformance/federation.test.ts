import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, newBrowser } from '../server/src/test/clients/redirect-walk.ts';
import {
  newPerson as newGooglePerson,
  type OidcIssuer,
  startOidcIssuer,
} from '../server/src/test/servers/oidc-issuer.ts';
import {
  startIdentityProvider,
  type TestIdentityProvider,
} from '../server/src/test/servers/saml-provider.ts';
import { type Json, newEmail, password, uuidForm } from './caller.ts';
import { claimsOf } from './forged.ts';
import { memory } from './page.ts';
import { isOwn, programWith } from './programs.ts';
import { site } from './start.ts';

let issuer: OidcIssuer;
let idp: TestIdentityProvider;
const samlId = randomUUID();
const samlDomain = 'company.example';
const folder = await mkdtemp(join(tmpdir(), 'parlance-conformance-'));
afterAll(async () => {
  await Promise.all([issuer?.stop(), idp?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

const at = programWith(async () => {
  issuer = await startOidcIssuer();
  idp = await startIdentityProvider();
  await writeFile(join(folder, 'metadata.xml'), idp.metadata);
  const providers = [{ id: samlId, domains: [samlDomain], metadata: 'metadata.xml' }];
  await writeFile(join(folder, 'saml.json'), JSON.stringify(providers));
  return { ...issuer.env, SAML_PROVIDERS: join(folder, 'saml.json') };
});

beforeEach(() => {
  issuer.person = newGooglePerson();
  issuer.isDown = false;
  issuer.isRefusing = false;
  issuer.isForging = false;
  issuer.tamper = undefined;
  idp.person = { nameId: randomUUID(), email: `ada-${randomUUID()}@${samlDomain}` };
  idp.signs = 'assertion';
});

const auth = (path: string) => `${at.server.url}/auth/v1${path}`;
const page = () => `${at.server.url}/auth/callback`;
const isHome = (url: URL) =>
  (url.origin === at.server.url && !url.pathname.startsWith('/auth/v1/')) || url.origin === site;
const isCallback = (url: URL) => url.href.startsWith(auth('/callback'));

interface Landed {
  to: URL;
  query: Json;
  fragment: Json;
}
const landed = (to: URL): Landed => ({
  to,
  query: Object.fromEntries(to.searchParams),
  fragment: Object.fromEntries(new URLSearchParams(to.hash.slice(1))),
});
const authorize = (more: Record<string, string> = {}) =>
  auth(`/authorize?${new URLSearchParams({ provider: 'google', redirect_to: page(), ...more })}`);

/** The whole way in a browser. */
const viaGoogle = async (more: Record<string, string> = {}, browser = newBrowser()) =>
  landed((await browser.walk(authorize(more), isHome)).at(-1) as URL);

/** Up to the issuer's answer, which is not handed in yet. */
async function returning(more: Record<string, string> = {}, browser: Browser = newBrowser()) {
  return { browser, callback: (await browser.walk(authorize(more), isCallback)).at(-1) as URL };
}

async function handIn(browser: Browser, address: URL | string) {
  const response = await browser.step(String(address));
  expect(response.status).toBe(302);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  return landed(new URL(response.headers.get('location') ?? 'none:'));
}

const userOf = async (token: string): Promise<Json> =>
  (await at.auth('GET /user', undefined, { token })).body;
const halvesOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
});
const newVerifier = () => randomBytes(56).toString('hex');
const expectNoSession = ({ to }: Landed) => expect(to.href).not.toMatch(/access_token|[?&]code=/);

describe.skipIf(!isOwn())('§10 GET /authorize (needs GOOGLE_*)', () => {
  const asked = async (more: Record<string, string> = {}) => {
    const response = await newBrowser().step(authorize(more));
    return { response, to: new URL(response.headers.get('location') ?? 'none:') };
  };

  test('leads by 302 to the issuer with all that OpenID Connect wants', async () => {
    const { response, to } = await asked();
    expect(response.status).toBe(302);
    expect(to.origin).toBe(issuer.url);
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      client_id: issuer.env.GOOGLE_CLIENT_ID,
      redirect_uri: auth('/callback'),
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.any(String),
      nonce: expect.any(String),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('has a fresh state, nonce and challenge each time', async () => {
    const [one, two] = [(await asked()).to, (await asked()).to];
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
  });

  test('has a state that is signed and ends within five minutes', async () => {
    const claims = claimsOf((await asked()).to.searchParams.get('state') ?? '');
    expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(301);
  });

  test('binds it to the browser by a cookie that scripts cannot read', async () => {
    const cookies = (await asked()).response.headers.getSetCookie();
    expect(cookies.some((line) => /HttpOnly/i.test(line) && /SameSite=Lax/i.test(line))).toBe(true);
  });

  test('adds the scopes that were asked for', async () => {
    const { to } = await asked({ scopes: 'https://example.org/calendar' });
    expect(to.searchParams.get('scope')).toBe('openid email profile https://example.org/calendar');
  });

  test('passes on what it does not know, and nothing that is its own', async () => {
    const { to } = await asked({
      login_hint: 'a@example.org',
      access_type: 'offline',
      client_id: 'evil',
      Redirect_URI: 'https://evil.example',
      STATE: 'evil',
      response_type: 'token',
      NONCE: 'evil',
    });
    expect(to.searchParams.get('login_hint')).toBe('a@example.org');
    expect(to.searchParams.get('access_type')).toBe('offline');
    expect(to.href).not.toContain('evil');
    expect(to.searchParams.getAll('response_type')).toEqual(['code']);
  });

  test.each([
    ['an unsupported provider', '?provider=github'],
    ['no provider', ''],
    ['a provider of the prototype', '?provider=constructor'],
    ['half a challenge', `?provider=google&code_challenge=${'c'.repeat(43)}`],
    ['a short challenge', '?provider=google&code_challenge=c&code_challenge_method=s256'],
  ])('refuses %s in JSON', async (_what, query) => {
    const { outcome } = await at.auth(`GET /authorize${query}`, undefined, { key: undefined });
    expect(outcome).toBe('400 validation_failed');
  });
});

describe.skipIf(!isOwn())('§10 GET /callback (needs GOOGLE_*)', () => {
  test('makes a new person with a session in the fragment', async () => {
    const { to, query, fragment } = await viaGoogle();
    expect(to.pathname).toBe('/auth/callback');
    expect(query).toEqual({});
    expect(fragment).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      expires_in: expect.any(String),
      expires_at: expect.any(String),
      token_type: 'bearer',
      provider_token: expect.any(String),
      sb: '',
    });
    expect(fragment.type).toBeUndefined();
  });

  test('makes them confirmed, of Google, with its claims', async () => {
    issuer.person = newGooglePerson({ picture: 'https://example.org/p.png' });
    const user = await userOf((await viaGoogle()).fragment.access_token);
    expect(user).toMatchObject({
      email: issuer.person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: {
        iss: issuer.url,
        sub: issuer.person.sub,
        provider_id: issuer.person.sub,
        name: 'Camille Morel',
        full_name: 'Camille Morel',
        email: issuer.person.email,
        email_verified: true,
        phone_verified: false,
        picture: 'https://example.org/p.png',
        avatar_url: 'https://example.org/p.png',
      },
    });
    expect(user.identities).toMatchObject([
      {
        provider: 'google',
        id: issuer.person.sub,
        email: issuer.person.email,
        identity_id: expect.stringMatching(uuidForm),
      },
    ]);
  });

  test('tells the method in the token', async () => {
    const { fragment } = await viaGoogle();
    expect(claimsOf(fragment.access_token).amr).toMatchObject([{ method: 'oauth' }]);
  });

  test('knows them the second time by their subject, and takes their new name', async () => {
    const first = await viaGoogle();
    const { id } = await userOf(first.fragment.access_token);
    issuer.person = { ...issuer.person, name: 'Camille Durand', email: newEmail() };
    const user = await userOf((await viaGoogle()).fragment.access_token);
    expect(user.id).toBe(id);
    expect(user.user_metadata.name).toBe('Camille Durand');
    expect(user.identities).toHaveLength(1);
  });

  test.each([
    ['our page', () => page(), () => page()],
    ['a site of SITE_URLS', () => `${site}/x`, () => `${site}/x`],
    ['a stranger', () => 'https://evil.example/', () => `${at.server.url}/`],
  ])('leads to what was asked if it is ours: %s', async (_what, wish, to) => {
    const { to: end } = await viaGoogle({ redirect_to: wish() });
    expect(end.origin + end.pathname).toBe(to());
  });

  test('of a PKCE flow leads on with a code, which is exchanged once', async () => {
    const verifier = newVerifier();
    const { query, to } = await viaGoogle(halvesOf(verifier));
    expect(to.hash).toBe('');
    const exchange = () =>
      at.auth('POST /token?grant_type=pkce', { auth_code: query.code, code_verifier: verifier });
    const { outcome, body } = await exchange();
    expect(outcome).toBe('200');
    expect(body).toMatchObject({ provider_token: expect.any(String), user: { email: issuer.person.email } });
    expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'oauth' }]);
    expect((await exchange()).outcome).toBe('404 flow_state_not_found');
    expect((await at.refresh(body.refresh_token)).body).not.toHaveProperty('provider_token');
  });

  test('is where the official client’s way through Google ends', async () => {
    const supabase = at.client({ flowType: 'pkce', persistSession: true, storage: memory() });
    const { data } = await supabase.auth.signInWithOAuth({
      provider: 'google',
      options: { skipBrowserRedirect: true, redirectTo: page() },
    });
    const { query } = landed((await newBrowser().walk(data.url ?? '', isHome)).at(-1) as URL);
    const exchanged = await supabase.auth.exchangeCodeForSession(query.code);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user?.app_metadata.provider).toBe('google');
  });

  test.each([
    ['missing', '?code=x', 'bad_oauth_callback'],
    ['none', '?code=x&state=nothing', 'bad_oauth_state'],
    [
      'unsigned',
      `?code=x&state=${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`,
      'bad_oauth_state',
    ],
  ])('with a state that is %s leads home with the reason', async (_what, query, code) => {
    const end = await handIn(newBrowser(), auth(`/callback${query}`));
    expect(end.to.origin).toBe(at.server.url);
    expect(end.query).toMatchObject({ error: 'invalid_request', error_code: code });
    expectNoSession(end);
  });

  test('takes a state once', async () => {
    const { browser, callback } = await returning();
    const other = newBrowser();
    for (const [name, value] of browser.cookies) other.cookies.set(name, value);
    expect((await handIn(browser, callback)).fragment.access_token).toEqual(expect.any(String));
    const again = await handIn(other, callback);
    expect(again.query.error_code).toMatch(/^(flow_state_already_used|bad_oauth_state)$/);
    expectNoSession(again);
  });

  test('takes a state once when it comes several times at once', async () => {
    const { browser, callback } = await returning();
    const ends = await Promise.all(
      Array.from({ length: 4 }, () => {
        const other = newBrowser();
        for (const [name, value] of browser.cookies) other.cookies.set(name, value);
        return handIn(other, callback);
      }),
    );
    expect(ends.filter(({ fragment }) => fragment.access_token).length).toBeLessThanOrEqual(1);
  });

  test('takes a state from the browser that began, not from another', async () => {
    const { browser, callback } = await returning();
    const { browser: another } = await returning();
    const guessing = newBrowser();
    for (const [name, value] of browser.cookies) guessing.cookies.set(name, `${value.slice(1)}x`);
    for (const stranger of [newBrowser(), another, guessing]) {
      const end = await handIn(stranger, callback);
      expect(end.query.error_code).toBe('bad_oauth_state');
      expectNoSession(end);
    }
  });

  test('takes a state for its own code only', async () => {
    const [one, two] = [await returning(), await returning()];
    one.callback.searchParams.set('code', two.callback.searchParams.get('code') ?? '');
    expectNoSession(await handIn(one.browser, one.callback));
  });

  test('tells what the issuer said', async () => {
    issuer.isRefusing = true;
    const { browser, callback } = await returning();
    const end = await handIn(browser, callback);
    for (const facts of [end.query, end.fragment])
      expect(facts).toMatchObject({ error: 'access_denied', error_description: 'The person said no' });
  });

  test.each<[string, () => void]>([
    ['signed by a stranger', () => (issuer.isForging = true)],
    ['of another issuer', () => (issuer.tamper = (claims) => ({ ...claims, iss: 'https://evil.example' }))],
    ['for another client', () => (issuer.tamper = (claims) => ({ ...claims, aud: 'evil' }))],
    [
      'expired',
      () => (issuer.tamper = (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })),
    ],
    ['with another nonce', () => (issuer.tamper = (claims) => ({ ...claims, nonce: 'evil' }))],
    ['without a nonce', () => (issuer.tamper = ({ nonce: _, ...claims }) => claims)],
    ['without a subject', () => (issuer.tamper = ({ sub: _, ...claims }) => claims)],
    [
      'with a hash of another access token',
      () => (issuer.tamper = (claims) => ({ ...claims, at_hash: 'evil' })),
    ],
  ])('takes no ID token that is %s', async (_what, misbehave) => {
    misbehave();
    const { browser, callback } = await returning();
    const end = await handIn(browser, callback);
    expect(end.query.error).toEqual(expect.any(String));
    expect(end.fragment.error).toEqual(end.query.error);
    expectNoSession(end);
  });

  test('leads on with the reason when the issuer is down', async () => {
    const { browser, callback } = await returning();
    issuer.isDown = true;
    const end = await handIn(browser, callback);
    expect(end.query.error).toMatch(/^(server_error|temporarily_unavailable)$/);
    expectNoSession(end);
  });
});

describe.skipIf(!isOwn())('§10 whose account it is (needs GOOGLE_*)', () => {
  test('a verified address joins the account that confirmed it, which stays an e-mail account', async () => {
    const person = await at.newPerson();
    issuer.person = newGooglePerson({ email: person.email.toUpperCase() });
    const user = await userOf((await viaGoogle()).fragment.access_token);
    expect(user).toMatchObject({
      id: person.id,
      app_metadata: { provider: 'email', providers: ['email', 'google'] },
    });
    expect((await at.signIn(person.email)).outcome).toBe('200');
  });

  test('a verified address takes the account that nobody confirmed, without password and metadata', async () => {
    const email = newEmail();
    await at.signUp(email, { data: { first_name: 'Stranger', planted: true } });
    issuer.person = newGooglePerson({ email });
    const user = await userOf((await viaGoogle()).fragment.access_token);
    expect(user.email_confirmed_at).toEqual(expect.any(String));
    expect(user.user_metadata).not.toHaveProperty('planted');
    expect(user.identities.map(({ provider }: Json) => provider)).toEqual(['google']);
    expect((await at.signIn(email)).outcome).toBe('400 invalid_credentials');
  });

  test('an old mail of a sign-up before opens nothing after that', async () => {
    const email = newEmail();
    await at.signUp(email);
    const { code } = await at.mailTo(email);
    issuer.person = newGooglePerson({ email });
    await viaGoogle();
    const { outcome } = await at.auth('POST /verify', { type: 'signup', email, token: code });
    expect(outcome).toBe('403 otp_expired');
  });

  test('an unverified address signs nobody in and gets a confirmation', async () => {
    issuer.person = newGooglePerson({ email_verified: false });
    const end = await viaGoogle();
    expectNoSession(end);
    expect(end.query).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    });
    expect((await at.mailTo(issuer.person.email ?? '')).link.pathname).toBe('/auth/v1/verify');
  });

  test('an unverified address never joins the account of its owner', async () => {
    const person = await at.newPerson();
    issuer.person = newGooglePerson({ email: person.email, email_verified: false });
    const end = await viaGoogle();
    expectNoSession(end);
    const owner = await userOf(person.token);
    expect(owner.identities.map(({ provider }: Json) => provider)).toEqual(['email']);
    expect((await at.signIn(person.email)).outcome).toBe('200');
  });

  test('begins without consent, and the function makes the profile once', async () => {
    issuer.person = newGooglePerson({ given_name: 'Ada', family_name: 'Lovelace', name: 'Ada Lovelace' });
    const { access_token: token } = (await viaGoogle()).fragment;
    const handle = () => at.functions('POST /handle-google-auth', undefined, { token });
    expect((await handle()).body).toEqual({ success: true, created: expect.any(Boolean) });
    expect((await handle()).body).toEqual({ success: true, created: false });
    const { body } = await at.rest('GET /profiles', undefined, { token });
    expect(body).toMatchObject([
      { first_name: 'Ada', last_name: 'Lovelace', google_consent_completed: false },
    ]);
  });

  test('never overwrites the profile that is there', async () => {
    const { access_token: token } = (await viaGoogle()).fragment;
    await at.functions('POST /handle-google-auth', undefined, { token });
    const { id } = await userOf(token);
    await at.rest(`PATCH /profiles?id=eq.${id}`, { first_name: 'Own' }, { token });
    await at.functions('POST /handle-google-auth', undefined, { token });
    expect((await at.rest('GET /profiles?select=first_name', undefined, { token })).body).toEqual([
      { first_name: 'Own' },
    ]);
  });
});

describe.skipIf(!isOwn())('§10 POST /token?grant_type=id_token (needs GOOGLE_*)', () => {
  const grant = (body: object, token?: string) =>
    at.auth('POST /token?grant_type=id_token', { provider: 'google', ...body }, token ? { token } : {});
  const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex');

  test('answers a session', async () => {
    const { outcome, body } = await grant({ id_token: await issuer.idToken() });
    expect(outcome).toBe('200');
    expect(body.user).toMatchObject({ email: issuer.person.email, app_metadata: { provider: 'google' } });
  });

  test('takes a nonce whose hash the token holds', async () => {
    const nonce = randomUUID();
    expect((await grant({ id_token: await issuer.idToken({ nonce: hashed(nonce) }), nonce })).outcome).toBe(
      '200',
    );
  });

  test.each<[string, () => Promise<object>]>([
    ['a nonce that the token lacks', async () => ({ id_token: await issuer.idToken(), nonce: 'n' })],
    [
      'no nonce where the token has one',
      async () => ({ id_token: await issuer.idToken({ nonce: hashed('n') }) }),
    ],
    ['another nonce', async () => ({ id_token: await issuer.idToken({ nonce: hashed('n') }), nonce: 'm' })],
    [
      'the nonce itself in the token',
      async () => ({ id_token: await issuer.idToken({ nonce: 'n' }), nonce: 'n' }),
    ],
  ])('refuses %s', async (_what, body) => {
    const answer = await grant(await body());
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: expect.stringMatching(/^invalid (nonce|request)$/) });
    expect(answer.body.error_description).toEqual(expect.any(String));
  });

  test.each<[string, () => Promise<string>]>([
    ['of another audience', () => issuer.idToken({ aud: 'evil' })],
    ['of another issuer', () => issuer.idToken({ iss: 'https://evil.example' })],
    ['that has expired', () => issuer.idToken({ exp: Math.floor(Date.now() / 1000) - 3600 })],
    [
      'signed by a stranger',
      async () => {
        issuer.isForging = true;
        return issuer.idToken();
      },
    ],
    ['that is none', async () => 'nothing'],
    [
      'unsigned',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.`,
    ],
  ])('refuses a token %s', async (_what, token) => {
    const answer = await grant({ id_token: await token() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'invalid request', error_description: expect.any(String) });
  });

  test('refuses in the same shape whatever the version', async () => {
    const body = { provider: 'google', id_token: 'nothing' };
    const answer = await at.auth('POST /token?grant_type=id_token', body, { version: undefined });
    expect(answer.body).toMatchObject({ error: 'invalid request', error_description: expect.any(String) });
  });

  test('takes an access token that belongs to it, and no other', async () => {
    const accessToken = randomUUID();
    const id_token = await issuer.idToken({ accessToken });
    expect((await grant({ id_token, access_token: accessToken })).outcome).toBe('200');
    expect((await grant({ id_token, access_token: 'another' })).status).toBe(400);
  });

  test.each([
    { provider: 'github', id_token: 'a.b.c' },
    { provider: null, id_token: 'a.b.c' },
    { provider: 'google' },
  ])('refuses %j', async (body) => {
    expect((await grant(body)).status).toBe(400);
  });

  test('names an unknown provider', async () => {
    expect((await grant({ provider: 'github', id_token: 'a.b.c' })).outcome).toBe('400 validation_failed');
  });

  test('works through the official client', async () => {
    const { data, error } = await at
      .client()
      .auth.signInWithIdToken({ provider: 'google', token: await issuer.idToken() });
    expect(error).toBeNull();
    expect(data.user?.email).toBe(issuer.person.email);
  });

  test('links to who is signed in when asked', async () => {
    const person = await at.newPerson();
    const { outcome, body } = await grant(
      { id_token: await issuer.idToken(), link_identity: true },
      person.token,
    );
    expect(outcome).toBe('200');
    expect(body.user.id).toBe(person.id);
    expect(body.user.app_metadata.providers).toEqual(['email', 'google']);
  });
});

describe.skipIf(!isOwn())('§11 identities (need GOOGLE_*)', () => {
  const begin = (token: string, more = '&skip_http_redirect=true') =>
    at.auth(
      `GET /user/identities/authorize?provider=google&redirect_to=${encodeURIComponent(page())}${more}`,
      undefined,
      { token },
    );
  /** The browser that the page's own request for the address belongs to. */
  async function link(token: string) {
    const browser = newBrowser();
    const response = await browser.step(
      auth(
        `/user/identities/authorize?provider=google&skip_http_redirect=true&redirect_to=${encodeURIComponent(page())}`,
      ),
      { headers: { apikey: at.server.key, authorization: `Bearer ${token}` } },
    );
    const { url } = (await response.json()) as { url: string };
    return landed((await browser.walk(url, isHome)).at(-1) as URL);
  }
  const remove = (token: string, id: string) =>
    at.auth(`DELETE /user/identities/${id}`, undefined, { token });
  const ofGoogle = (user: Json): Json => user.identities.find(({ provider }: Json) => provider === 'google');

  test('GET /user/identities/authorize answers the address, or leads there', async () => {
    const { token } = await at.newPerson();
    const { body, outcome } = await begin(token);
    expect(outcome).toBe('200');
    expect(new URL(body.url).origin).toBe(issuer.url);
    const led = await begin(token, '');
    expect(led.status).toBe(302);
    expect(new URL(led.headers.get('location') ?? '').origin).toBe(issuer.url);
  });

  test('are linked to who asked, whatever the addresses', async () => {
    const person = await at.newPerson();
    const end = await link(person.token);
    expect(end.query.error).toBeUndefined();
    const user = await userOf(person.token);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] });
    expect(ofGoogle(user).id).toBe(issuer.person.sub);
    expect(user.email).toBe(person.email);
  });

  test('that are somebody else’s are not linked', async () => {
    await viaGoogle();
    const person = await at.newPerson();
    const end = await link(person.token);
    expect(end.query.error_code).toBe('identity_already_exists');
    expectNoSession(end);
    expect((await userOf(person.token)).identities).toHaveLength(1);
  });

  test('that are linked already are not linked again', async () => {
    const person = await at.newPerson();
    await link(person.token);
    expect((await link(person.token)).query.error_code).toBe('identity_already_exists');
  });

  test('can be removed, and the account tells what is left', async () => {
    const person = await at.newPerson();
    await link(person.token);
    const { identity_id } = ofGoogle(await userOf(person.token));
    const { outcome, body } = await remove(person.token, identity_id);
    expect([outcome, body]).toEqual(['200', {}]);
    expect((await userOf(person.token)).app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  });

  test('cannot be removed when it is the only one', async () => {
    const { token } = await at.newPerson();
    const [{ identity_id }] = (await userOf(token)).identities;
    expect((await remove(token, identity_id)).outcome).toBe('422 single_identity_not_deletable');
  });

  test('that are not one’s own cannot be removed', async () => {
    const [person, other] = [await at.newPerson(), await at.newPerson()];
    await link(person.token);
    const [{ identity_id }] = (await userOf(other.token)).identities;
    expect((await remove(person.token, identity_id)).outcome).toBe('422 identity_not_found');
    expect((await remove(person.token, randomUUID())).outcome).toBe('422 identity_not_found');
    expect((await remove(person.token, 'nothing')).outcome).toBe('404 validation_failed');
  });

  test('give the account another address when its own goes', async () => {
    const person = await at.newPerson();
    await link(person.token);
    const user = await userOf(person.token);
    const own = user.identities.find(({ provider }: Json) => provider === 'email');
    expect((await remove(person.token, own.identity_id)).outcome).toBe('200');
    const after = await userOf(person.token);
    expect(after.email).toBe(issuer.person.email);
    expect(after.app_metadata).toEqual({ provider: 'google', providers: ['google'] });
  });

  test('are listed, linked and unlinked through the official client', async () => {
    const person = await at.newPerson();
    const supabase = await at.clientOf(person.session);
    const linking = await supabase.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true, redirectTo: page() },
    });
    expect(linking.error).toBeNull();
    expect(new URL(linking.data.url ?? '').origin).toBe(issuer.url);
    await link(person.token);
    const { data } = await supabase.auth.getUserIdentities();
    expect(data?.identities.map(({ provider }) => provider).sort()).toEqual(['email', 'google']);
    const google = data?.identities.find(({ provider }) => provider === 'google');
    const { error } = await supabase.auth.unlinkIdentity(google as NonNullable<typeof google>);
    expect(error).toBeNull();
  });
});

describe.skipIf(!isOwn())('§12 single sign-on (needs SAML_PROVIDERS)', () => {
  /** By the RelayState: what the browser that asked keeps. */
  const cookies = new Map<string, string>();

  const begin = async (body: object = {}) => {
    const answer = await at.auth('POST /sso', {
      domain: samlDomain,
      redirect_to: page(),
      skip_http_redirect: true,
      ...body,
    });
    const relayState = answer.body?.url && new URL(answer.body.url).searchParams.get('RelayState');
    const [cookie = ''] = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    cookies.set(relayState ?? '', cookie);
    return answer;
  };
  const startOf = async (body: object = {}): Promise<string> => (await begin(body)).body.url;

  type Form = Awaited<ReturnType<TestIdentityProvider['respond']>>;
  const handInForm = async ({ action, SAMLResponse, RelayState }: Form) => {
    // Posted from the provider's site, without our cookie, which goes with the browser's next step.
    const posted = await fetch(action, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ SAMLResponse, RelayState }),
    });
    const onward = posted.headers.get('location');
    const response = onward?.startsWith(`${action}?`)
      ? await fetch(onward, { redirect: 'manual', headers: { cookie: cookies.get(RelayState) ?? '' } })
      : posted;
    const text = await response.text();
    const location = response.headers.get('location');
    const end = landed(new URL(location ?? 'none:'));
    let body: Json;
    try {
      body = JSON.parse(text);
    } catch {
      body = undefined;
    }
    const code = body?.error_code ?? body?.code ?? end.query.error_code ?? end.fragment.error_code;
    return { ...end, status: response.status, headers: response.headers, code, text };
  };
  const viaSaml = async (body: object = {}) => handInForm(await idp.respond(await startOf(body)));

  test('begins by the domain or the provider with an address of the provider', async () => {
    for (const body of [
      {},
      { domain: undefined, provider_id: samlId },
      { domain: samlDomain.toUpperCase() },
    ]) {
      const { outcome, body: answer } = await begin(body);
      expect(outcome).toBe('200');
      const url = new URL(answer.url);
      expect(url.href.startsWith(`${idp.url}/sso`)).toBe(true);
      expect(url.searchParams.get('SAMLRequest')).toEqual(expect.any(String));
      expect(url.searchParams.get('RelayState')).toMatch(uuidForm);
    }
  });

  test('begins by 303 without skip_http_redirect', async () => {
    const answer = await at.auth('POST /sso', { domain: samlDomain });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain(idp.url);
  });

  test.each<[string, object, string]>([
    ['an unknown domain', { domain: 'nobody.example' }, '404 sso_provider_not_found'],
    ['a domain below', { domain: `sub.${samlDomain}` }, '404 sso_provider_not_found'],
    ['an unknown provider', { domain: undefined, provider_id: randomUUID() }, '404 sso_provider_not_found'],
    ['both', { provider_id: samlId }, '400 validation_failed'],
    ['neither', { domain: undefined }, '400 validation_failed'],
    ['half a challenge', { code_challenge: 'c'.repeat(43) }, '400 validation_failed'],
  ])('refuses %s', async (_what, body, outcome) => {
    expect((await begin(body)).outcome).toBe(outcome);
  });

  test('tells its own metadata to whoever asks', async () => {
    const answer = await at.auth('GET /sso/saml/metadata', undefined, { key: undefined });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('xml');
    expect(answer.text).toContain('EntityDescriptor');
    expect(answer.text).toContain(auth('/sso/saml/acs'));
  });

  test('settings tell that it is there', async () => {
    expect((await at.auth('GET /settings')).body).toMatchObject({
      saml_enabled: true,
      external: { google: true },
    });
  });

  test('ends with a session in the fragment', async () => {
    const end = await viaSaml();
    expect([302, 303]).toContain(end.status);
    expect(end.to.pathname).toBe('/auth/callback');
    expect(end.fragment).toMatchObject({ access_token: expect.any(String), token_type: 'bearer', sb: '' });
    expect(end.headers.get('cache-control')).toBe('no-store');
    expect(end.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('makes a user of the provider, by its method', async () => {
    const { fragment } = await viaSaml();
    const user = await userOf(fragment.access_token);
    expect(user.app_metadata).toEqual({ provider: `sso:${samlId}`, providers: [`sso:${samlId}`] });
    expect(user.identities).toMatchObject([{ provider: `sso:${samlId}` }]);
    expect(user.email).toBe(idp.person.email);
    expect(claimsOf(fragment.access_token).amr).toMatchObject([
      { method: 'sso/saml', provider: expect.any(String) },
    ]);
  });

  test('knows them the second time', async () => {
    const [one, two] = [await viaSaml(), await viaSaml()];
    expect(claimsOf(one.fragment.access_token).sub).toBe(claimsOf(two.fragment.access_token).sub);
  });

  test('of a PKCE flow ends with a code', async () => {
    const verifier = newVerifier();
    const { query, to } = await viaSaml(halvesOf(verifier));
    expect(to.hash).toBe('');
    const { outcome, body } = await at.auth('POST /token?grant_type=pkce', {
      auth_code: query.code,
      code_verifier: verifier,
    });
    expect(outcome).toBe('200');
    expect(body.user.app_metadata.provider).toBe(`sso:${samlId}`);
  });

  test('begins through the official client', async () => {
    const { data, error } = await at.client().auth.signInWithSSO({ domain: samlDomain });
    expect(error).toBeNull();
    expect(data?.url).toContain(idp.url);
  });

  test('joins no other account of the same address', async () => {
    const email = `owner-${randomUUID()}@${samlDomain}`;
    await at.signUp(email);
    const { code } = await at.mailTo(email);
    const { body: owner } = await at.auth('POST /verify', { type: 'signup', email, token: code });
    idp.person = { nameId: randomUUID(), email };
    const { fragment } = await viaSaml();
    if (fragment.access_token) expect(claimsOf(fragment.access_token).sub).not.toBe(owner.user.id);
    expect((await userOf(owner.access_token)).identities).toHaveLength(1);
  });

  test('keeps address and password with the provider', async () => {
    const { access_token: token } = (await viaSaml()).fragment;
    for (const body of [{ email: newEmail() }, { password: 'sept moutons gris' }, { nonce: '123456' }])
      expect((await at.auth('PUT /user', body, { token })).outcome).toBe('422 user_sso_managed');
    expect((await at.auth('PUT /user', { data: { a: 1 } }, { token })).outcome).toBe('200');
  });

  test('leads to no stranger', async () => {
    const end = await viaSaml({ redirect_to: 'https://evil.example/' });
    expect(end.to.origin).toBe(at.server.url);
  });

  test('takes a RelayState once', async () => {
    const start = await startOf();
    expect((await handInForm(await idp.respond(start))).fragment.access_token).toEqual(expect.any(String));
    const again = await handInForm(await idp.respond(start));
    expect(again.code).toBe('saml_relay_state_not_found');
    expectNoSession(again);
  });

  test('takes no RelayState that it did not give', async () => {
    const form = await idp.respond(await startOf());
    for (const RelayState of [randomUUID(), 'https://evil.example', '']) {
      const end = await handInForm({ ...form, RelayState });
      expect(end.status === 404 || end.code !== undefined).toBe(true);
      expectNoSession(end);
    }
  });

  test('takes an assertion once', async () => {
    const facts = { assertionId: `_${randomUUID()}` };
    expect((await handInForm(await idp.respond(await startOf(), facts))).fragment.access_token).toBeDefined();
    expectNoSession(await handInForm(await idp.respond(await startOf(), facts)));
  });

  test.each<[string, (form: () => Promise<string>) => Promise<Form>]>([
    [
      'without a signature',
      async (start) =>
        idp.respond(await start(), {}, (xml) => xml.replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')),
    ],
    [
      'changed after signing',
      async (start) =>
        idp.respond(await start(), {}, (xml) => xml.replaceAll(idp.person.email ?? '', `evil@${samlDomain}`)),
    ],
    [
      'for another audience',
      async (start) => idp.respond(await start(), { audience: 'https://evil.example' }),
    ],
    [
      'for another recipient',
      async (start) => idp.respond(await start(), { recipient: 'https://evil.example/acs' }),
    ],
    ['in response to something else', async (start) => idp.respond(await start(), { inResponseTo: '_evil' })],
    ['of another issuer', async (start) => idp.respond(await start(), { issuer: 'https://evil.example' })],
    [
      'too late',
      async (start) =>
        idp.respond(await start(), {
          notOnOrAfter: new Date(Date.now() - 600_000),
          subjectNotOnOrAfter: new Date(Date.now() - 600_000),
        }),
    ],
    ['too early', async (start) => idp.respond(await start(), { notBefore: new Date(Date.now() + 600_000) })],
    [
      'that says no',
      async (start) => idp.respond(await start(), { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }),
    ],
    [
      'of another domain',
      async (start) => idp.respond(await start(), { email: `person-${randomUUID()}@evil.example` }),
    ],
    [
      'with a document type',
      async (start) => idp.respond(await start(), {}, (xml) => `<!DOCTYPE x [<!ENTITY e "x">]>${xml}`),
    ],
    [
      'wrapped around another',
      async (start) =>
        idp.respond(await start(), {}, (xml) => {
          const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? '';
          const evil = assertion
            .replace(/<ds:Signature[\s\S]*<\/ds:Signature>/, '')
            .replace(/ID="[^"]+"/, 'ID="_evil"')
            .replaceAll(idp.person.email ?? '', `evil@${samlDomain}`)
            .replaceAll(idp.person.nameId ?? '', 'evil');
          return xml.replace(assertion, `${evil}${assertion}`);
        }),
    ],
  ])('takes no assertion %s', async (_what, forge) => {
    const end = await handInForm(await forge(() => startOf()));
    expectNoSession(end);
    expect(end.status).toBeLessThan(500);
    expect(end.status >= 400 || end.code !== undefined).toBe(true);
  });

  test.each(['', 'nothing', Buffer.from('<a/>').toString('base64'), 'x'.repeat(200_000)])(
    'takes no form of nonsense',
    async (SAMLResponse) => {
      const form = await idp.respond(await startOf());
      const end = await handInForm({ ...form, SAMLResponse });
      expectNoSession(end);
      expect(end.status).toBeLessThan(500);
    },
  );

  test('takes no form at all for what it is', async () => {
    const answer = await at.auth('POST /sso/saml/acs', {}, { key: undefined });
    expect(answer.status).toBeGreaterThanOrEqual(300);
    expect(answer.status).toBeLessThan(500);
    expect((await at.signIn(newEmail(), password)).outcome).toBe('400 invalid_credentials');
  });
});
