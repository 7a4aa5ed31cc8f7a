import { createHmac, randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { listChatbots } from '@parlance/contract/endpoints/chatbots';
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../db/transaction.ts';
import {
  authProtocol,
  bearer,
  fragmentOf,
  newAddress,
  password,
  version,
} from '../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../test/program.ts';
import { setPassword, userForUpdate } from './queries/accounts.ts';
import { authenticate } from './service.ts';

const site = 'https://site.example';

const seconds = (count: number) => count * 1000;

let program: Program;
let auth: Awaited<ReturnType<typeof authProtocol>>;
let key: string;
let call: typeof auth.call;
let client: typeof auth.client;
let mailTo: typeof auth.mailTo;
let confirmedPerson: typeof auth.confirmedPerson;

beforeAll(async () => {
  program = await startProgram({
    SITE_URLS: site,
  });
  auth = await authProtocol(program);
  ({ key, call, client, mailTo, confirmedPerson } = auth);
});
afterAll(async () => program.stop());

const signUpBody = (email: string, more: object = {}) => ({ email, password, ...more });

describe('through the official client', () => {
  test('a person signs up, opens the link in the mail and signs in', async () => {
    const email = newAddress();
    const supabase = client();
    const { data, error } = await supabase.auth.signUp({
      email: email.toUpperCase(),
      password,
      options: {
        emailRedirectTo: `${site}/auth/callback`,
        data: { first_name: 'Camille', last_name: 'Durand', preferred_locale: 'fr', receive_updates: true },
      },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { first_name: 'Camille' },
      identities: [{ provider: 'email', id: data.user?.id, identity_data: { email_verified: false } }],
    });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    expect(data.user?.confirmation_sent_at).toMatch(/Z$/);

    const early = await supabase.auth.signInWithPassword({ email, password });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
    const wrong = await supabase.auth.signInWithPassword({ email, password: 'another one' });
    expect(wrong.error).toMatchObject({ status: 400, code: 'invalid_credentials' });

    const mail = await mailTo(email);
    expect(mail.subject).toBe('Confirmez votre adresse email');
    expect(mail.html).toContain(mail.code);
    expect(mail.link.startsWith(`${program.url}/auth/v1/verify?token=`)).toBe(true);

    const opened = await fetch(mail.link, { redirect: 'manual' });
    expect(opened.status).toBe(303);
    expect(opened.headers.get('cache-control')).toBe('no-store');
    expect(opened.headers.get('referrer-policy')).toBe('no-referrer');
    const { to, facts } = fragmentOf(opened);
    expect(to.origin + to.pathname).toBe(`${site}/auth/callback`);
    expect(facts).toMatchObject({ token_type: 'bearer', type: 'signup', sb: '', expires_in: '3600' });
    const taken = await client().auth.setSession({
      access_token: facts.access_token as string,
      refresh_token: facts.refresh_token as string,
    });
    expect(taken.error).toBeNull();
    expect(taken.data.user?.email_confirmed_at).toMatch(/Z$/);
    expect(taken.data.user?.identities?.[0]?.identity_data).toMatchObject({ email_verified: true });

    const signedIn = await supabase.auth.signInWithPassword({ email, password });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } });
    const user = await supabase.auth.getUser();
    expect(user.data.user?.id).toBe(data.user?.id);
    const claims = await supabase.auth.getClaims();
    expect(claims.data?.header.alg).toBe('ES256');
    expect(claims.data?.claims).toMatchObject({ email, aal: 'aal1', amr: [{ method: 'password' }] });
  });

  test('a session is refreshed, also by many at once, and ends with sign-out', async () => {
    const { email } = await confirmedPerson();
    const supabase = client();
    await supabase.auth.signInWithPassword({ email, password });
    const first = (await supabase.auth.getSession()).data.session;
    const refreshed = await supabase.auth.refreshSession();
    expect(refreshed.error).toBeNull();
    expect(refreshed.data.session?.refresh_token).not.toBe(first?.refresh_token);

    const token = refreshed.data.session?.refresh_token as string;
    const tabs = await Promise.all(
      Array.from({ length: 12 }, () => client().auth.refreshSession({ refresh_token: token })),
    );
    expect(tabs.map((tab) => tab.error)).toEqual(tabs.map(() => null));
    expect(new Set(tabs.map((tab) => tab.data.session?.refresh_token)).size).toBe(1);

    const ended = await tabs[0]?.data.session?.access_token;
    await supabase.auth.setSession({
      access_token: ended as string,
      refresh_token: tabs[0]?.data.session?.refresh_token as string,
    });
    expect((await supabase.auth.signOut()).error).toBeNull();
    const after = await client().auth.getUser(ended as string);
    expect(after.error?.name).toBe('AuthSessionMissingError');
    const again = await client().auth.refreshSession({
      refresh_token: tabs[0]?.data.session?.refresh_token as string,
    });
    expect(again.error).toMatchObject({ status: 400, code: 'refresh_token_not_found' });
  });

  test('of a banned person goes on nowhere, by token or refresh', async () => {
    const { id, email, session } = await confirmedPerson();
    await program.context.db
      .updateTable('users')
      .set({ banned_until: new Date(Date.now() + 60_000) })
      .where('id', '=', id)
      .execute();
    const refresh = await call('/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect([refresh.status, refresh.answer.error_code]).toEqual([400, 'user_banned']);
    expect((await auth.signIn(email)).answer.error_code).toBe('user_banned');
    const user = await call('/user', { headers: bearer(session.access_token) });
    expect([user.status, user.answer.error_code]).toEqual([403, 'user_banned']);
    expect((await program.call(listChatbots, {}, session.access_token)).status).toBe(401);
  });

  test('begins with no password that is changed while it is compared', async () => {
    const { id, email } = await confirmedPerson();
    const signingIn = await transaction(program.context.db, async (db) => {
      await userForUpdate(db, id);
      const waiting = auth.signIn(email);
      // Time to read the old hash and compare with it, where the database has a connection for that.
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await setPassword(db, id, await hash('quite another'), program.context.clock());
      return { waiting };
    });
    expect((await signingIn.waiting).answer.error_code).toBe('invalid_credentials');
  });

  test('a client that asks for a code gets its session by exchange, once', async () => {
    const email = newAddress();
    const supabase = auth.codeClient();
    await supabase.auth.signUp({
      email,
      password,
      options: { emailRedirectTo: `${site}/auth/callback?from=mail` },
    });
    const mail = await mailTo(email);
    const opened = await fetch(mail.link, { redirect: 'manual' });
    const to = new URL(opened.headers.get('location') as string);
    expect(to.hash).toBe('');
    expect(to.searchParams.get('from')).toBe('mail');
    const code = to.searchParams.get('code') as string;
    expect(code).toMatch(/^[0-9a-f-]{36}$/);
    const exchanged = await supabase.auth.exchangeCodeForSession(code);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session?.user.email).toBe(email);
    const replay = await call('/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(50) },
    });
    expect(replay).toMatchObject({ status: 404, answer: { error_code: 'flow_state_not_found' } });
  });

  test('the code of the mail confirms as its link does, and a new mail voids the old one', async () => {
    const email = newAddress();
    await client().auth.signUp({ email, password });
    const first = await mailTo(email);
    expect((await client().auth.resend({ type: 'signup', email })).error).toBeNull();
    const second = await mailTo(email);
    expect(second.link).not.toBe(first.link);
    expect(fragmentOf(await fetch(first.link, { redirect: 'manual' })).facts.error_code).toBe('otp_expired');
    const verified = await client().auth.verifyOtp({ type: 'email', email, token: second.code });
    expect(verified.error).toBeNull();
    expect(verified.data.session?.access_token).toBeTruthy();
    const again = await client().auth.verifyOtp({ type: 'signup', email, token: second.code });
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
  });
});

