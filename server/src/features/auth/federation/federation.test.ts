import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeJson } from '../../../db/json.ts';
import { enqueue } from '../../../kit/jobs/enqueue.ts';
import {
  authProtocol,
  bearer,
  fragmentOf,
  newAddress,
  password,
  version,
} from '../../../test/clients/auth-protocol.ts';
import { type Browser, newBrowser } from '../../../test/clients/redirect-walk.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { newPerson, type OidcIssuer, startOidcIssuer } from '../../../test/servers/oidc-issuer.ts';
import { forgetExpired } from '../jobs.ts';

let issuer: OidcIssuer;
let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;

beforeAll(async () => {
  issuer = await startOidcIssuer();
  program = await startProgram(issuer.env);
  auth = await authProtocol(program);
});

afterAll(async () => {
  await program.stop();
  await issuer.stop();
});

beforeEach(() => {
  issuer.person = newPerson();
  issuer.isDown = false;
  issuer.isRefusing = false;
  issuer.isForging = false;
  issuer.tamper = undefined;
});

const at = (path: string) => `${program.url}/auth/v1${path}`;
const isOurs = (path: string) => (url: URL) => url.origin === program.url && url.pathname.startsWith(path);
const isHome = (url: URL) => url.origin === program.url && !url.pathname.startsWith('/auth/v1/');
const isCallback = isOurs('/auth/v1/callback');

const authorizeAt = (more: Record<string, string> = {}) =>
  at(
    `/authorize?${new URLSearchParams({ provider: 'google', redirect_to: `${program.url}/auth/callback`, ...more })}`,
  );

const factsOf = (url: URL) => ({
  query: Object.fromEntries(url.searchParams),
  fragment: Object.fromEntries(new URLSearchParams(url.hash.slice(1))),
});

/** All the way in a browser; where it ends, and what the address says. */
async function signIn(more: Record<string, string> = {}, browser = newBrowser()) {
  const to = (await browser.walk(authorizeAt(more), isHome)).at(-1) as URL;
  return { to, ...factsOf(to) };
}

/** Up to the provider's answer, which is not handed in yet. */
async function returning(more: Record<string, string> = {}, browser: Browser = newBrowser()) {
  const way = await browser.walk(authorizeAt(more), isCallback);
  return { browser, callback: way.at(-1) as URL };
}

async function handIn(browser: Browser, callback: URL | string, init: RequestInit = {}) {
  const response = await browser.step(String(callback), init);
  expect(response.status).toBe(302);
  const to = new URL(response.headers.get('location') as string);
  return { response, to, ...factsOf(to) };
}

const userOf = async (accessToken: string) =>
  (await auth.call('/user', { headers: bearer(accessToken) })).answer;

const codeIn = (code: string, facts: ReturnType<typeof factsOf>) => {
  expect(facts.query.error_code).toBe(code);
  expect(facts.fragment.error_code).toBe(code);
};

