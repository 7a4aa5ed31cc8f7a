import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWebServer } from '../../test/servers/web.ts';
import { checkUrl, createSafeFetch, type FetchEnvironment } from './safe-fetch.ts';

const html = { accept: 'text/html', maxBytes: 100_000 };
let site: Awaited<ReturnType<typeof startWebServer>>;

beforeAll(async () => {
  site = await startWebServer();
});
afterAll(() => site.stop());

// Short where a test waits for one to pass, long elsewhere: a busy machine must not look like a slow site.
const calm = { connectMs: 10_000, firstByteMs: 10_000, idleMs: 10_000, totalMs: 20_000 };
const hasty = { connectMs: 400, firstByteMs: 400, idleMs: 400, totalMs: 10_000 };

const config = { publicUrl: 'https://parlance.example', supportEmail: 'aide@parlance.example' };

/** A fetcher that may reach the site, and whatever else is named. */
const fetcher = (replaced: Partial<FetchEnvironment> = {}, allow: string[] = []) =>
  createSafeFetch({ ...config, crawlerAllow: [site.host, ...allow] }, { timeouts: calm, ...replaced });

/** A fetcher as a stranger's: nothing private is open to it. */
const guarded = (replaced: Partial<FetchEnvironment> = {}) =>
  createSafeFetch({ ...config, crawlerAllow: [] }, { timeouts: calm, ...replaced });

const refusal = { code: 'address_refused' };
const failure = (reason: string) => ({ code: 'fetch_failed', facts: { reason } });

describe('a page', () => {
  test('comes with its address, type, charset and bytes', async () => {
    site.page('/plain', 'Bonjour', { 'content-type': 'Text/HTML; Charset="ISO-8859-1"' });
    const page = await fetcher()(site.url('/plain#part'), html);
    expect(page).toMatchObject({
      url: site.url('/plain'),
      status: 200,
      mediaType: 'text/html',
      charset: 'iso-8859-1',
    });
    expect(page.body.toString()).toBe('Bonjour');
  });

  test('is asked for under our name, with the address to write to', async () => {
    site.page('/named', 'x');
    await fetcher()(site.url('/named'), html);
    expect(site.requests.at(-1)?.headers['user-agent']).toBe(
      'ParlanceBot/1.0 (+https://parlance.example; aide@parlance.example)',
    );
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('is inflated from %s', async (coding, compress) => {
    const text = 'é'.repeat(20_000);
    site.page(`/${coding}`, compress(text), { 'content-encoding': coding });
    expect((await fetcher()(site.url(`/${coding}`), html)).body.toString()).toBe(text);
  });

  test('of another type than wanted is refused unread', async () => {
    site.page('/video', 'x'.repeat(50), { 'content-type': 'video/mp4' });
    await expect(fetcher()(site.url('/video'), html)).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
    expect((await fetcher()(site.url('/video'), { ...html, accept: 'text/plain,*/*;q=0.5' })).status).toBe(
      200,
    );
  });

  test('that says no is handed on with its status, its headers and its beginning', async () => {
    site.on('/teapot', (_request, response) =>
      response.writeHead(429, { 'content-type': 'text/plain', 'retry-after': '7' }).end('y'.repeat(300_000)),
    );
    const page = await fetcher()(site.url('/teapot'), { ...html, maxBytes: 1_000_000 });
    expect(page).toMatchObject({ status: 429, headers: { 'retry-after': '7' } });
    expect(page.body).toHaveLength(64 * 1024);
  });
});

describe('addresses', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://１２７.0.0.1/',
    'http://127.0.0.1./',
    'http://localhost/',
    'http://localhost./',
    'http://any.localhost/',
    'http://0.0.0.0/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://100.100.100.200/',
    'http://10.0.0.1/',
    'http://metadata.google.internal/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'javascript:alert(1)',
    'http://user:password@example.org/',
    'http://user@example.org/',
    'http://example.org:22/',
    'http://example.org:6379/',
    'http://[::1',
    'not an address',
    `http://example.org/${'a'.repeat(2048)}`,
    `http://${'a'.repeat(250)}.org/`,
  ])('refused, always in the same words: %s', async (url) => {
    const resolve = async (host: string) =>
      /example/.test(host)
        ? [{ address: '93.184.216.34', family: 4 }]
        : /localhost|127/.test(host)
          ? [{ address: '127.0.0.1', family: 4 }]
          : [{ address: '169.254.169.254', family: 4 }];
    const error = await guarded({ resolve })(url, html).catch((caught: unknown) => caught);
    expect(error).toMatchObject(refusal);
    expect((error as { facts: unknown }).facts).toEqual({});
  });

  test('one private address among the answers refuses them all', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    await expect(guarded({ resolve })('http://mixed.example/', html)).rejects.toMatchObject(refusal);
  });

  test('the machine’s own public address is refused', async () => {
    const own = () => new Set(['93.184.216.34']);
    const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
    await expect(guarded({ resolve, own })('http://self.example/', html)).rejects.toMatchObject(refusal);
  });

  test('a name that leads nowhere reads like one that leads inside', async () => {
    const resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
    await expect(guarded({ resolve })('http://nowhere.example/', html)).rejects.toMatchObject(refusal);
    await expect(guarded({ resolve: async () => [] })('http://empty.example/', html)).rejects.toMatchObject(
      refusal,
    );
  });

  test('a name that changes its answer never reaches the inside', async () => {
    const name = `rebind.example:${site.port}`;
    site.page('/outside', 'x');
    site.redirect('/back', 'http://rebind.example/inside');
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }];
    // One resolution serves the check and the connection…
    expect((await fetcher({ resolve }, [name])(`http://${name}/outside`, html)).status).toBe(200);
    expect(asked).toBe(1);
    // …and the next hop, which has a resolution of its own, has a check of its own.
    asked = 0;
    await expect(fetcher({ resolve }, [name])(`http://${name}/back`, html)).rejects.toMatchObject(refusal);
    expect(asked).toBe(2);
  });

  test('the checked address is the one that is used, under the name that was asked for', async () => {
    site.page('/virtual', 'x');
    const name = `virtual.example:${site.port}`;
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    await fetcher({ resolve }, [name])(`http://${name}/virtual`, html);
    expect(site.requests.at(-1)?.headers.host).toBe(name);
  });

  test('what the operator opened is that host and port, and nothing beside it', async () => {
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    const fetch = fetcher({ resolve });
    await expect(fetch('http://127.0.0.1:8080/', html)).rejects.toMatchObject(refusal);
    await expect(fetch(`http://localhost:${site.port}/`, html)).rejects.toMatchObject(refusal);
    await expect(fetch(`http://127.0.0.2:${site.port}/`, html)).rejects.toMatchObject(refusal);
  });
});