describe('sign-up', () => {
  test('of an address that waits for its confirmation leaves the first one and its mail as they are', async () => {
    const email = newAddress();
    const first = await call('/signup', { body: signUpBody(email, { data: { first_name: 'First' } }) });
    const mail = await mailTo(email);
    const second = await call('/signup', {
      body: { email, password: 'quite another', data: { first_name: 'Second' } },
    });
    expect(second.answer.id).toBe(first.answer.id);
    expect(second.answer.user_metadata).toEqual({ first_name: 'First' });
    await call('/verify', { body: { type: 'signup', email, token: mail.code } });
    expect((await auth.signIn(email, 'quite another')).status).toBe(400);
    expect((await auth.signIn(email)).answer.user.user_metadata).toEqual({ first_name: 'First' });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'a.example',
    'https://',
    '//a.example',
  ])('takes no %s for a website, nor does a change of one’s data', async (website) => {
    const outcome = async (answer: ReturnType<typeof call>) => (await answer).answer.error_code;
    const data = { website };
    expect(await outcome(call('/signup', { body: signUpBody(newAddress(), { data }) }))).toBe(
      'validation_failed',
    );
    expect(await outcome(call('/otp', { body: { email: newAddress(), data } }))).toBe('validation_failed');
    const { session } = await confirmedPerson();
    expect(await outcome(auth.put(session.access_token, { data }))).toBe('validation_failed');
  });

  test('of a confirmed address answers as if it were new, changes nothing and tells the owner', async () => {
    const { email, id } = await confirmedPerson();
    const fresh = await call('/signup', { body: signUpBody(newAddress(), { data: { a: 1 } }) });
    const taken = await call('/signup', { body: { email, password: 'quite another', data: { a: 1 } } });
    expect(taken.status).toBe(200);
    expect(taken.answer).toMatchObject({ email, role: '', identities: [], user_metadata: { a: 1 } });
    expect(taken.answer.id).not.toBe(id);
    expect(Object.keys(taken.answer).sort()).toEqual(Object.keys(fresh.answer).sort());
    const mail = await mailTo(email);
    expect(mail.subject).toBe('You already have a Parlance account');
    expect(mail.link).toBeUndefined();
    expect((await call('/token?grant_type=password', { body: { email, password } })).status).toBe(200);
  });

  test('by many at once makes one account', async () => {
    const email = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        call('/signup', { body: signUpBody(email, { data: { index } }) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ answer }) => answer.id)).size).toBe(1);
    const { count } = await program.context.db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.id', 'users.id')
      .innerJoin('identities', 'identities.user_id', 'users.id')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('takes only what a person may say of themselves', async () => {
    const email = newAddress();
    const { answer } = await call('/signup', {
      body: signUpBody(email, {
        id: randomUUID(),
        role: 'service_role',
        aud: 'admin',
        app_metadata: { provider: 'admin', plan: 'enterprise' },
        email_confirmed_at: '2020-01-01T00:00:00Z',
        is_admin: true,
        code_challenge: null,
        code_challenge_method: null,
        gotrue_meta_security: {},
        data: {
          role: 'admin',
          first_name: 'Ana',
          receive_updates: true,
          preferred_locale: 'en',
          website: 12,
        },
      }),
    });
    expect(answer).toMatchObject({ role: 'authenticated', aud: 'authenticated' });
    expect(answer.app_metadata).toEqual({ provider: 'email', providers: ['email'] });
    expect(answer.email_confirmed_at).toBeUndefined();
    const profile = await program.context.db
      .selectFrom('profiles')
      .selectAll()
      .where('id', '=', answer.id)
      .executeTakeFirstOrThrow();
    expect(profile).toMatchObject({
      first_name: 'Ana',
      last_name: null,
      website: null,
      receive_updates: true,
      preferred_locale: 'en',
      google_consent_completed: false,
    });
  });

  test.each([
    ['no password', { password: undefined }, 400, 'validation_failed'],
    ['an empty password', { password: '' }, 400, 'validation_failed'],
    ['a password of 1,025 bytes', { password: 'x'.repeat(1025) }, 400, 'validation_failed'],
    ['five characters', { password: 'short' }, 422, 'weak_password'],
    ['what everybody guesses', { password: 'azerty' }, 422, 'weak_password'],
    ['no address', { email: 'nowhere' }, 400, 'validation_failed'],
    ['an endless address', { email: `${'x'.repeat(250)}@b.example` }, 400, 'validation_failed'],
    ['a header in the address', { email: 'a@b.example\r\nBcc: c@d.example' }, 400, 'validation_failed'],
    ['a list of addresses', { email: ['a@b.example'] }, 400, 'validation_failed'],
    ['an address and a telephone', { phone: '+33600000000' }, 400, 'validation_failed'],
    ['a telephone', { email: undefined, phone: '+33600000000' }, 400, 'phone_provider_disabled'],
    ['nobody', { email: undefined }, 422, 'anonymous_provider_disabled'],
    ['half a challenge', { code_challenge: 'x'.repeat(43) }, 400, 'validation_failed'],
    [
      'a challenge of an unknown method',
      { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
      400,
      'validation_failed',
    ],
    ['metadata that is a text', { data: 'text' }, 400, 'validation_failed'],
    ['metadata over 16 KiB', { data: { x: 'y'.repeat(17_000) } }, 400, 'validation_failed'],
    ['metadata six deep', { data: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, 400, 'validation_failed'],
  ])('refuses %s', async (_what, change, status, code) => {
    const refused = await call('/signup', {
      body: { email: 'a@b.example', password, ...change },
      headers: version,
    });
    expect(refused).toMatchObject({ status, answer: { code, error_code: code } });
  });

  test('makes the account although the mail server is down, and mails when it is back', async () => {
    const email = newAddress();
    const { mail } = program.context;
    program.context.mail = { send: () => Promise.reject(new Error('connection refused')) };
    try {
      expect((await call('/signup', { body: signUpBody(email) })).status).toBe(200);
      await program.settle();
    } finally {
      program.context.mail = mail;
    }
    program.advance(seconds(10 * 60));
    expect((await mailTo(email)).code).toMatch(/^\d{6}$/);
  });
});

describe('a mail', () => {
  test('speaks the language that the person chose, else the browser’s, else French', async () => {
    const subject = async (data: object, headers: Record<string, string>) => {
      const email = newAddress();
      await call('/signup', { body: signUpBody(email, { data }), headers });
      return (await mailTo(email)).subject;
    };
    const english = 'Confirm your email address';
    expect(await subject({ preferred_locale: 'en' }, { 'accept-language': 'fr' })).toBe(english);
    expect(await subject({}, { 'accept-language': 'en-GB,fr;q=0.5' })).toBe(english);
    expect(await subject({}, { 'accept-language': 'de' })).toBe('Confirmez votre adresse email');
  });
});

describe('a stored password', () => {
  test('is hashed anew when its parameters are out of date', async () => {
    const { email, id } = await confirmedPerson();
    const { db } = program.context;
    const old = await hash(password, { memoryCost: 8192, timeCost: 1 });
    await db.updateTable('users').set({ password_hash: old }).where('id', '=', id).execute();
    expect((await call('/token?grant_type=password', { body: { email, password } })).status).toBe(200);
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await call('/token?grant_type=password', { body: { email, password } })).status).toBe(200);
  });

  test('that is weak by today’s rules still opens, with a warning', async () => {
    const { email, id } = await confirmedPerson();
    const weak = await hash('azerty', { memoryCost: 19_456, timeCost: 2 });
    const { db } = program.context;
    await db.updateTable('users').set({ password_hash: weak }).where('id', '=', id).execute();
    const { data } = await client().auth.signInWithPassword({ email, password: 'azerty' });
    expect(data.weakPassword?.reasons).toEqual(['pwned']);
  });
});

