import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { locationOf, newEmail, open, type Person, password, queryOf } from './caller.ts';
import { claimsOf } from './forged.ts';
import { shared } from './programs.ts';

const { auth, signUp, signIn, refresh, mailTo, newPerson, newSignedIn, client, clientOf } = shared();

describe('§6 POST /token?grant_type=password', () => {
  let person: Person;
  beforeAll(async () => {
    person = await newPerson();
  });

  test('answers a session', async () => {
    const { outcome, body } = await signIn(person.email);
    expect(outcome).toBe('200');
    expect(body.user.id).toBe(person.id);
    expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'password' }]);
  });

  test.each([
    ['an unknown address', () => [newEmail(), password]],
    ['a wrong password', () => [person.email, 'wrong one']],
    ['a password in other letters', () => [person.email, password.toUpperCase()]],
    ['a password with a space behind it', () => [person.email, `${password} `]],
  ])('says one thing of %s', async (_what, words) => {
    const [email = '', word] = words();
    const { outcome, body } = await signIn(email, word);
    expect(outcome).toBe('400 invalid_credentials');
    expect(body.message).toBe('Invalid login credentials');
  });

  test('says that the address is not confirmed only to who knows the password', async () => {
    const email = newEmail();
    await signUp(email);
    expect((await signIn(email, 'wrong one')).outcome).toBe('400 invalid_credentials');
    const { outcome, body } = await signIn(email);
    expect(outcome).toBe('400 email_not_confirmed');
    expect(body.message).toBe('Email not confirmed');
  });

  test.each([
    ['neither address nor telephone', { password }],
    ['nothing', {}],
  ])('refuses %s', async (_what, body) => {
    expect((await auth('POST /token?grant_type=password', body)).outcome).toBe('400 validation_failed');
  });

  test.each(['', '?grant_type=', '?grant_type=client_credentials', '?grant_type=constructor'])(
    'refuses the grant %j',
    async (query) => {
      const { outcome, body } = await auth(`POST /token${query}`, { email: person.email, password });
      expect(outcome).toBe('400 invalid_credentials');
      expect(body.message).toBe('unsupported_grant_type');
    },
  );

  test('through the official client is a session with its user', async () => {
    const { data, error } = await client().auth.signInWithPassword({ email: person.email, password });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(person.id);
    expect(data.session?.expires_at).toBeGreaterThan(Date.now() / 1000);
  });

  test('leaves earlier sessions alone', async () => {
    const { token } = await newSignedIn();
    const { body } = await auth('GET /user', undefined, { token });
    await signIn(body.email);
    expect((await auth('GET /user', undefined, { token })).outcome).toBe('200');
  });
});

describe('§6 POST /token?grant_type=pkce', () => {
  const exchange = (auth_code: unknown, code_verifier: unknown) =>
    auth('POST /token?grant_type=pkce', { auth_code, code_verifier });
  const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
  const newVerifier = () => randomBytes(56).toString('hex');

  /** The code that the link of a sign-up's mail leads to. */
  async function begun(method: 's256' | 'plain' = 's256') {
    const verifier = newVerifier();
    const email = newEmail();
    const code_challenge = method === 's256' ? s256(verifier) : verifier;
    await signUp(email, { code_challenge, code_challenge_method: method });
    const mail = await mailTo(email);
    const opened = await open(mail.link);
    return { email, verifier, mail, opened, code: queryOf(opened).code };
  }

  test('marks the token of such a mail', async () => {
    const { mail } = await begun();
    expect(mail.token).toMatch(/^pkce_/);
  });

  test('begins with a code in the query and nothing in the fragment', async () => {
    const { opened, code } = await begun();
    expect(opened.status).toBe(303);
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    expect(locationOf(opened).hash).toBe('');
    expect(opened.text + opened.headers.get('location')).not.toContain('access_token');
  });

  test.each(['s256', 'plain'] as const)(
    'answers a session to who knows the verifier (%s)',
    async (method) => {
      const { email, verifier, code } = await begun(method);
      const { outcome, body } = await exchange(code, verifier);
      expect(outcome).toBe('200');
      expect(body.user.email).toBe(email);
      expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'email/signup' }]);
    },
  );

  test('takes a code once', async () => {
    const { verifier, code } = await begun();
    await exchange(code, verifier);
    expect((await exchange(code, verifier)).outcome).toBe('404 flow_state_not_found');
  });

  test('takes a wrong verifier as the end of the code', async () => {
    const { verifier, code } = await begun();
    expect((await exchange(code, newVerifier())).outcome).toBe('400 bad_code_verifier');
    expect((await exchange(code, verifier)).outcome).toBe('404 flow_state_not_found');
  });

  test('takes a challenge of S256 not for its verifier', async () => {
    const { verifier, code } = await begun();
    expect((await exchange(code, s256(verifier))).outcome).toBe('400 bad_code_verifier');
  });

  test.each([
    ['no code', undefined, 'v'.repeat(43), '400 validation_failed'],
    ['no verifier', randomUUID(), undefined, '400 validation_failed'],
    ['an empty code', '', 'v'.repeat(43), '400 validation_failed'],
    ['an unknown code', randomUUID(), 'v'.repeat(43), '404 flow_state_not_found'],
    ['what is no code', 'nothing', 'v'.repeat(43), '404 flow_state_not_found'],
  ])('refuses %s', async (_what, code, verifier, outcome) => {
    expect((await exchange(code, verifier)).outcome).toBe(outcome);
  });

  test.each([
    ['recovery', (email: string, halves: object) => auth('POST /recover', { email, ...halves })],
    ['magiclink', (email: string, halves: object) => auth('POST /otp', { email, ...halves })],
  ])('tells the method of the flow: %s', async (method, request) => {
    const { email } = await newPerson();
    const verifier = newVerifier();
    await request(email, { code_challenge: s256(verifier), code_challenge_method: 's256' });
    const { link } = await mailTo(email, 2);
    const { body } = await exchange(queryOf(await open(link)).code, verifier);
    expect(claimsOf(body.access_token).amr).toMatchObject([{ method }]);
  });

  test('is what the official client does with flowType pkce', async () => {
    const email = newEmail();
    const supabase = client({ flowType: 'pkce', persistSession: true, storage: memory() });
    expect((await supabase.auth.signUp({ email, password })).error).toBeNull();
    const { code } = queryOf(await open((await mailTo(email)).link));
    const { data, error } = await supabase.auth.exchangeCodeForSession(code ?? '');
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);
  });

  test('tells the official client that it was a recovery', async () => {
    const { email } = await newPerson();
    const supabase = client({ flowType: 'pkce', persistSession: true, storage: memory() });
    await supabase.auth.resetPasswordForEmail(email);
    const { code } = queryOf(await open((await mailTo(email, 2)).link));
    const { data, error } = await supabase.auth.exchangeCodeForSession(code ?? '');
    expect(error).toBeNull();
    expect((data as { redirectType?: string }).redirectType).toBe('recovery');
    expect((await supabase.auth.updateUser({ password: 'sept moutons gris' })).error).toBeNull();
  });
});

