import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import { listenLocally } from '../server/src/test/servers/local.ts';
import { type Answer, eventually, fragmentOf, newEmail, open, password, pause, queryOf } from './caller.ts';
import { claimsOf } from './forged.ts';
import { isOwn, programWith } from './programs.ts';
import { connect } from './socket.ts';
import { codeOf } from './totp.ts';

/** A provider that takes one token. */
const provider = async () => {
  const asked: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const form = new URLSearchParams(body);
    asked.push(form);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ success: form.get('response') === 'solved' }));
  });
  return { asked, ...(await listenLocally(server)) };
};

const local = await provider();
afterAll(async () => local.stop());

/** Lifetimes in seconds, short enough to outlive and long enough for a slow machine to use what it got. */
const life = { token: 6, mail: 7, code: 5, reuse: 2, fresh: 3, challenge: 3, session: 16, idle: 12 };
const solved = { gotrue_meta_security: { captcha_token: 'solved' } };
const at = programWith(
  () => ({
    AUTH_ACCESS_TOKEN_SECONDS: String(life.token),
    AUTH_OTP_SECONDS: String(life.mail),
    AUTH_CODE_SECONDS: String(life.code),
    AUTH_REFRESH_REUSE_SECONDS: String(life.reuse),
    AUTH_FRESH_SESSION_SECONDS: String(life.fresh),
    AUTH_MFA_CHALLENGE_SECONDS: String(life.challenge),
    AUTH_SESSION_SECONDS: String(life.session),
    AUTH_SESSION_IDLE_SECONDS: String(life.idle),
    CAPTCHA_PROVIDER: 'turnstile',
    CAPTCHA_SECRET: 'secret-of-the-captcha',
    CAPTCHA_SITE_KEY: 'site-key',
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${local.port}/siteverify`,
  }),
  solved,
);

const later = (seconds: number) => pause(seconds * 1000 + 300);

/** The same while it lives, refreshed so that only what is asked about has expired. */
const refreshed = async (answer: Answer) => (await at.refresh(answer.body.refresh_token)).body;

// All wait at the same time.
describe
  .skipIf(!isOwn())
  .concurrent('§5 lifetimes (need AUTH_*_SECONDS)', { timeout: 60_000, retry: 2 }, () => {
    test('an access token says its life and ends with it, everywhere', async () => {
      const { session, token } = await at.newSignedIn();
      expect(session.expires_in).toBe(life.token);
      expect(claimsOf(token).exp - claimsOf(token).iat).toBe(life.token);
      expect((await at.auth('GET /user', undefined, { token })).outcome).toBe('200');
      await later(life.token + 0.7);
      expect((await at.auth('GET /user', undefined, { token })).outcome).toBe('403 bad_jwt');
      const data = await at.rest('GET /profiles?select=id', undefined, { token });
      expect(data.outcome).toBe('401 PGRST303');
      expect(data.body.message).toBe('JWT expired');
      expect(data.headers.get('www-authenticate')).toEqual(expect.any(String));
      expect((await at.api('GET /chatbots', undefined, { token })).status).toBe(401);
      expect((await at.functions('POST /security-monitor', {}, { token })).status).toBe(401);
      expect((await at.auth('POST /logout', undefined, { token })).outcome).toBe('403 bad_jwt');
    });

    test('§16 the official client refreshes by itself what has expired', async () => {
      const { session } = await at.newSignedIn();
      const supabase = at.client({ persistSession: false });
      await supabase.auth.setSession(session);
      await later(life.token);
      const { data, error } = await supabase.auth.getUser();
      expect(error).toBeNull();
      expect(data.user?.id).toBe(session.user.id);
    });

    test('a mail’s code and link end', async () => {
      const email = newEmail();
      await at.signUp(email);
      const { code, token, link } = await at.mailTo(email);
      await later(life.mail + 0.5);
      const body = { type: 'signup', email, token: code };
      expect((await at.auth('POST /verify', body)).outcome).toBe('403 otp_expired');
      expect((await at.auth('POST /verify', { type: 'signup', token_hash: token })).outcome).toBe(
        '403 otp_expired',
      );
      expect(fragmentOf(await open(link))).toMatchObject({
        error: 'access_denied',
        error_code: 'otp_expired',
      });
    });

    test('an expired mail is replaced by another', async () => {
      const email = newEmail();
      await at.signUp(email);
      await at.mailTo(email);
      await later(life.mail + 0.5);
      await at.auth('POST /resend', { type: 'signup', email });
      const { code } = await at.mailTo(email, 2);
      expect((await at.auth('POST /verify', { type: 'signup', email, token: code })).outcome).toBe('200');
    });

    test('the code of a PKCE flow ends', async () => {
      const verifier = randomBytes(56).toString('hex');
      const email = newEmail();
      await at.signUp(email, {
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 's256',
      });
      const { code } = queryOf(await open((await at.mailTo(email)).link));
      await later(life.code + 0.5);
      const body = { auth_code: code, code_verifier: verifier };
      expect((await at.auth('POST /token?grant_type=pkce', body)).outcome).toBe('422 flow_state_expired');
    });

    test('§8 an old refresh token after its interval ends the whole session', async () => {
      const { session } = await at.newSignedIn();
      const second = await at.refresh(session.refresh_token);
      const third = await at.refresh(second.body.refresh_token);
      await later(life.reuse + 0.2);
      expect((await at.refresh(session.refresh_token)).outcome).toBe('400 refresh_token_already_used');
      expect((await at.refresh(third.body.refresh_token)).outcome).toBe('400 refresh_token_not_found');
      expect((await at.auth('GET /user', undefined, { token: third.body.access_token })).outcome).toBe(
        '403 session_not_found',
      );
    });

    test('§8 an old refresh token ends no other session', async () => {
      const person = await at.newSignedIn();
      const other = await at.signIn(person.email);
      const second = await at.refresh(person.session.refresh_token);
      await at.refresh(second.body.refresh_token);
      await later(life.reuse + 0.2);
      await at.refresh(person.session.refresh_token);
      expect((await at.refresh(other.body.refresh_token)).outcome).toBe('200');
    });

    test('§8 the parent of the active token is good at any age', async () => {
      const { session } = await at.newSignedIn();
      const second = await at.refresh(session.refresh_token);
      await later(life.reuse + 0.2);
      const again = await at.refresh(session.refresh_token);
      expect(again.outcome).toBe('200');
      expect(again.body.refresh_token).toBe(second.body.refresh_token);
    });

    test('§8 a session that is not used ends', async () => {
      const { session } = await at.newSignedIn();
      await later(life.idle);
      expect((await at.refresh(session.refresh_token)).outcome).toMatch(
        /^400 (session_expired|refresh_token_not_found)$/,
      );
    });

    test('§8 a session ends with its time box, however much it is used', async () => {
      const { session } = await at.newSignedIn();
      let token = session.refresh_token as string;
      for (let round = 0; round < 2; round++) {
        await later(life.session / 4);
        const { outcome, body } = await at.refresh(token);
        expect(outcome).toBe('200');
        token = body.refresh_token;
      }
      await later(life.session / 2);
      expect((await at.refresh(token)).outcome).toBe('400 session_expired');
    });

    describe('§6 the password of a session that is no longer fresh', () => {
      const stale = async () => {
        const person = await at.newPerson();
        const answer = await at.signIn(person.email);
        await later(life.fresh);
        const { access_token: token, refresh_token } = await refreshed(answer);
        return { email: person.email, token: token as string, refresh_token };
      };
      const put = (token: string, body: object) => at.auth('PUT /user', body, { token });

      test('needs a nonce', async () => {
        const { token } = await stale();
        expect((await put(token, { password: 'sept moutons gris' })).outcome).toBe(
          '400 reauthentication_needed',
        );
      });

      test('takes the nonce of a mail, once', async () => {
        const { token, email, refresh_token } = await stale();
        await at.auth('GET /reauthenticate', undefined, { token });
        const { code: nonce } = await at.mailTo(email, 2);
        expect((await put(token, { password: 'sept moutons gris', nonce })).outcome).toBe('200');
        const { access_token } = (await at.refresh(refresh_token)).body;
        expect((await put(access_token, { password: 'huit canards verts', nonce })).outcome).toBe(
          '422 reauthentication_not_valid',
        );
      });

      test('does not take a wrong nonce', async () => {
        const { token } = await stale();
        expect((await put(token, { password: 'sept moutons gris', nonce: '000000' })).outcome).toBe(
          '422 reauthentication_not_valid',
        );
      });

      test('takes the present password', async () => {
        const { token } = await stale();
        const body = { password: 'sept moutons gris', current_password: 'six chevaux bleus' };
        expect((await put(token, body)).outcome).toBe('200');
      });

      test('does not take a wrong present password', async () => {
        const { token, email } = await stale();
        const body = { password: 'sept moutons gris', current_password: 'wrong one' };
        expect((await put(token, body)).status).toBeGreaterThanOrEqual(400);
        expect((await at.signIn(email)).outcome).toBe('200');
      });

      test('is set by a recovery all the same', async () => {
        const { email } = await at.newPerson();
        await at.auth('POST /recover', { email });
        const { code } = await at.mailTo(email, 2);
        const answer = await at.auth('POST /verify', { type: 'recovery', email, token: code });
        await later(life.fresh);
        const { access_token } = await refreshed(answer);
        expect((await put(access_token, { password: 'sept moutons gris' })).outcome).toBe('200');
      });
    });

    test('§9 a challenge ends', async () => {
      const { token } = await at.newSignedIn();
      const { body: factor } = await at.auth('POST /factors', { factor_type: 'totp' }, { token });
      const { body } = await at.auth(`POST /factors/${factor.id}/challenge`, {}, { token });
      expect(body.expires_at - Date.now() / 1000).toBeLessThanOrEqual(life.challenge + 1);
      await later(life.challenge);
      const answer = { challenge_id: body.id, code: codeOf(factor.totp.secret, 0) };
      expect((await at.auth(`POST /factors/${factor.id}/verify`, answer, { token })).outcome).toBe(
        '422 mfa_challenge_expired',
      );
    });

    test('§15 a channel ends with its token, and a newer one keeps it', async () => {
      const [leaving, staying] = [await at.newSignedIn(), await at.newSignedIn()];
      const socket = await connect(at.server);
      const changes = [{ event: '*', schema: 'public', table: 'profiles' }];
      await socket.join('realtime:leaving', changes, leaving.token);
      const kept = await connect(at.server);
      await kept.join('realtime:staying', changes, staying.token);
      await pause(1000);
      const { body } = await at.refresh(staying.session.refresh_token);
      kept.send('realtime:staying', 'access_token', { access_token: body.access_token });
      await eventually('the end', () =>
        socket.frames.find(({ event, topic }) => event === 'phx_close' && topic === 'realtime:leaving'),
      );
      expect(kept.frames.filter(({ event }) => event === 'phx_close')).toEqual([]);
      socket.close();
      kept.close();
    });
  });

const calls: [string, () => Record<string, unknown>][] = [
  ['POST /signup', () => ({ email: newEmail(), password })],
  ['POST /token?grant_type=password', () => ({ email: newEmail(), password })],
  ['POST /otp', () => ({ email: newEmail() })],
  ['POST /recover', () => ({ email: newEmail() })],
  ['POST /resend', () => ({ type: 'signup', email: newEmail() })],
  ['POST /sso', () => ({ domain: 'example.org' })],
];

describe.skipIf(!isOwn())('§1 the captcha (needs CAPTCHA_*)', () => {
  test.each(calls)('is asked for at %s', async (call, body) => {
    for (const security of [
      undefined,
      null,
      {},
      { captcha_token: '' },
      { captcha_token: 'unsolved' },
      'solved',
      { captcha_token: ['solved'] },
    ]) {
      const { outcome } = await at.auth(call, { ...body(), gotrue_meta_security: security });
      expect(outcome).toBe('400 captcha_failed');
    }
  });

  test.each(calls)('that is solved opens %s', async (call, body) => {
    const { outcome } = await at.auth(call, { ...body(), ...solved });
    expect(outcome).not.toContain('captcha');
    expect(outcome).toMatch(/^(200|400 invalid_credentials|404 saml_provider_disabled)$/);
  });

  test.each<[string, object, string]>([
    [
      'POST /token?grant_type=refresh_token',
      { refresh_token: 'abcdefghijkl' },
      '400 refresh_token_not_found',
    ],
    ['POST /token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }, '404 flow_state_not_found'],
    ['POST /verify', { type: 'signup', email: 'a@example.org', token: '000000' }, '403 otp_expired'],
  ])('is not asked for at %s', async (call, body, outcome) => {
    expect((await at.auth(call, body)).outcome).toBe(outcome);
  });

  test('is sent by the official client', async () => {
    const options = { captchaToken: 'solved' };
    const { error } = await at.client().auth.signUp({ email: newEmail(), password, options });
    expect(error).toBeNull();
    const refused = await at.client().auth.signUp({ email: newEmail(), password });
    expect(refused.error).toMatchObject({ status: 400, code: 'captcha_failed' });
  });

  test('tells the provider our secret and nothing of the person', async () => {
    const email = newEmail();
    await at.auth('POST /recover', { email, ...solved });
    const form = local.asked.at(-1) as URLSearchParams;
    expect(form.get('secret')).toBe('secret-of-the-captcha');
    expect(form.toString()).not.toContain(encodeURIComponent(email));
  });
});