describe('redirects', () => {
  test('are followed, five at most', async () => {
    site.page('/end', 'arrived');
    for (let hop = 1; hop <= 6; hop++) site.redirect(`/hop${hop}`, hop === 6 ? '/end' : `/hop${hop + 1}`);
    expect(await fetcher()(site.url('/hop2'), html)).toMatchObject({ url: site.url('/end'), status: 200 });
    await expect(fetcher()(site.url('/hop1'), html)).rejects.toMatchObject(failure('too_many_redirects'));
  });

  test('in a circle end', async () => {
    site.redirect('/here', '/there#a');
    site.redirect('/there', '/here');
    await expect(fetcher()(site.url('/here'), html)).rejects.toMatchObject(failure('redirect_loop'));
  });

  test.each([
    ['to a private address', 'http://10.0.0.1/'],
    ['to this machine on another port', 'http://127.0.0.1:8080/'],
    ['to a file', 'file:///etc/passwd'],
    ['to a script', 'javascript:alert(1)'],
    ['with a password', 'http://a:b@example.org/'],
    ['to nonsense', 'http://['],
  ])('%s are refused', async (_name, location) => {
    site.redirect('/away', location);
    await expect(fetcher()(site.url('/away'), html)).rejects.toMatchObject(refusal);
  });

  test('lead from https to https, never to http', () => {
    const base = new URL('https://example.org/a');
    expect(checkUrl('/b', new Set(), base).href).toBe('https://example.org/b');
    expect(() => checkUrl('http://example.org/b', new Set(), base)).toThrow();
    expect(checkUrl('https://example.org/b', new Set(), new URL('http://example.org/')).protocol).toBe(
      'https:',
    );
  });

  test('carry no credentials', async () => {
    site.redirect('/signed', '/unsigned', 307);
    site.page('/unsigned', 'x');
    const headers = { authorization: 'Bearer x', Cookie: 'a=b', 'accept-language': 'fr' };
    await fetcher()(site.url('/signed'), { ...html, headers });
    expect(site.requests.at(-2)?.headers.authorization).toBe('Bearer x');
    const last = site.requests.at(-1)?.headers;
    expect(last?.authorization).toBeUndefined();
    expect(last?.cookie).toBeUndefined();
    expect(last?.['accept-language']).toBe('fr');
  });
});