/** What a browser has as local storage. */
function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
    removeItem: (name: string) => void items.delete(name),
  };
}

describe('§6 POST /logout', () => {
  /** Three sessions of one person; which of them live on. */
  async function after(query: string) {
    const person = await newPerson();
    const others = [await signIn(person.email), await signIn(person.email)];
    const { status, text } = await auth(`POST /logout${query}`, undefined, { token: person.token });
    const tokens = [person.token, ...others.map(({ body }) => body.access_token)];
    const alive = [];
    for (const token of tokens) alive.push((await auth('GET /user', undefined, { token })).status === 200);
    return { status, text, alive };
  }

  test.each([
    ['', [false, false, false]],
    ['?scope=global', [false, false, false]],
    ['?scope=local', [false, true, true]],
    ['?scope=others', [true, false, false]],
  ])('with %j ends the sessions it names', async (query, alive) => {
    expect(await after(query)).toEqual({ status: 204, text: '', alive });
  });

  test('ends the refresh tokens as well', async () => {
    const { token, session } = await newPerson();
    await auth('POST /logout', undefined, { token });
    expect((await refresh(session.refresh_token)).outcome).toBe('400 refresh_token_not_found');
  });

  test('refuses another scope and ends nothing', async () => {
    const { token } = await newPerson();
    expect((await auth('POST /logout?scope=all', undefined, { token })).outcome).toBe(
      '400 validation_failed',
    );
    expect((await auth('GET /user', undefined, { token })).outcome).toBe('200');
  });

  test.each(['global', 'local', 'others'] as const)(
    'works through the official client: %s',
    async (scope) => {
      const { session } = await newPerson();
      const supabase = await clientOf(session);
      expect((await supabase.auth.signOut({ scope })).error).toBeNull();
    },
  );

  test('counts as done for the official client when the session had ended already', async () => {
    const { session, token } = await newPerson();
    const supabase = await clientOf(session);
    await auth('POST /logout', undefined, { token });
    expect((await supabase.auth.signOut()).error).toBeNull();
  });
});

describe('§6 GET /settings and /health', () => {
  test('say what is offered', async () => {
    const { body } = await auth('GET /settings');
    expect(body).toMatchObject({
      external: { anonymous_users: false, email: true, phone: false, google: expect.any(Boolean) },
      disable_signup: false,
      mailer_autoconfirm: false,
      phone_autoconfirm: expect.any(Boolean),
      sms_provider: '',
      saml_enabled: expect.any(Boolean),
      passkeys_enabled: false,
    });
  });

  test('say who answers', async () => {
    const { body } = await auth('GET /health', undefined, { key: undefined });
    expect(body).toEqual({
      version: expect.any(String),
      name: expect.any(String),
      description: expect.any(String),
    });
  });
});
