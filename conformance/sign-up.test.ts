import { describe, expect, test } from 'vitest';
import { newEmail, password, uuidForm } from './caller.ts';
import { shared } from './programs.ts';

const { server, auth, rest, signUp, signIn, mailTo, mailsTo, newPerson, client } = shared();

const verifier = 'v'.repeat(64);

describe('§6 POST /signup of a new address', () => {
  test('answers the user itself, without a session', async () => {
    const email = newEmail();
    const { outcome, body } = await signUp(email);
    expect(outcome).toBe('200');
    expect(body).toMatchObject({ email, id: expect.stringMatching(uuidForm) });
    expect(body).not.toHaveProperty('user');
    expect(body).not.toHaveProperty('access_token');
    expect(body.identities).toHaveLength(1);
  });

  test('sends a mail of type signup with link and code', async () => {
    const email = newEmail();
    await signUp(email);
    const mail = await mailTo(email);
    expect(mail.type).toBe('signup');
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.link.origin + mail.link.pathname).toBe(`${server.url}/auth/v1/verify`);
    expect(mail.html).toContain(mail.code);
  });

  test('makes the profile from what was said', async () => {
    const data = {
      first_name: 'Camille',
      last_name: 'Morel',
      website: 'https://morel.example',
      receive_updates: true,
      preferred_locale: 'en',
    };
    const { token } = await newPerson({ data });
    const { body } = await rest('GET /profiles?select=*', undefined, { token });
    expect(body).toMatchObject([data]);
  });

  test('through the official client has a user and no session', async () => {
    const { data, error } = await client().auth.signUp({ email: newEmail(), password });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user?.identities).toHaveLength(1);
  });
});

describe('§6 POST /signup of a waiting address', () => {
  test('answers the same user and sends another mail', async () => {
    const email = newEmail();
    const first = await signUp(email);
    const again = await signUp(email);
    expect(again.body.id).toBe(first.body.id);
    expect((await mailTo(email, 2)).type).toBe('signup');
  });

  test('keeps password and metadata of the first time, which its own mail confirms', async () => {
    const email = newEmail();
    await signUp(email, { data: { first_name: 'First' } });
    const { code } = await mailTo(email);
    const again = await signUp(email, { password: 'another one altogether', data: { first_name: 'Second' } });
    expect(again.body.user_metadata).toEqual({ first_name: 'First' });
    await mailTo(email, 2);
    await auth('POST /verify', { type: 'signup', email, token: code });
    expect((await signIn(email, 'another one altogether')).outcome).toBe('400 invalid_credentials');
    expect((await signIn(email)).outcome).toBe('200');
  });

  test('confirms by the mail of the second time with what was given then, and nothing of the first', async () => {
    const email = newEmail();
    await signUp(email, { data: { first_name: 'First' } });
    await mailTo(email);
    await signUp(email, { password: 'another one altogether', data: { last_name: 'Second' } });
    const { code } = await mailTo(email, 2);
    const { body } = await auth('POST /verify', { type: 'signup', email, token: code });
    expect(body.user.user_metadata).toEqual({ last_name: 'Second' });
    expect((await signIn(email)).outcome).toBe('400 invalid_credentials');
    expect((await signIn(email, 'another one altogether')).outcome).toBe('200');
  });
});

