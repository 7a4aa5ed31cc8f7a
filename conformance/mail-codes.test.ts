import { beforeAll, describe, expect, test } from 'vitest';
import { newEmail, password, pause } from './caller.ts';
import { claimsOf } from './forged.ts';
import { shared } from './programs.ts';

const { auth, signUp, signIn, mailTo, mailsTo, newPerson, client } = shared();

const verify = (type: string, email: string, token: string) => auth('POST /verify', { type, email, token });
const recover = (email: string, more: object = {}) => auth('POST /recover', { email, ...more });
const otp = (email: string, more: object = {}) => auth('POST /otp', { email, ...more });
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('§6 POST /otp', () => {
  test('sends a confirmed person a magic link with a code', async () => {
    const { email } = await newPerson();
    const { outcome, body } = await otp(email);
    expect([outcome, body]).toEqual(['200', {}]);
    const mail = await mailTo(email, 2);
    expect(mail.type).toBe('magiclink');
    expect(mail.code).toMatch(/^\d{6}$/);
  });

  test('makes an unknown person an account, confirmed by the mail', async () => {
    const email = newEmail();
    expect((await otp(email, { data: { first_name: 'Camille' } })).outcome).toBe('200');
    const mail = await mailTo(email);
    expect(mail.type).toBe('signup');
    const { outcome, body } = await verify('email', email, mail.code);
    expect(outcome).toBe('200');
    expect(body.user).toMatchObject({ email, user_metadata: { first_name: 'Camille' } });
  });

  test('gives that account no password that anybody knows', async () => {
    const email = newEmail();
    await otp(email);
    await verify('signup', email, (await mailTo(email)).code);
    for (const word of [password, 'undefined', 'password', email])
      expect((await signIn(email, word)).outcome).toBe('400 invalid_credentials');
  });

  test('sends an unconfirmed person a confirmation', async () => {
    const email = newEmail();
    await signUp(email);
    expect((await otp(email)).outcome).toBe('200');
    expect((await mailTo(email, 2)).type).toBe('signup');
  });

  test('answers an unknown address that may not be created alike, and sends nothing', async () => {
    const email = newEmail();
    const { outcome, body } = await otp(email, { create_user: false });
    expect([outcome, body]).toEqual(['200', {}]);
    const { email: known } = await newPerson();
    expect((await otp(known, { create_user: false })).body).toEqual({});
    await mailTo(known, 2);
    expect(await mailsTo(email)).toEqual([]);
  });

  test.each([
    ['a channel with an address', { email: 'a@example.org', channel: 'sms' }, '400 validation_failed'],
    ['a telephone', { phone: '33600000000' }, '400 phone_provider_disabled'],
    ['nobody', {}, '400 validation_failed'],
  ])('refuses %s', async (_what, body, outcome) => {
    expect((await auth('POST /otp', body)).outcome).toBe(outcome);
  });

  test('signs in through the official client', async () => {
    const { email, id } = await newPerson();
    const supabase = client();
    expect((await supabase.auth.signInWithOtp({ email })).error).toBeNull();
    const { code } = await mailTo(email, 2);
    const { data, error } = await supabase.auth.verifyOtp({ email, token: code, type: 'email' });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
  });
});