describe('the link of a mail', () => {
  test('is not used up by who only looks', async () => {
    const email = newAddress();
    await call('/signup', { body: signUpBody(email) });
    const { link } = await mailTo(email);
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(204);
    expect((await fetch(link, { method: 'OPTIONS', redirect: 'manual' })).status).toBe(204);
    expect((await fetch(link, { redirect: 'manual', headers: { purpose: 'prefetch' } })).status).toBe(204);
    expect(fragmentOf(await fetch(link, { redirect: 'manual' })).facts.access_token).toBeTruthy();
  });

  test('works once, also when opened twice at the same moment', async () => {
    const email = newAddress();
    await call('/signup', { body: signUpBody(email) });
    const { link } = await mailTo(email);
    const opened = await Promise.all(Array.from({ length: 6 }, () => fetch(link, { redirect: 'manual' })));
    const facts = opened.map((response) => fragmentOf(response).facts);
    expect(facts.filter((one) => one.access_token)).toHaveLength(1);
    expect(
      facts.filter((one) => one.error_code === 'otp_expired' && one.error === 'access_denied'),
    ).toHaveLength(5);
  });

  test('leads nowhere but to our own sites, whatever was put into it', async () => {
    const email = newAddress();
    await call(`/signup?redirect_to=${encodeURIComponent('https://evil.example/')}`, {
      body: signUpBody(email),
    });
    const link = new URL((await mailTo(email)).link);
    expect(new URL(link.searchParams.get('redirect_to') as string).origin).toBe(program.url);
    link.searchParams.set('redirect_to', `${program.url}@evil.example`);
    const { to } = fragmentOf(await fetch(link, { redirect: 'manual' }));
    expect(to.origin).toBe(program.url);
  });

  test('is good for an hour', async () => {
    const email = newAddress();
    await call('/signup', { body: signUpBody(email) });
    const { link, code } = await mailTo(email);
    program.advance(seconds(3601));
    expect(fragmentOf(await fetch(link, { redirect: 'manual' })).facts.error_code).toBe('otp_expired');
    const typed = await call('/verify', { body: { type: 'signup', email, token: code } });
    expect(typed).toMatchObject({ status: 403, answer: { error_code: 'otp_expired' } });
  });

  test('outlives five wrong codes, the code does not', async () => {
    const email = newAddress();
    await call('/signup', { body: signUpBody(email) });
    const { link, code } = await mailTo(email);
    const wrong = code === '000000' ? '000001' : '000000';
    await Promise.all(
      Array.from({ length: 5 }, () => call('/verify', { body: { type: 'signup', email, token: wrong } })),
    );
    expect((await call('/verify', { body: { type: 'signup', email, token: code } })).status).toBe(403);
    expect(fragmentOf(await fetch(link, { redirect: 'manual' })).facts.access_token).toBeTruthy();
  });

  test.each([
    [{ type: 'signup' }],
    [{ type: 'signup', email: 'a@b.example', token: '123456', token_hash: 'abc' }],
    [{ type: 'signup', email: 'a@b.example', token_hash: 'abc' }],
    [{ type: 'nonsense', token_hash: 'abc' }],
    [{ type: '__proto__', token_hash: 'abc' }],
    [{ token_hash: 'abc' }],
    [{ type: 'signup', token: '123456' }],
    [{ type: 'signup', email: 'a@b.example', token: 123456 }],
  ])('POST refuses %j', async (body) => {
    expect(await call('/verify', { body })).toMatchObject({
      status: 400,
      answer: { code: 400, error_code: 'validation_failed' },
    });
  });
});

