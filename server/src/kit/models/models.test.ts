import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { LLMock } from '@copilotkit/aimock';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Behaviour, startModelServer } from '../../test/servers/model.ts';
import { Circuit } from './circuit.ts';
import type { ChatModel, ModelUsage, ProviderRequest } from './models.ts';
import { openModels } from './open.ts';

// Short where a test waits for one to pass, long elsewhere: a busy machine must not look like a slow provider.
const hasty = { headersMs: 300, firstTextMs: 300, stallMs: 300, totalMs: 10_000, retryMs: 5 };
const calm = { headersMs: 10_000, firstTextMs: 10_000, stallMs: 10_000, totalMs: 20_000, retryMs: 5 };
const timeoutsFor = (behaviour: Behaviour) =>
  /silence|stall/.test(JSON.stringify(behaviour)) ? hasty : calm;
const wish = {
  messages: [
    { role: 'system' as const, content: 'Answer.' },
    { role: 'user' as const, content: 'Quels sont les horaires ?' },
  ],
  maxTokens: 200,
  temperature: 0.2,
};
const never = () => new AbortController().signal;

async function collect(model: ChatModel | undefined, signal = never(), onText = () => {}) {
  const read: { text: string; usage: ModelUsage | undefined; error: unknown } = {
    text: '',
    usage: undefined,
    error: undefined,
  };
  const asked = new Set<ProviderRequest>();
  try {
    for await (const text of model?.stream({ ...wish, signal, asked }) ?? []) {
      read.text += text;
      onText();
    }
  } catch (error) {
    read.error = error;
  }
  read.usage = [...asked].at(-1)?.usage;
  return read;
}

let server: Awaited<ReturnType<typeof startModelServer>>;
let chat: ChatModel | undefined;

const chatWith = (timeouts: typeof calm) =>
  openModels({ chatModel: { baseUrl: `${server.baseUrl}/`, apiKey: 'sk-test', name: 'petit' } }, timeouts)
    .chat;

beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.requests.length = 0;
  chat = chatWith(calm);
});

/** Has the server behave so for one call each; afterwards as before. */
const met = (...behaviours: Behaviour[]) => server.next(...behaviours);

test('what is not configured is absent', () => {
  expect(openModels({})).toEqual({});
});

describe('an independent server that speaks the protocol', () => {
  test('streams an answer with its usage, and embeds', async () => {
    const mock = new LLMock({ port: 0 });
    await mock.start();
    mock.onMessage(/horaires/, { content: 'Nous ouvrons à 9 h [1].' });
    const baseUrl = `${mock.url}/v1`;
    const models = openModels({
      chatModel: { baseUrl, name: 'mock' },
      embeddingModel: { baseUrl, name: 'mock', dimensions: 384 },
    });
    const { text, usage, error } = await collect(models.chat);
    expect(error).toBeUndefined();
    expect(text).toBe('Nous ouvrons à 9 h [1].');
    expect(usage).toEqual({ promptTokens: expect.any(Number), completionTokens: expect.any(Number) });
    const embedded = await models.embeddings?.embed(['a', 'b'], never());
    expect(embedded?.map((vector) => vector.length)).toEqual([384, 384]);
    await mock.stop();
  });
});

