import { describe, expect, test, vi } from 'vitest';
import { currentVersion, locationOf, newEmail, password } from './caller.ts';
import { isOwn, shared } from './programs.ts';
import { site } from './start.ts';

const { server, auth, rest, functions, ask, signUp, signIn, mailTo, newPerson, client } = shared();

const signUpBody = (more: object = {}) => ({ email: newEmail(), password, ...more });

describe('§1 the publishable key', () => {
  test('has the form that makes the client treat it as no token', () => {
    expect(server.key).toMatch(/^sb_publishable_[A-Za-z0-9_-]{32}$/);
  });

  test('makes the official client warn of nothing', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    client();
    const said = warn.mock.calls.flat().join(' ');
    warn.mockRestore();
    expect(said).not.toMatch(/sb_|key/i);
  });

  test.each([
    'GET /auth/v1/settings',
    'POST /auth/v1/signup',
    'POST /auth/v1/token?grant_type=password',
    'POST /auth/v1/verify',
    'GET /auth/v1/user',
    'GET /rest/v1/profiles?select=id',
    'POST /functions/v1/security-monitor',
  ])('missing at %s is refused by name', async (call) => {
    const body = call.startsWith('POST') ? {} : undefined;
    const answer = await ask(call, body, { key: undefined });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: expect.any(String), hint: expect.any(String) });
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  test.each([
    'GET /auth/v1/settings',
    'GET /rest/v1/profiles?select=id',
    'POST /functions/v1/security-monitor',
  ])('wrong at %s is refused like a missing one', async (call) => {
    const body = call.startsWith('POST') ? {} : undefined;
    for (const key of ['wrong', `${server.key}x`, server.key.slice(0, -1)]) {
      const answer = await ask(call, body, { key });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ message: expect.any(String) });
    }
  });

  test.each([
    'GET /auth/v1/verify?token=nothing&type=signup',
    'GET /auth/v1/authorize?provider=nobody',
    'GET /auth/v1/callback?state=nothing',
    'POST /auth/v1/callback',
    'GET /auth/v1/sso/saml/metadata',
    'GET /auth/v1/.well-known/jwks.json',
    'GET /auth/v1/health',
  ])('is not asked for where a browser navigates: %s', async (call) => {
    const { status } = await ask(call, undefined, { key: undefined, version: undefined });
    expect(status).not.toBe(401);
    expect(status).toBeLessThan(500);
  });

  test('as bearer means nobody at every public address', async () => {
    const extra = { token: server.key };
    const email = newEmail();
    const outcomes = [
      await auth('POST /signup', { email, password }, extra),
      await auth('POST /token?grant_type=password', { email, password }, extra),
      await auth('POST /otp', { email }, extra),
      await auth('POST /recover', { email }, extra),
      await auth('POST /resend', { type: 'signup', email }, extra),
      await auth('POST /verify', { type: 'signup', email, token: '000000' }, extra),
      await auth('GET /settings', undefined, extra),
    ].map(({ outcome }) => outcome);
    expect(outcomes).toEqual([
      '200',
      '400 email_not_confirmed',
      '200',
      '200',
      '200',
      '403 otp_expired',
      '200',
    ]);
  });
});