describe('a session', () => {
  test('ends when an old refresh token comes back late, and stays ended', async () => {
    const { session } = await confirmedPerson();
    const refresh = (token: string) =>
      call('/token?grant_type=refresh_token', { body: { refresh_token: token } });
    const second = (await refresh(session.refresh_token)).answer;
    const lost = await refresh(session.refresh_token);
    expect(lost.answer.refresh_token).toBe(second.refresh_token);
    const third = (await refresh(second.refresh_token)).answer;
    // Within the interval an old token joins the chain, later it is a theft.
    expect((await refresh(session.refresh_token)).answer.refresh_token).toBe(third.refresh_token);
    program.advance(seconds(11));
    expect((await refresh(second.refresh_token)).answer.refresh_token).toBe(third.refresh_token);
    const reused = await refresh(session.refresh_token);
    expect(reused).toMatchObject({ status: 400, answer: { error_code: 'refresh_token_already_used' } });
    expect((await refresh(third.refresh_token)).answer.error_code).toBe('refresh_token_not_found');
    const user = await call('/user', { headers: { ...bearer(third.access_token), ...version } });
    expect(user).toMatchObject({ status: 403, answer: { code: 'session_not_found' } });
    expect(user.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  });

  test('is refreshed by many at once to one successor, without a retry', async () => {
    const { session } = await confirmedPerson();
    const body = { refresh_token: session.refresh_token };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('/token?grant_type=refresh_token', { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ answer }) => answer.refresh_token)).size).toBe(1);
  });

  test('keeps its id and its methods when refreshed', async () => {
    const { session } = await confirmedPerson();
    const { answer } = await call('/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    const [before, after] = [decodeJwt(session.access_token), decodeJwt(answer.access_token)];
    expect(after.session_id).toBe(before.session_id);
    expect(after.amr).toEqual(before.amr);
    expect(before.amr).toMatchObject([{ method: 'otp' }]);
  });

  test('is over after its whole and its idle life', async () => {
    const { session } = await confirmedPerson();
    program.advance(seconds(30 * 86_400 + 1));
    const idle = await call('/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(idle).toMatchObject({ status: 400, answer: { error_code: 'session_expired' } });
    const again = await call('/token?grant_type=refresh_token', {
      body: { refresh_token: session.refresh_token },
    });
    expect(again.answer.error_code).toBe('refresh_token_not_found');
  });

  test('ends here, elsewhere or everywhere, as asked', async () => {
    const { email } = await confirmedPerson();
    const signIn = async () =>
      (await call('/token?grant_type=password', { body: { email, password } })).answer.access_token as string;
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    const status = async (token: string) => (await call('/user', { headers: bearer(token) })).status;
    const logout = (token: string, scope: string) =>
      call(`/logout${scope}`, {
        method: 'POST',
        headers: { ...bearer(token), 'content-type': 'application/json' },
      });
    expect((await logout(one, '?scope=elsewhere')).answer.error_code).toBe('validation_failed');
    expect((await logout(one, '?scope=local')).status).toBe(204);
    expect([await status(one), await status(two), await status(three)]).toEqual([403, 200, 200]);
    expect((await logout(two, '?scope=others')).status).toBe(204);
    expect([await status(two), await status(three)]).toEqual([200, 403]);
    const globally = await logout(two, '');
    expect([globally.status, globally.text, await status(two)]).toEqual([204, '', 403]);
  });

  test.each([
    ['', 400],
    ['short', 400],
    [null, 400],
    [12, 400],
    ['é'.repeat(20), 400],
  ])('refuses the refresh token %j', async (token, status) => {
    const refused = await call('/token?grant_type=refresh_token', { body: { refresh_token: token } });
    expect(refused).toMatchObject({ status, answer: { error_code: 'validation_failed' } });
  });
});

