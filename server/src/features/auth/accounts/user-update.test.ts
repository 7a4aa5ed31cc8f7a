import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../kit/ids.ts';
import {
  authProtocol,
  bearer,
  fragmentOf,
  newAddress,
  password,
} from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';

const site = 'https://site.example';
const another = 'sept oiseaux verts';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;
let call: typeof auth.call;
let mailTo: typeof auth.mailTo;
let put: typeof auth.put;

beforeAll(async () => {
  program = await startProgram({ SITE_URLS: site });
  auth = await authProtocol(program);
  ({ call, mailTo, put } = auth);
});
afterAll(async () => program.stop());

const seconds = (count: number) => count * 1000;

/** Somebody who signed in longer ago than a password may be changed without further proof. */
async function personOfAnOlderSession() {
  const person = await auth.confirmedPerson();
  program.advance(seconds(301));
  return { ...person, token: person.session.access_token as string };
}

const codeOf = async (result: Promise<{ status: number; answer: { error_code?: string } }>) => {
  const { status, answer } = await result;
  return [status, answer.error_code];
};

describe('metadata', () => {
  test('is merged, and null takes a key away', async () => {
    const { session } = await auth.confirmedPerson();
    const supabase = auth.client();
    await supabase.auth.setSession(session);
    const first = await supabase.auth.updateUser({ data: { first_name: 'Ana', nested: { a: 1, b: null } } });
    expect(first.data.user?.user_metadata).toEqual({
      preferred_locale: 'en',
      first_name: 'Ana',
      nested: { a: 1, b: null },
    });
    const second = await supabase.auth.updateUser({ data: { first_name: null, nested: { c: 2 } } });
    expect(second.data.user?.user_metadata).toEqual({ preferred_locale: 'en', nested: { c: 2 } });
  });

  test('is all that a person may say of themselves', async () => {
    const { session, id, email } = await auth.confirmedPerson();
    const token = session.access_token as string;
    expect(await codeOf(put(token, { app_metadata: { plan: 'enterprise' } }))).toEqual([403, 'not_admin']);
    const ignored = await put(token, {
      id: 'x',
      role: 'service_role',
      aud: 'admin',
      email_confirmed_at: null,
      banned_until: '2000-01-01',
      is_admin: true,
      app_metadata: null,
    });
    expect(ignored).toMatchObject({ status: 200, answer: { id, email, role: 'authenticated' } });
    const large = { data: { more: 'x'.repeat(9000) } };
    expect((await put(token, large)).status).toBe(200);
    expect(await codeOf(put(token, { data: { other: 'x'.repeat(9000) } }))).toEqual([
      400,
      'validation_failed',
    ]);
  });

  test.each([
    ['', 400],
    ['[]', 400],
    ['{"data":[1]}', 400],
    ['{"data":"x"}', 400],
    ['{"email":{}}', 400],
    ['{"email":"nowhere"}', 400],
    ['{"phone":"+33600000000"}', 400],
    ['{"password":{}}', 400],
    ['{"password":12}', 400],
    ['{"password":"abc\\u0000defgh"}', 400],
    ['{"password":"\\ud800aaaaaaa"}', 400],
    ['{"password":"a new one","current_password":["x"]}', 400],
    ['{"data":{"x":"\\u0000"}}', 400],
    ['{"data":{"__proto__":{"admin":true}}}', 400],
    ['{"email":"a@b.example","code_challenge":"short","code_challenge_method":"s256"}', 400],
  ])('refuses the body %s', async (raw, status) => {
    const { session } = await auth.confirmedPerson();
    const headers = bearer(session.access_token);
    const refused = await call('/user', { method: 'PUT', raw, headers });
    expect(refused.status).toBe(raw === '' ? refused.status : status);
    expect(refused.status).toBeLessThan(500);
  });

  test('is nobody’s without a session', async () => {
    expect(await codeOf(call('/user', { method: 'PUT', body: {} }))).toEqual([401, 'no_authorization']);
    expect(await codeOf(put(auth.key, {}))).toEqual([403, 'bad_jwt']);
  });
});

