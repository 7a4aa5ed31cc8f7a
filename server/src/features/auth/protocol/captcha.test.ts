import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { authProtocol, newAddress, password } from '../../../test/clients/auth-protocol.ts';
import { type Program, startProgram } from '../../../test/program.ts';
import { startWebServer } from '../../../test/servers/web.ts';

const providers = ['turnstile', 'hcaptcha'] as const;

describe.each(providers)('with %s', (provider) => {
  let program: Program;
  let auth: Awaited<ReturnType<typeof authProtocol>>;
  let service: Awaited<ReturnType<typeof startWebServer>>;
  let asked: URLSearchParams[] = [];

  beforeAll(async () => {
    service = await startWebServer();
    program = await startProgram({
      CAPTCHA_PROVIDER: provider,
      CAPTCHA_SECRET: 'the secret',
      CAPTCHA_SITE_KEY: 'the site key',
      CAPTCHA_VERIFY_URL: service.url('/siteverify'),
    });
    auth = await authProtocol(program);
  });
  afterAll(async () => {
    await program.stop();
    await service.stop();
  });
  beforeEach(() => {
    asked = [];
    service.on('/siteverify', (request, response) => {
      let form = '';
      request.on('data', (chunk) => {
        form += chunk;
      });
      request.on('end', () => {
        const fields = new URLSearchParams(form);
        asked.push(fields);
        const success = fields.get('response') === 'solved';
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ success, 'error-codes': success ? [] : ['invalid-input-response'] }));
      });
    });
  });

  const guarded: Array<[string, object]> = [
    ['/signup', { email: 'a@b.example', password }],
    ['/token?grant_type=password', { email: 'a@b.example', password }],
    ['/otp', { email: 'a@b.example' }],
    ['/recover', { email: 'a@b.example' }],
    ['/resend', { type: 'signup', email: 'a@b.example' }],
  ];
  const security = (captcha_token: unknown) => ({ gotrue_meta_security: { captcha_token } });

  test.each(guarded)('%s wants it solved', async (path, body) => {
    for (const more of [
      {},
      { gotrue_meta_security: null },
      security(''),
      security(['solved']),
      security('no'),
    ]) {
      const refused = await auth.call(path, { body: { ...body, ...more } });
      expect(refused).toMatchObject({ status: 400, answer: { error_code: 'captcha_failed' } });
    }
    const { answer } = await auth.call(path, { body: { ...body, ...security('solved') } });
    expect(answer.error_code).not.toBe('captcha_failed');
    const [form] = asked.slice(-1);
    expect(Object.fromEntries(form ?? [])).toEqual({
      secret: 'the secret',
      response: 'solved',
      ...(provider === 'hcaptcha' ? { sitekey: 'the site key' } : {}),
    });
  });

  test('the official client signs up, in and out of it, and a session goes on without', async () => {
    const email = newAddress();
    const supabase = auth.client();
    const captchaToken = 'solved';
    const signedUp = await supabase.auth.signUp({ email, password, options: { captchaToken } });
    expect(signedUp.error).toBeNull();
    await supabase.auth.verifyOtp({ type: 'signup', email, token: (await auth.mailTo(email)).code });
    const refused = await supabase.auth.signInWithPassword({ email, password });
    expect(refused.error).toMatchObject({ status: 400, code: 'captcha_failed' });
    const signedIn = await supabase.auth.signInWithPassword({ email, password, options: { captchaToken } });
    expect(signedIn.error).toBeNull();
    expect((await supabase.auth.refreshSession()).error).toBeNull();
  });

  test.each([
    [
      'answers 500',
      (response: import('node:http').ServerResponse) => response.writeHead(500).end('{"success":true}'),
    ],
    ['answers no JSON', (response: import('node:http').ServerResponse) => response.end('yes')],
    [
      'says success in another type',
      (response: import('node:http').ServerResponse) => response.end('{"success":"true"}'),
    ],
    [
      'sends us elsewhere',
      (response: import('node:http').ServerResponse) => response.writeHead(307, { location: '/yes' }).end(),
    ],
    [
      'talks without end',
      (response: import('node:http').ServerResponse) =>
        response.end(`{"success":true,"x":"${'x'.repeat(70_000)}"}`),
    ],
    ['hangs up', (response: import('node:http').ServerResponse) => response.destroy()],
  ])('nobody passes while the provider %s', async (_what, misbehave) => {
    service.page('/yes', '{"success":true}');
    service.on('/siteverify', (_request, response) => misbehave(response));
    const refused = await auth.call('/recover', { body: { email: 'a@b.example', ...security('solved') } });
    expect(refused).toMatchObject({ status: 400, answer: { error_code: 'captcha_failed' } });
  });
});