describe('sign-in with Google', () => {
  test('leads a new person to the issuer and back with a session', async () => {
    issuer.person = newPerson({
      email: 'Nadia.Diallo@Example.org',
      picture: 'https://example.org/nadia.png',
    });
    const { to, fragment, query } = await signIn();
    expect(to.pathname).toBe('/auth/callback');
    expect(query).toEqual({});
    expect(fragment).toMatchObject({ token_type: 'bearer', expires_in: '3600', sb: '' });
    expect(fragment.type).toBeUndefined();
    expect(fragment.provider_token).toBeTruthy();
    const user = await userOf(fragment.access_token as string);
    expect(user).toMatchObject({
      email: 'nadia.diallo@example.org',
      app_metadata: { provider: 'google', providers: ['google'] },
      user_metadata: {
        iss: issuer.url,
        sub: issuer.person.sub,
        provider_id: issuer.person.sub,
        email: 'nadia.diallo@example.org',
        email_verified: true,
        phone_verified: false,
        name: 'Camille Morel',
        full_name: 'Camille Morel',
        given_name: 'Camille',
        family_name: 'Morel',
        picture: 'https://example.org/nadia.png',
        avatar_url: 'https://example.org/nadia.png',
      },
      identities: [{ id: issuer.person.sub, provider: 'google', email: 'nadia.diallo@example.org' }],
    });
    expect(user.email_confirmed_at).toBeTruthy();
    const claims = JSON.parse(
      Buffer.from((fragment.access_token as string).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims.amr).toMatchObject([{ method: 'oauth' }]);
  });

  test('asks the issuer as the standard wants it', async () => {
    const response = await newBrowser().step(
      authorizeAt({
        scopes: 'openid https://example.org/scope',
        access_type: 'offline',
        login_hint: 'a@example.org',
        STATE: 'mine',
        Client_Id: 'mine',
        redirect_uri: 'https://evil.example',
      }),
    );
    expect(response.status).toBe(302);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const to = new URL(response.headers.get('location') as string);
    expect(to.origin).toBe(issuer.url);
    const asked = Object.fromEntries(to.searchParams);
    expect(asked).toMatchObject({
      client_id: issuer.env.GOOGLE_CLIENT_ID,
      redirect_uri: at('/callback'),
      response_type: 'code',
      scope: 'openid email profile https://example.org/scope',
      code_challenge_method: 'S256',
      access_type: 'offline',
      login_hint: 'a@example.org',
    });
    expect(asked.code_challenge).toMatch(/^[\w-]{43}$/);
    expect(asked.nonce).toBeTruthy();
    expect(asked.STATE).toBeUndefined();
    expect(asked.Client_Id).toBeUndefined();
    const [cookie = ''] = response.headers.getSetCookie();
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(cookie).toContain('Max-Age=600');
  });

  test('refuses what it does not offer', async () => {
    const [unknown, none, halfChallenge, badScopes] = await Promise.all([
      auth.call('/authorize?provider=facebook'),
      auth.call('/authorize'),
      auth.call('/authorize?provider=google&code_challenge_method=s256'),
      auth.call(`/authorize?provider=google&scopes=${encodeURIComponent('a"b')}`),
    ]);
    for (const { status, answer } of [unknown, none, halfChallenge, badScopes]) {
      expect([status, answer.error_code]).toEqual([400, 'validation_failed']);
    }
  });

  test('finds the person again, whatever their address is by now, and says what is new', async () => {
    const first = await signIn();
    const before = await userOf(first.fragment.access_token as string);
    issuer.person = { ...issuer.person, email: newAddress(), name: 'Camille Morel-Petit' };
    const second = await signIn();
    const after = await userOf(second.fragment.access_token as string);
    expect(after.id).toBe(before.id);
    expect(after.email).toBe(before.email);
    expect(after.user_metadata.full_name).toBe('Camille Morel-Petit');
    expect(after.identities).toHaveLength(1);
  });

  test('makes one account of two sign-ins at once', async () => {
    const ways = await Promise.all([returning(), returning()]);
    const ends = await Promise.all(ways.map(({ browser, callback }) => handIn(browser, callback)));
    const users = await Promise.all(ends.map(({ fragment }) => userOf(fragment.access_token as string)));
    expect(users[0].id).toBe(users[1].id);
  });

  test('ends in a code for a client that wants one, which brings the provider’s token once', async () => {
    const client = auth.codeClient();
    const { data } = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${program.url}/auth/callback`, skipBrowserRedirect: true },
    });
    const to = (await newBrowser().walk(data.url as string, isHome)).at(-1) as URL;
    expect(to.hash).toBe('');
    const exchanged = await client.auth.exchangeCodeForSession(to.searchParams.get('code') as string);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session?.provider_token).toBeTruthy();
    expect(exchanged.data.user?.app_metadata.provider).toBe('google');
    const refreshed = await auth.call('/token?grant_type=refresh_token', {
      body: { refresh_token: exchanged.data.session?.refresh_token },
    });
    expect(refreshed.status).toBe(200);
    expect(refreshed.answer.provider_token).toBeUndefined();
    const rows = await program.context.db.selectFrom('flow_states').select('id').execute();
    expect(rows).toEqual([]);
  });

  test('keeps no provider token longer than the code that brings it', async () => {
    const challenge = createHash('sha256').update('v'.repeat(50)).digest('base64url');
    await signIn({ code_challenge: challenge, code_challenge_method: 's256' });
    const sealed = () =>
      program.context.db.selectFrom('flow_states').select('provider_tokens_sealed').execute();
    expect((await sealed())[0]?.provider_tokens_sealed).not.toBeNull();
    program.advance(600_000);
    await enqueue(program.context.db, forgetExpired, {}, { now: program.context.clock() });
    await program.settle();
    expect((await sealed())[0]?.provider_tokens_sealed).toBeNull();
    program.advance(-600_000);
  });

  test('takes the answer of an issuer that has it posted', async () => {
    const { browser, callback } = await returning();
    const body = callback.searchParams;
    const posted = await fetch(at('/callback'), { method: 'POST', body, redirect: 'manual' });
    expect(posted.status).toBe(302);
    const { fragment } = await handIn(browser, posted.headers.get('location') as string);
    expect(fragment.access_token).toBeTruthy();
    const again = await returning();
    const direct = await handIn(again.browser, at('/callback'), {
      method: 'POST',
      body: again.callback.searchParams,
    });
    expect(direct.fragment.access_token).toBeTruthy();
  });

  test('never leads elsewhere than to our own sites', async () => {
    const { to } = await signIn({ redirect_to: 'https://evil.example/x' });
    expect(to.origin).toBe(program.url);
    expect(to.pathname).toBe('/');
  });

  test('looks at a callback without using it up', async () => {
    const { browser, callback } = await returning();
    expect((await browser.step(callback.href, { method: 'HEAD' })).status).toBe(204);
    expect((await handIn(browser, callback)).fragment.access_token).toBeTruthy();
  });
});

describe('a callback that is not right', () => {
  const refusals = (facts: ReturnType<typeof factsOf> & { to: URL }, code: string) => {
    codeIn(code, facts);
    expect(facts.query.error).toBe('invalid_request');
    expect(facts.fragment.error).toBe('invalid_request');
    expect(facts.fragment.access_token).toBeUndefined();
  };

  test('has no state, a foreign one, or one that we signed for something else', async () => {
    const { browser, callback } = await returning();
    const state = callback.searchParams.get('state') as string;
    refusals(await handIn(browser, at('/callback?code=x')), 'bad_oauth_callback');
    for (const wrong of [
      'x',
      randomUUID(),
      `${state.slice(0, -4)}AAAA`,
      (await auth.confirmedPerson()).session.access_token,
    ]) {
      const facts = await handIn(
        browser,
        at(`/callback?${new URLSearchParams({ code: 'x', state: wrong })}`),
      );
      refusals(facts, 'bad_oauth_state');
      expect(facts.to.href.startsWith(`${program.url}/?`)).toBe(true);
    }
  });

  test('has used its state before', async () => {
    const { browser, callback } = await returning();
    const cookies = new Map(browser.cookies);
    expect((await handIn(browser, callback)).fragment.access_token).toBeTruthy();
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    refusals(await handIn(browser, callback), 'flow_state_already_used');
  });

  test('is handed in twice at once: one is taken', async () => {
    const { browser, callback } = await returning();
    const copies = [0, 1, 2].map(() => {
      const copy = newBrowser();
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    });
    const ends = await Promise.all(copies.map((copy) => handIn(copy, callback)));
    expect(ends.filter(({ fragment }) => fragment.access_token)).toHaveLength(1);
    expect(ends.filter(({ fragment }) => fragment.error_code === 'flow_state_already_used')).toHaveLength(2);
  });

  test('comes from another browser, and the right one is not harmed by it', async () => {
    const { browser, callback } = await returning();
    refusals(await handIn(newBrowser(), callback), 'bad_oauth_state');
    const stranger = newBrowser();
    for (const name of browser.cookies.keys()) stranger.cookies.set(name, 'x'.repeat(43));
    refusals(await handIn(stranger, callback), 'bad_oauth_state');
    expect((await handIn(browser, callback)).fragment.access_token).toBeTruthy();
  });

  test('comes after the state has expired', async () => {
    const { browser, callback } = await returning();
    program.advance(301_000);
    refusals(await handIn(browser, callback), 'bad_oauth_state');
    program.advance(-301_000);
  });

  test('has no code', async () => {
    const { browser, callback } = await returning();
    callback.searchParams.delete('code');
    const facts = await handIn(browser, callback);
    refusals(facts, 'bad_oauth_callback');
    expect(facts.to.pathname).toBe('/auth/callback');
  });

  test('has a code that the issuer does not know, or one of another sign-in', async () => {
    const { browser, callback } = await returning();
    callback.searchParams.set('code', 'made-up');
    refusals(await handIn(browser, callback), 'bad_oauth_callback');
    const [mine, theirs] = [await returning(), await returning()];
    mine.callback.searchParams.set('code', theirs.callback.searchParams.get('code') as string);
    refusals(await handIn(mine.browser, mine.callback), 'bad_oauth_callback');
  });

  test('carries the issuer’s own refusal on', async () => {
    issuer.isRefusing = true;
    const { to, query, fragment } = await signIn();
    expect(to.pathname).toBe('/auth/callback');
    for (const facts of [query, fragment]) {
      expect(facts).toMatchObject({ error: 'access_denied', error_description: 'The person said no' });
    }
  });

  test('does not carry a stranger’s words as an error', async () => {
    const { browser, callback } = await returning();
    callback.searchParams.set('error', '<script>');
    callback.searchParams.set('error_description', `two\nlines${'x'.repeat(1000)}`);
    const { query } = await handIn(browser, callback);
    expect(query.error).toBe('server_error');
    expect(query.error_description).toMatch(/^twolinesx{292}$/);
  });

  test.each([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['an audience beside ours, made for another', { aud: ['parlance-tests', 'other'], azp: 'other' }],
    ['another issuer', { iss: 'https://accounts.example.com' }],
    ['an end in the past', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['no end', { exp: undefined }],
    ['another access token', { at_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }],
    ['nobody', { sub: '' }],
  ])('has an ID token with %s', async (_what, change) => {
    issuer.tamper = (claims) => JSON.parse(JSON.stringify({ ...claims, ...change }));
    const facts = await signIn();
    refusals(facts, 'bad_oauth_callback');
    expect(facts.to.pathname).toBe('/auth/callback');
  });

  test('has an ID token that the issuer did not sign', async () => {
    issuer.isForging = true;
    refusals(await signIn(), 'bad_oauth_callback');
  });
});

describe('an issuer that is away', () => {
  test('is said on the page that the person comes from, before and after', async () => {
    const { browser, callback } = await returning();
    issuer.isDown = true;
    const facts = await handIn(browser, callback);
    codeIn('service_unavailable', facts);
    expect(facts.query.error).toBe('temporarily_unavailable');
    expect(facts.to.pathname).toBe('/auth/callback');

    const fresh = await startProgram(issuer.env);
    const away = await fetch(
      `${fresh.url}/auth/v1/authorize?provider=google&redirect_to=${fresh.url}/login`,
      {
        redirect: 'manual',
      },
    );
    expect(away.status).toBe(302);
    const { to, facts: fragment } = fragmentOf(away);
    expect(to.pathname).toBe('/login');
    expect(fragment).toMatchObject({ error: 'temporarily_unavailable', error_code: 'service_unavailable' });
    issuer.isDown = false;
    const back = await fetch(`${fresh.url}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
    expect(new URL(back.headers.get('location') as string).origin).toBe(issuer.url);
    await fresh.stop();
  });

  test('is not asked again for what it has said', async () => {
    await signIn();
    issuer.requests.length = 0;
    await signIn();
    expect(issuer.requests.filter((line) => /openid-configuration|jwks/.test(line))).toEqual([]);
  });
});

describe('an issuer that tells little in its tokens', () => {
  test('is asked for the rest', async () => {
    const terse = await startOidcIssuer({ claimsInToken: false });
    const other = await startProgram(terse.env);
    const to = (
      await newBrowser().walk(`${other.url}/auth/v1/authorize?provider=google`, (url) => url.hash !== '')
    ).at(-1) as URL;
    const { fragment } = factsOf(to);
    const claims = JSON.parse(
      Buffer.from((fragment.access_token as string).split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims.email).toBe(terse.person.email);
    await other.stop();
    await terse.stop();
  });
});

describe('whose account it is', () => {
  test('a confirmed one with the verified address keeps its password and gains an identity', async () => {
    const person = await auth.confirmedPerson();
    issuer.person = newPerson({ email: person.email });
    const { fragment } = await signIn();
    const user = await userOf(fragment.access_token as string);
    expect(user.id).toBe(person.id);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] });
    expect(user.identities).toHaveLength(2);
    expect((await auth.signIn(person.email)).status).toBe(200);
  });

  test('an unconfirmed one loses what a stranger may have put there', async () => {
    const email = newAddress();
    const data = { first_name: 'Mallory', website: 'https://evil.example' };
    const { answer: signedUp } = await auth.call('/signup', { body: { email, password, data } });
    const mail = await auth.mailTo(email);
    issuer.person = newPerson({ email });
    const { fragment } = await signIn();
    const user = await userOf(fragment.access_token as string);
    expect(user.id).toBe(signedUp.id);
    expect(user.app_metadata).toEqual({ provider: 'google', providers: ['google'] });
    expect(user.user_metadata.website).toBeUndefined();
    expect(user.user_metadata.first_name).toBeUndefined();
    expect(user.email_confirmed_at).toBeTruthy();
    expect((await auth.signIn(email)).answer.error_code).toBe('invalid_credentials');
    expect(fragmentOf(await auth.open(mail.link)).facts.error_code).toBe('otp_expired');
    const profiles = await program.context.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', user.id)
      .execute();
    expect(profiles).toEqual([]);
  });

  test('an unverified address signs nobody in: it is confirmed by mail first', async () => {
    issuer.person = newPerson({ email_verified: false });
    const email = issuer.person.email as string;
    const refused = await signIn();
    codeIn('provider_email_needs_verification', refused);
    expect(refused.query.error).toBe('access_denied');
    expect(refused.fragment.access_token).toBeUndefined();
    const { code } = await auth.mailTo(email);
    codeIn('provider_email_needs_verification', await signIn());
    await auth.call('/verify', { body: { type: 'signup', email, token: code } });
    const newest = await auth.mailTo(email);
    await auth.call('/verify', { body: { type: 'signup', email, token: newest.code } });
    const { fragment } = await signIn();
    expect((await userOf(fragment.access_token as string)).email).toBe(email);
  });

  test('an unverified address of somebody’s links nothing and gives the new account no address', async () => {
    const person = await auth.confirmedPerson();
    issuer.person = newPerson({ email: person.email, email_verified: false });
    codeIn('provider_email_needs_verification', await signIn());
    codeIn('provider_email_needs_verification', await signIn());
    const user = (await auth.signIn(person.email)).answer.user;
    expect(user.identities).toHaveLength(1);
    const shells = await program.context.db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(['users.email', 'users.email_confirmed_at'])
      .where('provider_id', '=', issuer.person.sub)
      .execute();
    expect(shells).toEqual([{ email: null, email_confirmed_at: null }]);
  });

  test('an address that the issuer verifies later opens the account that waited for it', async () => {
    issuer.person = newPerson({ email_verified: false });
    codeIn('provider_email_needs_verification', await signIn());
    issuer.person = { ...issuer.person, email_verified: true };
    const { fragment } = await signIn();
    expect((await userOf(fragment.access_token as string)).email).toBe(issuer.person.email);
  });

  test('no address at all makes no account', async () => {
    issuer.person = { sub: randomUUID(), name: 'Nobody' };
    codeIn('provider_email_needs_verification', await signIn());
    const rows = await program.context.db
      .selectFrom('identities')
      .select('id')
      .where('provider_id', '=', issuer.person.sub)
      .execute();
    expect(rows).toEqual([]);
  });

  test('one of an organisation’s provider is never linked, though the address is the same', async () => {
    const person = await auth.confirmedPerson();
    await program.context.db
      .updateTable('users')
      .set({ is_sso_user: true })
      .where('id', '=', person.id)
      .execute();
    issuer.person = newPerson({ email: person.email });
    const { fragment } = await signIn();
    expect((await userOf(fragment.access_token as string)).id).not.toBe(person.id);
  });

  test('a banned one stays closed', async () => {
    const { fragment } = await signIn();
    const { id } = await userOf(fragment.access_token as string);
    await program.context.db
      .updateTable('users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('id', '=', id)
      .execute();
    const refused = await signIn();
    codeIn('user_banned', refused);
    expect(refused.query.error).toBe('access_denied');
  });

  test('the same name at another issuer is another person', async () => {
    await signIn();
    await program.context.db
      .updateTable('identities')
      .set({ identity_data: encodeJson({ iss: 'https://before.example' }) })
      .where('provider_id', '=', issuer.person.sub)
      .execute();
    codeIn('bad_oauth_callback', await signIn());
  });
});