describe('a new password', () => {
  test('in a fresh session is taken, ends all others, and every link and code that is out', async () => {
    const { email, session } = await auth.confirmedPerson();
    const elsewhere = (await auth.signIn(email)).answer.access_token as string;
    await call('/recover', { body: { email } });
    const recovery = await mailTo(email);
    const token = session.access_token as string;
    expect((await put(token, { password: another })).status).toBe(200);
    expect((await call('/user', { headers: bearer(token) })).status).toBe(200);
    expect((await call('/user', { headers: bearer(elsewhere) })).answer.error_code).toBe('session_not_found');
    expect(fragmentOf(await auth.open(recovery.link)).facts.error_code).toBe('otp_expired');
    expect((await auth.signIn(email)).status).toBe(400);
    expect((await auth.signIn(email, another)).status).toBe(200);
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).toContain(`${program.url}/undo#`);
  });

  test('in an older one takes the code of a mail, once, through the official client', async () => {
    const { email, session } = await auth.confirmedPerson();
    const supabase = auth.client();
    await supabase.auth.setSession(session);
    program.advance(seconds(301));
    const refused = await supabase.auth.updateUser({ password: another });
    expect(refused.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    expect((await supabase.auth.reauthenticate()).error).toBeNull();
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Your verification code');
    expect(mail.link).toBeUndefined();
    const wrong = mail.code === '000000' ? '000001' : '000000';
    const guessed = await supabase.auth.updateUser({ password: another, nonce: wrong });
    expect(guessed.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    const changed = await supabase.auth.updateUser({ password: another, nonce: mail.code });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({ reauthentication_sent_at: expect.stringMatching(/Z$/) });
    const again = await supabase.auth.updateUser({ password, nonce: mail.code });
    expect(again.error).toMatchObject({ code: 'reauthentication_not_valid' });
  });

  test('takes that code five times wrong at most', async () => {
    const { email, token } = await personOfAnOlderSession();
    expect((await call('/reauthenticate', { headers: bearer(token) })).text).toBe('{}');
    const { code } = await mailTo(email);
    const wrong = code === '000000' ? '000001' : '000000';
    await Promise.all(Array.from({ length: 5 }, () => put(token, { password: another, nonce: wrong })));
    expect(await codeOf(put(token, { password: another, nonce: code }))).toEqual([
      422,
      'reauthentication_not_valid',
    ]);
  });

  test('is not the old one, which nobody learns without proof', async () => {
    const { email, token } = await personOfAnOlderSession();
    expect(await codeOf(put(token, { password }))).toEqual([400, 'reauthentication_needed']);
    expect(await codeOf(put(token, { password, nonce: '123' }))).toEqual([422, 'reauthentication_not_valid']);
    await call('/reauthenticate', { headers: bearer(token) });
    const { code } = await mailTo(email);
    expect(await codeOf(put(token, { password, nonce: code }))).toEqual([422, 'same_password']);
  });

  test('takes the current one instead of a code, and guesses at it are counted', async () => {
    const { email, token } = await personOfAnOlderSession();
    const withCurrent = (current_password: string) => put(token, { password: another, current_password });
    expect(await codeOf(withCurrent('wrong one'))).toEqual([400, 'reauthentication_needed']);
    expect((await withCurrent(password)).status).toBe(200);
    const fresh = (await auth.signIn(email, another)).answer.access_token as string;
    const guess = () => put(fresh, { password: 'huit poissons', current_password: 'wrong one' });
    for (let tries = 0; tries < 5; tries++) {
      expect(await codeOf(guess())).toEqual([400, 'invalid_credentials']);
    }
    const blocked = await guess();
    expect([blocked.status, blocked.answer.error_code]).toEqual([429, 'over_request_rate_limit']);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test.each([
    ['12345', 422, 'weak_password'],
    ['azerty', 422, 'weak_password'],
    ['x'.repeat(1025), 400, 'validation_failed'],
  ])('is refused when it is %s', async (word, status, code) => {
    const { session } = await auth.confirmedPerson();
    expect(await codeOf(put(session.access_token, { password: word }))).toEqual([status, code]);
  });

  test('asked for twice at once is one of the two', async () => {
    const { email, session } = await auth.confirmedPerson();
    const words = ['un premier mot', 'un second mot'];
    const answers = await Promise.all(words.map((word) => put(session.access_token, { password: word })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const taken = words[answers.findIndex(({ status }) => status === 200)];
    expect((await auth.signIn(email, taken)).status).toBe(200);
  });
});

describe('a change of address', () => {
  const verify = (email: string, token: string) =>
    call('/verify', { body: { type: 'email_change', email, token } });

  const half = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';

  test.each([
    ['the old one first', true],
    ['the new one first', false],
  ])('is confirmed by both, %s', async (_order, oldFirst) => {
    const { email, id, session } = await auth.confirmedPerson();
    const newEmail = newAddress();
    const supabase = auth.client();
    await supabase.auth.setSession(session);
    const asked = await supabase.auth.updateUser({ email: newEmail });
    expect(asked.error).toBeNull();
    expect(asked.data.user).toMatchObject({ email, new_email: newEmail });
    const [oldMail, newMail] = [await mailTo(email), await mailTo(newEmail)];
    expect(oldMail.text).toContain(newEmail);
    expect(newMail.text).not.toContain(email);
    const [first, second] = oldFirst
      ? [() => verify(email, oldMail.code), () => verify(newEmail, newMail.code)]
      : [() => verify(newEmail, newMail.code), () => verify(email, oldMail.code)];
    expect(await first()).toMatchObject({ status: 200, answer: { msg: half, code: '200' } });
    expect((await call('/user', { headers: bearer(session.access_token) })).answer.email).toBe(email);
    const done = await second();
    expect(done.answer.user).toMatchObject({
      id,
      email: newEmail,
      identities: [{ email: newEmail, identity_data: { email: newEmail, email_verified: true } }],
    });
    expect(done.answer.user.new_email).toBeUndefined();
    expect((await auth.signIn(email)).status).toBe(400);
    expect((await auth.signIn(newEmail)).status).toBe(200);
  });

  test.each([
    ['in the fragment', false],
    ['for a code', true],
  ])('is confirmed by links, the session %s', async (_how, forCode) => {
    const { email, session } = await auth.confirmedPerson();
    const newEmail = newAddress();
    const verifier = 'v'.repeat(50);
    // The official client forgets its verifier here as soon as the change is asked for.
    const challenge = { code_challenge: verifier, code_challenge_method: 'plain' };
    const to = encodeURIComponent(`${site}/auth/callback`);
    await call(`/user?redirect_to=${to}`, {
      method: 'PUT',
      body: { email: newEmail, ...(forCode ? challenge : {}) },
      headers: bearer(session.access_token),
    });
    const [oldMail, newMail] = [await mailTo(email), await mailTo(newEmail)];
    const opened = await auth.open(oldMail.link);
    expect(opened.status).toBe(303);
    const first = fragmentOf(opened);
    expect(first.to.origin + first.to.pathname).toBe(`${site}/auth/callback`);
    expect(first.facts).toEqual({ message: half, sb: '' });
    const second = fragmentOf(await auth.open(newMail.link));
    if (!forCode) {
      expect(first.to.search).toBe('');
      expect(second.facts).toMatchObject({ type: 'email_change', sb: '' });
      expect(
        (await call('/user', { headers: bearer(second.facts.access_token as string) })).answer.email,
      ).toBe(newEmail);
      return;
    }
    expect(first.to.searchParams.get('message')).toBe(half);
    const exchanged = await call('/token?grant_type=pkce', {
      body: { auth_code: second.to.searchParams.get('code'), code_verifier: verifier },
    });
    expect(exchanged.answer.user.email).toBe(newEmail);
    expect(decodeJwt(exchanged.answer.access_token).amr).toMatchObject([{ method: 'email_change' }]);
  });

  test('half confirmed twice is not whole', async () => {
    const { email, session } = await auth.confirmedPerson();
    const newEmail = newAddress();
    await put(session.access_token, { email: newEmail });
    await verify(newEmail, (await mailTo(newEmail)).code);
    await call('/resend', { body: { type: 'email_change', email } });
    await program.settle();
    // The half that is confirmed is not asked for again.
    expect(await program.mailbox(newEmail)).toHaveLength(1);
    expect((await verify(email, (await mailTo(email)).code)).answer.user.email).toBe(newEmail);
  });

  test('begun anew leaves nothing of the one before', async () => {
    const { email, session } = await auth.confirmedPerson();
    const [first, second] = [newAddress(), newAddress()];
    await put(session.access_token, { email: first });
    const mails = [await mailTo(email), await mailTo(first)];
    await verify(first, (mails[1] as { code: string }).code);
    await put(session.access_token, { email: second });
    expect((await verify(email, (mails[0] as { code: string }).code)).status).toBe(403);
    expect((await verify(email, (await mailTo(email)).code)).answer.msg).toBe(half);
    expect((await verify(second, (await mailTo(second)).code)).answer.user.email).toBe(second);
  });

  test('to somebody’s address is refused, also when they come meanwhile', async () => {
    const { email, session } = await auth.confirmedPerson();
    const other = await auth.confirmedPerson();
    expect(await codeOf(put(session.access_token, { email: other.email.toUpperCase() }))).toEqual([
      422,
      'email_exists',
    ]);
    const newEmail = newAddress();
    await put(session.access_token, { email: newEmail });
    await verify(email, (await mailTo(email)).code);
    const { code } = await mailTo(newEmail);
    await call('/signup', { body: { email: newEmail, password } });
    expect(await codeOf(verify(newEmail, code))).toEqual([422, 'email_exists']);
    const same = await put(session.access_token, { email });
    expect(same).toMatchObject({ status: 200, answer: { email } });
  });
});

describe('an account with a second step', () => {
  test('changes password and address only after it, also from a recovery', async () => {
    const { email, id, session } = await auth.confirmedPerson();
    const { db, clock } = program.context;
    const now = clock();
    await db
      .insertInto('factors')
      .values({
        id: newId(now),
        user_id: id,
        status: 'verified',
        secret_sealed: '',
        created_at: now,
        updated_at: now,
      })
      .execute();
    await call('/recover', { body: { email } });
    const { code } = await mailTo(email);
    const recovery = await call('/verify', { body: { type: 'recovery', email, token: code } });
    const changes: Array<[string, object]> = [
      [session.access_token, { password: another }],
      [session.access_token, { email: newAddress() }],
      [recovery.answer.access_token, { password: another }],
    ];
    for (const [token, change] of changes) {
      expect(await codeOf(put(token, change))).toEqual([401, 'insufficient_aal']);
    }
    await db.updateTable('sessions').set({ aal: 'aal2' }).where('user_id', '=', id).execute();
    const body = { refresh_token: recovery.answer.refresh_token };
    const raised = await call('/token?grant_type=refresh_token', { body });
    expect((await put(raised.answer.access_token, { password: another })).status).toBe(200);
  });
});

describe('an account of a single sign-on', () => {
  test('has its address and password from its provider', async () => {
    const { session, id } = await auth.confirmedPerson();
    await program.context.db.updateTable('users').set({ is_sso_user: true }).where('id', '=', id).execute();
    for (const body of [{ email: newAddress() }, { password: another }, { nonce: '123456' }]) {
      expect(await codeOf(put(session.access_token, body))).toEqual([422, 'user_sso_managed']);
    }
    expect((await put(session.access_token, { data: { a: 1 } })).status).toBe(200);
  });
});
