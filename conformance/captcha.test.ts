import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import { listenLocally } from '../server/src/test/local-server.ts';
import { newEmail, password } from './caller.ts';
import { isOwn, programWith } from './programs.ts';

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

/** Nothing but what a new installation has, and a captcha. */
const at = programWith(() => ({
  CAPTCHA_PROVIDER: 'turnstile',
  CAPTCHA_SECRET: 'secret-of-the-captcha',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_VERIFY_URL: `http://127.0.0.1:${local.port}/siteverify`,
}));

const calls: [string, () => Record<string, unknown>][] = [
  ['POST /signup', () => ({ email: newEmail(), password })],
  ['POST /token?grant_type=password', () => ({ email: newEmail(), password })],
  ['POST /otp', () => ({ email: newEmail() })],
  ['POST /recover', () => ({ email: newEmail() })],
  ['POST /resend', () => ({ type: 'signup', email: newEmail() })],
  ['POST /sso', () => ({ domain: 'example.org' })],
];
const solved = { gotrue_meta_security: { captcha_token: 'solved' } };

describe.skipIf(!isOwn())('§1 the captcha (needs CAPTCHA_*)', () => {
  it.each(calls)('is asked for at %s', async (call, body) => {
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

  it.each(calls)('that is solved opens %s', async (call, body) => {
    const { outcome } = await at.auth(call, { ...body(), ...solved });
    expect(outcome).not.toContain('captcha');
    expect(outcome).toMatch(/^(200|400 invalid_credentials|404 saml_provider_disabled)$/);
  });

  it.each<[string, object, string]>([
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

  it('is sent by the official client', async () => {
    const options = { captchaToken: 'solved' };
    const { error } = await at.client().auth.signUp({ email: newEmail(), password, options });
    expect(error).toBeNull();
    const refused = await at.client().auth.signUp({ email: newEmail(), password });
    expect(refused.error).toMatchObject({ status: 400, code: 'captcha_failed' });
  });

  it('tells the provider our secret and nothing of the person', async () => {
    const email = newEmail();
    await at.auth('POST /recover', { email, ...solved });
    const form = local.asked.at(-1) as URLSearchParams;
    expect(form.get('secret')).toBe('secret-of-the-captcha');
    expect(form.toString()).not.toContain(encodeURIComponent(email));
  });
});

describe.skipIf(!isOwn())('§6 §10 §12 where neither Google nor SAML is configured', () => {
  it('settings say so', async () => {
    const { body } = await at.auth('GET /settings');
    expect(body).toMatchObject({ external: { google: false }, saml_enabled: false });
  });

  it('authorize is 400', async () => {
    const { outcome } = await at.auth('GET /authorize?provider=google', undefined, { key: undefined });
    expect(outcome).toBe('400 validation_failed');
  });

  it('an ID token is refused', async () => {
    const body = { provider: 'google', id_token: 'a.b.c' };
    expect((await at.auth('POST /token?grant_type=id_token', body)).outcome).toBe('400 provider_disabled');
  });

  it('single sign-on is 404', async () => {
    const body = { domain: 'example.org', ...solved };
    expect((await at.auth('POST /sso', body)).outcome).toBe('404 saml_provider_disabled');
  });
});
