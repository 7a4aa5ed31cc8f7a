import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createChatbot, getChatbot, listChatbots } from '@parlance/contract/endpoints/chatbots';
import type { Problem } from '@parlance/contract/shapes';
import { errorCodes } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Operation, randomFrom, requestOf, waysToSend } from '../../test/fuzz.ts';
import { type Program, startProgram, type User } from '../../test/program.ts';
import { refusalOf } from './problem.ts';

let program: Program;
let person: User;

beforeAll(async () => {
  program = await startProgram({ SITE_URLS: 'https://site.example' });
  person = await program.newUser({ language: 'en' });
});
afterAll(() => program.stop());

const chatbots = '/api/v1/chatbots';

const ask = (path: string, init: RequestInit = {}) =>
  fetch(program.url + path, { redirect: 'manual', ...init });

function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  return ask(chatbots, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...headers },
    body,
  });
}

/** What the server writes until it closes the connection, or falls silent. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(program.url).port), '127.0.0.1');
  let told = '';
  socket.on('data', (chunk) => {
    told += chunk;
  });
  socket.on('error', () => {});
  socket.setTimeout(1500, () => socket.destroy());
  await once(socket, 'connect');
  socket.write(bytes, 'latin1');
  await once(socket, 'close');
  return told;
}

const statuses = (told: string) =>
  [...told.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));

describe('a body', () => {
  const nested = (depth: number) => `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const manyKeys = `{${Array.from({ length: 1001 }, (_, at) => `"k${at}":1`).join(',')}}`;
  const hostile: [string, string | Uint8Array<ArrayBuffer>, number, string][] = [
    ['that is cut off', '{"name":"x"', 400, 'malformed_json'],
    ['with text behind it', '{"name":"Ada"} true', 400, 'malformed_json'],
    ['with a trailing comma', '{"name":"Ada",}', 400, 'malformed_json'],
    ['with NaN', '{"name":NaN}', 400, 'malformed_json'],
    ['with the same key twice', '{"name":"Ada","name":"Eve"}', 400, 'malformed_json'],
    [
      'with the same key twice, one of them escaped',
      '{"name":"Ada","n\\u0061me":"Eve"}',
      400,
      'malformed_json',
    ],
    ['with __proto__', '{"__proto__":{"admin":true}}', 400, 'malformed_json'],
    ['with an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}', 400, 'malformed_json'],
    ['with constructor', '{"constructor":{"prototype":{}}}', 400, 'malformed_json'],
    ['with U+0000', '{"name":"a\\u0000b"}', 400, 'malformed_json'],
    ['with a lone surrogate', '{"name":"a\\ud800b"}', 400, 'malformed_json'],
    ['with a byte order mark', '\ufeff{"name":"Ada"}', 400, 'malformed_json'],
    [
      'with invalid UTF-8',
      new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
      400,
      'malformed_json',
    ],
    ['nested 33 deep', nested(33), 400, 'malformed_json'],
    ['nested 200,000 deep', nested(200_000), 400, 'malformed_json'],
    ['with 1,001 keys', manyKeys, 400, 'malformed_json'],
    ['beyond 1 MB', JSON.stringify({ name: 'x'.repeat(1_048_576) }), 413, 'payload_too_large'],
    ['that is an array', '[]', 400, 'validation_failed'],
    ['that is empty', '', 400, 'validation_failed'],
    [
      'with a key that nobody knows',
      '{"name":"Ada","platform":"website","isAdmin":true}',
      400,
      'validation_failed',
    ],
    ['with a number for a text', '{"name":12345,"platform":"website"}', 400, 'validation_failed'],
  ];
  test.each(hostile)('%s is refused', async (_what, body, status, code) => {
    const response = await post(body);
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ status, code });
    expect(response.status).toBe(status);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('of %s is refused with 415', async (type) => {
    const response = await post('name=Ada', { 'content-type': type });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'unsupported_media' });
  });

  test('that breaks off says where', async () => {
    const problem = (await (await post('{"name":"x"; }')).json()) as { detail: string };
    expect(problem.detail).toBe('unexpected character at position 11');
  });

  test('may name its media type in capitals', async () => {
    const response = await post('{}', { 'content-type': 'Application/JSON; Charset=UTF-8' });
    expect(await response.json()).toMatchObject({ code: 'validation_failed' });
  });

  test('of a refusal names the field, in the caller’s language', async () => {
    const refused = await person.call(createChatbot, {
      body: { name: 'ab', platform: 'website' },
      headers: { 'accept-language': 'fr-CA' },
    });
    expect(refused.body).toMatchObject({ status: 400, title: 'Certaines valeurs ne sont pas valables.' });
    // Where the request prefers none, the profile's counts.
    const silent = await person.call(createChatbot, { body: { name: 'ab', platform: 'website' } });
    expect(silent.body).toMatchObject({ title: 'Some values are not valid.' });
    expect((refused.body as unknown as Problem).errors?.[0]?.path).toBe('name');
    const stranger = await ask(chatbots, {
      headers: { 'accept-language': 'de, en;q=0.4, fr;q=0.9' },
    });
    expect(await stranger.json()).toMatchObject({ status: 401, title: 'Connectez-vous pour continuer.' });
  });
});

describe('a target', () => {
  test.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1e1',
    'limit=1.5',
    'limit=1&limit=2',
    'limit=NaN',
    'sort=password',
  ])('?%s is refused', async (query) => {
    const response = await ask(`${chatbots}?${query}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    expect(response.status).toBe(400);
  });

  test.each([
    'x',
    '"><script>',
    'e30',
    ...[
      ['2026-01-01T00:00:00.000Z', 'x'],
      // Years that are some to us and none to the database.
      ...['+275760-09-13T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999-12:00'].map(
        (time) => [time, '01a1ffd3-00b6-75d0-9044-0de4b344e4fd'],
      ),
    ].map((place) => Buffer.from(JSON.stringify(place)).toString('base64url')),
  ])('with the cursor %s is refused', async (cursor) => {
    const refused = await person.call(listChatbots, { query: { cursor } });
    expect(refused.body).toMatchObject({ status: 400, code: 'invalid_cursor' });
  });

  test('with an id that cannot be is not found', async () => {
    for (const chatbotId of ['1', 'null', '%00', "' or 1=1", 'x'.repeat(3000)]) {
      const refused = await person.call(getChatbot, { params: { chatbotId } });
      expect(refused.body).toMatchObject({ status: 404, code: 'not_found' });
    }
    for (const [method, path] of [
      ['GET', '/embed/%00'],
      ['OPTIONS', '/embed/v1/%00/messages'],
    ] as const)
      expect((await ask(path, { method })).status, path).toBe(404);
  });

  test('with an id of 300 characters is not found, on every route', async () => {
    const { paths } = (await (await ask('/api/v1/openapi.json')).json()) as { paths: Record<string, object> };
    const routes = Object.entries(paths).filter(([path]) => /^\/(api|embed)\/.*\{/.test(path));
    expect(routes.length).toBeGreaterThan(30);
    for (const [path, operations] of routes) {
      for (const method of Object.keys(operations)) {
        const response = await ask(path.replace(/\{\w+\}/g, 'x'.repeat(300)), {
          method: method.toUpperCase(),
          headers: { authorization: `Bearer ${person.token}` },
        });
        expect(response.status, `${method} ${path}`).toBe(404);
        await response.arrayBuffer();
      }
    }
  });

  test('of more than 8 KB is refused with 414', async () => {
    for (const length of [9000, 20_000]) {
      const [status] = statuses(await raw(`GET /${'a'.repeat(length)} HTTP/1.1\r\nhost: localhost\r\n\r\n`));
      expect(status).toBe(414);
    }
  });

  test('that does not decode is refused', async () => {
    const told = await raw('GET /%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect(statuses(told)).toEqual([400]);
    expect(told).toContain('application/problem+json');
    expect(told.toLowerCase()).toContain('x-content-type-options: nosniff');
  });
});

describe('a method', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])(
    '%s that an address does not offer is refused with what it does',
    async (method) => {
      const response = await ask(chatbots, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toContain('GET');
    },
  );

  test.each(['TRACE', 'CONNECT', 'BREW', 'PROPFIND'])('%s is refused', async (method) => {
    const target = method === 'CONNECT' ? 'localhost:80' : '/';
    const [status] = statuses(
      await raw(`${method} ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`),
    );
    expect([405, 501]).toContain(status);
  });

  test('is not overridden by a header', async () => {
    const response = await ask(chatbots, {
      method: 'POST',
      headers: { 'x-http-method-override': 'GET', authorization: `Bearer ${person.token}` },
    });
    expect(response.status).toBe(400);
  });

  test('HEAD answers as GET, without a body', async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    const [head, get] = await Promise.all(
      ['HEAD', 'GET'].map((method) => ask(chatbots, { method, headers })),
    );
    expect(head?.status).toBe(get?.status);
    expect(head?.headers.get('content-length')).toBe(String((await get?.text())?.length));
    expect(await head?.text()).toBe('');
  });
});

describe('framing', () => {
  const next = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
  const head = 'POST /healthz HTTP/1.1\r\n';
  const refused: [string, string][] = [
    [
      'a length and a coding',
      `${head}host: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', `${head}host: localhost\r\ncontent-length: 4\r\ncontent-length: 5\r\n\r\nabcd`],
    ['a signed length', `${head}host: localhost\r\ncontent-length: +4\r\n\r\nabcd`],
    ['an unknown coding', `${head}host: localhost\r\ntransfer-encoding: gzip\r\n\r\nabcd`],
    ['a bare line feed', 'GET /healthz HTTP/1.1\nhost: localhost\n\n'],
    ['a space before the colon', 'GET /healthz HTTP/1.1\r\nhost : localhost\r\n\r\n'],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-a: b\r\n c\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n'],
  ];
  test.each(refused)('with %s is refused, and nothing behind it answered', async (_what, request) => {
    expect(statuses(await raw(request + next))).toEqual([400]);
  });

  test('with 17 KB of headers is refused with 431', async () => {
    const told = await raw(
      `GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-a: ${'a'.repeat(17_000)}\r\n\r\n${next}`,
    );
    expect(statuses(told)).toEqual([431]);
    expect(told).toContain('"code":"headers_too_large"');
  });
});

describe('headers', () => {
  test('are on every answer, and what is authenticated is stored nowhere', async () => {
    const answers = [
      await ask('/healthz'),
      await ask('/nowhere.js'),
      await ask('/api/v1/nowhere'),
      await ask(chatbots, { headers: { authorization: `Bearer ${person.token}` } }),
      await ask(chatbots),
    ];
    for (const { headers } of answers) {
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('server')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('strict-transport-security')).toBeNull();
    }
    for (const { headers } of answers.slice(-2)) expect(headers.get('cache-control')).toBe('no-store');
  });

  test('let our own origins read, and no other', async () => {
    const allowed = async (origin: string, path = chatbots) =>
      (await ask(path, { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await allowed('https://site.example')).toBe('https://site.example');
    expect(await allowed(program.context.config.publicUrl)).toBe(program.context.config.publicUrl);
    expect(await allowed('https://evil.example')).toBeNull();
    expect(await allowed('null')).toBeNull();
    expect(await allowed('https://site.example', '/dev/mailbox.json')).toBeNull();
  });
});

describe('a defect', () => {
  test('is answered without a word of its own, and stands in the log', async () => {
    const { db } = program.context;
    const { database } = program.context;
    Object.assign(program.context, { db: undefined });
    try {
      const response = await ask(chatbots, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      const text = await response.text();
      expect(response.status).toBe(500);
      expect(text).not.toMatch(/undefined|TypeError|\.ts|node_modules/);
      const { requestId } = JSON.parse(text);
      expect(program.logged.some((line) => line.includes(requestId) && line.includes('"stack"'))).toBe(true);
    } finally {
      Object.assign(program.context, { db, database });
    }
  });
});

test('tells what would belong to something that was deleted meanwhile that it is not there', async () => {
  const { db } = program.context;
  const run = { id: randomUUID(), owner_id: person.id, chatbot_id: randomUUID(), status: 'running' as const };
  const error = await db
    .insertInto('check_runs')
    .values({ ...run, at: new Date() })
    .execute()
    .catch((error: unknown) => error);
  expect(refusalOf(error)?.code).toBe('not_found');
});

test('what the framework and its parsers refuse has its own status', () => {
  const refusals = Object.entries(errorCodes).map(([code, Refusal]) => [code, new Refusal()] as const);
  const told = refusals.map(([code, error]) => [code, error.statusCode, refusalOf(error)?.status]);
  for (const [code, status, answered] of told) {
    const expected = code === 'FST_ERR_MAX_PARAM_LENGTH' ? 404 : status;
    const isDefect = typeof status !== 'number' || (status >= 500 && status !== 503);
    expect([code, answered]).toEqual([code, isDefect ? undefined : expected]);
  }
  const callers = told.filter(([, , answered]) => answered !== undefined).map(([code]) => code);
  expect(callers.sort()).toMatchInlineSnapshot(`
    [
      "FST_ERR_BAD_URL",
      "FST_ERR_CTP_BODY_TOO_LARGE",
      "FST_ERR_CTP_EMPTY_JSON_BODY",
      "FST_ERR_CTP_INSTANCE_ALREADY_STARTED",
      "FST_ERR_CTP_INVALID_CONTENT_LENGTH",
      "FST_ERR_CTP_INVALID_JSON_BODY",
      "FST_ERR_CTP_INVALID_MEDIA_TYPE",
      "FST_ERR_HANDLER_TIMEOUT",
      "FST_ERR_INVALID_URL",
      "FST_ERR_MAX_PARAM_LENGTH",
      "FST_ERR_NOT_FOUND",
      "FST_ERR_ROUTE_MISSING_CONTENT",
      "FST_ERR_ROUTE_MISSING_CONTENT_TYPE",
      "FST_ERR_VALIDATION",
    ]
  `);
  for (const code of ['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_REQ_FILE_TOO_LARGE'])
    expect(refusalOf(Object.assign(new Error(code), { code, statusCode: 413 }))?.status).toBe(413);
  const none = { code: 'FST_INVALID_MULTIPART_CONTENT_TYPE', statusCode: 406 };
  expect(refusalOf(Object.assign(new Error('none'), none))?.status).toBe(415);
});

test('asks for another try where two requests waited for each other', () => {
  const error = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  expect(refusalOf(error)).toMatchObject({ code: 'unavailable', facts: { retryAfterSeconds: 1 } });
});

const fuzzRounds = Number(process.env.FUZZ ?? 0);

test('no call answers with a status that OpenAPI does not name', {
  timeout: 60_000 * (1 + fuzzRounds),
}, async () => {
  const owner = await program.newUser();
  const { body: chatbot } = await owner.call(createChatbot, {
    body: { name: 'Fuzzed', platform: 'website' },
  });
  const known = { chatbotId: chatbot.id, publicId: chatbot.publicId };
  const { paths } = (await (await ask('/api/v1/openapi.json')).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  // An account's own end would end all the others, too.
  const operations = Object.entries(paths)
    .filter(([path]) => /^\/(api|embed)\//.test(path) && !path.endsWith('/privacy/deletion'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, one]) => [method, path, one] as const),
    );
  expect(operations.length).toBeGreaterThan(70);
  // `FUZZ=20` tries each way twenty times; without it each call is sent three times, in ways that take turns.
  const random = randomFrom(fuzzRounds || 1);
  const unnamed = new Set<string>();
  let turn = 0;
  for (const operation of operations) {
    const tried =
      fuzzRounds > 0
        ? Array.from({ length: fuzzRounds }, () => waysToSend).flat()
        : [0, 1, 2].map(() => waysToSend[turn++ % waysToSend.length] as (typeof waysToSend)[number]);
    for (const way of tried) {
      const { target, init } = requestOf(operation, way, random, known, owner.token);
      const response = await ask(target, init);
      await response.arrayBuffer();
      const [method, path, { responses }] = operation;
      if (response.status === 500 || !Object.hasOwn(responses, response.status))
        unnamed.add(`${method} ${path} with ${way}: ${response.status}`);
    }
  }
  expect([...unnamed]).toEqual([]);
});
