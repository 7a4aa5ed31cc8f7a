import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { instantForm, type Person, uuidForm } from './caller.ts';
import { claimsOf } from './forged.ts';
import { shared } from './programs.ts';
import { codeOf } from './totp.ts';

const { server, auth, rest, functions, api, signIn, refresh, newPerson, clientOf } = shared();

const enrol = (token: string, more: object = {}) =>
  auth('POST /factors', { factor_type: 'totp', ...more }, { token });
const challenge = (token: string, id: string) => auth(`POST /factors/${id}/challenge`, {}, { token });
const answer = (token: string, id: string, challenge_id: unknown, code: unknown) =>
  auth(`POST /factors/${id}/verify`, { challenge_id, code }, { token });

async function answered(token: string, factor: { id: string; secret: string }, step = 0) {
  const { body } = await challenge(token, factor.id);
  return answer(token, factor.id, body.id, codeOf(factor.secret, step));
}

/** Somebody with a verified factor; their session is at aal2 by the code of the step before this one. */
async function withFactor() {
  const person = await newPerson();
  const { body } = await enrol(person.token);
  const factor = { id: body.id as string, secret: body.totp.secret as string };
  const raised = await answered(person.token, factor, -1);
  expect(raised.outcome).toBe('200');
  return { ...person, factor, low: person.token, first: person.session, raised: raised.body };
}

