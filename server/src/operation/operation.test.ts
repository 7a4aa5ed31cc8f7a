import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { getCountry, getPublicConfig } from '@parlance/contract/endpoints/operation';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distFolder } from '../kit/http/dist-folder.ts';
import { type Program, startProgram } from '../test/program.ts';
import { startWebServer } from '../test/servers/web.ts';

let program: Program;
let geoip: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  geoip = await startWebServer();
  program = await startProgram({
    GEOIP_URL: geoip.url('/country'),
    TRUSTED_PROXIES: '127.0.0.1',
    SUPPORT_EMAIL: 'help@chat.example',
  });
});
afterAll(async () => {
  await program.stop();
  await geoip.stop();
});

/** A request whose every header the test chooses, `Host` too, which `fetch` would not let it. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const asked = httpRequest(program.url + path, { method, headers, agent: false }, async (answer) => {
        let text = '';
        for await (const chunk of answer) text += chunk;
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
      asked.on('error', reject);
      asked.end();
    },
  );
}

describe('health', () => {
  test('is told by process, database and queue', async () => {
    expect(await ask('/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' });
    expect((await ask('/readyz')).status).toBe(200);
  });

  test('ends before the program does', async () => {
    program.app.readiness.isStopping = true;
    const answer = await ask('/readyz');
    program.app.readiness.isStopping = false;
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '30' } });
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'unavailable' });
  });
});

describe('what is for this machine only', () => {
  const places = ['/metrics', '/dev/mailbox', '/dev/mailbox.json'];

  test.each(places)('%s answers here', async (path) => {
    expect((await ask(path)).status).toBe(200);
  });

  test.each(places)('%s answers nobody behind a proxy, and no name that was rebound to us', async (path) => {
    expect((await ask(path, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
    expect((await ask(path, { forwarded: 'for=127.0.0.1' })).status).toBe(404);
    expect((await ask(path, { host: 'rebound.example' })).status).toBe(404);
  });

  test('the metrics count jobs and answers by route, never by address', async () => {
    await ask('/api/v1/chatbots/0192f0c1-0000-7000-8000-000000000000');
    const { text } = await ask('/metrics');
    expect(text).toMatch(/parlance_jobs\{state="dead"\} 0/);
    expect(text).toContain('route="/api/v1/chatbots/:chatbotId"');
    expect(text).not.toContain('0192f0c1');
  });

  test('the mailbox shows mails newest first, as text, and empties', async () => {
    const user = await program.newUser({ language: 'en' });
    const listed = JSON.parse((await ask('/dev/mailbox.json')).text);
    expect(Object.keys(listed[0]).sort()).toEqual(['createdAt', 'headers', 'html', 'subject', 'text', 'to']);
    expect(listed[0].to).toBe(user.email);
    const to = async (email: string) => JSON.parse((await ask(`/dev/mailbox.json?to=${email}`)).text);
    expect(await to(user.email)).toEqual(listed.filter((mail: { to: string }) => mail.to === user.email));
    expect(await to('nobody@example.org')).toEqual([]);
    const page = await ask('/dev/mailbox', { 'accept-language': 'en' });
    expect(page.text).toContain('Development mailbox');
    expect(page.text).not.toContain('<script');
    expect((await ask('/dev/mailbox.json', {}, 'DELETE')).status).toBe(204);
    expect(JSON.parse((await ask('/dev/mailbox.json')).text)).toEqual([]);
  });
});

describe('the public configuration', () => {
  test('says what the web app must know, and no more', async () => {
    const { body } = await program.call(getPublicConfig);
    expect(body).toMatchObject({
      url: program.url,
      google: false,
      answers: 'quoted',
      captcha: null,
      supportEmail: 'help@chat.example',
      legal: { terms: { fr: '/legal/terms/fr' } },
    });
    expect(body.publishableKey).not.toBe('');
  });
});

describe('the country', () => {
  test('is asked for with the truncated address', async () => {
    geoip.page('/country', '{"country_code":"be"}', { 'content-type': 'application/json' });
    const { body } = await program.call(getCountry, { headers: { 'x-forwarded-for': '203.0.113.77' } });
    expect(body).toEqual({ countryCode: 'BE' });
    expect(geoip.requests.at(-1)?.path).toBe('/country?ip=203.0.113.0');
  });

  test.each(['', '<html>', '{"country_code":"Belgium"}', '{}', 'null'])(
    'is null when the service says %j',
    async (answer) => {
      geoip.page('/country', answer);
      expect((await program.call(getCountry)).body).toEqual({ countryCode: null });
    },
  );
});

describe('pages of our own', () => {
  test.each(['privacy', 'terms'])('%s stands in both languages, without a script', async (document) => {
    for (const language of ['fr', 'en']) {
      const { status, headers, text } = await ask(`/legal/${document}/${language}`);
      expect(status).toBe(200);
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).not.toContain('<script');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
    expect((await ask(`/legal/${document}/de`)).status).toBe(404);
  });

  test('the terms say what the specification asks', async () => {
    const fr = (await ask('/legal/terms/fr')).text;
    for (const fact of ['30 jours', '12 derniers mois', 'droit français']) expect(fr).toContain(fact);
    // French punctuation is held by spaces that do not break.
    expect(fr.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, '')).not.toMatch(/ [;:!?]/);
  });

  test('originals are framed by an empty page of ours, and by nothing else', async () => {
    const { headers, text } = await ask('/original-frame');
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toContain("frame-src 'self' blob:");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(text).not.toContain('<script');
  });

  test('security.txt names the contact', async () => {
    const { text } = await ask('/.well-known/security.txt');
    expect(text).toMatch(/^Contact: mailto:help@chat\.example\nExpires: \d{4}-/);
  });
});

describe('the OpenAPI document', () => {
  test('describes every call, with its refusals', async () => {
    const document = JSON.parse((await ask('/api/v1/openapi.json')).text);
    expect(document.openapi).toBe('3.1.0');
    const create = document.paths['/api/v1/chatbots'].post;
    expect(create.security).toEqual([{ bearer: [] }, { personalKey: ['write'] }]);
    expect(Object.keys(create.responses)).toEqual(
      expect.arrayContaining(['201', '400', '401', '403', '409', '413', '415']),
    );
    for (const path of [
      '/embed/v1/{publicId}/messages',
      '/config.json',
      '/api/v1/chatbots/{chatbotId}/files',
      '/auth/v1/token',
      '/rest/v1/profiles',
      '/functions/v1/security-monitor',
      '/realtime/v1/websocket',
    ]) {
      expect(document.paths).toHaveProperty([path]);
    }
  });
});

describe.skipIf(!existsSync(join(distFolder, 'web/index.html')))('the built web app', () => {
  const html = { accept: 'text/html' };

  test('is the page of every address that is nobody else’s, under a strict policy', async () => {
    for (const path of ['/', '/login', '/chatbots/x/data-sources']) {
      const { status, headers, text } = await ask(path, html);
      expect(status).toBe(200);
      const policy = String(headers['content-security-policy']);
      for (const [, code] of text.matchAll(/<script>([\s\S]*?)<\/script>/g)) {
        expect(policy).toContain(
          createHash('sha256')
            .update(code ?? '')
            .digest('base64'),
        );
      }
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy.split('; ')).toContain("frame-src 'self'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(headers['cross-origin-opener-policy']).toBe('same-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
    }
  });

  test.each(['/privacy', '/legal/privacy/fr', '/legal/terms/en'])(
    '%s asks for nothing that is not there',
    async (path) => {
      const { text } = await ask(path, html);
      const asked = [...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="(\/[^"]+)"/g)].map(
        ([, file]) => file ?? '',
      );
      // Without one, browsers ask for /favicon.ico by themselves.
      expect(text).toContain('rel="icon"');
      expect(asked.length).toBeGreaterThan(1);
      for (const file of asked) expect([file, (await ask(file)).status]).toEqual([file, 200]);
    },
  );

  test('frames the customiser’s preview, a page of ours that nobody else may frame', async () => {
    const { status, headers, text } = await ask('/embed/preview', html);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "frame-ancestors 'self'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    );
    const [, script] = /<script type="module" src="([^"]+)">/.exec(text) ?? [];
    expect((await ask(script ?? '')).headers['content-type']).toContain('javascript');
    expect(text).not.toMatch(/<script>|<style| style=/);
  });

  test.each(['/auth/callback', '/reset-password', '/email-confirmation'])(
    '%s, whose address holds a token, sends no referrer',
    async (path) => {
      expect((await ask(`${path}?token=x`, html)).headers['referrer-policy']).toBe('no-referrer');
    },
  );

  test('travels compressed to those who take it, and is the same', async () => {
    const [script] = readdirSync(join(distFolder, 'web/assets')).filter((name) => name.endsWith('.js.br'));
    const address = `/assets/${script?.slice(0, -3)}`;
    const plain = await fetch(program.url + address, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const sent = await fetch(program.url + address, { headers: { 'accept-encoding': accepted } });
      expect(sent.headers.get('content-encoding')).toBe(encoding);
      expect(await sent.text()).toBe(text);
    }
  });

  test('has a picture for what names none of its own, JSON for one', async () => {
    const { status, headers } = await fetch(`${program.url}/favicon.ico`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([301, '/favicon.svg']);
  });

  test('keeps hashed files for a year', async () => {
    const [name] = readdirSync(join(distFolder, 'web/assets'));
    const { status, headers } = await ask(`/assets/${name}`);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.each([
    '/assets/nothing-here.js',
    '/nothing.js',
    '/package.json',
    '/.env',
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/server/main.js',
    '/..%2f..%2fpackage.json',
    '/%252e%252e/%252e%252e/server/main.js',
    '/assets/..%5c..%5cserver%5cmain.js',
    '/index.html%00.js',
    '/api/v1/nothing',
    '/embed/assets/../../server/main.js',
  ])('%s is not found, and is not the app’s page', async (path) => {
    const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
    let told = '';
    socket.on('data', (chunk) => {
      told += chunk;
    });
    // Written by hand: clients tidy a path up before they send it.
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\nconnection: close\r\n\r\n`);
    await once(socket, 'close');
    expect(told).toMatch(/^HTTP\/1\.1 404/);
    expect(told).toContain('application/problem+json');
  });
});

describe('with an https PUBLIC_URL', () => {
  let secure: Program;
  beforeAll(async () => {
    secure = await startProgram({ PUBLIC_URL: 'https://chat.example', TRUSTED_PROXIES: '127.0.0.1' });
  });
  afterAll(() => secure.stop());

  const at = (path: string, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${secure.context.config.port}${path}`, { redirect: 'manual', headers });

  test('browsers are told to stay on https, and led there', async () => {
    const secured = await at('/config.json', {
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.7',
    });
    expect(secured.status).toBe(200);
    expect(secured.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
    const plain = { 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' };
    const page = await at('/login?a=b', { ...plain, accept: 'text/html' });
    expect([page.status, page.headers.get('location')]).toEqual([308, 'https://chat.example/login?a=b']);
    expect((await at('/api/v1/chatbots', plain)).status).toBe(403);
  });
});