describe('§1 answers and bodies', () => {
  test.each([
    ['POST /recover', () => ({ email: newEmail() })],
    ['POST /otp', () => ({ email: newEmail(), create_user: false })],
    ['POST /resend', () => ({ type: 'signup', email: newEmail() })],
  ])('%s answers an empty object, not an empty body', async (call, body) => {
    const answer = await auth(call, body());
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({});
    expect(answer.headers.get('content-type')).toContain('application/json');
  });

  test('unknown fields are ignored and null means absent, as the official client sends them', async () => {
    const answer = await auth('POST /signup', {
      ...signUpBody(),
      data: {},
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: {},
      options: { captchaToken: 'x' },
      surprise: [1, { deep: true }],
    });
    expect(answer.outcome).toBe('200');
  });

  test('null where a value may be absent is absence at sign-up, codes, recovery and resend', async () => {
    const empty = {
      data: null,
      code_challenge: null,
      code_challenge_method: null,
      gotrue_meta_security: null,
    };
    const email = newEmail();
    expect((await auth('POST /signup', { email, password, phone: null, ...empty })).outcome).toBe('200');
    expect((await auth('POST /otp', { email, create_user: null, channel: null, ...empty })).outcome).toBe(
      '200',
    );
    expect((await auth('POST /recover', { email, ...empty })).outcome).toBe('200');
    expect((await auth('POST /resend', { type: 'signup', email, ...empty })).outcome).toBe('200');
  });

  test('a verification may carry the client’s options', async () => {
    const email = newEmail();
    await signUp(email);
    const { code } = await mailTo(email);
    const body = {
      type: 'signup',
      email,
      token: code,
      options: { redirectTo: site },
      gotrue_meta_security: {},
    };
    expect((await auth('POST /verify', body)).outcome).toBe('200');
  });

  test('a body over 1 MiB is 413', async () => {
    const raw = JSON.stringify({ email: newEmail(), password, data: { text: 'x'.repeat(1_100_000) } });
    expect((await auth('POST /signup', undefined, { raw })).outcome).toBe('413 request_entity_too_large');
  });

  test('a body just under 1 MiB is read', async () => {
    const raw = JSON.stringify({ email: 'nobody', padding: 'x'.repeat(1_000_000) });
    expect((await auth('POST /recover', undefined, { raw })).outcome).toBe('400 validation_failed');
  });

  test.each(['{', '', 'nothing', '{"email":}', '\u0000'])('the body %j is no JSON', async (raw) => {
    const { outcome } = await auth('POST /recover', undefined, { raw });
    expect(raw === '' ? ['400 bad_json', '400 validation_failed'] : ['400 bad_json']).toContain(outcome);
  });

  test('where a link leads is told by the query', async () => {
    const email = newEmail();
    await signUp(email, {}, {});
    await auth(`POST /resend?redirect_to=${encodeURIComponent(`${server.url}/here`)}`, {
      type: 'signup',
      email,
    });
    expect((await mailTo(email, 2)).link.searchParams.get('redirect_to')).toBe(`${server.url}/here`);
  });

  test('where a link leads is not told by the body', async () => {
    const email = newEmail();
    await signUp(email, { redirect_to: `${server.url}/elsewhere`, redirectTo: `${server.url}/elsewhere` });
    expect((await mailTo(email)).link.searchParams.get('redirect_to')).not.toContain('elsewhere');
  });
});

describe('§1 addresses', () => {
  test.each([
    ['too long', `${'a'.repeat(245)}@example.org`],
    ['without a domain', 'nobody'],
    ['with a line break', 'a@example.org\r\nbcc: b@example.org'],
    ['with a display name', 'Camille <camille@example.org>'],
    ['with two at signs', 'a@b@example.org'],
    ['with a space', 'a b@example.org'],
    ['empty', ''],
  ])('%s is refused', async (_what, email) => {
    const outcomes = new Set<string>();
    for (const call of ['POST /recover', 'POST /otp', 'POST /signup'] as const) {
      const { outcome } = await auth(call, { email, password });
      // Sign-up without any address is anonymous sign-up by its own code.
      if (call !== 'POST /signup' || email !== '') outcomes.add(outcome);
    }
    expect([...outcomes]).toEqual(['400 validation_failed']);
  });

  test('are kept and compared in lower case', async () => {
    const { email } = await newPerson();
    expect((await signIn(email.toUpperCase())).body.user.email).toBe(email);
    const again = await signUp(email.toUpperCase());
    expect(again.body.identities).toEqual([]);
  });

  test('of 255 characters are taken', async () => {
    const label = 'a'.repeat(58);
    const email = `${'l'.repeat(60)}@${label}.${label}.${label}.example.org`;
    expect(email.length).toBeLessThanOrEqual(255);
    expect((await auth('POST /recover', { email })).outcome).toBe('200');
  });
});