describe('a well-behaved answer', () => {
  test('arrives piece by piece, asked for with the key, the limit and usage', async () => {
    met({ text: 'Ouvert de 9 h à 18 h.', usage: { prompt_tokens: 12, completion_tokens: 7 } });
    expect(await collect(chat)).toEqual({
      text: 'Ouvert de 9 h à 18 h.',
      usage: { promptTokens: 12, completionTokens: 7 },
      error: undefined,
    });
    const [request] = server.requests;
    expect(request).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer sk-test',
      body: { model: 'petit', stream: true, max_tokens: 200, temperature: 0.2, messages: wish.messages },
    });
  });

  test.each<[string, Behaviour]>([
    ['ignores include_usage', { text: 'Oui.', usage: false }],
    ['reports nonsense', { text: 'Oui.', usage: { prompt_tokens: '12', completion_tokens: null } }],
  ])('of a server that %s has no usage', async (_name, behaviour) => {
    met(behaviour);
    expect(await collect(chat)).toEqual({ text: 'Oui.', usage: undefined, error: undefined });
  });

  test('of a server that cannot stream comes whole', async () => {
    met({ text: 'Oui.', whole: true });
    expect(await collect(chat)).toMatchObject({ text: 'Oui.', usage: { promptTokens: expect.any(Number) } });
  });

  test('is whole once it says so, even if the server never hangs up', async () => {
    met({ text: 'Oui.', ending: 'finish and stall' });
    expect(await collect(chatWith(hasty))).toMatchObject({ text: 'Oui.', error: undefined });
  });

  test('is had from servers that name their parameters otherwise', async () => {
    met(
      { status: 400, body: '{"error":{"message":"Use \'max_completion_tokens\' instead."}}' },
      { status: 400, body: '{"error":{"message":"\'temperature\' does not support 0.2"}}' },
      { status: 422, body: '{"detail":"stream_options: extra fields not permitted"}' },
    );
    expect((await collect(chat)).text).toBe('Bonjour, je suis le modèle.');
    expect((await collect(chat)).error).toBeUndefined();
    const body = server.requests.at(-1)?.body;
    expect(server.requests).toHaveLength(5);
    expect(body).toMatchObject({ max_completion_tokens: 200 });
    expect(body).not.toHaveProperty('temperature');
    expect(body).not.toHaveProperty('stream_options');
  });
});

describe('before the first text, what may pass is tried again', () => {
  test.each<[string, Behaviour]>([
    ['500', { status: 500 }],
    ['503', { status: 503 }],
    ['429 with a short wait', { status: 429, headers: { 'retry-after': '0' } }],
    ['HTML', 'html'],
    ['an empty answer', { text: '' }],
    ['garbage', { text: '', ending: 'garbage' }],
    ['a broken connection', { text: '', ending: 'hang up' }],
    ['an error in the stream', { text: '', ending: 'error event' }],
  ])('%s, twice', async (_name, behaviour) => {
    met(behaviour, behaviour);
    expect(await collect(chatWith(timeoutsFor(behaviour)))).toMatchObject({
      text: 'Bonjour, je suis le modèle.',
      error: undefined,
    });
    expect(server.requests).toHaveLength(3);
  });

  test.each<[string, Behaviour]>([
    ['silence', 'silence'],
    ['headers and no text', { text: '', ending: 'stall' }],
  ])(
    'but not %s, for which the caller has waited; two in a row spare the provider',
    async (_name, behaviour) => {
      const hung = chatWith(hasty);
      met(behaviour, behaviour);
      for (let asked = 1; asked <= 2; asked++) {
        expect((await collect(hung)).error).toMatchObject({ failure: 'timed_out' });
        expect(server.requests).toHaveLength(asked);
      }
      expect((await collect(hung)).error).toMatchObject({ failure: 'circuit_open' });
      expect(server.requests).toHaveLength(2);
    },
  );

  test('but not a third time', async () => {
    met({ status: 500 }, { status: 500 }, { status: 500 });
    expect((await collect(chat)).error).toMatchObject({
      name: 'ModelError',
      failure: 'refused',
      status: 500,
    });
    expect(server.requests).toHaveLength(3);
  });

  test.each([400, 401, 403, 404])('but not %i, which would come again', async (status) => {
    met({ status });
    expect((await collect(chat)).error).toMatchObject({ failure: 'refused', status });
    expect(server.requests).toHaveLength(1);
  });

  test('but not when the provider asks for more patience than a visitor has', async () => {
    met({ status: 429, headers: { 'retry-after': '120' } });
    expect((await collect(chat)).error).toMatchObject({ failure: 'rate_limited', retryAfterMs: 120_000 });
    expect(server.requests).toHaveLength(1);
  });

  test('and the provider’s words are in no error', async () => {
    met({ status: 401, body: '{"error":{"message":"Incorrect key: sk-secret"}}' });
    const { error } = await collect(chat);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('sk-secret');
  });

  test('a redirect is not followed with the key', async () => {
    const redirect = { status: 307, headers: { location: `${server.baseUrl}/elsewhere` } };
    met(redirect, redirect, redirect);
    expect((await collect(chat)).error).toMatchObject({ failure: 'unreachable' });
    expect(server.requests.every(({ path }) => path === '/v1/chat/completions')).toBe(true);
  });
});