describe('an access token', () => {
  test('has the claims of the protocol and verifies by the published keys', async () => {
    const { session, id, email } = await confirmedPerson();
    const { status, answer, headers } = await call('/.well-known/jwks.json', { headers: { apikey: '' } });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=600');
    const { kid, alg, typ } = decodeProtectedHeader(session.access_token);
    expect({ alg, typ }).toEqual({ alg: 'ES256', typ: 'JWT' });
    const published = answer.keys.find((jwk: { kid: string }) => jwk.kid === kid);
    expect(Object.keys(published).sort()).toEqual(['alg', 'crv', 'key_ops', 'kid', 'kty', 'use', 'x', 'y']);
    const { payload } = await jwtVerify(session.access_token, await importJWK(published), {
      currentDate: program.context.clock(),
    });
    expect(payload).toMatchObject({
      iss: `${program.url}/auth/v1`,
      sub: id,
      aud: 'authenticated',
      email,
      phone: '',
      role: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      app_metadata: { provider: 'email' },
    });
    expect((payload.exp as number) - (payload.iat as number)).toBe(3600);
    expect(session.expires_at).toBe(payload.exp);
  });

  test('is refused forged, foreign or out of date', async () => {
    const { session } = await confirmedPerson();
    const [head, body, signature] = (session.access_token as string).split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const header = decodeProtectedHeader(session.access_token);
    const { keys } = (await call('/.well-known/jwks.json')).answer;
    const hs256 = (secret: string, more: object = {}) => {
      const input = `${encode({ ...header, alg: 'HS256', ...more })}.${body}`;
      return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
    };
    const forged = {
      none: `${encode({ ...header, alg: 'none' })}.${body}.`,
      None: `${encode({ ...header, alg: 'nOnE' })}.${body}.`,
      hs256: hs256(JSON.stringify(keys[0])),
      'hs256 of x': hs256(keys[0].x),
      'hs256 of the key': hs256(key),
      'no kid': `${encode({ alg: 'ES256', typ: 'JWT' })}.${body}.${signature}`,
      'unknown kid': `${encode({ ...header, kid: 'other' })}.${body}.${signature}`,
      jku: `${encode({ ...header, jku: 'https://evil.example/jwks.json' })}.${body}.${signature}`,
      crit: `${encode({ ...header, crit: ['x'], x: 1 })}.${body}.${signature}`,
      'changed body': `${head}.${encode({ ...decodeJwt(session.access_token), sub: randomUUID() })}.${signature}`,
      'no signature': `${head}.${body}.`,
      nonsense: 'nonsense',
      'publishable key': key,
      'refresh token': session.refresh_token as string,
    };
    for (const [name, token] of Object.entries(forged)) {
      const refused = await call('/user', { headers: bearer(token) });
      expect({ name, status: refused.status, code: refused.answer.error_code }).toEqual({
        name,
        status: 403,
        code: 'bad_jwt',
      });
    }
    expect((await call('/user')).answer.error_code).toBe('no_authorization');
    expect((await call('/user', { headers: bearer(session.access_token) })).status).toBe(200);
    program.advance(seconds(3601));
    expect((await call('/user', { headers: bearer(session.access_token) })).answer.error_code).toBe(
      'bad_jwt',
    );
  });

  test('opens the rest of the house while its session lasts', async () => {
    const { email, id } = await confirmedPerson('en');
    const signedIn = await call('/token?grant_type=password', { body: { email, password } });
    const token = signedIn.answer.access_token as string;
    const caller = await authenticate(program.context, token);
    expect(caller).toMatchObject({ userId: id, email, language: 'en' });
    expect(caller.sessionId).toBe(decodeJwt(token).session_id);

    await program.context.db
      .updateTable('sessions')
      .set({ scope: 'recovery' })
      .where('id', '=', caller.sessionId)
      .execute();
    await expect(authenticate(program.context, token)).rejects.toMatchObject({ code: 'forbidden' });
    await call('/logout', { method: 'POST', headers: bearer(token) });
    await expect(authenticate(program.context, token)).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(authenticate(program.context, key)).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  test('survives the change of the signing key, which is kept sealed', async () => {
    const { session, email } = await confirmedPerson();
    const { kid } = decodeProtectedHeader(session.access_token);
    const { db, clock } = program.context;
    const stored = await db
      .selectFrom('signing_keys')
      .selectAll()
      .where('kid', '=', kid as string)
      .execute();
    expect(JSON.stringify(stored[0]?.public_jwk)).not.toContain('"d"');
    expect(stored[0]?.private_jwk_sealed).toMatch(/^v1\./);
    await db
      .updateTable('signing_keys')
      .set({ retired_at: clock() })
      .where('kid', '=', kid as string)
      .execute();
    program.advance(seconds(61));
    const signedIn = await call('/token?grant_type=password', { body: { email, password } });
    const newer = decodeProtectedHeader(signedIn.answer.access_token).kid;
    expect(newer).not.toBe(kid);
    const published = (await call('/.well-known/jwks.json')).answer.keys.map(
      (jwk: { kid: string }) => jwk.kid,
    );
    expect(published).toEqual([newer, kid]);
    for (const token of [session.access_token, signedIn.answer.access_token]) {
      expect((await call('/user', { headers: bearer(token) })).status).toBe(200);
    }
    program.advance(seconds(3600 + 180));
    expect((await call('/.well-known/jwks.json')).answer.keys).toHaveLength(1);
  });

  test('of a removed account says so', async () => {
    const { session, id } = await confirmedPerson();
    await program.context.db.deleteFrom('users').where('id', '=', id).execute();
    const refused = await call('/user', { headers: bearer(session.access_token) });
    expect(refused).toMatchObject({ status: 403, answer: { error_code: 'user_not_found' } });
  });

  test('stays small enough to send, whatever its person says of themselves', async () => {
    const email = newAddress();
    await call('/signup', { body: signUpBody(email, { data: { about: 'x'.repeat(15_000) } }) });
    const { answer } = await call('/verify', {
      body: { type: 'signup', email, token: (await mailTo(email)).code },
    });
    const user = await call('/user', { headers: bearer(answer.access_token) });
    expect(user.answer.user_metadata.about).toHaveLength(15_000);
  });
});

describe('the profile', () => {
  const profileOf = async () => {
    const { email, id } = await confirmedPerson('fr');
    const supabase = client();
    await supabase.auth.signInWithPassword({ email, password });
    return { supabase, id };
  };

  test('is read and written by its person through the official client', async () => {
    const { supabase, id } = await profileOf();
    const read = await supabase.from('profiles').select('id,preferred_locale').eq('id', id).single();
    expect(read.data).toEqual({ id, preferred_locale: 'fr' });
    const written = await supabase.from('profiles').update({ preferred_locale: 'en' }).eq('id', id);
    expect([written.status, written.error]).toEqual([204, null]);
    const names = { first_name: 'Ana', last_name: null, website: null, receive_updates: true };
    const shown = await supabase.from('profiles').update(names).eq('id', id).select();
    expect(shown.data).toMatchObject([{ id, preferred_locale: 'en', ...names }]);
  });

  test('of somebody else is invisible', async () => {
    const { supabase, id } = await profileOf();
    const other = await profileOf();
    expect((await supabase.from('profiles').select().eq('id', other.id)).data).toEqual([]);
    const single = await supabase.from('profiles').select().eq('id', other.id).single();
    expect(single).toMatchObject({ status: 406, error: { code: 'PGRST116', hint: null } });
    expect((await supabase.from('profiles').select().eq('id', other.id).maybeSingle()).data).toBeNull();
    const written = await supabase.from('profiles').update({ first_name: 'Eve' }).eq('id', other.id);
    expect([written.status, written.error]).toEqual([204, null]);
    expect((await other.supabase.from('profiles').select('first_name').single()).data).toEqual({
      first_name: null,
    });
    const moved = await supabase.from('profiles').update({ id: other.id }).eq('id', id);
    expect(moved).toMatchObject({ status: 403, error: { code: '42501' } });
  });

  test('refuses what it does not have', async () => {
    const { supabase, id } = await profileOf();
    const own = (change: object) => supabase.from('profiles').update(change).eq('id', id);
    expect(await own({ is_admin: true })).toMatchObject({ status: 400, error: { code: 'PGRST204' } });
    expect(await own({ preferred_locale: 'de' })).toMatchObject({ status: 400, error: { code: '23514' } });
    expect(await own({ first_name: ['x'] })).toMatchObject({ status: 400 });
    expect(await supabase.from('profiles').update({ first_name: 'x' })).toMatchObject({
      status: 400,
      error: { code: '21000' },
    });
    expect(await supabase.from('profiles').select('password_hash')).toMatchObject({
      status: 400,
      error: { code: '42703' },
    });
    expect(await supabase.from('profiles').select().eq('id', 'x')).toMatchObject({
      error: { code: '22P02' },
    });
    expect(await supabase.from('users').select()).toMatchObject({ status: 404, error: { code: 'PGRST205' } });
    expect(await client().from('profiles').select()).toMatchObject({
      status: 401,
      error: { code: 'PGRST301', details: null, hint: null },
    });
  });
});

describe('the protocol', () => {
  test('asks for the key, but not where strangers read', async () => {
    const without = await call('/settings', { headers: { apikey: 'sb_publishable_wrong' } });
    expect(without.status).toBe(401);
    expect(without.answer).toEqual({ message: expect.any(String), hint: expect.any(String) });
    expect((await call('/settings')).answer).toMatchObject({
      external: { email: true, phone: false, google: false },
      mailer_autoconfirm: false,
      disable_signup: false,
    });
    expect((await call('/health', { headers: { apikey: '' } })).answer).toMatchObject({ name: 'Parlance' });
    expect(key).toMatch(/^sb_publishable_[A-Za-z0-9_-]{32}$/);
  });

  test('takes the publishable key as a bearer for nobody on public endpoints', async () => {
    const { email } = await confirmedPerson();
    const answer = await call('/token?grant_type=password', {
      body: { email, password },
      headers: bearer(key),
    });
    expect(answer.status).toBe(200);
  });

  test('speaks to our own sites only, and lets their pages read codes and waits', async () => {
    const preflight = (origin: string) =>
      fetch(`${program.url}/auth/v1/token`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'apikey',
        },
      });
    const ours = await preflight(site);
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-origin')).toBe(site);
    expect(ours.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version');
    expect(ours.headers.get('access-control-allow-credentials')).toBeNull();
    expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
    const { headers } = await call('/user', { headers: { origin: site } });
    expect(headers.get('access-control-expose-headers')).toContain('retry-after');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('answers unknown paths and methods in its own shape, by version', async () => {
    expect(await call('/nowhere', { headers: version })).toMatchObject({
      status: 404,
      answer: { code: 'not_found', error_code: 'not_found' },
    });
    const legacy = await call('/user', { method: 'DELETE' });
    expect(legacy).toMatchObject({ status: 405, answer: { code: 405, error_code: 'method_not_allowed' } });
    expect(legacy.headers.get('x-sb-error-code')).toBe('method_not_allowed');
    expect(legacy.headers.get('allow')).toBe('GET, PUT');
    const future = await call('/user', { headers: { 'x-supabase-api-version': '2999-01-01' } });
    expect(future.answer.code).toBe('no_authorization');
    const nonsense = await call('/user', { headers: { 'x-supabase-api-version': 'soon' } });
    expect(nonsense.answer.code).toBe(401);
  });

  test('never breaks on a hostile body', async () => {
    const bodies = [
      '',
      '{',
      '[]',
      'null',
      '"text"',
      '12',
      '{"email":{"$gt":""},"password":{"$gt":""}}',
      '{"email":["a@b.example"],"password":["x"]}',
      '{"email":"a@b.example","email":"c@d.example"}',
      '{"__proto__":{"admin":true},"email":"a@b.example"}',
      '{"constructor":{"prototype":{"admin":true}}}',
      '{"email":"a\\u0000@b.example","password":"abcdefgh"}',
      '{"email":"a@b.example","password":"\\ud800aaaaaaa"}',
      '{"email":"a@b.example","password":"abc\\u0000defgh"}',
      `{"email":"a@b.example","password":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      `{"email":"${'a'.repeat(1000)}@b.example","password":"abcdefgh"}`,
      `{"refresh_token":"${'a'.repeat(100_000)}"}`,
      '{"type":"signup","token":"123456","email":{"a":1}}',
      '{"type":["signup"],"token_hash":["x"]}',
      '{"auth_code":["x"],"code_verifier":{}}',
      '{"type":"email_change","token":"1234567890123456789012345678901234567890"}',
      '{"type":"email_change","email":"a@b.example","token":"\\u0000"}',
      '{"type":"recovery","token_hash":"\\u0000\\ud800"}',
      '{"email":"a@b.example","gotrue_meta_security":[],"code_challenge":{},"code_challenge_method":[]}',
    ];
    const paths = [
      '/signup',
      '/signup?redirect_to=a&redirect_to=b',
      '/token',
      '/token?grant_type=password',
      '/token?grant_type=refresh_token',
      '/token?grant_type=pkce',
      '/token?grant_type=nonsense',
      '/token?grant_type=password&grant_type=pkce',
      '/verify',
      '/resend',
      '/otp',
      '/recover',
      '/logout',
    ];
    for (const path of paths) {
      for (const raw of bodies) {
        const { status, answer } = await call(path, { raw });
        expect({ path, raw: raw.slice(0, 60), refused: status >= 400 && status < 500 }).toEqual({
          path,
          raw: raw.slice(0, 60),
          refused: true,
        });
        expect(answer.error_code).toEqual(expect.any(String));
      }
    }
    const text = await call('/signup', { raw: 'email=a', headers: { 'content-type': 'text/plain' } });
    expect(text.status).toBe(415);
    const large = await call('/signup', { raw: `{"x":"${'a'.repeat(1_100_000)}"}` });
    expect(large).toMatchObject({ status: 413, answer: { error_code: 'request_entity_too_large' } });
    for (const query of [
      '?token=a&token=b&type=signup',
      '?type[]=x&token=%00',
      '',
      '?token=x&type=__proto__',
    ]) {
      expect((await call(`/verify${query}`)).status).toBe(303);
    }
  });
});

describe('who has an account', () => {
  test('is not told by sign-in or resend', async () => {
    const { email } = await confirmedPerson();
    const [known, unknown] = [email, newAddress()];
    const told = async (path: string, body: object) => {
      const { status, text } = await call(path, { body, headers: version });
      return { status, text };
    };
    expect(await told('/token?grant_type=password', { email: known, password: 'wrong one' })).toEqual(
      await told('/token?grant_type=password', { email: unknown, password: 'wrong one' }),
    );
    expect(await told('/resend', { type: 'signup', email: known })).toEqual(
      await told('/resend', { type: 'signup', email: unknown }),
    );
    expect((await call('/resend', { body: { type: 'signup', email: unknown } })).answer).toEqual({});
    expect((await call('/resend', { body: { type: 'sms', phone: '+336' } })).answer.error_code).toBe(
      'phone_provider_disabled',
    );
  });
});