describe('§6 POST /verify', () => {
  test('confirms a sign-up and opens a session', async () => {
    const email = newEmail();
    await signUp(email);
    const { outcome, body } = await verify('signup', email, (await mailTo(email)).code);
    expect(outcome).toBe('200');
    expect(claimsOf(body.access_token).amr).toMatchObject([{ method: 'otp' }]);
    expect(body.user.email_confirmed_at).toEqual(expect.any(String));
  });

  test('takes a code under the type email, whichever mail it came in', async () => {
    const email = newEmail();
    await signUp(email);
    expect((await verify('email', email, (await mailTo(email)).code)).outcome).toBe('200');
    await otp(email);
    expect((await verify('email', email, (await mailTo(email, 2)).code)).outcome).toBe('200');
  });

  test('takes the token of the link in its place', async () => {
    const email = newEmail();
    await signUp(email);
    const { token } = await mailTo(email);
    const { outcome, body } = await auth('POST /verify', { type: 'signup', token_hash: token });
    expect(outcome).toBe('200');
    expect(body.user.email).toBe(email);
  });

  test('takes a code once, and its link no more', async () => {
    const email = newEmail();
    await signUp(email);
    const { code, token } = await mailTo(email);
    await verify('signup', email, code);
    const again = await verify('signup', email, code);
    expect(again.outcome).toBe('403 otp_expired');
    expect(again.body.message).toBe('Token has expired or is invalid');
    const link = await auth('POST /verify', { type: 'signup', token_hash: token });
    expect(link.outcome).toBe('403 otp_expired');
    expect(link.body.message).toBe('Email link is invalid or has expired');
  });

  test('takes the code in the address’s upper case', async () => {
    const email = newEmail();
    await signUp(email);
    expect((await verify('signup', email.toUpperCase(), (await mailTo(email)).code)).outcome).toBe('200');
  });

  test.each([
    ['a wrong code', 'signup', (email: string, code: string) => [email, another(code)]],
    ['another address', 'signup', (_email: string, code: string) => [newEmail(), code]],
    ['another type', 'recovery', (email: string, code: string) => [email, code]],
    ['a magic link’s type', 'magiclink', (email: string, code: string) => [email, code]],
    ['an invitation', 'invite', (email: string, code: string) => [email, code]],
  ] as const)('refuses %s, and the code stays good', async (_what, type, wrong) => {
    const email = newEmail();
    await signUp(email);
    const { code } = await mailTo(email);
    const [to, token] = wrong(email, code) as [string, string];
    expect((await verify(type, to, token)).outcome).toBe('403 otp_expired');
    expect((await verify('signup', email, code)).outcome).toBe('200');
  });

  test('lets a newer mail void the older code and link', async () => {
    const email = newEmail();
    await signUp(email);
    const old = await mailTo(email);
    await auth('POST /resend', { type: 'signup', email });
    const { code } = await mailTo(email, 2);
    if (old.code !== code) expect((await verify('signup', email, old.code)).outcome).toBe('403 otp_expired');
    expect((await auth('POST /verify', { type: 'signup', token_hash: old.token })).outcome).toBe(
      '403 otp_expired',
    );
    expect((await verify('signup', email, code)).outcome).toBe('200');
  });

  test.each([
    ['neither token nor hash', { type: 'signup', email: 'a@example.org' }],
    ['both', { type: 'signup', email: 'a@example.org', token: '123456', token_hash: 'x' }],
    ['a hash with an address', { type: 'signup', email: 'a@example.org', token_hash: 'x' }],
    ['no type', { email: 'a@example.org', token: '123456' }],
    ['an unknown type', { type: 'nothing', email: 'a@example.org', token: '123456' }],
    ['a type of the prototype', { type: 'constructor', email: 'a@example.org', token: '123456' }],
    ['a code without an address', { type: 'signup', token: '123456' }],
  ])('refuses %s as a mistake', async (_what, body) => {
    expect((await auth('POST /verify', body)).outcome).toBe('400 validation_failed');
  });

  test.each([
    ['recovery', (email: string) => recover(email)],
    ['magiclink', (email: string) => otp(email)],
  ])('by %s confirms an address that was never confirmed', async (type, request) => {
    const email = newEmail();
    await signUp(email);
    await mailTo(email);
    await request(email);
    const mail = await mailTo(email, 2);
    const { outcome, body } = await verify(mail.type, email, mail.code);
    expect(outcome).toBe('200');
    expect(body.user.email_confirmed_at).toEqual(expect.any(String));
    if (type === 'recovery') expect(mail.type).toBe('recovery');
  });
});

describe('§5 five wrong codes', () => {
  test('void the code, not the link', async () => {
    const email = newEmail();
    await signUp(email);
    const { code, token } = await mailTo(email);
    for (let tries = 0; tries < 5; tries++)
      expect((await verify('signup', email, another(code))).outcome).toBe('403 otp_expired');
    expect((await verify('signup', email, code)).outcome).toBe('403 otp_expired');
    expect((await auth('POST /verify', { type: 'signup', token_hash: token })).outcome).toBe('200');
  });

  test('are no more than five when they come at once', async () => {
    const { email } = await newPerson();
    await recover(email);
    const { code } = await mailTo(email, 2);
    const wrong = Array.from({ length: 12 }, () => verify('recovery', email, another(code)));
    const answers = await Promise.all(wrong);
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['403 otp_expired']));
    expect((await verify('recovery', email, code)).outcome).toBe('403 otp_expired');
  });

  test('leave the next mail’s code alone', async () => {
    const email = newEmail();
    await signUp(email);
    const { code } = await mailTo(email);
    for (let tries = 0; tries < 5; tries++) await verify('signup', email, another(code));
    await auth('POST /resend', { type: 'signup', email });
    expect((await verify('signup', email, (await mailTo(email, 2)).code)).outcome).toBe('200');
  });
});

describe('§6 POST /resend', () => {
  test('sends a waiting address its confirmation again', async () => {
    const email = newEmail();
    await signUp(email);
    expect((await auth('POST /resend', { type: 'signup', email })).body).toEqual({});
    expect((await mailTo(email, 2)).type).toBe('signup');
  });

  test.each(['signup', 'email_change'])(
    'of type %s answers unknown and confirmed addresses alike',
    async (type) => {
      const { email } = await newPerson();
      const unknown = newEmail();
      for (const address of [email, unknown]) {
        const { outcome, body } = await auth('POST /resend', { type, email: address });
        expect([outcome, body]).toEqual(['200', {}]);
      }
      await pause(100);
      expect(await mailsTo(unknown)).toEqual([]);
      expect(await mailsTo(email)).toHaveLength(1);
    },
  );

  test.each([
    ['recovery', { type: 'recovery', email: 'a@example.org' }, '400 validation_failed'],
    ['no type', { email: 'a@example.org' }, '400 validation_failed'],
    ['no address', { type: 'signup' }, '400 validation_failed'],
    ['sms', { type: 'sms', phone: '33600000000' }, '400 phone_provider_disabled'],
    ['a new telephone', { type: 'phone_change', phone: '33600000000' }, '400 phone_provider_disabled'],
  ])('refuses %s', async (_what, body, outcome) => {
    expect((await auth('POST /resend', body)).outcome).toBe(outcome);
  });
});

