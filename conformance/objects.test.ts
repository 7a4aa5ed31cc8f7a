import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, instantForm, type Json, newEmail, type Person, uuidForm } from './caller.ts';
import { shared } from './programs.ts';

const { auth, signUp, signIn, newSignedIn } = shared();

const data = { first_name: 'Camille', hobby: { name: 'chess' } };
const unconfirmedEmail = newEmail();
let unconfirmed: Json;
let person: Person;
let user: Json;

beforeAll(async () => {
  unconfirmed = (await signUp(unconfirmedEmail, { data })).body;
  person = await newSignedIn({ data });
  user = (await auth('GET /user', undefined, { token: person.token })).body;
});

describe('§3 the user', () => {
  test('before the confirmation has all that a client reads, at the top level', () => {
    expect(unconfirmed).toMatchObject({
      id: expect.stringMatching(uuidForm),
      aud: 'authenticated',
      role: 'authenticated',
      email: unconfirmedEmail,
      phone: '',
      confirmation_sent_at: expect.stringMatching(instantForm),
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: data,
      identities: [{ provider: 'email' }],
      created_at: expect.stringMatching(instantForm),
      updated_at: expect.stringMatching(instantForm),
      is_anonymous: false,
    });
  });

  test('after the confirmation says when, twice, and when it last signed in', () => {
    expect(user).toMatchObject({
      email_confirmed_at: expect.stringMatching(instantForm),
      last_sign_in_at: expect.stringMatching(instantForm),
    });
    expect(user.confirmed_at).toBe(user.email_confirmed_at);
  });

  test.each([
    'email_confirmed_at',
    'confirmed_at',
    'recovery_sent_at',
    'email_change_sent_at',
    'reauthentication_sent_at',
    'invited_at',
    'banned_until',
    'new_email',
  ])('%s is absent while empty', (field) => {
    expect(unconfirmed).not.toHaveProperty(field);
  });

  test('holds no null at its top', () => {
    for (const object of [unconfirmed, user])
      expect(Object.entries(object).filter(([, value]) => value === null)).toEqual([]);
  });

  test('has a UUID of version 7', () => expect(user.id[14]).toBe('7'));

  test('says in metadata what the person said, and nothing of the person’s reaches app_metadata', async () => {
    const email = newEmail();
    const { body } = await signUp(email, {
      data: { plan: 'gold', app_metadata: { admin: true } },
      app_metadata: { provider: 'google', admin: true },
      role: 'service_role',
      aud: 'admin',
      id: person.id,
      email_confirmed_at: '2020-01-01T00:00:00Z',
      is_super_admin: true,
    });
    expect(body.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(body.user_metadata).toEqual({ plan: 'gold', app_metadata: { admin: true } });
    expect(body).toMatchObject({ role: 'authenticated', aud: 'authenticated', email });
    expect(body.id).not.toBe(person.id);
    expect(body).not.toHaveProperty('email_confirmed_at');
  });

  test('has no factors before one is enrolled, or an empty list', () => {
    expect(user.factors ?? []).toEqual([]);
  });

  test('never shows a secret', async () => {
    const answers: Answer[] = [
      await auth('GET /user', undefined, { token: person.token }),
      await signUp(newEmail()),
      await signIn(person.email),
    ];
    for (const { text } of answers)
      expect(text).not.toMatch(
        /"[^"]*(password|hash|confirmation_token|recovery_token|reauthentication_token|secret)[^"]*":/,
      );
  });
});

describe('§3 the identity', () => {
  const identity = () => user.identities[0];

  test('has a row id of its own beside the provider’s subject', () => {
    expect(identity().identity_id).toMatch(uuidForm);
    expect(identity().id).toBe(user.id);
    expect(identity().identity_id).not.toBe(identity().id);
    expect(identity().user_id).toBe(user.id);
  });

  test('is dated and names provider and address', () => {
    expect(identity()).toMatchObject({
      provider: 'email',
      email: person.email,
      created_at: expect.stringMatching(instantForm),
      updated_at: expect.stringMatching(instantForm),
      last_sign_in_at: expect.stringMatching(instantForm),
    });
  });

  test('holds the sign-up’s data beside sub, email and what was verified', () => {
    expect(identity().identity_data).toMatchObject({
      ...data,
      sub: user.id,
      email: person.email,
      email_verified: true,
      phone_verified: false,
    });
  });

  test('is unverified until the confirmation', () => {
    expect(unconfirmed.identities[0].identity_data.email_verified).toBe(false);
  });

  test('cannot be verified by the sign-up’s data', async () => {
    const { body } = await signUp(newEmail(), { data: { email_verified: true, sub: person.id } });
    expect(body.identities[0].identity_data).toMatchObject({ email_verified: false, sub: body.id });
  });
});

describe('§3 the session', () => {
  test('has what makes the client take it for one', () => {
    expect(person.session).toMatchObject({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_in: expect.any(Number),
      expires_at: expect.any(Number),
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{12,}$/),
      user: { id: person.id },
    });
    expect(person.session.expires_in).toBeGreaterThan(0);
  });

  test('tells its end in seconds, not milliseconds', () => {
    const { expires_at, expires_in } = person.session;
    const now = Date.now() / 1000;
    expect(Math.abs(expires_at - expires_in - now)).toBeLessThan(30);
  });

  test('has neither provider tokens nor a weak password to tell of', () => {
    for (const field of ['provider_token', 'provider_refresh_token', 'weak_password'])
      expect(person.session).not.toHaveProperty(field);
  });

  test('says the same of the user as GET /user', () => {
    expect(person.session.user).toEqual({ ...user, updated_at: person.session.user.updated_at });
  });
});