describe('grant_type=id_token', () => {
  const grant = (body: object, headers: Record<string, string> = {}) =>
    auth.call('/token?grant_type=id_token', {
      body: { provider: 'google', ...body },
      headers: { ...version, ...headers },
    });
  const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex');

  test('signs in through the official client', async () => {
    const { data, error } = await auth.client().auth.signInWithIdToken({
      provider: 'google',
      token: await issuer.idToken({ nonce: hashed('n-0'), accessToken: 'at-0' }),
      access_token: 'at-0',
      nonce: 'n-0',
    });
    expect(error).toBeNull();
    expect(data.user?.app_metadata.provider).toBe('google');
    expect(data.session?.provider_token).toBeUndefined();
  });

  test('takes a token without nonce or access token where neither is sent', async () => {
    const { status, answer } = await grant({ id_token: await issuer.idToken(), nonce: null });
    expect(status).toBe(200);
    expect(answer.user.email).toBe(issuer.person.email);
  });

  test.each([
    [
      'a nonce that is not the token’s',
      async () => ({ id_token: await issuer.idToken({ nonce: hashed('a') }), nonce: 'b' }),
      'invalid nonce',
    ],
    [
      'the nonce itself in the token',
      async () => ({ id_token: await issuer.idToken({ nonce: 'a' }), nonce: 'a' }),
      'invalid nonce',
    ],
    [
      'a nonce of the token alone',
      async () => ({ id_token: await issuer.idToken({ nonce: hashed('a') }) }),
      'invalid request',
    ],
    [
      'a nonce of the request alone',
      async () => ({ id_token: await issuer.idToken(), nonce: 'a' }),
      'invalid request',
    ],
    [
      'another access token',
      async () => ({ id_token: await issuer.idToken({ accessToken: 'a' }), access_token: 'b' }),
      'invalid request',
    ],
    [
      'an access token that the token does not know',
      async () => ({ id_token: await issuer.idToken(), access_token: 'b' }),
      'invalid request',
    ],
    [
      'another audience',
      async () => ({ id_token: await issuer.idToken({ aud: 'other' }) }),
      'invalid request',
    ],
    [
      'a token that another client was given',
      async () => ({ id_token: await issuer.idToken({ azp: 'other' }) }),
      'invalid request',
    ],
    [
      'another issuer',
      async () => ({ id_token: await issuer.idToken({ iss: 'https://example.com' }) }),
      'invalid request',
    ],
    [
      'an expired token',
      async () => ({ id_token: await issuer.idToken({ exp: 1_700_000_000 }) }),
      'invalid request',
    ],
    ['no token', async () => ({}), 'invalid request'],
    ['something else', async () => ({ id_token: 'x.y.z' }), 'invalid request'],
    [
      'a token without signature',
      async () => ({
        id_token: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await issuer.idToken()).split('.')[1]}.`,
      }),
      'invalid request',
    ],
  ])('refuses %s in the words of OAuth', async (_what, body, error) => {
    const { status, answer } = await grant(await body());
    expect([status, answer.error]).toEqual([400, error]);
    expect(answer.error_description).toBeTruthy();
    expect(answer.access_token).toBeUndefined();
  });

  test('refuses other providers, and types that are none', async () => {
    const id_token = await issuer.idToken();
    for (const body of [{ id_token, provider: 'apple' }, { id_token: [id_token] }, { id_token, nonce: 7 }]) {
      const { status, answer } = await grant(body);
      expect([status, answer.code]).toEqual([400, 'validation_failed']);
    }
  });

  test('never links by an unverified address', async () => {
    const person = await auth.confirmedPerson();
    issuer.person = newPerson({ email: person.email, email_verified: false });
    const { status, answer } = await grant({ id_token: await issuer.idToken() });
    expect([status, answer.code]).toEqual([422, 'provider_email_needs_verification']);
  });

  test('links to who asks', async () => {
    const person = await auth.confirmedPerson();
    const id_token = await issuer.idToken();
    const anonymous = await grant({ id_token, link_identity: true });
    expect(anonymous.status).toBe(401);
    const linked = await grant({ id_token, link_identity: true }, bearer(person.session.access_token));
    expect(linked.answer.user.id).toBe(person.id);
    expect(linked.answer.user.identities).toHaveLength(2);
    const again = await grant({ id_token, link_identity: true }, bearer(person.session.access_token));
    expect([again.status, again.answer.code]).toEqual([422, 'identity_already_exists']);
  });
});

describe('identities', () => {
  const linkOf = async (token: string, browser: Browser) => {
    const response = await fetch(
      at(
        `/user/identities/authorize?provider=google&skip_http_redirect=true&redirect_to=${program.url}/profile`,
      ),
      { headers: { apikey: auth.key, ...bearer(token) } },
    );
    expect(response.status).toBe(200);
    browser.remember(response);
    return ((await response.json()) as { url: string }).url;
  };

  async function link(token: string) {
    const browser = newBrowser();
    const to = (await browser.walk(await linkOf(token, browser), isHome)).at(-1) as URL;
    return { to, ...factsOf(to) };
  }

  test('are linked to who asked for it, and to nobody else', async () => {
    const person = await auth.confirmedPerson();
    const { to, fragment } = await link(person.session.access_token);
    expect(to.pathname).toBe('/profile');
    const user = await userOf(fragment.access_token as string);
    expect(user.id).toBe(person.id);
    expect(user.email).toBe(person.email);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] });
    codeIn('identity_already_exists', await link(person.session.access_token));
    codeIn('identity_already_exists', await link((await auth.confirmedPerson()).session.access_token));
  });

  test('are not linked in another browser than the one that asked', async () => {
    const person = await auth.confirmedPerson();
    const url = await linkOf(person.session.access_token, newBrowser());
    codeIn('bad_oauth_state', factsOf((await newBrowser().walk(url, isHome)).at(-1) as URL));
    expect((await userOf(person.session.access_token)).identities).toHaveLength(1);
  });

  test('need a person, a provider and their second factor', async () => {
    expect((await auth.call('/user/identities/authorize?provider=google')).status).toBe(401);
    const { session, id } = await auth.confirmedPerson();
    const unknown = await auth.call('/user/identities/authorize?provider=apple', {
      headers: bearer(session.access_token),
    });
    expect(unknown.answer.error_code).toBe('validation_failed');
    const navigated = await auth.call('/user/identities/authorize?provider=google', {
      headers: bearer(session.access_token),
    });
    expect(navigated.status).toBe(302);
    await program.context.db.updateTable('users').set({ is_sso_user: true }).where('id', '=', id).execute();
    const managed = await auth.call('/user/identities/authorize?provider=google', {
      headers: bearer(session.access_token),
    });
    expect(managed.answer.error_code).toBe('user_sso_managed');
  });

  test('are unlinked through the official client, but for the last', async () => {
    const person = await auth.confirmedPerson();
    await link(person.session.access_token);
    const client = auth.client({ persistSession: false });
    await client.auth.setSession(person.session);
    const { data } = await client.auth.getUserIdentities();
    const google = data?.identities.find(({ provider }) => provider === 'google');
    expect((await client.auth.unlinkIdentity(google as never)).error).toBeNull();
    const user = await userOf(person.session.access_token);
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    const last = await auth.call(`/user/identities/${user.identities[0].identity_id}`, {
      method: 'DELETE',
      headers: bearer(person.session.access_token),
    });
    expect([last.status, last.answer.error_code]).toEqual([422, 'single_identity_not_deletable']);
  });

  test('move the address to one that remains, and take the password with them', async () => {
    const person = await auth.confirmedPerson();
    await link(person.session.access_token);
    const remove = async (id: string) =>
      auth.call(`/user/identities/${id}`, { method: 'DELETE', headers: bearer(person.session.access_token) });
    for (const [id, status, code] of [
      ['no-uuid', 404, 'validation_failed'],
      [randomUUID(), 422, 'identity_not_found'],
    ] as const) {
      const { status: told, answer } = await remove(id);
      expect([told, answer.error_code]).toEqual([status, code]);
    }
    const before = await userOf(person.session.access_token);
    const mail = before.identities.find(({ provider }: { provider: string }) => provider === 'email');
    expect((await remove(mail.identity_id)).status).toBe(200);
    const after = await userOf(person.session.access_token);
    expect(after.email).toBe(issuer.person.email);
    expect(after.app_metadata).toEqual({ provider: 'google', providers: ['google'] });
    for (const email of [person.email, issuer.person.email as string]) {
      expect((await auth.signIn(email)).answer.error_code).toBe('invalid_credentials');
    }
  });

  test('stay where their address would become somebody else’s, or nobody’s', async () => {
    const [person, other] = [await auth.confirmedPerson(), await auth.confirmedPerson()];
    await link(person.session.access_token);
    const { identities } = await userOf(person.session.access_token);
    const remove = () =>
      auth.call(`/user/identities/${identities[0].identity_id}`, {
        method: 'DELETE',
        headers: bearer(person.session.access_token),
      });
    const addressed = (email: string | null) =>
      program.context.db
        .updateTable('identities')
        .set({ email })
        .where('id', '=', identities[1].identity_id)
        .execute();
    for (const email of [other.email, null]) {
      await addressed(email);
      expect((await remove()).answer.error_code).toBe('email_conflict_identity_not_deletable');
    }
    expect((await auth.signIn(person.email)).status).toBe(200);
  });
});

describe('handle-google-auth', () => {
  const invoke = (token?: string, name = 'handle-google-auth', method = 'POST') =>
    fetch(`${program.url}/functions/v1/${name}`, {
      method,
      headers: { apikey: auth.key, ...(token ? bearer(token) : {}) },
    });

  test('makes the profile of who came with Google, once, and never over what they wrote', async () => {
    const { fragment } = await signIn();
    const client = auth.client();
    await client.auth.setSession(fragment as never);
    expect(await client.functions.invoke('handle-google-auth')).toMatchObject({
      data: { success: true, created: true },
      error: null,
    });
    const { data } = await client
      .from('profiles')
      .select('first_name,last_name,google_consent_completed')
      .single();
    expect(data).toEqual({ first_name: 'Camille', last_name: 'Morel', google_consent_completed: false });
    await client
      .from('profiles')
      .update({ first_name: 'Zoé' })
      .eq('id', (await client.auth.getUser()).data.user?.id);
    const second = await client.functions.invoke('handle-google-auth');
    expect(second.data).toEqual({ success: true, created: false });
    const { data: kept } = await client.from('profiles').select('first_name').single();
    expect(kept).toEqual({ first_name: 'Zoé' });
  });

  test('parts a name that the issuer does not', async () => {
    issuer.person = { sub: randomUUID(), email: newAddress(), email_verified: true, name: 'Ana de la Cruz' };
    const { fragment } = await signIn();
    await invoke(fragment.access_token as string);
    const { id } = await userOf(fragment.access_token as string);
    const row = await program.context.db
      .selectFrom('profiles')
      .select(['first_name', 'last_name'])
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ first_name: 'Ana', last_name: 'de la Cruz' });
  });

  test('is for them alone, and other names are nothing', async () => {
    expect((await invoke()).status).toBe(401);
    const { session } = await auth.confirmedPerson();
    expect((await invoke(session.access_token)).status).toBe(403);
    const unknown = await invoke(session.access_token, 'no-such-function');
    expect(unknown.status).toBe(404);
    expect(unknown.headers.get('x-relay-error')).toBeNull();
    expect((await invoke(session.access_token, 'handle-google-auth', 'GET')).status).toBe(405);
    const keyless = await fetch(`${program.url}/functions/v1/handle-google-auth`, { method: 'POST' });
    expect(keyless.status).toBe(401);
    const preflight = await fetch(`${program.url}/functions/v1/handle-google-auth`, {
      method: 'OPTIONS',
      headers: { origin: program.url },
    });
    expect(preflight.status).toBe(204);
  });
});

describe('without a provider', () => {
  test('says so everywhere', async () => {
    const plain = await startProgram();
    const other = await authProtocol(plain);
    expect((await other.call('/settings')).answer.external.google).toBe(false);
    expect((await auth.call('/settings')).answer.external.google).toBe(true);
    expect((await other.call('/authorize?provider=google')).answer.error_code).toBe('validation_failed');
    const grant = await other.call('/token?grant_type=id_token', {
      body: { provider: 'google', id_token: 'x' },
    });
    expect([grant.status, grant.answer.error_code]).toEqual([400, 'provider_disabled']);
    await plain.stop();
  });
});
