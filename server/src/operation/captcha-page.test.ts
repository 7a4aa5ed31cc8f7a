import { afterEach, describe, expect, test } from 'vitest';
import { type Program, startProgram } from '../test/program.ts';

let program: Program | undefined;
afterEach(() => program?.stop());

const policyOf = (response: Response) =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split('; ').map((line) => {
      const [name = '', ...sources] = line.split(' ');
      return [name, sources];
    }),
  );

describe('the captcha’s frame', () => {
  test('is not there unless a captcha is configured', async () => {
    program = await startProgram();
    for (const path of ['/captcha', '/captcha.js'])
      expect((await fetch(program.url + path)).status).toBe(404);
  });

  test.each([
    ['turnstile', 'https://challenges.cloudflare.com'],
    ['hcaptcha', 'https://*.hcaptcha.com'],
  ])(
    'lets the script of %s run there and nowhere else, framed by our own pages alone',
    async (provider, host) => {
      program = await startProgram({
        CAPTCHA_PROVIDER: provider,
        CAPTCHA_SECRET: 'the secret',
        CAPTCHA_SITE_KEY: '"><script>',
      });
      const response = await fetch(`${program.url}/captcha?language=en&theme="onload=`);
      const html = await response.text();
      expect(html).toContain('lang="en"');
      expect(html).toContain('data-theme="dark"');
      expect(html).toContain('data-sitekey="&quot;&gt;&lt;script&gt;"');
      const policy = policyOf(response);
      expect(policy['script-src']).toContain(host);
      expect(policy['frame-ancestors']).toEqual(["'self'"]);
      expect(JSON.stringify(policy)).not.toContain('unsafe');
      const legal = await fetch(`${program.url}/legal/terms/fr`);
      expect(policyOf(legal)['script-src']).toEqual(["'self'"]);
      expect(policyOf(legal)['require-trusted-types-for']).toBeDefined();
    },
  );
});