describe('after the first text, what came is kept and the end is told', () => {
  test.each<[string, Behaviour, string]>([
    ['a broken connection', { text: 'Nous ouvrons à', ending: 'hang up' }, 'interrupted'],
    ['an end without a mark', { text: 'Nous ouvrons à', ending: 'unmarked end' }, 'interrupted'],
    ['a stall', { text: 'Nous ouvrons à', ending: 'stall' }, 'timed_out'],
    ['garbage', { text: 'Nous ouvrons à', ending: 'garbage' }, 'malformed'],
    ['an error in the stream', { text: 'Nous ouvrons à', ending: 'error event' }, 'refused'],
  ])('%s', async (_name, behaviour, failure) => {
    met(behaviour);
    const { text, error } = await collect(chatWith(timeoutsFor(behaviour)));
    expect(text.trim()).toBe('Nous ouvrons à');
    expect(error).toMatchObject({ failure });
    expect(server.requests).toHaveLength(1);
  });

  test('an answer without end is cut', async () => {
    met({ text: 'Encore', ending: 'endless' });
    const { text, error } = await collect(chat);
    expect(error).toMatchObject({ failure: 'endless' });
    expect(text.length).toBeLessThan(10_000);
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  test('one that takes for ever too', async () => {
    const slow = openModels(
      { chatModel: { baseUrl: server.baseUrl, name: 'petit' } },
      { ...calm, totalMs: 400 },
    );
    met({ text: 'mot '.repeat(100), delayMs: 50 });
    // A deadline that nothing refers to is garbage collected, and never fires.
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { text, error } = await collect(slow.chat, never(), collectGarbage);
    expect(text).toContain('mot');
    expect(error).toMatchObject({ failure: 'timed_out' });
  });
});

describe('a caller who leaves', () => {
  test('stops the provider’s writing and gets its own reason', async () => {
    met({ text: 'mot '.repeat(500), delayMs: 10 });
    const controller = new AbortController();
    const reason = new Error('the visitor left');
    const { text, error } = await collect(chat, controller.signal, () => controller.abort(reason));
    expect(text).toContain('mot');
    expect(error).toBe(reason);
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  test('stops it too by reading no further', async () => {
    met({ text: 'mot '.repeat(500), delayMs: 10 });
    for await (const _ of chat?.stream({ ...wish, signal: never(), asked: new Set() }) ?? []) break;
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
  });

  test('and one that was gone before asks nothing', async () => {
    expect((await collect(chat, AbortSignal.abort(new Error('gone')))).error).toMatchObject({
      message: 'gone',
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('the circuit', () => {
  test('opens after five failures and spares the provider', async () => {
    met(...Array.from({ length: 5 }, () => ({ status: 500 })));
    await collect(chat);
    await collect(chat);
    const asked = server.requests.length;
    expect(asked).toBe(5);
    expect((await collect(chat)).error).toMatchObject({ failure: 'circuit_open' });
    expect(server.requests).toHaveLength(asked);
  });

  test('is each model’s own, as is what its server objected to', async () => {
    const model = 'grand';
    const stream = async (wished: object) => {
      for await (const _ of chat?.stream({ ...wish, ...wished, signal: never(), asked: new Set() }) ?? []);
    };
    met({ status: 400, body: 'use max_completion_tokens' });
    await stream({ model });
    met(...Array.from({ length: 5 }, () => ({ status: 404 })));
    for (let i = 0; i < 5; i++) await expect(stream({ model })).rejects.toMatchObject({ failure: 'refused' });
    await expect(stream({ model })).rejects.toMatchObject({ failure: 'circuit_open' });
    await stream({});
    expect(server.requests[1]?.body).toMatchObject({ model, max_completion_tokens: 200 });
    expect(server.requests.at(-1)?.body).toMatchObject({ model: 'petit', max_tokens: 200 });
  });

  test('lets one through after 30 s, and closes when that one succeeds', () => {
    let now = 0;
    const circuit = new Circuit(
      () => new Error('open'),
      () => now,
    );
    for (let i = 0; i < 5; i++) {
      circuit.enter();
      circuit.fail();
    }
    expect(() => circuit.enter()).toThrow('open');
    now = 29_999;
    expect(() => circuit.enter()).toThrow('open');
    now = 30_000;
    circuit.enter();
    expect(() => circuit.enter()).toThrow('open');
    circuit.fail();
    now = 59_999;
    expect(() => circuit.enter()).toThrow('open');
    now = 60_000;
    circuit.enter();
    circuit.succeed();
    circuit.enter();
    circuit.enter();
  });

  test('counts failures in a row only, and no caller’s leaving', () => {
    const circuit = new Circuit(
      () => new Error('open'),
      () => 0,
    );
    for (let i = 0; i < 20; i++) {
      circuit.enter();
      if (i % 4 === 3) circuit.succeed();
      else circuit.fail();
      circuit.enter();
      circuit.leave();
    }
  });
});

describe('embeddings', () => {
  const embeddings = (timeouts = calm, dimensions = 64) =>
    openModels({ embeddingModel: { baseUrl: server.baseUrl, name: 'vecteurs', dimensions } }, timeouts)
      .embeddings;

  test('come one a text, in order, in batches', async () => {
    const texts = Array.from({ length: 150 }, (_, index) => `texte numéro ${index}`);
    const asked = new Set<ProviderRequest>();
    const embedded = await embeddings()?.embed(texts, never(), asked);
    expect(embedded).toHaveLength(150);
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([64, 64, 22]);
    const alone = await embeddings()?.embed([texts[140] ?? ''], never());
    expect(embedded?.[140]).toEqual(alone?.[0]);
    const sold = [...asked].reduce((sum, { usage }) => sum + (usage?.promptTokens ?? 0), 0);
    expect(sold).toBe(texts.join('').length);
  });

  test('put long texts into smaller batches', async () => {
    await embeddings()?.embed(
      Array.from({ length: 4 }, () => 'x'.repeat(25_000)),
      never(),
    );
    expect(server.requests.map(({ body }) => body.input.length)).toEqual([2, 2]);
  });

  test('of another size than configured are refused in a sentence', async () => {
    const vector = { index: 0, embedding: [1, 2, 3] };
    met({ status: 200, body: JSON.stringify({ data: [vector] }) });
    await expect(embeddings()?.embed(['a'], never())).rejects.toThrow(
      'EMBEDDINGS_DIMENSIONS is 64, but vecteurs answers with 3.',
    );
    expect(server.requests).toHaveLength(1);
  });

  test('are had from servers that refuse the parameter', async () => {
    met({ status: 400, body: '{"error":"dimensions is not supported"}' });
    expect(await embeddings()?.embed(['a'], never())).toHaveLength(1);
    expect(server.requests.at(-1)?.body).not.toHaveProperty('dimensions');
  });

  test.each<[string, Behaviour]>([
    ['HTML', 'html'],
    ['too few', { status: 200, body: '{"data":[]}' }],
    [
      'the same twice',
      { status: 200, body: '{"data":[{"index":0,"embedding":[]},{"index":0,"embedding":[]}]}' },
    ],
    ['500', { status: 500 }],
  ])('are asked for again after %s', async (_name, behaviour) => {
    met(behaviour);
    expect(await embeddings(timeoutsFor(behaviour))?.embed(['a', 'b'], never())).toHaveLength(2);
  });

  test('are given up as soon as whoever asked has no more time for them', async () => {
    const slow = embeddings();
    met('silence');
    const began = performance.now();
    const failure = { failure: 'timed_out' };
    await expect(slow?.embed(['a'], never(), undefined, 100)).rejects.toMatchObject(failure);
    expect(performance.now() - began).toBeLessThan(2_000);
    // Which alone does not tell that the provider is down.
    expect(await slow?.embed(['a'], never())).toHaveLength(1);
  });

  test('of nothing cost nothing', async () => {
    expect(await embeddings()?.embed([], never())).toEqual([]);
    expect(server.requests).toHaveLength(0);
  });
});