describe('§6 POST /recover', () => {
  test('sends a known person a mail of type recovery', async () => {
    const { email } = await newPerson();
    const { outcome, body } = await recover(email);
    expect([outcome, body]).toEqual(['200', {}]);
    const mail = await mailTo(email, 2);
    expect(mail.type).toBe('recovery');
    expect(mail.code).toMatch(/^\d{6}$/);
  });

  test('answers an unknown person alike and sends nothing', async () => {
    const email = newEmail();
    expect((await recover(email)).body).toEqual({});
    await pause(100);
    expect(await mailsTo(email)).toEqual([]);
  });

  test.each([{}, { email: '' }, { email: null }, { email: 'nobody' }])('refuses %j', async (body) => {
    expect((await auth('POST /recover', body)).outcome).toBe('400 validation_failed');
  });

  test('through the official client lets the password be set anew', async () => {
    const { email } = await newPerson();
    const supabase = client();
    expect((await supabase.auth.resetPasswordForEmail(email)).error).toBeNull();
    const { code } = await mailTo(email, 2);
    expect((await supabase.auth.verifyOtp({ email, token: code, type: 'recovery' })).error).toBeNull();
    expect((await supabase.auth.updateUser({ password: 'sept moutons gris' })).error).toBeNull();
    expect((await signIn(email)).outcome).toBe('400 invalid_credentials');
    expect((await signIn(email, 'sept moutons gris')).outcome).toBe('200');
  });
});

describe('§6 a session that began with a recovery', () => {
  let token: string;
  let refreshToken: string;
  beforeAll(async () => {
    const { email } = await newPerson();
    await recover(email);
    const { code } = await mailTo(email, 2);
    const { body } = await verify('recovery', email, code);
    token = body.access_token;
    refreshToken = body.refresh_token;
  });

  test('may read who it is', async () => {
    expect((await auth('GET /user', undefined, { token })).outcome).toBe('200');
  });

  test.each([
    ['metadata', 'PUT /user', { data: { a: 1 } }],
    ['another address', 'PUT /user', { email: 'other@example.org' }],
    ['a new factor', 'POST /factors', { factor_type: 'totp' }],
    ['a nonce', 'GET /reauthenticate', undefined],
  ])('reaches nothing else before the password is set: %s', async (_what, call, body) => {
    expect((await auth(call, body, { token })).outcome).toBe('403 insufficient_scope');
  });

  test('is still such after a refresh', async () => {
    const { body } = await auth('POST /token?grant_type=refresh_token', { refresh_token: refreshToken });
    const { outcome } = await auth('PUT /user', { data: { a: 1 } }, { token: body.access_token });
    expect(outcome).toBe('403 insufficient_scope');
  });

  test('sets the password without the old one, and is then like any other', async () => {
    expect((await auth('PUT /user', { password: 'sept moutons gris' }, { token })).outcome).toBe('200');
    expect((await auth('PUT /user', { data: { a: 1 } }, { token })).outcome).toBe('200');
  });

  test('may sign out', async () => {
    const { email } = await newPerson();
    await recover(email);
    const { body } = await verify('recovery', email, (await mailTo(email, 2)).code);
    expect((await auth('POST /logout', undefined, { token: body.access_token })).status).toBe(204);
  });
});

describe('§6 GET /reauthenticate', () => {
  test('mails a code of six digits and no link', async () => {
    const { email, token } = await newPerson();
    const { outcome, body } = await auth('GET /reauthenticate', undefined, { token });
    expect([outcome, body]).toEqual(['200', {}]);
    const mail = await mailTo(email, 2);
    expect(mail.code).toMatch(/^\d{6}$/);
    expect(mail.text).not.toContain('/auth/v1/verify');
  });

  test('works through the official client', async () => {
    const { session } = await newPerson();
    const supabase = client();
    await supabase.auth.setSession(session);
    expect((await supabase.auth.reauthenticate()).error).toBeNull();
  });

  test('dates the user', async () => {
    const { token } = await newPerson();
    await auth('GET /reauthenticate', undefined, { token });
    const { body } = await auth('GET /user', undefined, { token });
    expect(body.reauthentication_sent_at).toEqual(expect.any(String));
  });
});
