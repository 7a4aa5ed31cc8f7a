import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type Person, uuidForm } from './caller.ts';
import { claimsOf, forgeriesOf, forgeryNames, headerOf, isSignedBy } from './forged.ts';
import { shared } from './programs.ts';

const { server, auth, rest, functions, api, ask, signIn, refresh, newSignedIn, newPerson, client, clientOf } =
  shared();

let person: Person;
let claims: Json;
let keys: Json[];
let forgeries: Record<string, string>;

beforeAll(async () => {
  person = await newSignedIn({ data: { first_name: 'Camille' } });
  claims = claimsOf(person.token);
  keys = (await auth('GET /.well-known/jwks.json')).body.keys;
  forgeries = forgeriesOf(
    person.token,
    keys.find(({ kid }) => kid === headerOf(person.token).kid),
  );
});

describe('§4 the access token', () => {
  test('names its algorithm, key and type', () => {
    expect(headerOf(person.token)).toEqual({
      alg: expect.stringMatching(/^[ER]S256$/),
      kid: expect.any(String),
      typ: 'JWT',
    });
  });

  test.each<[string, () => unknown]>([
    ['iss', () => `${server.url}/auth/v1`],
    ['sub', () => person.id],
    ['aud', () => 'authenticated'],
    ['email', () => person.email],
    ['phone', () => ''],
    ['app_metadata', () => ({ provider: 'email', providers: ['email'] })],
    ['user_metadata', () => expect.objectContaining({ first_name: 'Camille' })],
    ['role', () => 'authenticated'],
    ['aal', () => 'aal1'],
    ['amr', () => [{ method: 'password', timestamp: expect.any(Number) }]],
    ['session_id', () => expect.stringMatching(uuidForm)],
    ['is_anonymous', () => false],
    ['exp', () => person.session.expires_at],
    ['nbf', () => claims.iat],
  ])('claims %s', (claim, value) => expect(claims[claim]).toEqual(value()));

  test('lives as long as the answer says', () => {
    expect(claims.exp - claims.iat).toBe(person.session.expires_in);
    expect(Math.abs(claims.iat - Date.now() / 1000)).toBeLessThan(60);
  });

  test('of a mail’s code carries the method otp', async () => {
    const { token } = await newPerson();
    expect(claimsOf(token).amr).toMatchObject([{ method: 'otp' }]);
  });

  test('keeps session and methods over a refresh', async () => {
    const other = await signIn(person.email);
    const { body } = await refresh(other.body.refresh_token);
    const [before, after] = [claimsOf(other.body.access_token), claimsOf(body.access_token)];
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
    expect(JSON.stringify(after)).not.toContain('token_refresh');
  });

  test('has a session of its own at each sign-in', async () => {
    const other = await signIn(person.email);
    expect(claimsOf(other.body.access_token).session_id).not.toBe(claims.session_id);
  });
});

describe('§4 the keys', () => {
  test('are public, without an apikey, for ten minutes', async () => {
    const { status, headers } = await ask('GET /auth/v1/.well-known/jwks.json', undefined, {
      key: undefined,
    });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    expect(headers.get('content-type')).toContain('json');
  });

  test('hold no private member', () => {
    for (const key of keys)
      for (const member of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key).not.toHaveProperty(member);
  });

  test('say what they are for', () => {
    for (const key of keys)
      expect(key).toMatchObject({
        kty: expect.any(String),
        alg: headerOf(person.token).alg,
        use: 'sig',
        key_ops: ['verify'],
      });
  });

  test('verify the token', () => {
    const jwk = keys.find(({ kid }) => kid === headerOf(person.token).kid);
    expect(isSignedBy(person.token, jwk)).toBe(true);
  });

  test('let the official client verify a token itself, without asking who it is', async () => {
    const supabase = await clientOf(person.session);
    supabase.requests.length = 0;
    const { data, error } = await supabase.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(person.id);
    expect(supabase.requests.filter((request) => request.includes('/user'))).toEqual([]);
  });

  test('let the official client refuse a forged token', async () => {
    const { error } = await client().auth.getClaims(forgeries['a changed signature']);
    expect(error).not.toBeNull();
  });
});

describe('§4 who asks', () => {
  const needsUser = [
    'GET /user',
    'PUT /user',
    'POST /logout',
    'GET /reauthenticate',
    'POST /factors',
    'POST /factors/0190d2a2-0000-7000-8000-000000000000/challenge',
    'POST /factors/0190d2a2-0000-7000-8000-000000000000/verify',
    'DELETE /factors/0190d2a2-0000-7000-8000-000000000000',
    'GET /user/identities/authorize?provider=google&skip_http_redirect=true',
    'DELETE /user/identities/0190d2a2-0000-7000-8000-000000000000',
  ];
  const bodyOf = (call: string) => (/^(PUT|POST)/.test(call) ? {} : undefined);

  test.each(needsUser)('%s without a bearer is 401 no_authorization', async (call) => {
    expect((await auth(call, bodyOf(call))).outcome).toBe('401 no_authorization');
  });

  test.each(needsUser)('%s with the publishable key as bearer is 403 bad_jwt', async (call) => {
    expect((await auth(call, bodyOf(call), { token: server.key })).outcome).toBe('403 bad_jwt');
  });

  test.each(forgeryNames)('a token with %s is 403 bad_jwt', async (name) => {
    expect((await auth('GET /user', undefined, { token: forgeries[name] })).outcome).toBe('403 bad_jwt');
  });

  test.each(forgeryNames)(
    'a token with %s opens neither data nor functions nor the application',
    async (name) => {
      const token = forgeries[name];
      const answers = [
        await rest('GET /profiles?select=id', undefined, { token }),
        await functions('POST /handle-google-auth', undefined, { token }),
        await api('GET /chatbots', undefined, { token }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    },
  );

  test('a bearer of another scheme is no bearer', async () => {
    for (const authorization of [`Basic ${person.token}`, person.token, 'Bearer', 'Bearer '])
      expect((await auth('GET /user', undefined, { headers: { authorization } })).outcome).toBe(
        '401 no_authorization',
      );
  });

  test('an ended session is told from a bad token at once', async () => {
    const { token } = await newSignedIn();
    expect((await auth('POST /logout', undefined, { token })).status).toBe(204);
    expect((await auth('GET /user', undefined, { token })).outcome).toBe('403 session_not_found');
    expect((await auth('PUT /user', { data: {} }, { token })).outcome).toBe('403 session_not_found');
  });

  test('an ended session opens neither data nor functions nor the application', async () => {
    const { token } = await newSignedIn();
    await auth('POST /logout', undefined, { token });
    const answers = [
      await rest('GET /profiles?select=id', undefined, { token }),
      await functions('POST /security-monitor', {}, { token }),
      await api('GET /chatbots', undefined, { token }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });
});
