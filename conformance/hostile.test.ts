import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ask, newEmail, type Person, password } from './caller.ts';
import { shared } from './programs.ts';

const { server, auth, rest, functions, signIn, newPerson, mailsTo, refresh } = shared();

let person: Person;
beforeAll(async () => {
  person = await newPerson();
});

/** Texts that are too much, too little or meant for somebody else than this server. */
const texts: unknown[] = [
  'x'.repeat(100_000),
  'a\u0000b',
  '\ud800',
  'a\udc00@example.org',
  "' or 1=1 --",
  '__proto__',
  '\u202e<b>\r\nbcc: x%00',
];
const otherTypes: unknown[] = [
  7,
  true,
  [],
  ['a@example.org'],
  {},
  { $ne: null },
  { constructor: { prototype: { admin: true } }, toString: 'x', length: 7 },
];

const wellFormed = (answer: Answer) => {
  expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  expect(answer.text).not.toMatch(/node_modules|\bat \S+ \(|syntax error|invalid byte sequence/i);
};

interface Field {
  call: string;
  valid: () => Record<string, unknown>;
  field: string;
  /** Outcomes with which it may be refused. */
  refused: RegExp;
  /** Values of the right type may be taken. */
  textsPass?: boolean;
  /** Values of the wrong type may be taken for nothing. */
  anyPasses?: boolean;
  bearer?: boolean;
}

const form = /^(400 (validation_failed|bad_json)|413 request_entity_too_large)$/;
const formOr = (outcome: string) => new RegExp(`${form.source}|^${outcome}$`);
const halves = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
const signUpBody = () => ({
  email: newEmail(),
  password,
  data: { a: 1 },
  ...halves,
  gotrue_meta_security: {},
});
const mailBody = () => ({ email: newEmail(), ...halves, gotrue_meta_security: {} });
const factor = '0190d2a2-0000-7000-8000-000000000000';

const fields: Field[] = [
  {
    call: 'POST /signup',
    valid: signUpBody,
    field: 'email',
    refused: formOr('422 anonymous_provider_disabled'),
  },
  { call: 'POST /signup', valid: signUpBody, field: 'password', refused: form, textsPass: true },
  { call: 'POST /signup', valid: signUpBody, field: 'data', refused: form, anyPasses: true },
  {
    call: 'POST /signup',
    valid: signUpBody,
    field: 'phone',
    refused: formOr('400 phone_provider_disabled'),
    anyPasses: true,
  },
  ...['POST /signup', 'POST /otp', 'POST /recover'].flatMap((call) =>
    ['code_challenge', 'code_challenge_method'].map((field) => ({
      call,
      valid: call === 'POST /signup' ? signUpBody : mailBody,
      field,
      refused: form,
    })),
  ),
  { call: 'POST /signup', valid: signUpBody, field: 'gotrue_meta_security', refused: form, anyPasses: true },
  {
    call: 'POST /token?grant_type=password',
    valid: () => ({ email: newEmail(), password }),
    field: 'email',
    refused: formOr('400 invalid_credentials'),
  },
  {
    call: 'POST /token?grant_type=password',
    valid: () => ({ email: newEmail(), password }),
    field: 'password',
    refused: formOr('400 invalid_credentials'),
  },
  {
    call: 'POST /token?grant_type=refresh_token',
    valid: () => ({}),
    field: 'refresh_token',
    refused: formOr('400 refresh_token_not_found'),
  },
  {
    call: 'POST /token?grant_type=pkce',
    valid: () => ({ auth_code: factor, code_verifier: 'v'.repeat(43) }),
    field: 'auth_code',
    refused: formOr('404 flow_state_not_found'),
  },
  {
    call: 'POST /token?grant_type=pkce',
    valid: () => ({ auth_code: factor, code_verifier: 'v'.repeat(43) }),
    field: 'code_verifier',
    refused: formOr('404 flow_state_not_found'),
  },
  {
    call: 'POST /token?grant_type=id_token',
    valid: () => ({ provider: 'google', id_token: 'a.b.c' }),
    field: 'provider',
    refused: formOr('400 (provider_disabled|invalid request)'),
  },
  {
    call: 'POST /token?grant_type=id_token',
    valid: () => ({ provider: 'google', id_token: 'a.b.c' }),
    field: 'id_token',
    refused: /^400/,
  },
  {
    call: 'POST /token?grant_type=id_token',
    valid: () => ({ provider: 'google', id_token: 'a.b.c', nonce: 'n' }),
    field: 'nonce',
    refused: /^400/,
  },
  { call: 'POST /otp', valid: mailBody, field: 'email', refused: form },
  { call: 'POST /otp', valid: mailBody, field: 'create_user', refused: form, anyPasses: true },
  { call: 'POST /otp', valid: mailBody, field: 'data', refused: form, anyPasses: true },
  { call: 'POST /otp', valid: mailBody, field: 'channel', refused: form },
  { call: 'POST /recover', valid: mailBody, field: 'email', refused: form },
  {
    call: 'POST /resend',
    valid: () => ({ type: 'signup', email: newEmail() }),
    field: 'email',
    refused: form,
  },
  {
    call: 'POST /resend',
    valid: () => ({ type: 'signup', email: newEmail() }),
    field: 'type',
    refused: form,
  },
  {
    call: 'POST /verify',
    valid: () => ({ type: 'signup', email: newEmail(), token: '123456' }),
    field: 'type',
    refused: form,
  },
  {
    call: 'POST /verify',
    valid: () => ({ type: 'signup', email: newEmail(), token: '123456' }),
    field: 'email',
    refused: formOr('403 otp_expired'),
  },
  {
    call: 'POST /verify',
    valid: () => ({ type: 'signup', email: newEmail(), token: '123456' }),
    field: 'token',
    refused: formOr('403 otp_expired'),
  },
  {
    call: 'POST /verify',
    valid: () => ({ type: 'signup' }),
    field: 'token_hash',
    refused: formOr('403 otp_expired'),
  },
  {
    call: 'POST /sso',
    valid: () => ({}),
    field: 'domain',
    refused: formOr('404 (sso_provider_not_found|saml_provider_disabled)'),
  },
  {
    call: 'POST /sso',
    valid: () => ({}),
    field: 'provider_id',
    refused: formOr('404 (sso_provider_not_found|saml_provider_disabled)'),
  },
  { call: 'PUT /user', valid: () => ({}), field: 'data', refused: form, anyPasses: true, bearer: true },
  { call: 'PUT /user', valid: () => ({}), field: 'email', refused: form, bearer: true },
  {
    call: 'PUT /user',
    valid: () => ({ password: 'abc' }),
    field: 'password',
    refused: formOr('422 (weak_password|same_password)'),
    textsPass: true,
    bearer: true,
  },
  {
    call: 'PUT /user',
    valid: () => ({ data: {} }),
    field: 'nonce',
    refused: formOr('422 reauthentication_not_valid'),
    anyPasses: true,
    bearer: true,
  },
  {
    call: 'PUT /user',
    valid: () => ({ data: {} }),
    field: 'current_password',
    refused: form,
    anyPasses: true,
    bearer: true,
  },
  {
    call: 'POST /factors',
    valid: () => ({ factor_type: 'totp' }),
    field: 'factor_type',
    refused: form,
    bearer: true,
  },
  {
    call: 'POST /factors',
    valid: () => ({ factor_type: 'totp' }),
    field: 'friendly_name',
    refused: formOr('422 too_many_enrolled_mfa_factors'),
    textsPass: true,
    bearer: true,
  },
  {
    call: 'POST /factors',
    valid: () => ({ factor_type: 'totp' }),
    field: 'issuer',
    refused: formOr('422 too_many_enrolled_mfa_factors'),
    textsPass: true,
    bearer: true,
  },
  {
    call: `POST /factors/${factor}/verify`,
    valid: () => ({ challenge_id: factor, code: '123456' }),
    field: 'code',
    refused: formOr('404 mfa_factor_not_found'),
    bearer: true,
  },
  {
    call: `POST /factors/${factor}/verify`,
    valid: () => ({ challenge_id: factor, code: '123456' }),
    field: 'challenge_id',
    refused: formOr('404 mfa_factor_not_found'),
    bearer: true,
  },
];

describe('hostile values', () => {
  test.each(fields.map((field) => [`${field.call} ${field.field}`, field] as const))(
    'of %s are refused by name, whatever their type',
    async (_name, { call, valid, field, refused, textsPass, anyPasses, bearer }) => {
      const own = bearer ? await newPerson() : undefined;
      const token = own?.token;
      const strange: string[] = [];
      for (const value of [...texts, ...otherTypes]) {
        const answer = await auth(call, { ...valid(), [field]: value }, { token });
        if (answer.status >= 400 && !answer.body?.error) wellFormed(answer);
        const passes = anyPasses || (textsPass && typeof value === 'string');
        const ok =
          refused.test(answer.outcome) ||
          (passes && answer.status === 200) ||
          /^422 weak/.test(answer.outcome);
        if (!ok) strange.push(`${JSON.stringify(value).slice(0, 40)} → ${answer.outcome}`);
      }
      expect(strange).toEqual([]);
      if (own === undefined) return;
      const { body } = await auth('GET /user', undefined, { token });
      expect(body).toMatchObject({ id: own.id, email: own.email, role: 'authenticated' });
      expect(body).not.toHaveProperty('new_email');
    },
  );
});

describe('hostile keys', () => {
  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s in a body and in its data changes nothing for others',
    async (name) => {
      const email = newEmail();
      const polluted = `{"admin":true,"role":"service_role","isAdmin":true}`;
      const raw = `{"email":"${email}","password":"${password}","${name}":${polluted},"data":{"${name}":${polluted}}}`;
      const { status } = await auth('POST /signup', undefined, { raw });
      expect([200, 400]).toContain(status);
      const { body } = await auth('GET /user', undefined, { token: person.token });
      expect(body.role).toBe('authenticated');
      expect((await auth('GET /settings')).body).not.toHaveProperty('admin');
    },
  );

  test('given twice are refused, or the last one counts alone', async () => {
    const [first, last] = [newEmail(), newEmail()];
    const raw = `{"email":"${first}","email":"${last}","password":"${password}"}`;
    const answer = await auth('POST /signup', undefined, { raw });
    if (answer.status === 200) expect(answer.body.email).toBe(last);
    else expect(answer.outcome).toBe('400 bad_json');
    expect(await mailsTo(first)).toEqual([]);
  });

  test('given twice in a query do not slip by', async () => {
    const body = { email: person.email, password };
    const { outcome } = await auth('POST /token?grant_type=password&grant_type=refresh_token', body);
    expect(outcome).toMatch(/^400 (invalid_credentials|validation_failed)$/);
    const scope = await auth('POST /logout?scope=local&scope=global', undefined, { token: person.token });
    expect(scope.outcome).toBe('400 validation_failed');
  });
});

