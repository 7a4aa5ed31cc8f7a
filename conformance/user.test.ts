import { describe, expect, test } from 'vitest';
import { newEmail, type Person, password, uuidForm } from './caller.ts';
import { shared } from './programs.ts';

const { auth, signIn, refresh, mailTo, mailsTo, newPerson, clientOf } = shared();

const put = (person: { token: string }, body: object) => auth('PUT /user', body, { token: person.token });
const newPassword = 'sept moutons gris';

describe('§6 PUT /user, metadata', () => {
  test('merges what is sent and deletes what is null', async () => {
    const person = await newPerson({ data: { first_name: 'Camille', nickname: 'Cam' } });
    const { outcome, body } = await put(person, { data: { nickname: null, city: 'Lyon' } });
    expect(outcome).toBe('200');
    expect(body.user_metadata).toEqual({ first_name: 'Camille', city: 'Lyon' });
    expect((await auth('GET /user', undefined, { token: person.token })).body.user_metadata).toEqual(
      body.user_metadata,
    );
  });

  test('answers the user itself', async () => {
    const person = await newPerson();
    const { body } = await put(person, { data: { a: 1 } });
    expect(body).toMatchObject({ id: person.id, email: person.email, aud: 'authenticated' });
    expect(body).not.toHaveProperty('user');
  });

  test('leaves app_metadata to the server', async () => {
    const person = await newPerson();
    expect((await put(person, { app_metadata: { admin: true } })).outcome).toBe('403 not_admin');
    const { body } = await auth('GET /user', undefined, { token: person.token });
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
  });

  test('ignores role, id, audience and confirmation', async () => {
    const person = await newPerson();
    const { outcome, body } = await put(person, {
      data: { a: 1 },
      role: 'service_role',
      id: '0190d2a2-0000-7000-8000-000000000000',
      aud: 'admin',
      is_anonymous: true,
      banned_until: '2999-01-01T00:00:00Z',
    });
    expect(outcome).toBe('200');
    expect(body).toMatchObject({ id: person.id, role: 'authenticated', aud: 'authenticated' });
    expect(body).not.toHaveProperty('banned_until');
  });

  test.each([
    ['no object', 'text'],
    ['a list', [1]],
    ['over 16 KiB', { text: 'x'.repeat(17_000) }],
  ])('refuses data that is %s', async (_what, data) => {
    expect((await put(await newPerson(), { data })).outcome).toBe('400 validation_failed');
  });

  test('is bounded in what it merges to', async () => {
    const person = await newPerson();
    await put(person, { data: { one: 'x'.repeat(12_000) } });
    expect((await put(person, { data: { two: 'x'.repeat(12_000) } })).outcome).toBe('400 validation_failed');
  });

  test('of nothing changes nothing', async () => {
    const person = await newPerson({ data: { a: 1 } });
    const { outcome, body } = await put(person, {});
    expect(outcome).toBe('200');
    expect(body.user_metadata).toEqual({ a: 1 });
  });

  test('works through the official client', async () => {
    const { session } = await newPerson();
    const supabase = await clientOf(session);
    const { data, error } = await supabase.auth.updateUser({ data: { first_name: 'Camille' } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ first_name: 'Camille' });
  });
});

describe('§6 PUT /user, password', () => {
  test('of a fresh session is set, and signs in', async () => {
    const person = await newPerson();
    expect((await put(person, { password: newPassword })).outcome).toBe('200');
    expect((await signIn(person.email)).outcome).toBe('400 invalid_credentials');
    expect((await signIn(person.email, newPassword)).outcome).toBe('200');
  });

  test('ends all other sessions and keeps the one that did it', async () => {
    const person = await newPerson();
    const other = (await signIn(person.email)).body;
    await put(person, { password: newPassword });
    expect((await auth('GET /user', undefined, { token: person.token })).outcome).toBe('200');
    expect((await auth('GET /user', undefined, { token: other.access_token })).outcome).toBe(
      '403 session_not_found',
    );
    expect((await refresh(other.refresh_token)).outcome).toBe('400 refresh_token_not_found');
    expect((await refresh(person.session.refresh_token)).outcome).toBe('200');
  });

  test('voids every outstanding code and link', async () => {
    const person = await newPerson();
    await auth('POST /recover', { email: person.email });
    const mail = await mailTo(person.email, 2);
    await put(person, { password: newPassword });
    const { email } = person;
    expect((await auth('POST /verify', { type: 'recovery', email, token: mail.code })).outcome).toBe(
      '403 otp_expired',
    );
    expect((await auth('POST /verify', { type: 'recovery', token_hash: mail.token })).outcome).toBe(
      '403 otp_expired',
    );
  });

  test('is told to the owner by a mail without a link that signs in', async () => {
    const person = await newPerson();
    const before = (await mailsTo(person.email)).length;
    await put(person, { password: newPassword });
    const mail = await mailTo(person.email, before + 1);
    expect(mail.text).not.toContain('/auth/v1/verify');
  });

  test.each([
    ['too short', 'abcde', '422 weak_password'],
    ['among the commonest', '123456', '422 weak_password'],
    ['over 1,024 bytes', 'x'.repeat(1025), '400 validation_failed'],
    ['the present one', password, '422 same_password'],
    ['a number', 123456789, '400 validation_failed'],
  ])('is refused when it is %s', async (_what, word, outcome) => {
    const person = await newPerson();
    expect((await put(person, { password: word })).outcome).toBe(outcome);
    expect((await signIn(person.email)).outcome).toBe('200');
  });

  test('names why it is weak', async () => {
    const { body } = await put(await newPerson(), { password: 'abc' });
    expect(body.weak_password).toEqual({ reasons: ['length'] });
  });

  test('works through the official client', async () => {
    const { session, email } = await newPerson();
    const supabase = await clientOf(session);
    expect((await supabase.auth.updateUser({ password: newPassword })).error).toBeNull();
    expect((await signIn(email, newPassword)).outcome).toBe('200');
  });
});