describe('§9 enrolment', () => {
  let person: Person;
  let enrolled: Awaited<ReturnType<typeof enrol>>;
  beforeAll(async () => {
    person = await newPerson();
    enrolled = await enrol(person.token, { friendly_name: 'phone' });
  });

  test('answers the factor with its secret', () => {
    expect(enrolled.outcome).toBe('200');
    expect(enrolled.body).toMatchObject({
      id: expect.stringMatching(uuidForm),
      type: 'totp',
      friendly_name: 'phone',
      totp: { qr_code: expect.any(String), secret: expect.any(String), uri: expect.any(String) },
    });
  });

  test('has a picture that the client may put behind “data:image/svg+xml;utf-8,”', () => {
    const { qr_code } = enrolled.body.totp;
    expect(qr_code).toMatch(/^(<\?xml[^>]*>\s*)?<svg[\s>]/);
    expect(qr_code).toMatch(/<\/svg>\s*$/);
    expect(qr_code).not.toMatch(/[#%]/);
    expect(qr_code).not.toMatch(/^data:/);
  });

  test('has a secret of at least 160 bits in base32 without padding', () => {
    expect(enrolled.body.totp.secret).toMatch(/^[A-Z2-7]{32,}$/);
  });

  test('has the address that authenticators read', () => {
    const uri = new URL(enrolled.body.totp.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(uri.host).toBe('totp');
    expect(decodeURIComponent(uri.pathname)).toContain(`:${person.email}`);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
      secret: enrolled.body.totp.secret,
      issuer: expect.stringContaining(new URL(server.url).hostname),
    });
  });

  test('names the issuer that was asked for', async () => {
    const { body } = await enrol(person.token, { issuer: 'Hôtel & Co' });
    expect(new URL(body.totp.uri).searchParams.get('issuer')).toBe('Hôtel & Co');
    expect(body.totp.qr_code).not.toMatch(/[#%]/);
  });

  test('shows in the user what it is, and the secret nowhere', async () => {
    const { body, text } = await auth('GET /user', undefined, { token: person.token });
    expect(body.factors[0]).toMatchObject({
      id: enrolled.body.id,
      status: 'unverified',
      friendly_name: 'phone',
      factor_type: 'totp',
      created_at: expect.stringMatching(instantForm),
      updated_at: expect.stringMatching(instantForm),
    });
    expect(text).not.toContain(enrolled.body.totp.secret);
  });

  test('takes a name once', async () => {
    expect((await enrol(person.token, { friendly_name: 'phone' })).outcome).toBe(
      '422 mfa_factor_name_conflict',
    );
  });

  test('takes no name several times', async () => {
    const { token } = await newPerson();
    expect((await enrol(token)).outcome).toBe('200');
    expect((await enrol(token)).outcome).toBe('200');
    expect((await enrol(token, { friendly_name: '' })).outcome).toBe('200');
  });

  test('stops at ten', async () => {
    const { token } = await newPerson();
    const outcomes = [];
    for (let count = 0; count < 11; count++) outcomes.push((await enrol(token)).outcome);
    expect(outcomes).toEqual([...Array(10).fill('200'), '422 too_many_enrolled_mfa_factors']);
  });

  test('stops at ten when they come at once', async () => {
    const { token } = await newPerson();
    const answers = await Promise.all(Array.from({ length: 14 }, () => enrol(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  });

  test.each([
    ['phone', '422 mfa_phone_enroll_not_enabled'],
    ['webauthn', '422 mfa_webauthn_enroll_not_enabled'],
    ['palm', '400 validation_failed'],
    [undefined, '400 validation_failed'],
    [7, '400 validation_failed'],
  ])('of %s is refused', async (factor_type, outcome) => {
    expect((await auth('POST /factors', { factor_type }, { token: person.token })).outcome).toBe(outcome);
  });
});

describe('§9 challenge', () => {
  test('has an id, a type and an end in seconds', async () => {
    const { token } = await newPerson();
    const { body: factor } = await enrol(token);
    const { outcome, body } = await challenge(token, factor.id);
    expect(outcome).toBe('200');
    expect(body).toMatchObject({
      id: expect.stringMatching(uuidForm),
      type: 'totp',
      expires_at: expect.any(Number),
    });
    const left = body.expires_at - Date.now() / 1000;
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThanOrEqual(301);
  });

  test('takes the body that the client sends', async () => {
    const { token } = await newPerson();
    const { body: factor } = await enrol(token);
    const sent = await auth(`POST /factors/${factor.id}/challenge`, { factorId: factor.id }, { token });
    expect(sent.outcome).toBe('200');
    expect((await auth(`POST /factors/${factor.id}/challenge`, undefined, { token })).outcome).toBe('200');
  });

  test('of nobody’s factor, of another’s, and of what is no id is 404', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { body: factor } = await enrol(other.token);
    expect((await challenge(person.token, randomUUID())).outcome).toBe('404 mfa_factor_not_found');
    expect((await challenge(person.token, factor.id)).outcome).toBe('404 mfa_factor_not_found');
    expect((await challenge(person.token, 'nothing')).outcome).toBe('404 validation_failed');
  });
});

describe('§9 verification', () => {
  test('raises the same session, keeps how it began and verifies the factor', async () => {
    const { first, raised, factor } = await withFactor();
    const [before, after] = [claimsOf(first.access_token), claimsOf(raised.access_token)];
    expect(after).toMatchObject({ session_id: before.session_id, aal: 'aal2' });
    expect(after.amr.map(({ method }: { method: string }) => method)).toEqual(['totp', 'otp']);
    expect(raised.refresh_token).not.toBe(first.refresh_token);
    expect(raised.user.factors).toMatchObject([{ id: factor.id, status: 'verified' }]);
  });

  test('does not hand the raised session to who holds the token of before', async () => {
    const { first } = await withFactor();
    const { outcome, body } = await refresh(first.refresh_token);
    if (outcome === '200') expect(claimsOf(body.access_token).aal).toBe('aal1');
    else expect(outcome).toMatch(/^400 refresh_token_(not_found|already_used)$/);
  });

  test('stays over a refresh', async () => {
    const { raised } = await withFactor();
    const { body } = await refresh(raised.refresh_token);
    expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal2' });
  });

  test('ends the other sessions that are still at aal1', async () => {
    const person = await newPerson();
    const other = (await signIn(person.email)).body.access_token;
    const { body } = await enrol(person.token);
    await answered(person.token, { id: body.id, secret: body.totp.secret });
    expect((await auth('GET /user', undefined, { token: other })).outcome).toBe('403 session_not_found');
    expect((await auth('GET /user', undefined, { token: person.token })).outcome).toBe('200');
  });

  test('deletes the other factors that were never verified', async () => {
    const person = await newPerson();
    await enrol(person.token, { friendly_name: 'never' });
    const { body } = await enrol(person.token, { friendly_name: 'phone' });
    const { body: raised } = await answered(person.token, { id: body.id, secret: body.totp.secret });
    expect(raised.user.factors).toMatchObject([{ friendly_name: 'phone' }]);
    expect(raised.user.factors).toHaveLength(1);
  });

  test.each([-1, 0, 1])('takes the code of step %d', async (step) => {
    const { token } = await newPerson();
    const { body } = await enrol(token);
    // A step may pass between making the code and judging it.
    expect((await answered(token, { id: body.id, secret: body.totp.secret }, step)).outcome).toBe('200');
  });

  test.each([-4, 4])('does not take the code of step %d', async (step) => {
    const { token } = await newPerson();
    const { body } = await enrol(token);
    const { outcome } = await answered(token, { id: body.id, secret: body.totp.secret }, step);
    expect(outcome).toBe('422 mfa_verification_failed');
  });

  test('takes a code once', async () => {
    const { raised, factor } = await withFactor();
    const { body } = await challenge(raised.access_token, factor.id);
    const code = codeOf(factor.secret, 0);
    expect((await answer(raised.access_token, factor.id, body.id, code)).outcome).toBe('200');
    const { body: another } = await challenge(raised.access_token, factor.id);
    expect((await answer(raised.access_token, factor.id, another.id, code)).outcome).toBe(
      '422 mfa_verification_failed',
    );
  });

  test('takes one of several that bring the same code at once', async () => {
    const { raised, factor } = await withFactor();
    const token = raised.access_token;
    const challenges = await Promise.all(Array.from({ length: 4 }, () => challenge(token, factor.id)));
    const code = codeOf(factor.secret, 0);
    const answers = await Promise.all(challenges.map(({ body }) => answer(token, factor.id, body.id, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('takes a challenge once', async () => {
    const { raised, factor } = await withFactor();
    const { body } = await challenge(raised.access_token, factor.id);
    await answer(raised.access_token, factor.id, body.id, codeOf(factor.secret, 0));
    expect((await answer(raised.access_token, factor.id, body.id, codeOf(factor.secret, 1))).outcome).toBe(
      '422 mfa_ip_address_mismatch',
    );
  });

  test.each<[string, unknown, string]>([
    ['an empty code', '', '400 validation_failed'],
    ['no code', undefined, '400 validation_failed'],
    ['a code of letters', 'abcdef', '422 mfa_verification_failed'],
    ['a wrong code', '000000', '422 mfa_verification_failed'],
  ])('refuses %s', async (_what, code, outcome) => {
    const { token } = await newPerson();
    const { body: factor } = await enrol(token);
    const { body } = await challenge(token, factor.id);
    expect((await answer(token, factor.id, body.id, code)).outcome).toBe(outcome);
  });

  test('refuses an unknown challenge and one of another factor', async () => {
    const { token } = await newPerson();
    const [one, two] = [(await enrol(token)).body, (await enrol(token)).body];
    const { body: ofTwo } = await challenge(token, two.id);
    const code = codeOf(one.totp.secret, 0);
    expect((await answer(token, one.id, randomUUID(), code)).outcome).toBe('422 mfa_factor_not_found');
    expect((await answer(token, one.id, ofTwo.id, code)).outcome).toBe('422 mfa_factor_not_found');
  });

  test('refuses another’s factor', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { body: factor } = await enrol(other.token);
    const { body } = await challenge(other.token, factor.id);
    expect((await answer(person.token, factor.id, body.id, codeOf(factor.totp.secret, 0))).outcome).toBe(
      '404 mfa_factor_not_found',
    );
  });

  test('§5 after five wrong codes refuses a right one, with the time to wait', async () => {
    const { raised, factor } = await withFactor();
    const token = raised.access_token;
    for (let tries = 0; tries < 5; tries++) {
      const { body } = await challenge(token, factor.id);
      expect((await answer(token, factor.id, body.id, '000000')).outcome).toBe('422 mfa_verification_failed');
    }
    const { body } = await challenge(token, factor.id);
    const refused = await answer(token, factor.id, body?.id ?? randomUUID(), codeOf(factor.secret, 0));
    expect(refused.outcome).toBe('429 over_request_rate_limit');
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  });
});

describe('§9 a person with a factor', () => {
  let person: Awaited<ReturnType<typeof withFactor>>;
  let low: string;
  beforeAll(async () => {
    person = await withFactor();
    low = (await signIn(person.email)).body.access_token;
  });

  test('signs in at aal1 again', () => expect(claimsOf(low)).toMatchObject({ aal: 'aal1' }));

  test.each<[string, () => ReturnType<typeof auth>, string]>([
    ['a new factor', () => enrol(low), '403 insufficient_aal'],
    [
      'a password',
      () => auth('PUT /user', { password: 'sept moutons gris' }, { token: low }),
      '401 insufficient_aal',
    ],
    [
      'an address',
      () => auth('PUT /user', { email: 'x@example.org' }, { token: low }),
      '401 insufficient_aal',
    ],
    [
      'the end of the factor',
      () => auth(`DELETE /factors/${person.factor.id}`, undefined, { token: low }),
      '422 insufficient_aal',
    ],
    ['the data', () => rest('GET /profiles?select=id', undefined, { token: low }), '403 insufficient_aal'],
    ['the functions', () => functions('POST /security-monitor', {}, { token: low }), '403 insufficient_aal'],
    ['the application', () => api('GET /chatbots', undefined, { token: low }), '403 insufficient_aal'],
  ])('gets at aal1 not %s', async (_what, call, outcome) => {
    expect((await call()).outcome).toBe(outcome);
  });

  test.each<[string, () => ReturnType<typeof auth>]>([
    ['the data', () => rest('GET /profiles?select=id', undefined, { token: person.raised.access_token })],
    ['the application', () => api('GET /chatbots', undefined, { token: person.raised.access_token })],
  ])('gets at aal2 %s', async (_what, call) => {
    expect((await call()).status).toBe(200);
  });

  test('may read at aal1 who it is and which factor to ask for', async () => {
    const { body } = await auth('GET /user', undefined, { token: low });
    expect(body.factors).toMatchObject([{ id: person.factor.id, status: 'verified' }]);
  });

  test('is sent to the second step by the official client', async () => {
    const { body: session } = await signIn(person.email);
    const supabase = await clientOf(session);
    const { data } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
    const { data: factors } = await supabase.auth.mfa.listFactors();
    expect(factors?.totp).toMatchObject([{ id: person.factor.id }]);
  });
});

describe('§9 the end of a factor', () => {
  test('answers its id', async () => {
    const { raised, factor } = await withFactor();
    const { outcome, body } = await auth(`DELETE /factors/${factor.id}`, undefined, {
      token: raised.access_token,
    });
    expect(outcome).toBe('200');
    expect(body).toEqual({ id: factor.id });
  });

  test('lets the session fall back at its next refresh', async () => {
    const { raised, factor } = await withFactor();
    await auth(`DELETE /factors/${factor.id}`, undefined, { token: raised.access_token });
    const { body } = await refresh(raised.refresh_token);
    expect(claimsOf(body.access_token)).toMatchObject({ aal: 'aal1' });
  });

  test('needs no second level while it is unverified', async () => {
    const { token } = await newPerson();
    const { body } = await enrol(token);
    expect((await auth(`DELETE /factors/${body.id}`, undefined, { token })).outcome).toBe('200');
  });

  test('that is not one’s own is 404', async () => {
    const [person, other] = [await newPerson(), await newPerson()];
    const { body } = await enrol(other.token);
    for (const id of [body.id, randomUUID()])
      expect((await auth(`DELETE /factors/${id}`, undefined, { token: person.token })).outcome).toBe(
        '404 mfa_factor_not_found',
      );
    expect((await auth('DELETE /factors/nothing', undefined, { token: person.token })).outcome).toBe(
      '404 validation_failed',
    );
  });
});

describe('§9 through the official client', () => {
  test('enrol, challenge, verify, list and unenrol', async () => {
    const { session } = await newPerson();
    const supabase = await clientOf(session);
    const enrolled = await supabase.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
    expect(enrolled.error).toBeNull();
    const factor = enrolled.data as { id: string; totp: { secret: string; qr_code: string } };
    expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,</);
    const asked = await supabase.auth.mfa.challenge({ factorId: factor.id });
    expect(asked.error).toBeNull();
    const verified = await supabase.auth.mfa.verify({
      factorId: factor.id,
      challengeId: asked.data?.id ?? '',
      code: codeOf(factor.totp.secret, 0),
    });
    expect(verified.error).toBeNull();
    const level = await supabase.auth.mfa.getAuthenticatorAssuranceLevel();
    expect(level.data).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' });
    expect((await supabase.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
  });

  test('challengeAndVerify', async () => {
    const { session } = await newPerson();
    const supabase = await clientOf(session);
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' });
    const factor = data as { id: string; totp: { secret: string } };
    const { error } = await supabase.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.totp.secret, 0),
    });
    expect(error).toBeNull();
  });

  test('a picture that a page can show', async () => {
    const { session } = await newPerson();
    const supabase = await clientOf(session);
    const { data } = await supabase.auth.mfa.enroll({ factorType: 'totp' });
    const { qr_code } = (data as { totp: { qr_code: string } }).totp;
    expect(new URL(qr_code).hash).toBe('');
    expect(await (await fetch(qr_code)).text()).toContain('</svg>');
  });
});