describe('hostile bodies', () => {
  test.each<[string, string]>([
    ['a list', '[]'],
    ['a text', '"text"'],
    ['a number', '7'],
    ['true', 'true'],
    ['100,000 brackets', '['.repeat(100_000)],
    ['100,000 nested objects', '{"a":'.repeat(100_000)],
    ['a trailing comma', '{"email":"a@example.org",}'],
    ['single quotes', "{'email':'a@example.org'}"],
    ['a comment', '{/* */}'],
    ['NaN', '{"email":NaN}'],
    ['two documents', '{}{}'],
  ])('that are %s are refused', async (_what, raw) => {
    for (const call of ['POST /recover', 'POST /signup', 'POST /token?grant_type=password', 'POST /verify'])
      expect((await auth(call, undefined, { raw })).outcome).toMatch(
        /^400 (bad_json|validation_failed)$|^422 anonymous_provider_disabled$/,
      );
  });

  test.each([
    ['text/plain', 'x'],
    ['application/x-www-form-urlencoded', 'email=a@example.org'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/json; charset=utf-16', '{}'],
    ['application/xml', '<a/>'],
    ['', '{}'],
    ['nothing', '{}'],
  ])('of the type %j are read as JSON or refused', async (type, raw) => {
    const answer = await auth('POST /recover', undefined, { raw, headers: { 'content-type': type } });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    wellFormed(answer);
  });

  test('of bytes that are no UTF-8 are refused', async () => {
    const bytes = Buffer.from([0x7b, 0x22, 0x65, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
    const answer = await rawRequest('POST', '/auth/v1/recover', bytes);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test('that claim to be compressed are not unpacked', async () => {
    const headers = { 'content-encoding': 'gzip' };
    const { status } = await auth('POST /recover', { email: newEmail() }, { headers });
    expect(status).toBeLessThan(500);
  });

  test('on a call that has none are ignored', async () => {
    const { outcome } = await auth(
      'POST /logout',
      { scope: 'x', anything: [] },
      { token: (await newPerson()).token },
    );
    expect(outcome).toBe('204');
  });
});

function rawRequest(method: string, path: string, body: Buffer, headers: Record<string, string> = {}) {
  return new Promise<{ status: number }>((resolve, reject) => {
    const sent = request(
      server.url + path,
      { method, headers: { apikey: server.key, 'content-type': 'application/json', ...headers } },
      (response) => {
        response.resume();
        response.once('end', () => resolve({ status: response.statusCode ?? 0 }));
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}

describe('hostile paths, queries and headers', () => {
  test.each([
    'POST /factors/%00/challenge',
    'POST /factors/..%2f..%2fetc/verify',
    `POST /factors/${'a'.repeat(5000)}/challenge`,
    'DELETE /factors/%ff%fe',
    'DELETE /user/identities/%27%20or%201=1',
    `DELETE /user/identities/${'9'.repeat(2000)}`,
    'GET /..%2f..%2fetc%2fpasswd',
    'GET /user/%00',
    'GET /verify/extra',
  ])('%s is 4xx', async (call) => {
    const answer = await auth(call, call.startsWith('POST') ? {} : undefined, { token: person.token });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test.each([
    'POST /signup?redirect_to[]=x&redirect_to[a]=y',
    `POST /signup?redirect_to=${'x'.repeat(8000)}`,
    'POST /signup?redirect_to=%00%ff',
    'POST /signup?__proto__=x&constructor=y',
  ])('%s leads nowhere else', async (call) => {
    const answer = await auth(call.slice(0, 9000), { email: newEmail(), password });
    expect(answer.status).toBeLessThan(500);
  });

  test.each<[string, Record<string, string>]>([
    ['a bearer of 12 KB', { authorization: `Bearer ${'a'.repeat(12_000)}` }],
    ['a bearer of dots', { authorization: `Bearer ${'.'.repeat(500)}` }],
    ['a bearer that is JSON', { authorization: 'Bearer {"alg":"none"}' }],
    ['many bearers', { authorization: 'Bearer a, Bearer b' }],
    ['a version of nonsense', { 'x-supabase-api-version': '9'.repeat(1000) }],
    ['a forwarded address of nonsense', { 'x-forwarded-for': 'nobody, 999.1.1.1, [::' }],
    ['a language of nonsense', { 'accept-language': '*;q=9, '.repeat(200) }],
    ['an agent of 8 KB', { 'user-agent': 'x'.repeat(8000) }],
  ])('%s is no defect', async (_what, headers) => {
    const answer = await auth('GET /user', undefined, { headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test('a sign-in from an agent and a language of nonsense is a sign-in', async () => {
    const headers = { 'user-agent': `é${'x'.repeat(4000)}`, 'accept-language': '\u00ff' };
    expect(
      (await signIn(person.email, password, { headers: { ...headers, 'user-agent': 'x'.repeat(4000) } }))
        .outcome,
    ).toBe('200');
  });
});

describe('hostile data and functions', () => {
  test.each([
    'first_name',
    'last_name',
    'website',
    'receive_updates',
    'preferred_locale',
    'updated_at',
    'google_consent_completed',
  ])('a profile’s %s refuses what it cannot hold', async (column) => {
    const strange: string[] = [];
    for (const value of [...texts, ...otherTypes]) {
      const answer = await rest(
        `PATCH /profiles?id=eq.${person.id}`,
        { [column]: value },
        { token: person.token },
      );
      if (answer.status >= 500) strange.push(`${JSON.stringify(value).slice(0, 40)} → ${answer.outcome}`);
      if (answer.status >= 400)
        expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'hint', 'message']);
    }
    expect(strange).toEqual([]);
  });

  test.each(['event', 'severity', 'details', 'userAgent', 'url', 'source', 'timestamp'])(
    'an event’s %s is refused or taken, never a defect',
    async (field) => {
      const { token } = await newPerson();
      for (const value of [...texts, ...otherTypes]) {
        const event = {
          timestamp: new Date().toISOString(),
          event: 'TEST',
          severity: 'low',
          details: {},
          userAgent: 'x',
          url: 'x',
          source: 'x',
          [field]: value,
        };
        const { status } = await functions('POST /security-monitor', event, { token });
        expect([200, 400, 413, 429]).toContain(status);
      }
    },
  );

  test('a refresh beside all this still works', async () => {
    const { session } = await newPerson();
    expect((await refresh(session.refresh_token)).outcome).toBe('200');
    expect((await ask(server, 'GET /readyz')).status).toBe(200);
  });
});