describe('bounds', () => {
  test('a body past the limit is refused, or cut when that is asked', async () => {
    site.on('/endless', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const write = () => {
        while (response.write(Buffer.alloc(16_384, 'x')));
      };
      response.on('drain', write);
      write();
    });
    await expect(fetcher()(site.url('/endless'), html)).rejects.toMatchObject({ code: 'limit_exceeded' });
    expect((await fetcher()(site.url('/endless'), { ...html, cut: true })).body).toHaveLength(html.maxBytes);
    await expect.poll(() => site.openSockets()).toBe(0);
  });

  test('a bomb is stopped while it inflates', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    site.page('/bomb', bomb, { 'content-encoding': 'gzip' });
    const before = process.memoryUsage().arrayBuffers;
    await expect(fetcher()(site.url('/bomb'), { ...html, maxBytes: 1_000_000 })).rejects.toMatchObject({
      code: 'limit_exceeded',
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(40_000_000);
  });

  test('so is one under the limit, by its ratio', async () => {
    site.page('/ratio', gzipSync(Buffer.alloc(5_000_000)), { 'content-encoding': 'gzip' });
    await expect(fetcher()(site.url('/ratio'), { ...html, maxBytes: 10_000_000 })).rejects.toMatchObject({
      code: 'limit_exceeded',
    });
  });

  test.each([
    ['two codings', 'gzip, gzip', gzipSync(gzipSync('x'))],
    ['an unknown coding', 'compress', Buffer.from('x')],
    ['a coding that lies', 'gzip', Buffer.from('no gzip at all')],
    ['half a stream', 'gzip', gzipSync('x'.repeat(10_000)).subarray(0, 20)],
  ])('%s cannot be read', async (_name, coding, bytes) => {
    site.page('/coded', bytes, { 'content-encoding': coding });
    await expect(fetcher()(site.url('/coded'), html)).rejects.toMatchObject(failure('encoding'));
  });

  test('headers past 64 KB are refused', async () => {
    site.on('/headers', (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'x-long': 'x'.repeat(70_000) }).end('x'),
    );
    await expect(fetcher()(site.url('/headers'), html)).rejects.toMatchObject({ code: 'fetch_failed' });
  });

  test('a server that says nothing is given up', async () => {
    site.on('/silent', () => {});
    await expect(fetcher({ timeouts: hasty })(site.url('/silent'), html)).rejects.toMatchObject(
      failure('timeout'),
    );
  });

  test('a server that stops half-way is given up', async () => {
    site.on('/stalled', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('half');
    });
    await expect(fetcher({ timeouts: hasty })(site.url('/stalled'), html)).rejects.toMatchObject(
      failure('timeout'),
    );
  });

  test('a server that drips is given up in the end', async () => {
    site.on('/dripping', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const fetch = fetcher({ timeouts: { ...calm, totalMs: 600 } });
    await expect(fetch(site.url('/dripping'), html)).rejects.toMatchObject(failure('timeout'));
  });

  test('a resolver that hangs is given up', async () => {
    const resolve = () => new Promise<never>(() => {});
    await expect(guarded({ resolve, timeouts: hasty })('http://slow.example/', html)).rejects.toMatchObject(
      failure('timeout'),
    );
  });

  test('a port where nobody answers, and a server that speaks no HTTP', async () => {
    const tcp = createTcpServer((socket) => socket.resume().end('220 hello\r\n'));
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const host = `127.0.0.1:${(tcp.address() as AddressInfo).port}`;
    await expect(fetcher({}, [host])(`http://${host}/`, html)).rejects.toMatchObject({
      code: 'fetch_failed',
    });
    tcp.close();
    await once(tcp, 'close');
    await expect(fetcher({}, [host])(`http://${host}/`, html)).rejects.toMatchObject(failure('connection'));
  });

  test('the caller may stop it, and gets its own reason', async () => {
    site.on('/stopped', () => {});
    const reason = new Error('the job was stopped');
    const signal = AbortSignal.abort(reason);
    await expect(fetcher()(site.url('/stopped'), { ...html, signal })).rejects.toBe(reason);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(fetcher()(site.url('/stopped'), { ...html, signal: controller.signal })).rejects.toBe(
      reason,
    );
  });
});