describe('§6 PUT /user, address', () => {
  /** Both mails of a change, the old address’s and the new one’s. */
  async function asked(person: Person) {
    const next = newEmail();
    const before = (await mailsTo(person.email)).length;
    const { outcome, body } = await put(person, { email: next });
    expect(outcome).toBe('200');
    return { next, body, old: await mailTo(person.email, before + 1), fresh: await mailTo(next) };
  }
  const verify = (email: string, token: string) =>
    auth('POST /verify', { type: 'email_change', email, token });

  test('waits beside the old one until both are confirmed', async () => {
    const person = await newPerson();
    const { next, body, old, fresh } = await asked(person);
    expect(body).toMatchObject({
      email: person.email,
      new_email: next,
      email_change_sent_at: expect.any(String),
    });
    for (const mail of [old, fresh]) {
      expect(mail.type).toBe('email_change');
      expect(mail.code).toMatch(/^\d{6}$/);
    }
  });

  test.each([
    ['the old address first', false],
    ['the new address first', true],
  ])('moves when both codes were given, %s', async (_what, newFirst) => {
    const person = await newPerson();
    const { next, old, fresh } = await asked(person);
    const legs: [string, string][] = [
      [person.email, old.code],
      [next, fresh.code],
    ];
    if (newFirst) legs.reverse();
    const [first, second] = [
      await verify(...(legs[0] as [string, string])),
      await verify(...(legs[1] as [string, string])),
    ];
    expect(first.outcome).toBe('200');
    expect(first.body).toEqual({
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
      code: '200',
    });
    expect(second.outcome).toBe('200');
    expect(second.body.user).toMatchObject({ id: person.id, email: next });
    expect(second.body.user).not.toHaveProperty('new_email');
    expect(second.body.user.identities[0]).toMatchObject({ email: next, identity_data: { email: next } });
    expect((await signIn(person.email)).outcome).toBe('400 invalid_credentials');
    expect((await signIn(next)).outcome).toBe('200');
  });

  test('does not move by one code given twice', async () => {
    const person = await newPerson();
    const { old } = await asked(person);
    await verify(person.email, old.code);
    expect((await verify(person.email, old.code)).outcome).toBe('403 otp_expired');
    expect((await signIn(person.email)).outcome).toBe('200');
  });

  test('moves by the tokens of the links as well', async () => {
    const person = await newPerson();
    const { next, old, fresh } = await asked(person);
    for (const { token } of [old, fresh])
      expect((await auth('POST /verify', { type: 'email_change', token_hash: token })).outcome).toBe('200');
    expect((await signIn(next)).outcome).toBe('200');
  });

  test('of somebody else is refused', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    expect((await put(person, { email: other.email })).outcome).toBe('422 email_exists');
    expect((await put(person, { email: other.email.toUpperCase() })).outcome).toBe('422 email_exists');
  });

  test('that somebody took meanwhile is refused at the last step', async () => {
    const person = await newPerson();
    const { next, old, fresh } = await asked(person);
    await auth('POST /signup', { email: next, password });
    const { code } = await mailTo(next, 2);
    await auth('POST /verify', { type: 'signup', email: next, token: code });
    const outcomes = [await verify(person.email, old.code), await verify(next, fresh.code)];
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['200', '422 email_exists']);
    expect((await signIn(person.email)).outcome).toBe('200');
  });

  test('is sent again by /resend', async () => {
    const person = await newPerson();
    const { next } = await asked(person);
    const { outcome, body } = await auth('POST /resend', { type: 'email_change', email: person.email });
    expect([outcome, body]).toEqual(['200', {}]);
    expect((await mailTo(next, 2)).type).toBe('email_change');
  });

  test.each(['nobody', '', 'a@b@example.org'])('%j is refused or means nothing', async (email) => {
    const { outcome, body } = await put(await newPerson(), { email });
    if (email === '') expect(body.new_email).toBeUndefined();
    else expect(outcome).toBe('400 validation_failed');
  });

  test('works through the official client', async () => {
    const { session } = await newPerson();
    const supabase = await clientOf(session);
    const next = newEmail();
    const { data, error } = await supabase.auth.updateUser({ email: next });
    expect(error).toBeNull();
    expect(data.user?.new_email).toBe(next);
    expect(data.user?.id).toMatch(uuidForm);
  });
});