describe('§6 POST /signup of a confirmed address', () => {
  test('answers somebody who does not exist, whom an empty list of identities gives away to the page', async () => {
    const { email, id } = await newPerson({ data: { first_name: 'Owner' } });
    const { outcome, body } = await signUp(email, { data: { first_name: 'Stranger' } });
    expect(outcome).toBe('200');
    expect(body).toMatchObject({
      email,
      role: '',
      identities: [],
      user_metadata: { first_name: 'Stranger' },
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(body.id).toMatch(uuidForm);
    expect(body.id).not.toBe(id);
    expect(body).not.toHaveProperty('email_confirmed_at');
    expect(body).not.toHaveProperty('last_sign_in_at');
    expect(body.confirmation_sent_at).toEqual(expect.any(String));
  });

  test('has a fresh id each time', async () => {
    const { email } = await newPerson();
    expect((await signUp(email)).body.id).not.toBe((await signUp(email)).body.id);
  });

  test('has the fields of a new one', async () => {
    const { email } = await newPerson();
    const [fake, fresh] = [await signUp(email), await signUp(newEmail())];
    expect(Object.keys(fake.body).sort()).toEqual(Object.keys(fresh.body).sort());
  });

  test('changes nothing and sends no confirmation', async () => {
    const { email } = await newPerson({ data: { first_name: 'Owner' } });
    await signUp(email, { password: 'another one altogether', data: { first_name: 'Stranger' } });
    expect((await signIn(email, 'another one altogether')).outcome).toBe('400 invalid_credentials');
    expect((await signIn(email)).body.user.user_metadata).toMatchObject({ first_name: 'Owner' });
    const later = (await mailsTo(email)).slice(0, -1);
    for (const { text } of later) expect(text).not.toContain('/auth/v1/verify');
  });
});

describe('§6 POST /signup refuses', () => {
  test.each([
    ['no password', { email: 'a@example.org' }, '400 validation_failed'],
    ['an empty password', { email: 'a@example.org', password: '' }, '400 validation_failed'],
    ['more than 1,024 bytes', { email: 'a@example.org', password: 'é'.repeat(513) }, '400 validation_failed'],
    ['fewer than six characters', { email: 'a@example.org', password: 'abcde' }, '422 weak_password'],
    ['the commonest passwords', { email: 'a@example.org', password: '123456' }, '422 weak_password'],
    ['a bad address', { email: 'nobody', password }, '400 validation_failed'],
    [
      'address and telephone',
      { email: 'a@example.org', phone: '33600000000', password },
      '400 validation_failed',
    ],
    ['a telephone', { phone: '33600000000', password }, '400 phone_provider_disabled'],
    ['neither', { password }, '422 anonymous_provider_disabled'],
    ['data that is no object', { email: 'a@example.org', password, data: 'text' }, '400 validation_failed'],
    [
      'data over 16 KiB',
      { email: 'a@example.org', password, data: { text: 'x'.repeat(17_000) } },
      '400 validation_failed',
    ],
    [
      'data deeper than five',
      { email: 'a@example.org', password, data: { a: { b: { c: { d: { e: { f: 1 } } } } } } },
      '400 validation_failed',
    ],
  ])('%s', async (_what, body, outcome) => {
    expect((await auth('POST /signup', body)).outcome).toBe(outcome);
  });

  test('a short password with its reason', async () => {
    const { body } = await signUp(newEmail(), { password: 'abc' });
    expect(body.weak_password.reasons).toEqual(['length']);
  });

  test('no password of 1,024 bytes or six characters', async () => {
    expect((await signUp(newEmail(), { password: 'ab12€ç' })).outcome).toBe('200');
    expect((await signUp(newEmail(), { password: `${'wört '.repeat(170)}abcd` })).outcome).toBe('200');
  });
});

describe('§6 the halves of PKCE', () => {
  const starts: [string, () => object][] = [
    ['POST /signup', () => ({ email: newEmail(), password })],
    ['POST /otp', () => ({ email: newEmail() })],
    ['POST /recover', () => ({ email: newEmail() })],
    ['POST /resend', () => ({ type: 'signup', email: newEmail() })],
  ];
  const bad: [string, object][] = [
    ['a challenge without a method', { code_challenge: verifier }],
    ['a method without a challenge', { code_challenge_method: 's256' }],
    ['a challenge of 42 characters', { code_challenge: 'c'.repeat(42), code_challenge_method: 's256' }],
    ['a challenge of 129 characters', { code_challenge: 'c'.repeat(129), code_challenge_method: 's256' }],
    ['other characters', { code_challenge: '+'.repeat(43), code_challenge_method: 's256' }],
    ['another method', { code_challenge: verifier, code_challenge_method: 's512' }],
  ];

  test.each(bad)('%s is 400 wherever a flow begins', async (_what, halves) => {
    const outcomes = [];
    for (const [call, body] of starts) outcomes.push((await auth(call, { ...body(), ...halves })).outcome);
    expect(outcomes).toEqual(starts.map(() => '400 validation_failed'));
  });

  test.each(['s256', 'S256', 'plain', 'PLAIN'])('the method %s is taken', async (method) => {
    for (const [call, body] of starts)
      expect(
        (await auth(call, { ...body(), code_challenge: verifier, code_challenge_method: method })).outcome,
      ).toBe('200');
  });
});
