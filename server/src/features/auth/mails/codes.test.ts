import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  authProtocol,
  bearer,
  fragmentOf,
  newAddress,
  version,
} from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';

const site = 'https://site.example';

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;
let call: typeof auth.call;
let mailTo: typeof auth.mailTo;
let confirmedPerson: typeof auth.confirmedPerson;

beforeAll(async () => {
  program = await startProgram({ SITE_URLS: site });
  auth = await authProtocol(program);
  ({ call, mailTo, confirmedPerson } = auth);
});
afterAll(async () => program.stop());

const accountsOf = (email: string) =>
  program.context.db.selectFrom('users').select('id').where('email', '=', email).execute();

describe('a code by mail', () => {
  test('signs a person in, typed or by its link, through the official client', async () => {
    const { email, id } = await confirmedPerson();
    const supabase = auth.client();
    const asked = await supabase.auth.signInWithOtp({
      email: email.toUpperCase(),
      options: { emailRedirectTo: `${site}/auth/callback`, shouldCreateUser: false },
    });
    expect(asked.error).toBeNull();
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Your sign-in link');
    expect(new URL(mail.link).searchParams.get('type')).toBe('magiclink');
    const typed = await supabase.auth.verifyOtp({ type: 'email', email, token: mail.code });
    expect(typed.error).toBeNull();
    expect(typed.data.user?.id).toBe(id);
    expect(decodeJwt(typed.data.session?.access_token as string).amr).toMatchObject([{ method: 'otp' }]);
    expect(fragmentOf(await auth.open(mail.link)).facts.error_code).toBe('otp_expired');

    await supabase.auth.signInWithOtp({ email, options: { emailRedirectTo: `${site}/auth/callback` } });
    const { to, facts } = fragmentOf(await auth.open((await mailTo(email)).link));
    expect(to.origin + to.pathname).toBe(`${site}/auth/callback`);
    expect(facts).toMatchObject({ type: 'magiclink', token_type: 'bearer', sb: '' });
    expect((await call('/user', { headers: bearer(facts.access_token as string) })).answer.id).toBe(id);
  });

  test('takes the token of its link by POST as well', async () => {
    const { email, id } = await confirmedPerson();
    await call('/otp', { body: { email } });
    const token = new URL((await mailTo(email)).link).searchParams.get('token') as string;
    const wrongType = await call('/verify', { body: { type: 'recovery', token_hash: token } });
    expect(wrongType).toMatchObject({ status: 403, answer: { error_code: 'otp_expired' } });
    const { data, error } = await auth.client().auth.verifyOtp({ type: 'magiclink', token_hash: token });
    expect(error).toBeNull();
    expect(data.user?.id).toBe(id);
  });

  test('makes an account for a new address, confirmed by the code, without a password', async () => {
    const email = newAddress();
    const asked = await auth.client().auth.signInWithOtp({
      email,
      options: { data: { first_name: 'Ana', preferred_locale: 'en' } },
    });
    expect(asked.error).toBeNull();
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Confirm your email address');
    expect(new URL(mail.link).searchParams.get('type')).toBe('signup');
    const typed = await auth.client().auth.verifyOtp({ type: 'email', email, token: mail.code });
    expect(typed.data.user).toMatchObject({ email, user_metadata: { first_name: 'Ana' } });
    expect(typed.data.user?.email_confirmed_at).toMatch(/Z$/);
    expect((await auth.signIn(email)).answer.error_code).toBe('invalid_credentials');
    const [profile] = await program.context.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', typed.data.user?.id as string)
      .execute();
    expect(profile).toMatchObject({ first_name: 'Ana', preferred_locale: 'en' });
  });

  test('makes no account when none is wanted, and one when many ask at once', async () => {
    const nobody = newAddress();
    const refused = await call('/otp', { body: { email: nobody, create_user: false } });
    expect(refused).toMatchObject({ status: 200, answer: {} });
    await program.settle();
    expect(await accountsOf(nobody)).toHaveLength(0);
    expect(await program.mailbox(nobody)).toHaveLength(0);

    const email = newAddress();
    await Promise.all(Array.from({ length: 6 }, () => call('/otp', { body: { email } })));
    await Promise.all([program.settle(), program.settle(), program.settle()]);
    expect(await accountsOf(email)).toHaveLength(1);
  });

  test('of an address that waits for its confirmation confirms it, and no password that somebody gave', async () => {
    const email = newAddress();
    await call('/signup', { body: { email, password: 'the first one', data: { preferred_locale: 'en' } } });
    await mailTo(email);
    await call('/otp', { body: { email, create_user: false } });
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Confirm your email address');
    const typed = await call('/verify', { body: { type: 'email', email, token: mail.code } });
    expect(typed.answer.user.email_confirmed_at).toMatch(/Z$/);
    expect((await auth.signIn(email, 'the first one')).status).toBe(400);
  });

  /** A mailed link opened by a client that gets a code for its session, which it has not fetched yet. */
  async function codeForSession(email: string) {
    const supabase = auth.codeClient();
    await supabase.auth.signInWithOtp({ email });
    const to = new URL((await auth.open((await mailTo(email)).link)).headers.get('location') as string);
    return () => supabase.auth.exchangeCodeForSession(to.searchParams.get('code') as string);
  }

  test('of a banned person opens nothing, typed, by its link or by the code that it ends in', async () => {
    const { email, id } = await confirmedPerson();
    const exchange = await codeForSession(email);
    await call('/otp', { body: { email } });
    const mail = await mailTo(email);
    await program.context.db
      .updateTable('users')
      .set({ banned_until: new Date(program.context.clock().getTime() + 60_000) })
      .where('id', '=', id)
      .execute();
    expect((await exchange()).error).toMatchObject({ status: 400, code: 'user_banned' });
    const typed = await call('/verify', { body: { type: 'email', email, token: mail.code } });
    expect([typed.status, typed.answer.error_code]).toEqual([403, 'user_banned']);
    expect(fragmentOf(await auth.open(mail.link)).facts.error_code).toBe('user_banned');
  });

  test('ends in one that is good for five minutes', async () => {
    const { email } = await confirmedPerson();
    const exchange = await codeForSession(email);
    program.advance(301_000);
    expect((await exchange()).error).toMatchObject({ status: 422, code: 'flow_state_expired' });
  });

  test('of a client that asks for a code for its session ends in one', async () => {
    const { email, id } = await confirmedPerson();
    const supabase = auth.codeClient();
    await supabase.auth.signInWithOtp({ email, options: { emailRedirectTo: `${site}/auth/callback` } });
    const { link } = await mailTo(email);
    expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_/);
    const to = new URL((await auth.open(link)).headers.get('location') as string);
    expect(to.hash).toBe('');
    const exchanged = await supabase.auth.exchangeCodeForSession(to.searchParams.get('code') as string);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user?.id).toBe(id);
    const { amr } = decodeJwt(exchanged.data.session?.access_token as string);
    expect(amr).toMatchObject([{ method: 'magiclink' }]);
    const used = fragmentOf(await auth.open(link));
    expect(used.facts.error_code).toBe('otp_expired');
    expect(used.to.searchParams.get('error_code')).toBe('otp_expired');
  });

  test('is used by one of many who type it at the same moment', async () => {
    const { email } = await confirmedPerson();
    await call('/otp', { body: { email } });
    const { code } = await mailTo(email);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('/verify', { body: { type: 'magiclink', email, token: code } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  });

  test('is void after five wrong ones, and replaced by a newer', async () => {
    const { email } = await confirmedPerson();
    const verify = (token: string) => call('/verify', { body: { type: 'email', email, token } });
    await call('/otp', { body: { email } });
    const first = await mailTo(email);
    const wrong = first.code === '000000' ? '000001' : '000000';
    for (let tries = 0; tries < 5; tries++) {
      expect(await verify(wrong)).toMatchObject({
        status: 403,
        answer: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
      });
    }
    expect((await verify(first.code)).status).toBe(403);
    await call('/otp', { body: { email } });
    const second = await mailTo(email);
    expect(fragmentOf(await auth.open(first.link)).facts.error_code).toBe('otp_expired');
    expect((await verify(second.code)).status).toBe(200);
  });

  test.each([
    ['no address', { email: undefined }, 400, 'validation_failed'],
    ['a telephone', { email: undefined, phone: '+33600000000' }, 400, 'phone_provider_disabled'],
    ['a channel', { channel: 'sms' }, 400, 'validation_failed'],
    ['a create_user that is a text', { create_user: 'no' }, 400, 'validation_failed'],
    ['metadata that is a list', { data: [] }, 400, 'validation_failed'],
    [
      'half a challenge',
      { code_challenge: 'x'.repeat(43), code_challenge_method: null },
      400,
      'validation_failed',
    ],
  ])('is refused for %s', async (_what, change, status, code) => {
    const refused = await call('/otp', { body: { email: newAddress(), ...change }, headers: version });
    expect(refused).toMatchObject({ status, answer: { code } });
  });
});

describe('whether an address has an account', () => {
  test('is told by no answer, header or mail of otp, recover and resend', async () => {
    const { email: known } = await confirmedPerson();
    const pending = newAddress();
    await call('/signup', { body: { email: pending, password: 'six chevaux bleus' } });
    const requests: Array<[string, object]> = [
      ['/otp', {}],
      ['/otp', { create_user: false }],
      ['/recover', {}],
      ['/resend', { type: 'signup' }],
      ['/resend', { type: 'email_change' }],
    ];
    for (const [path, body] of requests) {
      const answers: object[] = [];
      for (const email of [known, pending, newAddress()]) {
        const { status, text, headers } = await call(path, { body: { ...body, email } });
        const names = [...headers.keys()].filter((name) => name !== 'date');
        answers.push({ status, text, names });
      }
      expect(answers[0]).toMatchObject({ status: 200, text: '{}' });
      expect(answers).toEqual(answers.map(() => answers[0]));
    }
  });
});