describe('§1 CORS', () => {
  const preflight = (path: string, origin: string) =>
    ask(`OPTIONS ${path}`, undefined, {
      key: undefined,
      version: undefined,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,apikey,content-type,x-client-info',
      },
    });
  const names = (headers: Headers, name: string) =>
    (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase());
  const bases = ['/auth/v1/token?grant_type=password', '/rest/v1/profiles', '/functions/v1/security-monitor'];

  test.each(bases)('a preflight to %s needs no key', async (path) => {
    const { status } = await preflight(path, server.url);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(300);
  });

  test.each(bases)('a preflight to %s allows the methods and headers that the client uses', async (path) => {
    const { headers } = await preflight(path, server.url);
    expect(names(headers, 'access-control-allow-methods')).toEqual(
      expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']),
    );
    expect(names(headers, 'access-control-allow-headers')).toEqual(
      expect.arrayContaining(
        (
          'authorization apikey content-type accept x-client-info x-supabase-api-version x-region x-retry-count ' +
          'prefer range accept-profile content-profile idempotency-key traceparent tracestate baggage'
        ).split(' '),
      ),
    );
    expect(headers.get('access-control-max-age')).toBe('86400');
  });

  test.each(bases)('a preflight to %s lets our origin in, without credentials', async (path) => {
    const { headers } = await preflight(path, server.url);
    expect(headers.get('access-control-allow-origin')).toBe(server.url);
    expect(headers.get('access-control-allow-credentials')).not.toBe('true');
    expect(headers.get('vary')).toMatch(/origin/i);
  });

  test.each(bases)('a foreign origin is let in nowhere: %s', async (path) => {
    const foreigners = ['https://evil.example', 'null', `${server.url}.evil.example`, `${server.url}0`];
    for (const origin of foreigners) {
      expect((await preflight(path, origin)).headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test.runIf(isOwn())('an origin of SITE_URLS is let in', async () => {
    for (const path of bases) {
      expect((await preflight(path, site)).headers.get('access-control-allow-origin')).toBe(site);
    }
  });

  const exposed =
    'x-supabase-api-version retry-after x-sb-error-code x-total-count link content-range content-location content-profile preference-applied x-relay-error'.split(
      ' ',
    );
  test.each([
    ['an answer of auth', () => auth('GET /settings', undefined, { headers: { origin: server.url } })],
    ['a refusal of auth', () => auth('POST /recover', {}, { headers: { origin: server.url } })],
    ['an unknown path', () => auth('GET /nothing', undefined, { headers: { origin: server.url } })],
    ['a missing key', () => auth('GET /user', undefined, { key: '', headers: { origin: server.url } })],
    ['an answer of rest', () => rest('GET /profiles', undefined, { headers: { origin: server.url } })],
    ['an answer of functions', () => functions('POST /nothing', {}, { headers: { origin: server.url } })],
  ])('the page may read %s with its headers', async (_what, answer) => {
    const { headers } = await answer();
    expect(headers.get('access-control-allow-origin')).toBe(server.url);
    expect(names(headers, 'access-control-expose-headers')).toEqual(expect.arrayContaining(exposed));
  });
});

describe('§2 errors', () => {
  const refused = (version: string | undefined) =>
    auth('POST /signup', signUpBody({ password: 'abc' }), { version });

  test.each([undefined, '2023-12-31', 'latest', '2024-13-45', ''])(
    'are legacy for the version %s',
    async (version) => {
      const { status, headers, body } = await refused(version);
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 422, error_code: 'weak_password', msg: expect.any(String) });
      expect(headers.get('x-sb-error-code')).toBe('weak_password');
      expect(headers.get('x-supabase-api-version')).toBeNull();
    },
  );

  test.each([currentVersion, '2024-01-02', '2999-12-31'])(
    'are of today for the version %s',
    async (version) => {
      const { status, headers, body } = await refused(version);
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'weak_password', message: expect.any(String) });
      expect(headers.get('x-supabase-api-version')).toBe(currentVersion);
    },
  );

  test('of a weak password name the reasons in both shapes', async () => {
    for (const version of [undefined, currentVersion])
      expect((await refused(version)).body.weak_password).toEqual({ reasons: ['length'] });
  });

  test.each([undefined, currentVersion])('of an unknown path are 404 JSON (version %s)', async (version) => {
    for (const call of ['GET /nothing', 'POST /nothing', 'DELETE /user/nothing', 'GET /']) {
      const { status, body } = await auth(call, undefined, { version });
      expect(status).toBe(404);
      expect(version ? body.message : body.msg).toEqual(expect.any(String));
      expect(version ? typeof body.code : body.code).toBe(version ? 'string' : 404);
    }
  });

  test.each([
    'GET /signup',
    'GET /token',
    'DELETE /otp',
    'PUT /recover',
    'POST /settings',
    'PATCH /user',
    'GET /logout',
    'PUT /verify',
    'GET /factors',
  ])('of a method not offered are 405: %s', async (call) => {
    const { status, body } = await auth(call);
    expect(status).toBe(405);
    expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  test('show neither queries nor paths nor stacks', async () => {
    const texts = [
      await auth('POST /recover', undefined, { raw: '{"email":' }),
      await auth('POST /token?grant_type=pkce', { auth_code: "'; select 1", code_verifier: 'x' }),
      await auth('DELETE /user/identities/%00'),
      await rest("GET /profiles?select=id'--"),
      await auth('POST /signup', { email: { $ne: 1 }, password: ['a'] }),
    ].map(({ text }) => text);
    for (const text of texts) expect(text).not.toMatch(/select .* from|node_modules|\.ts:|\.js:|at \w+ \(/i);
  });

  test('reach the official client with code, status and reasons', async () => {
    const { error } = await client().auth.signUp({ email: newEmail(), password: 'abc' });
    expect(error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons: ['length'],
    });
  });

  test('reach the official client with code and text', async () => {
    const { error } = await client().auth.signInWithPassword({ email: newEmail(), password });
    expect(error).toMatchObject({
      name: 'AuthApiError',
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  });

  test('of a link are a redirect, never a page', async () => {
    const answer = await ask('GET /auth/v1/verify?token=nothing&type=signup', undefined, { key: undefined });
    expect(answer.status).toBe(303);
    expect(locationOf(answer).origin).toBe(server.url);
  });
});
